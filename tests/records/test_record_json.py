"""JSON: what is kept, what is refused, and with which words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_scenes import small

from assistant.records import Player, Record, RecordError, TurnEvent, parse_json, print_json
from assistant.records.json_format import event_lines

MESSY = small(
    mood="tense",
    players=[{"name": "Anna", "age": 9}, {"name": "Ben", "tags": {"controller": "human"}}],
    viewer={"player": "Anna", "since": [1, {"a": None}]},
    events=[
        {"type": "turn", "player": "Anna", "die": None, "moves": {"red": 1}, "took": 3.5,
         "cards": [{"player": "Anna", "card": None, "why": "x"}]},
        {"type": "note", "text": "", "x": {}},
    ],
)  # fmt: skip


def test_unknown_fields_and_absent_ones_stay_as_they_are() -> None:
    assert json.loads(print_json(parse_json(json.dumps(MESSY)))) == MESSY


def test_print_is_a_fixed_point() -> None:
    text = print_json(parse_json(json.dumps(MESSY)))
    assert print_json(parse_json(text)) == text


def test_a_record_made_in_memory_says_what_it_is() -> None:
    players = (Player(name="Anna"), Player(name="Ben"))
    record = Record(edition="amigo", agents=("red", "blue"), players=players,
                    events=(TurnEvent(player="Anna", moves={"red": 2}),))  # fmt: skip
    data = json.loads(print_json(record))
    assert (data["format"], data["version"]) == ("heimlich-record", 1)
    assert data["events"] == [{"type": "turn", "player": "Anna", "moves": {"red": 2}}]
    assert parse_json(print_json(record)).events == record.events


def test_each_event_knows_its_line() -> None:
    text = json.dumps(small(), indent=1)
    lines = event_lines(text)
    assert [text.splitlines()[n - 1].strip() for n in lines] == ["{", "{"]
    assert parse_json(text).source.lines == lines
    assert event_lines("[]") == event_lines("{") == event_lines('{"events": 3}') == ()


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "trun"}, "no event of type 'trun'; the types are turn, clue"),
        ({"player": "Anna"}, "has no `type`"),
        (7, "cannot be 7: an object is needed"),
        ({"type": "turn"}, "`player` is missing"),
        ({"type": "turn", "player": "Anna", "die": "six"}, 'the face is a whole number, or "1-3"'),
        ({"type": "turn", "player": "Anna", "moves": {"red": "2"}}, "`moves.red` cannot be '2': a whole number"),
        ({"type": "turn", "player": "Anna", "moves": {"red": 2.0}}, "a whole number is needed"),
        ({"type": "turn", "player": "Anna", "moves": {"red": 10**9}}, "it is too large"),
        ({"type": "turn", "player": "Anna", "moves": ["red"]}, "an object with names is needed"),
        ({"type": "turn", "player": "Anna", "safe": True}, "a whole number is needed"),
        ({"type": "turn", "player": "", "moves": {}}, "it must not be empty"),
        ({"type": "turn", "player": "Anna", "scored": 1}, "true or false is needed"),
        ({"type": "clue", "kind": "knows"}, "the kinds are owns, not-owns"),
        ({"type": "clue", "kind": "owns", "player": "Ben"}, "a clue of kind owns needs `agent`"),
        ({"type": "clue", "kind": "one-of", "player": "Ben", "agents": []}, "needs `agents`"),
        ({"type": "clue", "kind": "extra", "agent": "red", "trust": 2}, "trust is a number from 0 to 1"),
        ({"type": "clue", "kind": "either", "pairs": [["Ben"]]}, "is missing"),
        ({"type": "dossier", "player": "Anna", "marks": {"red": 3}}, "a text is needed"),
        ({"type": "note", "player": "Anna"}, "`text` is missing"),
    ],
)  # fmt: skip
def test_a_wrong_event_is_named_with_line_number_and_prefix(event: Any, words: str) -> None:
    events = small()["events"]
    text = json.dumps(small(events=[events[0], event, events[1]]), indent=1)
    with pytest.raises(RecordError) as caught:
        parse_json(text, "game.json")
    error = caught.value
    assert words in str(error)
    assert str(error).startswith(f"game.json: line {error.line}: event 2: ")
    assert error.line == event_lines(text)[1]
    assert error.prefix is not None and len(error.prefix.events) == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "a record is an object"),
        ("x", "a record is an object"),
        ({}, "`format` is absent"),
        (small(format="pgn"), "`format` is 'pgn'"),
        (small(version=2), "version 2 of the record format is unknown; this program reads version 1"),
        (small(version="1"), "version '1'"),
        (small(version=True), "version True"),
        (small(edition="amiga"), "there is no edition 'amiga'; use one of ravensburger"),
        (small(edition={"base": "amigo", "flor": 0}), "did you mean floor?"),
        (small(edition={"base": "amigo", "finish": -4}), "edition parameter finish cannot be -4"),
        (small(edition={"base": ["amigo"]}), "base cannot be"),
        (small(edition=7), "name a preset"),
        (small(players=[{"name": "Anna"}]), "a game has 2 to 7 players, here are 1"),
        (small(players=[{"name": "Anna"}, {"name": "Anna"}]), "the name Anna stands twice"),
        (small(players=["Anna", "Ben"]), "an object is needed"),
        (small(agents=["red"]), "2 to 7 agents"),
        (small(agents=["red", "red", "blue"]), "the name red stands twice"),
        (small(agents=["red", "blue", 3]), "a text is needed"),
        ({k: v for k, v in small().items() if k != "agents"}, "`agents` is missing"),
        (small(events=small()["events"] * 1001), "more than 2000"),
    ],
)
def test_a_wrong_head_is_refused(data: Any, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_json(json.dumps(data), "game.json")
    assert words in str(caught.value)
    assert str(caught.value).startswith("game.json: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "heimlich-record",}', "line 1, column"),
        ("{\n\n nope}", "line 3, column 2"),
        ('{"a": 1, "a": 2}', "the name 'a' stands twice in one object"),
        ('{"a": NaN}', "NaN is no number of JSON"),
        ('{"a": 1e999}', "the number 1e999 is too large"),
        ('{"a": ' + "9" * 10_000 + "}", "is too large"),
        ('{"a": -' + "9" * 10_000 + "}", "is too large"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 50_000, "nested too deeply"),
        ('{"a":' + "[" * 100 + "]" * 100 + "}", "nested more than 60 levels"),
        ('{"a": "\\ud800"}', "half a character"),
        ('{"\\udc00": 1}', "half a character"),
    ],
)
def test_text_that_is_no_sound_json_is_refused(text: str, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_json(text)
    assert words in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_fuzzed_json_gives_a_record_or_a_record_error(data: st.DataObject) -> None:
    """One value anywhere in a record is replaced by nonsense."""
    record = json.loads(json.dumps(MESSY))
    places: list[tuple[Any, Any]] = []
    todo = [record]
    while todo:
        value = todo.pop()
        inner = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
        places += [(value, key) for key, _ in inner]
        todo += [child for _, child in inner if isinstance(child, dict | list)]
    holder, key = data.draw(st.sampled_from(places))
    nonsense = [None, True, -1, 3.7, 10**30, "", "x", [], {}, [[]], {"type": "turn"}, "Anna"]
    holder[key] = data.draw(st.sampled_from(nonsense))
    try:
        read = parse_json(json.dumps(record))
    except RecordError as error:
        assert str(error.reason) and str(error.remedy)
    else:
        assert json.loads(print_json(read)) == record
