"""The record: what is kept on a round trip, and what is refused with a number, a reason and a remedy."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.baantjer.errors import RecordError
from assistant.baantjer.events import EVENT_TYPES, Event
from assistant.baantjer.record import (
    event_from_json,
    from_data,
    from_json,
    load,
    read_event,
    save,
    to_data,
    to_json,
)

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


@pytest.mark.parametrize(
    ("data", "event"),
    [({**HEAD, "odd": "\ud800"}, None), ({**HEAD, "title": "\udc00"}, None), ({**HEAD, "\ud800": 1}, None),
     ({**HEAD, "events": [LAND, {"type": "note", "text": "\ud800"}]}, 2)],
)  # fmt: skip
def test_half_a_character_is_refused_before_anybody_tries_to_store_it(data: Any, event: int | None) -> None:
    for read in (lambda: from_json(json.dumps(data)), lambda: from_data(data)):
        with pytest.raises(RecordError, match="half a character") as refused:
            read()
        assert refused.value.event == event


UNSOUND = {
    "a name twice": ('"on": 1', '"on": 1, "on": 2', "the name 'on' stands twice in one object"),
    "a head's name twice": ('"version": 1', '"version": 1, "version": 1', "the name 'version' stands twice"),
    "no number": ('"on": 1', '"on": NaN', "NaN is no number of JSON"),
    "infinity": ('"on": 1', '"on": 1e999', "the number 1e999 is too large"),
    "5000 digits": ('"on": 1', '"on": ' + "9" * 5000, "a number has thousands of digits"),
    "a comma too many": ('"on": 1', '"on": 1,', "line 1, column"),
    "too deep": ('"on": 1', '"on": 1, "x": ' + "[" * 100 + "]" * 100, "nested more than 60 levels"),
    "far too deep": ('"on": 1', '"x": ' + "[" * 100_000, "nested too deeply"),
    "version 1.0": ('"version": 1', '"version": 1.0', "version is 1.0"),
}


@pytest.mark.parametrize(("old", "new", "why"), UNSOUND.values(), ids=UNSOUND)
def test_json_is_read_as_strictly_as_the_main_game_s(old: str, new: str, why: str) -> None:
    text = json.dumps({**HEAD, "events": [LAND]})
    assert text.count(old) == 1
    with pytest.raises(RecordError, match=why) as refused:
        from_json(text.replace(old, new))
    assert str(refused.value.remedy)


def test_an_event_typed_in_words_is_read_as_strictly() -> None:
    assert event_from_json('{"type": "note", "text": "x"}').type == "note"
    for text in (
        "{",
        "7",
        '{"type": "note", "text": "a", "text": "b"}',
        '{"type": "note", "text": "\\ud800"}',
    ):
        with pytest.raises(RecordError):
            event_from_json(text)


OWN_WORDS = {
    "one player": ({"players": HEAD["players"][:1]}, "two to four players are needed"),
    "a file too few": (
        {"players": [{"name": "Anna", "files": [1, 2]}, HEAD["players"][1]]},
        r"`players.0.files` cannot be \[1, 2\]: three different places",
    ),
    "no name": ({"players": [{"files": [1, 2, 3]}, HEAD["players"][1]]}, "`players.0.name` is missing"),
    "an option": ({"options": {"game": "long"}}, "`options.game` cannot be 'long': it takes: full, short"),
    "a switch": (
        {"options": {"may_decline": 1}},
        "`options.may_decline` cannot be 1: true or false is needed",
    ),
    "a title": ({"title": 5}, "`title` cannot be 5: a text is needed"),
    "a square": (
        {"map": {"squares": {"a": "blue"}, "roads": []}},
        "`map.squares.a` cannot be 'blue': a place from 1 to 12 is needed, or red",
    ),
    "place 99": ({"places": {"99": "Dam"}}, "there is no place '99'"),
    "place abc": ({"places": {"abc": "Dam"}}, "there is no place 'abc'"),
    "place 05": ({"places": {"05": "Dam"}}, "there is no place '05'"),
}


@pytest.mark.parametrize(("change", "why"), OWN_WORDS.values(), ids=OWN_WORDS)
def test_what_is_wrong_is_said_in_words_of_our_own(change: dict[str, Any], why: str) -> None:
    with pytest.raises(RecordError, match=why) as refused:
        from_data({**HEAD, **change})
    assert refused.value.event is None and str(refused.value.remedy)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({**LAND, "on": "blue"}, "`on` cannot be 'blue': a place from 1 to 12 is needed, or red"),
        ({**LAND, "die": 0}, "`die` cannot be 0: it is too small"),
        ({"type": "fly"}, "there is no event of type 'fly'; the types are land, skip"),
        ({}, "the event has no `type`"),
        ({"type": "skip"}, "`player` is missing"),
        (
            {"type": "token", "player": "Anna", "place": 1, "kind": "acid"},
            "it takes: firearm, stabbing, poison",
        ),
        (7, "`event` cannot be 7"),
    ],
)
def test_a_wrong_event_is_told_in_words_of_our_own(event: Any, why: str) -> None:
    for read in (lambda: from_data({**HEAD, "events": [event]}), lambda: read_event(event)):
        with pytest.raises(RecordError) as refused:
            read()
        assert why in str(refused.value)
        assert "Input should" not in str(refused.value)


def test_every_type_of_event_is_in_the_list() -> None:
    union = get_args(get_args(Event)[0])
    tags = {tag for model in union for tag in get_args(model.model_fields["type"].annotation)}
    assert tags == set(EVENT_TYPES)


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
