"""What the command line prints: the transcript of a game, and the odds as data and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from assistant.baantjer.alerts import alerts, loot_text, missed_windows
from assistant.baantjer.evidence import closest, events_to_win, evidence_board
from assistant.baantjer.odds import StackOdds, joint_token_odds, stack_odds, token_odds
from assistant.baantjer.pieces import Colour
from assistant.baantjer.record import Record
from assistant.baantjer.replay import Step, describe, replay
from assistant.baantjer.state import State, start
from assistant.wording import N_, say, visible

COLOURS: tuple[Colour, ...] = ("red", "green")


def transcript(record: Record) -> Iterator[str]:
    """The game line by line: turns, events, alerts that each event raises, missed windows, the final board.

    Raises:
        RecordError: as `replay`, before the first line.
    """
    steps = replay(record)
    return map(visible, _lines(record, steps))


def _lines(record: Record, steps: tuple[Step, ...]) -> Iterator[str]:
    missed = missed_windows(steps)
    for step in steps:
        for window in (window for window in missed if window.event == step.number):
            yield "  ! " + str(
                say(
                    N_("missed: {owner} could have taken {loot} from {lander}"),
                    owner=window.owner,
                    loot=loot_text(window.loot),
                    lander=window.lander,
                )
            )
        if step.after.turns > step.before.turns:
            yield str(say(N_("Turn {n}"), n=step.after.turns))
        yield f"  {step.number:>3}  {describe(record, step.event)}"
        known = {str(alert.message) for alert in alerts(step.before)}
        for alert in alerts(step.after):
            # A duty is met by the very next event; saying so would double every line.
            if alert.kind != "duty" and str(alert.message) not in known:
                yield f"  * {alert.message}"
    yield from board_lines(steps[-1].after if steps else start(record))


def board_lines(state: State) -> Iterator[str]:
    """The evidence board, a line per file, then the stacks and who leads or has won."""
    for board in evidence_board(state):
        if board.closed:
            status = str(say(N_("closed")))
        elif board.events_to_close is None:
            status = str(say(N_("cannot be completed")))
        else:
            status = str(
                say(
                    N_("lacks {missing}; {n} events to close"),
                    missing=", ".join(board.missing) or "-",
                    n=board.events_to_close,
                )
            )
        clues = [name for name, has in (("koninghe", board.koninghe), ("jochems", board.jochems)) if has]
        has = ", ".join([board.token or "?", *board.weapon, *clues])
        yield f"{board.player}, file {board.place}: {has}: {status}"
    for colour in COLOURS:
        stack = state.stack(colour)
        yield str(
            say(
                N_("{colour} stack: {head} cards in unknown order, then {tail} known"),
                colour=colour,
                head=stack.head,
                tail=len(stack.tail),
            )
        )
    if state.winner is not None:
        yield str(say(N_("{player} has won"), player=state.players[state.winner]))
        return
    for board in closest(state):
        yield str(
            say(
                N_("closest to closing: {player}, file {file}, {n} events"),
                player=board.player,
                file=board.place,
                n=board.events_to_close,
            )
        )


def odds_data(state: State) -> dict[str, Any]:
    """All odds as JSON data; see docs/baantjer.md for the fields. Raises `TooManyWorlds`."""
    return {
        "turn": state.turns,
        "winner": None if state.winner is None else state.players[state.winner],
        "tokens": {str(place): _floats(kinds) for place, kinds in token_odds(state).items()},
        "players": {name: _player(state, seat) for seat, name in enumerate(state.players)},
        "closest": [
            {"player": board.player, "file": board.place, "events": board.events_to_close}
            for board in closest(state)
        ],
        "alerts": [
            {"kind": alert.kind, "player": alert.player, "text": visible(str(alert.message))}
            for alert in alerts(state)
        ],
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    places = [file.place for file in state.own_files(seat) if file.token is None]
    return {
        "files": [
            {
                "file": board.place,
                "token": board.token,
                "weapon": list(board.weapon),
                "koninghe": board.koninghe,
                "jochems": board.jochems,
                "closed": board.closed,
                "missing": list(board.missing),
                "fits": list(board.fits),
                "events_to_close": board.events_to_close,
            }
            for board in evidence_board(state)
            if board.player == state.players[seat]
        ],
        "events_to_win": events_to_win(state, seat),
        "joint_tokens": [
            {"kinds": dict(zip(map(str, places), kinds, strict=True)), "p": float(p)}
            for kinds, p in joint_token_odds(state, places).items()
        ],
        **{colour: _stack(stack_odds(state, seat, colour)) for colour in COLOURS},
    }


def _stack(odds: StackOdds) -> dict[str, Any]:
    return {
        "helps": float(odds.helps),
        "expected_draws": None if odds.expected_draws is None else float(odds.expected_draws),
        "within": [float(p) for p in odds.within],
        "next": _floats(odds.next),
    }


def _floats(chances: Any) -> dict[str, float]:
    return {name: float(p) for name, p in chances.items()}


def odds_lines(state: State) -> Iterator[str]:
    """The odds as text. Raises `TooManyWorlds`."""
    return map(visible, _odds_lines(state))


def _odds_lines(state: State) -> Iterator[str]:
    for place, kinds in token_odds(state).items():
        owner = state.file(place).owner
        name = "-" if owner is None else state.players[owner]
        yield str(
            say(N_("token {place} ({player}): {odds}"), place=place, player=name, odds=_share(kinds.items()))
        )
    for seat, name in enumerate(state.players):
        for colour in COLOURS:
            odds = stack_odds(state, seat, colour)
            draws = "-" if odds.expected_draws is None else f"{float(odds.expected_draws):.1f}"
            yield str(
                say(
                    N_("{player}, {colour}: the next card helps {helps}, expected draws {draws}"),
                    player=name,
                    colour=colour,
                    helps=f"{float(odds.helps):.1%}",
                    draws=draws,
                )
            )
    for colour in COLOURS:
        following = stack_odds(state, 0, colour).next
        yield str(say(N_("next {colour} card: {odds}"), colour=colour, odds=_share(following.items())))
    yield from board_lines(state)


def _share(chances: Iterable[tuple[str, Fraction]]) -> str:
    return ", ".join(f"{name} {float(p):.1%}" for name, p in chances) or "-"
