"""What if: each change does what it says, the record is never touched, and leaving restores everything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from review_scenes import game

from assistant.game import SIZE, GameError
from assistant.game.legal import safe_targets
from assistant.records import ClueEvent, Record, RecordError, TurnEvent, loads, print_json, replay
from assistant.records.text_format import print_text
from assistant.review import Branch, Review, add_clue, change_move, ignore_turn, pin_owner

ROOT = Path(__file__).parents[2]


def test_leaving_a_branch_restores_the_main_line_exactly() -> None:
    record = game()
    before, text = Review.of(record), print_json(record)
    beliefs = before.timelines.table.posterior.copy()
    branch = pin_owner(ignore_turn(record, 3), record.names[1], record.agents[0])
    Review.of(branch).points()
    assert branch.main is record and print_json(branch.main) == text
    after = Review.of(branch.main)
    assert np.array_equal(after.timelines.table.posterior, beliefs)
    assert after.points() == before.points() and after.branch.changes == ()


def test_an_ignored_turn_moves_its_pieces_and_says_nothing() -> None:
    record = game()
    branch = ignore_turn(record, 5)
    line = branch.timelines().table
    np.testing.assert_allclose(line.posterior[5], line.posterior[4], atol=1e-12)
    assert branch.timelines().game.state == replay(record).state
    assert not np.allclose(line.posterior[-1], Review.of(record).timelines.table.posterior[-1], atol=1e-4)
    assert "turn 5" in str(branch.badge)


def test_a_pinned_owner_is_known_from_the_start() -> None:
    record = game()
    line = pin_owner(record, record.names[1], record.agents[2]).timelines().table
    assert np.allclose(line.posterior[:, 1, 2], 1.0) and np.allclose(line.posterior[:, 0, 2], 0.0)


def test_a_clue_is_known_from_its_turn_on() -> None:
    record = game()
    clue = ClueEvent(kind="not-owns", player=record.names[0], agent=record.agents[0])
    line = add_clue(record, clue, 6).timelines().table
    assert line.posterior[5, 0, 0] > 0 and np.all(line.posterior[6:, 0, 0] == 0)


def quiet_pair() -> tuple[int, TurnEvent, TurnEvent]:
    """A turn without scoring, and the same turn with the steps of two agents put on one."""
    for number, step in enumerate(replay(game()).turns, 1):
        event, outcome = step.event, step.outcome
        assert isinstance(event, TurnEvent) and outcome is not None
        total = sum(event.moves.values())
        for agent, at in zip(game().agents, outcome.before.positions, strict=True):
            other = event.moves != {agent: total} and (at + total) % 12 != outcome.before.safe
            if number > 3 and outcome.scored is None and other:
                return number, event, event.model_copy(update={"moves": {agent: total}})
    raise AssertionError("no quiet turn")


def test_a_changed_move_stands_and_later_turns_follow_as_long_as_they_are_legal() -> None:
    record = game()
    number, old, new = quiet_pair()
    branch = change_move(record, number, new)
    result = replay(branch.record)  # strict: nothing in a branch is illegal
    turns = [step.event for step in result.turns]
    assert turns[number - 1] == new.unchecked()
    assert "null" not in print_text(
        branch.record
    )  # checks of the main line are left out, not noted as nothing
    assert turns[: number - 1] == [step.event for step in replay(record).turns][: number - 1]
    assert len(turns) + branch.lost == len(replay(record).turns)
    assert old in record.events and new not in record.events


def test_a_scoring_that_no_longer_happens_loses_its_safe_and_the_game_goes_on() -> None:
    record = game()
    scoring = next(
        n
        for n, step in enumerate(replay(record).turns, 1)
        if step.outcome and step.outcome.scored and not step.outcome.after.finished
    )
    early = scoring - 1
    event = replay(record).turns[early - 1].event
    assert isinstance(event, TurnEvent)
    kept = []
    for agent in record.agents:
        try:
            kept.append(
                change_move(
                    record, early, event.model_copy(update={"moves": {agent: sum(event.moves.values())}})
                )
            )
        except RecordError:
            continue  # that one would have been a scoring without a safe
    assert kept
    for branch in kept:
        replay(branch.record)
    assert any(branch.lost == 0 or len(replay(branch.record).turns) >= scoring for branch in kept)


def every_change(record: Record) -> Iterator[tuple[int, Branch]]:
    """Each turn of a game with all its steps on one agent, where that is legal."""
    for number, step in enumerate(replay(record).turns, 1):
        event = step.event
        assert isinstance(event, TurnEvent)
        for agent in record.agents:
            try:
                yield number, change_move(record, number, event.model_copy(
                    update={"moves": {agent: sum(event.moves.values())}}))  # fmt: skip
            except RecordError:
                continue


def test_a_later_turn_that_scores_anew_goes_on_with_the_safe_where_it_stood() -> None:
    """Or, where it may not go there, in the next building on the ring; the turn then says nothing."""
    record = loads((ROOT / "sample_games" / "clues-four.heimlich").read_text())
    stood = [step.state.safe for step in replay(record).turns]
    seen = {"as it stood": 0, "the next": 0}
    for number, branch in every_change(record):
        result = replay(branch.record)  # strict: nothing in a branch is illegal
        assert branch.lost == 0 or result.state.finished
        shown = [event for event in branch.record.events if event.type == "reveal"]
        assert len(shown) == (
            len(record.names) if result.state.finished else 0
        )  # turned over at the very end
        assert branch.record.owners == record.owners
        assert branch.placed == branch.ignored and all(turn > number for turn in branch.placed)
        assert ("safe placed for turn" in str(branch.badge)) == bool(branch.placed)
        for turn in branch.placed:
            outcome = result.turns[turn - 1].outcome
            assert outcome is not None and outcome.scored
            allowed = safe_targets(outcome.before.edition, outcome.before.safe, outcome.after.positions)
            wanted = next(
                b % SIZE for b in range(stood[turn - 1], stood[turn - 1] + SIZE) if b % SIZE in allowed
            )
            assert result.turns[turn - 1].state.safe == wanted
            seen["as it stood" if wanted == stood[turn - 1] else "the next"] += 1
    assert all(seen.values())
    number, branch = next(change for change in every_change(record) if change[1].placed)
    back = change_move(branch, number, replay(record).turns[number - 1].event)  # type: ignore[arg-type]
    assert all(replay(back.record).turns[turn - 1].outcome.scored for turn in back.placed)  # type: ignore[union-attr]
    assert back.placed == back.ignored
    turn = min(branch.placed)
    line = branch.timelines().table.posterior
    assert not replay(branch.record).state.finished and line[-1].max() < 1
    np.testing.assert_allclose(line[turn], line[turn - 1], atol=1e-12)


@pytest.mark.parametrize("turn", [0, -1, 1000])
def test_a_turn_that_is_not_there_is_refused(turn: int) -> None:
    with pytest.raises(GameError, match="there is no turn"):
        ignore_turn(game(), turn)


def test_an_illegal_move_and_unknown_names_are_refused() -> None:
    record = game()
    event = replay(record).turns[0].event
    assert isinstance(event, TurnEvent)
    with pytest.raises(RecordError):
        change_move(record, 1, event.model_copy(update={"moves": {record.agents[0]: 11}, "die": 2}))
    with pytest.raises(RecordError, match="Nobody"):
        pin_owner(record, "Nobody", record.agents[0])


def test_a_branch_of_a_branch_names_both_changes() -> None:
    record = game()
    branch = ignore_turn(ignore_turn(Branch.of(record), 2), 4)
    assert branch.ignored == {2, 4} and len(branch.changes) == 2
    assert str(branch.badge).index("turn 2") < str(branch.badge).index("turn 4")
