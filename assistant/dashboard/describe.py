"""Turns and other events in words, in the session's language. Nothing here is escaped yet."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.dashboard.language import _, translate
from assistant.game import CARDS, CHURCH, RUIN, CardPlay, GameState, Outcome, Turn
from assistant.records import ClueEvent, DossierEvent, Event, NoteEvent, RevealEvent, TurnEvent
from assistant.wording import COLOURS


def agent_name(name: str) -> str:
    """An agent's name; the English colours, which records are written with, in the session's language."""
    return translate(name) if name in COLOURS else name


def agents_list(names: Iterable[str]) -> str:
    """Names of agents, with commas."""
    return ", ".join(map(agent_name, names))


def building(number: int) -> str:
    """A building as the board shows it."""
    return {CHURCH: _("church"), RUIN: _("ruin")}.get(number, str(number))


def signed(n: float) -> str:
    """A change with its sign, a real minus."""
    return f"+{n:g}" if n > 0 else f"−{-n:g}" if n < 0 else "0"


def moves(state: GameState, turn: Turn) -> str:
    """`red 3 → 8, blue 1 → church`: steps and the buildings where they end."""
    parts = [
        _("{agent} {n} → {building}", agent=agent_name(agent), n=n, building=building((at + n) % 12))
        for agent, n, at in zip(state.agents, turn.steps, state.positions, strict=True)
        if n
    ]
    return ", ".join(parts) or _("nobody moves")


def outcome(result: Outcome) -> list[str]:
    """What a turn did, a sentence each: the move, the cards, the scoring, the safe."""
    before, turn = result.before, result.turn
    lines = [
        _("{player} rolls {die}: {moves}.", player=before.players[turn.player], die=turn.rolled(before.edition),
          moves=moves(before, turn))
    ]  # fmt: skip
    lines += [
        _("{player} plays {card}.", player=before.players[play.player], card=card_play(before, play))
        for play in turn.cards
        if play.card
    ]
    if result.scored is not None:
        gains = ", ".join(
            f"{agent_name(agent)} {signed(gain)}"
            for agent, gain in sorted(
                zip(before.agents, result.gains, strict=True), key=lambda pair: -pair[1]
            )
            if gain
        )
        lines.append(_("Scoring: {gains}.", gains=gains) if gains else _("Scoring: no marker moves."))
        if result.after.safe == before.safe:
            lines.append(_("The safe stays in {building}.", building=building(before.safe)))
        else:
            lines.append(_("The safe goes to {building}.", building=building(result.after.safe)))
    if result.after.dossier_turn is not None and before.dossier_turn is None:
        lines.append(_("The dossier is due now."))
    if result.after.finished:
        lines.append(_("The game is over."))
    return lines


def card_play(state: GameState, play: CardPlay) -> str:
    """`Trade places (red, blue)`: a card with its agents and its number."""
    label = translate(CARDS[play.card].label) if play.card and play.card in CARDS else str(play.card)
    parts = [agent_name(state.agents[agent]) for agent in play.agents]
    if play.card == "safe-anywhere":
        parts.append(building(play.number))
    elif play.number:
        parts.append(signed(play.number))
    if play.effect == "look":
        parts.append(_("a look"))
    elif play.effect == "exchange":
        other = _("an extra") if play.other is None else state.players[play.other]
        parts.append(_("exchange with {player}", player=other))
    return f"{label} ({', '.join(parts)})" if parts else label


def clue(event: ClueEvent) -> str:
    """A clue as a sentence, with how far it is trusted."""
    player, agent = event.player or "", agent_name(event.agent or "")
    pairs = [f"{p} = {agent_name(a)}" for p, a in event.pairs or ()]
    text = {
        "owns": lambda: _("{player} is {agent}", player=player, agent=agent),
        "not-owns": lambda: _("{player} is not {agent}", player=player, agent=agent),
        "one-of": lambda: _("{player} is one of {agents}", player=player, agents=agents_list(event.agents or ())),
        "extra": lambda: _("{agent} is an extra", agent=agent),
        "not-extra": lambda: _("{agent} is no extra", agent=agent),
        "either": lambda: _("either {pairs}", pairs=", ".join(pairs)),
    }[event.kind]()  # fmt: skip
    trust = _("certain") if event.trust == 1 else f"{event.trust:.0%}"
    source = f" “{event.source}”" if event.source else ""
    return f"{text} ({trust}){source}"


def event(step: Event, secret: bool, viewer: str | None) -> str:
    """One event in a line; the viewer's own dossier only where secrets may be shown."""
    match step:
        case TurnEvent():
            return short_turn(step)
        case ClueEvent():
            return _("Clue: {text}", text=clue(step))
        case DossierEvent():
            if step.player == viewer and not secret:
                return _("{player} locks in a dossier.", player=step.player)
            marks = ", ".join(f"{agent_name(a)} = {p or _('extra')}" for a, p in step.marks.items())
            return _("Dossier of {player}: {marks}", player=step.player, marks=marks)
        case RevealEvent():
            return _("{player} shows {agent}.", player=step.player, agent=agent_name(step.agent))
        case NoteEvent():
            return f"{step.player}: {step.text}" if step.player else step.text


def short_turn(step: TurnEvent) -> str:
    """A turn in a few signs: `Ben 4: red 3, blue 1 · safe 8`."""
    steps = ", ".join(f"{agent_name(agent)} {n}" for agent, n in step.moves.items()) or "–"
    safe = "" if step.safe is None else " · " + _("safe {building}", building=building(step.safe))
    cards = "".join(
        f" · {card.player}: {translate(CARDS[card.card].label) if card.card in CARDS else card.card}"
        for card in step.cards or ()
        if card.card
    )
    return f"{step.player} {step.die or '?'}: {steps}{safe}{cards}"
