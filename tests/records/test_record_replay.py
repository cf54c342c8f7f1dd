"""Each kind of thing that cannot be is named with event, what was expected and the nearest fix."""

from __future__ import annotations

from typing import Any

import pytest
from record_scenes import HEAD, small, text_record

from assistant.game import Turn
from assistant.records import (
    CheckDisagrees,
    IllegalEvent,
    NoteEvent,
    Record,
    RecordError,
    TurnEvent,
    UnknownName,
    replay,
)
from assistant.records.plain import from_plain

FIRST = "Anna 5: red 3, blue 2"


def refused(record: Record) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(record)
    return caught.value


@pytest.mark.parametrize(
    ("lines", "event", "reason", "remedy"),
    [
        ([FIRST, "Ben 4: red 3"], 2, "add up to 3, but the roll 4 allows 4", "add 1 more, or correct the die"),
        ([FIRST, "Ben 3: red 3, blue 2"], 2, "add up to 5, but the roll 3 allows 3", "take 2 back"),
        ([FIRST, "Ben ?: red 9"], 2, "no roll gives 9 steps", "1, 2, 3, 4, 5, 6"),
        ([FIRST, "Ben 4: red 4 > 2"], 2, "cannot go to building 2: blue stands there", "nearest allowed: 1"),
        ([FIRST, "Ben 4: red 4"], 2, "the safe must be placed", "one of 1, 3, 4, 5, 6, 8"),
        ([FIRST, "Ben 2: red 2 > 8"], 2, "the safe cannot move", "leave the safe out"),
        ([FIRST, "Ben 4: red 4 > 14"], 2, "there is no building 14", "buildings are 0 (church)"),
        ([FIRST, "Cem 4: red 2, blue 2"], 2, "it is the turn of Ben, not of Cem", "enter the turn of Ben first"),
        ([FIRST, "  = red 4"], 1, "marker of red should be 0 after this turn, noted is 4", "note red 0"),
        ([FIRST, "  @ red 4"], 1, "red should stand in building 3 after this turn", "4 would lead there"),
        ([FIRST, "Ben 4: red 4 > 9", "  = red 0, blue 0"], 2, "should be 7", "before the scoring"),
        ([FIRST, "  = red -3"], 1, "should be 0", "floor to none"),
        ([FIRST, "  @ red 12"], 1, "noted is 12", "buildings are 0 (church)"),
        ([FIRST, "note: a", "note: b", "Ben 7: red 7"], 4, "this edition's die has no 7", "its faces are 1, 2"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named(lines: list[str], event: int, reason: str, remedy: str) -> None:
    error = refused(text_record(*lines, name="evening.heimlich"))
    assert error.event == event
    assert reason in str(error.reason)
    assert remedy in str(error.remedy)
    assert error.prefix is not None and len(error.prefix.events) == event - 1
    line = HEAD.count("\n") + 1 + [i for i, row in enumerate(lines) if not row.startswith(" ")][event - 1]
    assert str(error) == f"evening.heimlich: line {line}: event {event}: {error.reason}; {error.remedy}"


def test_a_turn_after_the_end_is_refused() -> None:
    end = {"base": "ravensburger", "finish": 7}
    record = text_record("Anna 6: red 6", "Ben 1: red 1", "Cem 1: red 1")
    record = record.model_copy(update={"edition": end})
    error = refused(record)
    assert (error.event, str(error.reason)) == (3, "the game ended with turn 2: a marker reached the finish")
    assert "delete this turn" in str(error.remedy)


@pytest.mark.parametrize(
    ("changes", "reason", "remedy"),
    [
        ({"viewer": {"player": "Benn"}}, "no player is called Benn", "did you mean Ben?"),
        ({"viewer": {"player": "Ben", "agent": "pink"}}, "no agent in play is called pink", "the agents are"),
        ({"owners": {"Anna": "red", "Ben": "red"}}, "red is owned by Anna and by Ben", "agent of their own"),
        ({"owners": {"Anna": "black"}}, "no agent in play is called black", "the agents are red, blue"),
    ],
)
def test_viewer_and_owners_are_checked(changes: dict[str, Any], reason: str, remedy: str) -> None:
    error = refused(from_plain(small(**changes)))
    assert error.event is None
    assert reason in str(error.reason) and remedy in str(error.remedy)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "turn", "player": "anna", "moves": {"red": 1}},
        {"type": "turn", "player": "Anna", "moves": {"Red": 1}},
        {"type": "turn", "player": "Anna", "moves": {"red": 1}, "scores": {"pink": 1}},
        {"type": "turn", "player": "Anna", "moves": {"red": 1}, "cards": [{"player": "Bob", "card": None}]},
        {"type": "clue", "kind": "owns", "player": "Bob", "agent": "red"},
        {"type": "clue", "kind": "one-of", "player": "Ben", "agents": ["red", "pink"]},
        {"type": "clue", "kind": "either", "pairs": [["Ben", "red"], ["Bob", "red"]]},
        {"type": "dossier", "player": "Anna", "marks": {"red": "Bob"}},
        {"type": "dossier", "player": "Anna", "marks": {"pink": None}},
        {"type": "reveal", "player": "Ben", "agent": "pink"},
        {"type": "note", "player": "Bob", "text": "x"},
    ],
)
def test_names_are_exact_and_an_unknown_one_is_refused_when_read(event: dict[str, Any]) -> None:
    with pytest.raises(UnknownName) as caught:
        from_plain(small(events=[*small()["events"], event]))
    assert caught.value.event == 3
    assert caught.value.prefix is not None and len(caught.value.prefix.events) == 2


