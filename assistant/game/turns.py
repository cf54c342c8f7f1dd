"""One turn: roll, split, cards, scoring, safe (RULES.md, "The board and a turn")."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.game import cards
from assistant.game.board import SIZE, advance, building_name
from assistant.game.cards import CardPlay
from assistant.game.errors import IllegalTurn
from assistant.game.legal import Die, safe_targets, totals
from assistant.game.scoring import score
from assistant.game.state import GameState
from assistant.wording import N_, Message, say


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did. Indices refer to the state's players and agents.

    Attributes:
        player: seat of the player.
        steps: steps of each agent, 0 where it did not move.
        die: the face rolled; None means the sum of the steps was rolled.
        safe: the building the safe went to after a scoring, its own when it stayed, None without one.
        cards: the card round, in order, passes included (Top Secret only).
        drew: whether the player drew a card; None when the record does not say.
        scored: whether a scoring took place, for editions with `scoring` as-recorded.
    """

    player: int
    steps: tuple[int, ...]
    die: Die | None = None
    safe: int | None = None
    cards: tuple[CardPlay, ...] = ()
    drew: bool | None = None
    scored: bool | None = None

    @property
    def total(self) -> int:
        """Steps taken in all."""
        return sum(self.steps)

    @property
    def face(self) -> Die:
        """The die's face, inferred from the steps where it was not entered."""
        return self.total if self.die is None else self.die


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn did, step by step, for those who explain or draw it.

    Attributes:
        moved: state after the die move and the card round, before any scoring.
        scored: state after the scoring, before the safe moves; None without one.
        after: state when the next player is to move.
        gains: marker change of each agent in the scoring, zeros without one.
    """

    before: GameState
    turn: Turn
    moved: GameState
    scored: GameState | None
    after: GameState
    gains: tuple[int, ...]

    @property
    def judged(self) -> GameState:
        """The state in which the dossier is asked for: after the move and scoring, before the safe moves."""
        return self.scored or self.moved


def apply(state: GameState, turn: Turn) -> GameState:
    """The state after `turn`.

    Raises:
        IllegalTurn: the turn breaks a rule of the edition; says which, and the nearest fix.
    """
    return play(state, turn).after


def play(state: GameState, turn: Turn) -> Outcome:
    """Like `apply`, keeping the stages in between.

    Raises:
        IllegalTurn: as `apply`.
    """
    _check_order(state, turn)
    _check_steps(state, turn)
    positions = tuple(advance(at, n) for at, n in zip(state.positions, turn.steps, strict=True))
    moved = replace(state, positions=positions)
    if state.edition.cards == "on":
        moved, due = cards.card_round(state, moved, turn)
    else:
        if turn.cards or turn.drew:
            raise IllegalTurn(
                say(N_("this edition is played without cards")),
                say(N_("remove the cards, or set the edition's cards to on")),
            )
        due = any(n and at == state.safe for n, at in zip(turn.steps, positions, strict=True))
    if state.edition.scoring == "as-recorded" and turn.scored is not None:
        due = turn.scored
    elif turn.scored is not None and turn.scored != due:
        raise _scoring_disagrees(state, due)
    return _finish(state, moved, turn, due)


def _finish(before: GameState, moved: GameState, turn: Turn, due: bool) -> Outcome:
    next_seat = (turn.player + 1) % len(moved.players)
    if not due:
        if turn.safe is not None:
            raise IllegalTurn(
                say(N_("the safe cannot move: no agent that moved ended in its building {safe}"),
                    safe=building_name(moved.safe)),
                say(N_("leave the safe out, or correct the steps")),
            )  # fmt: skip
        after = replace(moved, to_move=next_seat, turns=moved.turns + 1)
        return Outcome(before, turn, moved, None, after, (0,) * len(moved.agents))
    scored = _after_scoring(moved)
    gains = scored.last_gains
    target = _safe_after(scored, turn)
    after = replace(scored, safe=target, to_move=next_seat, turns=moved.turns + 1)
    return Outcome(before, turn, moved, scored, after, gains)


def _after_scoring(moved: GameState) -> GameState:
    edition = moved.edition
    markers = score(edition, moved.positions, moved.markers)
    finished = max(markers) >= edition.finish_score
    reached = edition.dossier_score is not None and max(markers) >= edition.dossier_score
    due_now = moved.dossier_turn is None and (reached or (finished and edition.has_dossier))
    return replace(
        moved,
        markers=markers,
        scorings=moved.scorings + 1,
        last_gains=tuple(b - a for a, b in zip(moved.markers, markers, strict=True)),
        finished=finished,
        dossier_turn=moved.turns + 1 if due_now else moved.dossier_turn,
        dossier_markers=markers if due_now else moved.dossier_markers,
    )


def _safe_after(scored: GameState, turn: Turn) -> int:
    targets = safe_targets(scored.edition, scored.safe, scored.positions)
    if turn.safe is None:
        if scored.finished:
            return scored.safe
        raise IllegalTurn(
            say(N_("there was a scoring in building {safe}, so the safe must be placed"),
                safe=building_name(scored.safe)),
            say(N_("add where the safe went: one of {targets}"), targets=_names(targets)),
        )  # fmt: skip
    if not 0 <= turn.safe < SIZE:
        raise IllegalTurn(
            say(N_("there is no building {n}"), n=turn.safe),
            say(N_("buildings are 0 (church), 1 to 10 and 11 (ruin)")),
        )
    if scored.finished and turn.safe == scored.safe:
        return turn.safe
    if turn.safe not in targets:
        raise _safe_refused(scored, turn.safe, targets)
    return turn.safe


def _safe_refused(scored: GameState, target: int, targets: tuple[int, ...]) -> IllegalTurn:
    nearest = min(targets, key=lambda b: min((b - target) % SIZE, (target - b) % SIZE))
    there = [scored.agents[i] for i, at in enumerate(scored.positions) if at == target]
    reason: Message
    if target == scored.safe:
        reason = say(N_("the safe must leave building {b} after a scoring"), b=building_name(target))
    else:
        reason = say(
            N_("the safe cannot go to building {b}: {who} stands there and this edition wants it empty"),
            b=building_name(target),
            who=", ".join(there),
        )
    return IllegalTurn(
        reason,
        say(
            N_("nearest allowed: {near}; all: {targets}"),
            near=building_name(nearest),
            targets=_names(targets),
        ),
    )


def _names(buildings: tuple[int, ...]) -> str:
    return ", ".join(building_name(b) for b in buildings)


def _check_order(state: GameState, turn: Turn) -> None:
    if state.finished:
        raise IllegalTurn(
            say(N_("the game ended with turn {n}: a marker reached the finish"), n=state.turns),
            say(N_("delete this turn, or correct an earlier one")),
        )
    if not 0 <= turn.player < len(state.players):
        raise IllegalTurn(
            say(N_("there is no player in seat {n}"), n=turn.player + 1),
            say(N_("seats are 1 to {n}"), n=len(state.players)),
        )
    if state.edition.turn_order == "seats" and turn.player != state.to_move:
        raise IllegalTurn(
            say(N_("it is the turn of {due}, not of {who}"),
                due=state.players[state.to_move], who=state.players[turn.player]),
            say(N_("enter the turn of {due} first, or set the edition's turn_order to free"),
                due=state.players[state.to_move]),
        )  # fmt: skip


def _check_steps(state: GameState, turn: Turn) -> None:
    if len(turn.steps) != len(state.agents):
        raise IllegalTurn(
            say(N_("steps for {n} agents are needed, here are {m}"), n=len(state.agents), m=len(turn.steps)),
            say(N_("give every agent its steps, 0 where it stood still")),
        )
    for agent, n in zip(state.agents, turn.steps, strict=True):
        if n < 0:
            raise IllegalTurn(
                say(N_("{agent} cannot go back: agents move clockwise"), agent=agent),
                say(N_("enter positive steps; cards that move back are entered as cards")),
            )
    edition = state.edition
    if turn.die is None:
        allowed = {n for face in edition.faces for n in totals(edition, face)}
        if turn.total not in allowed:
            raise IllegalTurn(
                say(N_("no roll gives {n} steps"), n=turn.total),
                say(N_("the steps of one turn add up to {list}"), list=_either(tuple(sorted(allowed)))),
            )
        return
    if turn.die not in edition.faces:
        raise IllegalTurn(
            say(N_("this edition's die has no {die}"), die=turn.die),
            say(N_("its faces are {faces}"), faces=", ".join(map(str, edition.faces))),
        )
    allowed_totals = totals(edition, turn.die)
    if turn.total not in allowed_totals:
        raise _wrong_sum(turn, allowed_totals)


def _either(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _wrong_sum(turn: Turn, allowed: tuple[int, ...]) -> IllegalTurn:
    nearest = min(allowed, key=lambda n: abs(n - turn.total))
    by = abs(nearest - turn.total)
    reason = say(
        N_("the steps add up to {total}, but the roll {die} allows {allowed}"),
        total=turn.total, die=turn.die, allowed=_either(allowed),
    )  # fmt: skip
    if nearest > turn.total:
        return IllegalTurn(reason, say(N_("add {n} more, or correct the die"), n=by))
    return IllegalTurn(reason, say(N_("take {n} back, or correct the die"), n=by))


def _scoring_disagrees(state: GameState, due: bool) -> IllegalTurn:
    if due:
        reason = say(N_("an agent that moved ended at the safe in building {safe}, so there was a scoring"),
                     safe=building_name(state.safe))  # fmt: skip
    else:
        reason = say(N_("no agent that moved ended at the safe in building {safe}, so there was no scoring"),
                     safe=building_name(state.safe))  # fmt: skip
    return IllegalTurn(reason, say(N_("drop `scored`, or set the edition's scoring to as-recorded")))
