"""Turning points: bits against scipy's divergence, sentences against `explain`, grades at their edges."""

from __future__ import annotations

import numpy as np
import pytest
from review_scenes import game, with_clue
from scipy.stats import entropy

from assistant.deduction import explain
from assistant.review import TABLE, THRESHOLDS, Review
from assistant.review.turning_points import grade, information, legend


@pytest.mark.parametrize("seat", [None, 1])
def test_each_is_the_largest_divergence_of_its_turn_and_none_is_left_out(seat: int | None) -> None:
    review = Review.of(with_clue(game()))
    eyes = review.eyes(seat)
    line = review.timelines.through(eyes)
    points = {point.turn: point for point in review.points(eyes)}
    assert list(points) == sorted(points) and points
    for turn in range(1, line.turns + 1):
        rows = zip(line.fresh[turn], line.posterior[turn - 1], strict=True)
        bits = np.array([entropy(after, before, base=2) for after, before in rows])
        if bits.max() < THRESHOLDS[-1][0]:
            assert turn not in points
            continue
        point = points[turn]
        assert point.bits == pytest.approx(bits.max(), abs=1e-6)
        assert bits[point.seat] == pytest.approx(bits.max(), abs=1e-6)
        assert point.grade == grade(point.bits)
        assert point.after == line.fresh[turn, point.seat, point.agent]


def test_the_sentence_is_the_one_that_explain_gives() -> None:
    review = Review.of(game())
    for point in review.points():
        told = explain(review.game, point.seat, point.agent, TABLE)
        sentence = next(reason.sentence for reason in told.reasons if reason.turn == point.turn)
        assert str(point.sentence) == str(sentence)


@pytest.mark.parametrize(
    ("bits", "name"),
    [
        (0.0, None),
        (0.19, None),
        (0.2, "hint"),
        (0.49, "hint"),
        (0.5, "strong hint"),
        (1.0, "giveaway"),
        (9, "giveaway"),
    ],
)
def test_grades_begin_at_their_thresholds(bits: float, name: str | None) -> None:
    assert grade(bits) == name


def test_the_thresholds_are_printed() -> None:
    for least, name in THRESHOLDS:
        assert str(least) in str(legend()) and name in str(legend())


def test_a_player_learns_nothing_about_themselves() -> None:
    review = Review.of(game())
    assert (information(review.timelines.seat(1))[:, 1] == 0.0).all()
