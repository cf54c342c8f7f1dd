"""Tiny positions for the scenarios: short words in, a state or a refusal out."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.baantjer.engine import apply
from assistant.baantjer.errors import IllegalEvent, RecordError
from assistant.baantjer.record import Record, from_data
from assistant.baantjer.replay import final_state, replay
from assistant.baantjer.state import State

FILES = {"Anna": [1, 2, 3], "Ben": [4, 5, 6], "Cem": [7, 8, 9], "Dora": [10, 11, 12]}
SEATS = tuple(FILES)
Data = dict[str, Any]


def land(player: str, on: Any, **more: Any) -> Data:
    return {"type": "land", "player": player, "on": on, **more}


def token(player: str, place: int, kind: str, **more: Any) -> Data:
    return {"type": "token", "player": player, "place": place, "kind": kind, **more}


def red(player: str, card: str, to: Any = "under", **more: Any) -> Data:
    return {"type": "red", "player": player, "card": card, "to": to, **more}


def green(player: str, card: str, to: Any = "under", **more: Any) -> Data:
    return {"type": "green", "player": player, "card": card, "to": to, **more}


def taken(player: str, victim: str, from_file: int, card: str, to: int, **more: Any) -> Data:
    return {
        "type": "taken",
        "player": player,
        "from": victim,
        "from_file": from_file,
        "card": card,
        "to": to,
        **more,
    }


def close(player: str, file: int) -> Data:
    return {"type": "close", "player": player, "file": file}


def skip(player: str) -> Data:
    return {"type": "skip", "player": player}


def got(player: str, *draws: Data) -> list[Data]:
    """One turn per draw, whoever's turn it is (the option turn_order is free in `game`)."""
    return [event for draw in draws for event in (land(player, draw["type"]), draw)]


def found(player: str, place: int, kind: str) -> list[Data]:
    return [land(player, place), token(player, place, kind)]


def full_file(player: str, place: int, kind: str) -> list[Data]:
    """Everything that a file needs, and the car off the place."""
    return found(player, place, kind) + got(
        player,
        red(player, f"{kind}-left", place),
        red(player, f"{kind}-right", place),
        green(player, "koninghe", place),
        green(player, "jochems", place),
    )


def record(*events: Data | list[Data], players: int = 2, head: Data | None = None, **options: Any) -> Record:
    flat = [event for part in events for event in (part if isinstance(part, list) else [part])]
    return from_data(
        {
            "format": "baantjer-record",
            "version": 1,
            **(head or {}),
            "options": {"turn_order": "free", **options},
            "players": [{"name": name, "files": FILES[name]} for name in SEATS[:players]],
            "events": flat,
        }
    )


def game(*events: Data | list[Data], players: int = 2, head: Data | None = None, **options: Any) -> State:
    return final_state(record(*events, players=players, head=head, **options))


def refusal(*events: Data | list[Data], players: int = 2, head: Data | None = None, **options: Any) -> str:
    """Why the last event is refused; the events before it must be legal."""
    entered = record(*events, players=players, head=head, **options)
    before = entered.model_copy(update={"events": entered.events[:-1]})
    state = final_state(before)
    with pytest.raises(IllegalEvent) as refused:
        apply(state, entered.events[-1])
    with pytest.raises(RecordError) as replayed:
        replay(entered)
    assert replayed.value.event == len(entered.events)
    assert str(refused.value.remedy)
    return str(refused.value.reason)
