"""Timelines against the analysis they must agree with, computed another way."""

from __future__ import annotations

import numpy as np
import pytest
from review_scenes import game, with_clue

from assistant.deduction import Viewpoint, analyse
from assistant.review import TABLE, Review, Timelines
from assistant.review.player_report import known_from


@pytest.mark.parametrize("seat", [None, 0, 2])
@pytest.mark.parametrize("clues", [False, True])
def test_every_row_is_what_the_analysis_finds_at_that_turn(seat: int | None, clues: bool) -> None:
    record = with_clue(game()) if clues else game()
    lines = Timelines.of(record)
    eyes = TABLE if seat is None else Viewpoint.player(record, record.names[seat])
    line = lines.through(eyes)
    for turn in range(line.turns + 1):
        expected = analyse(record, eyes, turn)
        np.testing.assert_allclose(line.posterior[turn], expected.posterior, atol=1e-9)
        np.testing.assert_allclose(line.extras[turn], expected.extras, atol=1e-9)


def test_a_clue_counts_from_where_it_was_entered_but_not_for_the_turn_before() -> None:
    plain, told = Timelines.of(game()).table, Timelines.of(with_clue(game(), after=4)).table
    assert np.array_equal(plain.fresh[:5], told.fresh[:5])
    assert not np.allclose(plain.posterior[4], told.posterior[4])
    assert told.posterior[4, 2].max() == pytest.approx(1.0)


def test_eyes_are_computed_once_and_players_know_their_own_card() -> None:
    review = Review.of(game())
    assert review.timelines.seat(1) is review.timelines.through(review.eyes(1))
    assert review.owners is not None
    assert (review.timelines.seat(1).posterior[:, 1, review.owners[1]] == 1.0).all()


def test_ignoring_every_turn_leaves_what_was_known_before_the_first() -> None:
    record = game()
    turns = len(Timelines.of(record).tallies)
    line = Timelines.of(record, frozenset(range(1, turns))).table
    np.testing.assert_allclose(
        line.posterior, np.broadcast_to(line.posterior[0], line.posterior.shape), atol=1e-12
    )


@pytest.mark.parametrize(
    ("belief", "turn"),
    [([0.1, 0.6, 0.4, 0.5, 0.9], 3), ([0.6, 0.7], 0), ([0.2, 0.6, 0.49], None), ([0.1, 0.2, 0.8], 2)],
)
def test_known_from_is_the_last_time_the_belief_rose_to_a_half(belief: list[float], turn: int | None) -> None:
    assert known_from(np.array(belief)) == turn