def test_not_strict_flags_skips_and_goes_on() -> None:
    record = text_record(FIRST, "Cem 1: red 1", "Ben 4: red 4 > 9", "  = red 5", "note: late", "Cem 6: red 5")
    game = replay(record, strict=False)
    assert [problem.number for problem in game.problems] == [2, 3, 5]
    assert [step.number for step in game.steps] == [1, 3, 4]
    assert len(game.turns) == 2 and game.state.markers[0] == 7
    assert "should be 7" in str(game.problems[1])


@pytest.mark.parametrize("seen", range(7))
@pytest.mark.parametrize("change", ["nothing", "an early turn", "the viewer"])
@pytest.mark.parametrize("viewer", [None, "Benn"])
def test_what_goes_on_from_a_known_replay_is_replayed_to_the_same(
    seen: int, change: str, viewer: str | None
) -> None:
    """Turns, what is skipped, what disagrees: all of it as from the start; what does not go on is not used."""
    lines = [
        FIRST,
        "  = red 4",
        "note: a",
        "Ben 4: red 3",
        "Ben 4: red 4 > 9",
        "Cem 1: blue 1",
        "Anna 9: red 9",
    ]
    eyes = {name: from_plain(small(viewer={"player": name})).viewer for name in ("Ben", "Benn")}
    known = text_record(*lines).model_copy(update={"viewer": eyes.get(viewer or "")})
    record = known
    if change == "an early turn":
        record = record.with_events(text_record("Anna 5: red 2, blue 3", *lines[2:]).events)
    elif change == "the viewer":
        record = record.model_copy(update={"viewer": eyes["Ben"]})
    earlier = replay(known.with_events(known.events[:seen]), strict=False)
    fresh = replay(record, strict=False)
    assert replay(record, strict=False, known=earlier) == fresh
    assert len(fresh.problems) >= 3 and len(fresh.steps) >= 2
    with pytest.raises(RecordError):
        replay(record, known=earlier)


def test_steps_carry_outcome_and_state() -> None:
    record = text_record(FIRST, "note: x", "Ben 4: red 4 > 9")
    game = replay(record)
    assert game.steps[1].outcome is None and game.steps[1].state is game.steps[0].state
    outcome = game.steps[2].outcome
    assert outcome is not None and outcome.gains == (7, 2, 0, 0, 0)
    assert game.state is game.steps[-1].state and game.start.positions == (0,) * 5
    assert replay(record.with_events([])).state == game.start


def test_turn_in_index_form_and_back_to_names() -> None:
    record = text_record(FIRST)
    event = TurnEvent(player="Ben", die="1-3", moves={"green": 2}, drew="swap")
    turn = record.turn(event, record.start())
    assert turn == Turn(1, (0, 0, 2, 0, 0), "1-3", drew="swap")
    with pytest.raises(UnknownName, match="did you mean green"):
        record.turn(TurnEvent(player="Ben", moves={"gren": 1}), record.start())


def test_owners_by_seat_needs_everyone() -> None:
    owners = {"Ben": "blue", "Anna": "grey"}
    assert from_plain(small(owners=owners)).owners_by_seat == (3, 1)
    assert from_plain(small(owners={"Ben": "blue"})).owners_by_seat is None
    assert from_plain(small()).owners_by_seat is None


def test_contradicting_truth_and_reveals_never_stop_a_replay() -> None:
    """Else the truth, which no inference may read, would decide whether there is an answer."""
    events = [*small()["events"], {"type": "reveal", "player": "Ben", "agent": "red"}]
    record = from_plain(small(events=events, viewer={"player": "Anna", "agent": "red"},
                              owners={"Anna": "blue", "Ben": "grey"}))  # fmt: skip
    assert len(replay(record).steps) == 3


def test_records_are_values() -> None:
    record = from_plain(small())
    assert record == from_plain(small()).from_source("elsewhere.json", [1, 2])
    with pytest.raises(Exception, match="frozen"):
        record.title = "x"  # type: ignore[misc]
    longer = record.with_events([*record.events, NoteEvent(text="x")])
    assert len(record.events) == 2 and len(longer.events) == 3


def test_dossiers_of_a_replay_in_index_form() -> None:
    record = text_record(FIRST, "dossier Ben: red=Anna blue=- ", "dossier Ben: red=Cem blue=-")
    assert replay(record).dossiers() == {1: {0: 2, 1: None}}


def test_illegal_and_disagreeing_have_kinds_of_their_own() -> None:
    assert isinstance(refused(text_record(FIRST, "Ben 4: red 3")), IllegalEvent)
    assert isinstance(refused(text_record(FIRST, "= red 3")), CheckDisagrees)
