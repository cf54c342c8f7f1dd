"""Entering events: a line of text to an event, and an event into the store without losing anybody's turn."""

from __future__ import annotations

import re
from typing import Any

from assistant.dashboard.changing import Meanwhile, Target, put
from assistant.game import GameState
from assistant.records import Event, Record, TurnEvent
from assistant.records.notation import EVENT_WORDS, parse_line
from assistant.records.store import Game, Store
from assistant.records.store_record import event_from, event_of
from assistant.records.text_format import parse_text, print_text
from assistant.records.text_lines import Table, turn
from assistant.records.text_printer import print_event

DETAIL = re.compile(r"\s+/\s+")
"""Parts of one line: `red 3 / cards Anna swap green, yellow / = red 7`."""


def read_line(line: str, record: Record, state: GameState) -> Event:
    """The event that one line of the text notation means in this position.

    Args:
        line: as in docs/notation.md; lines that belong to a turn follow behind ` / `.
        record: the game, for its names and edition.
        state: the position in which it is entered, for the player in turn and for `red>9`.

    Raises:
        RecordError: with column where known, reason and remedy.
    """
    first, *details = DETAIL.split(line.strip())
    head = record.with_events(())
    if first.split(":")[0].split()[:1] and first.split(":")[0].split()[0].lower() in EVENT_WORDS:
        return parse_text(print_text(head) + first + "\n").events[-1]
    table = Table(record.resolved_edition, record.names, record.agents)
    plain = turn(
        parse_line("turn", first if ":" in first else f": {first}"),
        table,
        record.names[state.to_move],
        state.turns + 1,
        lambda agent: state.positions[record.agent(agent)],
    )
    event = event_from(plain)
    if not details:
        return event
    lines = [*print_event(event, record), *details]
    return parse_text(print_text(head) + "\n".join(lines) + "\n").events[-1]


def line_of(event: Event, record: Record) -> str:
    """The line that `read_line` reads as this event."""
    first, *rest = (line.strip() for line in print_event(event, record))
    return " / ".join([re.sub(r"^\d+ ", "", first), *rest])


def turn_of(entered: dict[str, Any], record: Record, player: str) -> TurnEvent:
    """The event of what the entry pad sends: `die`, `moves`, `safe`, `cards`."""
    moves = {record.agents[int(a)] if str(a).isdigit() and a not in record.agents else a: n
             for a, n in entered["moves"].items()}  # fmt: skip
    data = {
        "type": "turn",
        "player": player,
        "die": entered["die"],
        "moves": moves,
        "safe": entered.get("safe"),
    }
    data |= {name: entered[name] for name in ("cards", "drew", "scored") if entered.get(name) is not None}
    event = event_from(data)
    assert isinstance(event, TurnEvent)
    return event


def enter(
    store: Store, game: Game, event: Event, target: Target, nonce: str | None = None
) -> tuple[Game, Meanwhile]:
    """Stores an event of this game: `changing.put`."""
    return put(store, game, event_of(event), target, nonce, _same_turn)


def _same_turn(one: dict[str, Any], other: dict[str, Any]) -> bool:
    parts = ("type", "player", "die", "moves", "safe", "cards")
    return one["type"] == "turn" and all(one.get(part) == other.get(part) for part in parts)
