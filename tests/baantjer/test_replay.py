"""Replay: the game is its list of events, so undo, edit and what-if are another list."""

from itertools import pairwise

from assistant.baantjer.replay import final_state, replay, replay_until
from assistant.baantjer.state import start

from .scene import found, got, green, land, record, red

GAME = [*found("Anna", 1, "poison"), *got("Ben", green("Ben", "koninghe", 4)), land("Anna", "plain")]


def test_every_step_goes_on_from_the_one_before() -> None:
    steps = replay(record(GAME))
    assert [step.number for step in steps] == [1, 2, 3, 4, 5]
    assert steps[0].before == start(record(GAME))
    assert all(one.after == following.before for one, following in pairwise(steps))
    assert steps[-1].after == final_state(record(GAME))


def test_undo_is_the_list_without_its_last_event() -> None:
    assert final_state(record(GAME[:-1])) == replay(record(GAME))[-1].before


def test_an_edit_that_breaks_a_later_event_leaves_the_steps_before_it() -> None:
    later = [*GAME, *got("Anna", red("Anna", "poison-left", 1))]
    steps, error = replay_until(record(later))
    assert error is None and len(steps) == 7
    edited = [GAME[0], {**GAME[1], "kind": "blunt"}, *later[2:]]
    steps, error = replay_until(record(edited))
    assert len(steps) == 6 and steps[1].after.file(1).token == "blunt"
    assert error is not None and error.event == 7
    assert "weapon of file 1 is blunt" in str(error)
