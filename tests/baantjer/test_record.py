"""The record: what is kept on a round trip, and what is refused with a number, a reason and a remedy."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.baantjer.errors import RecordError
from assistant.baantjer.record import from_data, from_json, load, save, to_data, to_json

from .table import play

HEAD: dict[str, Any] = {
    "format": "baantjer-record",
    "version": 1,
    "players": [{"name": "Anna", "files": [1, 2, 3]}, {"name": "Ben", "files": [4, 5, 6]}],
    "events": [],
}
LAND = {"type": "land", "player": "Anna", "on": 1}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def test_unknown_fields_are_kept() -> None:
    data = {
        **HEAD,
        "mood": {"a": [1, None]},
        "options": {"game": "short", "house": True},
        "players": [{**player, "hat": "blue"} for player in HEAD["players"]],
        "map": {"squares": {"a": "red", "b": 5}, "roads": [["a", "b"]], "scale": 2},
        "events": [{**LAND, "weather": "rain"}],
    }
    assert to_data(from_data(data)) == data


@settings(max_examples=60)
@given(extra=st.dictionaries(st.text(min_size=1).map(lambda key: "x" + key), JSON, max_size=3))
def test_any_unknown_field_survives_reading_and_writing(extra: dict[str, Any]) -> None:
    data = {**extra, **HEAD, "events": [{**extra, **LAND}]}
    assert json.loads(to_json(from_json(json.dumps(data)))) == data


@pytest.mark.parametrize("seed", range(5))
def test_a_played_game_is_the_same_after_writing_and_reading(seed: int, tmp_path: Path) -> None:
    data = play(seed, 2 + seed % 3, looks=0.1, half_seen=0.2, game="short").record(title="Zoë's game")
    save(from_data(data), tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text("utf-8")) == data
    assert load(tmp_path / "game.json") == from_data(data)


def test_a_lone_surrogate_in_an_unknown_field_is_written(tmp_path: Path) -> None:
    data = {**HEAD, "odd": "\ud800"}
    save(from_data(data), tmp_path / "game.json")
    assert to_data(load(tmp_path / "game.json")) == data


def test_an_event_made_in_code_keeps_its_type() -> None:
    record = from_data({**HEAD, "events": [{"type": "note", "text": "hello"}]})
    made = record.model_copy(update={"events": (type(record.events[0])(text="hello"),)})
    assert to_data(made) == to_data(record)


BROKEN_HEADS = {
    "format": ({"format": "heimlich-record"}, "not a Baantjer record"),
    "version": ({"version": 2}, "version is 2"),
    "no version": ({"version": None}, "version is missing"),
    "boolean version": ({"version": True}, "version is True"),
    "one player": ({"players": HEAD["players"][:1]}, "players"),
    "five players": (
        {"players": [{"name": str(i), "files": [i * 3 + 1, i * 3 + 2, i * 3 + 3]} for i in range(5)]},
        "players",
    ),
    "two files": ({"players": [{"name": "Anna", "files": [1, 2]}, HEAD["players"][1]]}, "files"),
    "shared file": (
        {"players": [{"name": "Anna", "files": [1, 2, 4]}, HEAD["players"][1]]},
        "one player only",
    ),
    "file 13": ({"players": [{"name": "Anna", "files": [1, 2, 13]}, HEAD["players"][1]]}, "files"),
    "same name": (
        {"players": [{"name": "ben", "files": [1, 2, 3]}, HEAD["players"][1]]},
        "name of their own",
    ),
    "control characters": (
        {"players": [{"name": "A\x1b[2J", "files": [1, 2, 3]}, HEAD["players"][1]]},
        "control characters",
    ),
    "eleven tokens": (
        {"options": {"tokens": {"firearm": 2, "stabbing": 3, "poison": 3, "blunt": 3}}},
        "add up to 12",
    ),
    "a kind missing": ({"options": {"tokens": {"firearm": 12}}}, "each of"),
    "an option's value": ({"options": {"game": "long"}}, "options.game"),
    "a huge count": ({"options": {"green": {"koninghe": 10**30}}}, "options.green"),
    "a road to nowhere": (
        {"map": {"squares": {"a": "red"}, "roads": [["a", "b"]]}},
        "b, which is no square",
    ),
    "events": ({"events": {"0": LAND}}, "events must be a list"),
}


@pytest.mark.parametrize(("change", "why"), BROKEN_HEADS.values(), ids=BROKEN_HEADS)
def test_a_broken_head_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(RecordError, match=why) as refused:
        from_json(json.dumps({**HEAD, **change}))
    assert refused.value.event is None
    assert str(refused.value.remedy)


BROKEN_EVENTS = {
    "no type": {},
    "unknown type": {"type": "fly"},
    "no player": {"type": "land", "on": 1},
    "place 0": {**LAND, "on": 0},
    "place as text": {**LAND, "on": "1"},
    "place true": {**LAND, "on": True},
    "not an object": 7,
    "unknown kind": {"type": "token", "player": "Anna", "place": 1, "kind": "acid"},
    "huge number": {"type": "penalty", "player": "Anna", "turns": 10**400},
    "one place compared": {"type": "compare", "places": [1], "same": True},
    "long note": {"type": "note", "text": "x" * 3000},
}


@pytest.mark.parametrize("event", BROKEN_EVENTS.values(), ids=BROKEN_EVENTS)
def test_a_broken_event_is_refused_with_its_number(event: Any) -> None:
    with pytest.raises(RecordError) as refused:
        from_json(json.dumps({**HEAD, "events": [LAND, event]}))
    assert refused.value.event == 2
