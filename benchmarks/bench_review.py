"""How fast a game opens in review and how fast it is stepped through: 100 turns, 7 players, 7 agents.

`pytest benchmarks/bench_review.py --benchmark-enable`. The limits are those of the page: open in under a second, a
step in at most 150 ms; the server's share of a step is measured here, the browser's in tests/browser.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "review"))
from review_scenes import long_game

from assistant.dashboard.board.drawing import board_svg
from assistant.dashboard.board.palette import agent_styles
from assistant.deduction import beliefs, shipped
from assistant.records import Record
from assistant.review import Review
from assistant.review.figures import belief_svg
from assistant.review.html import Writer, drawing, report_html


@pytest.fixture(scope="module")
def record() -> Record:
    shipped()
    return long_game()


def opened(record: Record) -> Review:
    """What the page needs before its first picture: table's timeline, turning points, a figure per player."""
    beliefs._evidence.clear()  # as in a new process
    review = Review.of(record)
    review.points()
    writer = Writer(agent_styles(record.agents))
    belief = review.timelines.table.posterior
    for player in range(len(record.players)):
        belief_svg(belief[:, player], drawing(review, writer, None, player, "share"))
    return review


def test_open(benchmark: Any, record: Record) -> None:
    benchmark.pedantic(opened, args=(record,), rounds=5, warmup_rounds=1)


def test_step(benchmark: Any, record: Record) -> None:
    review = opened(record)
    turn = iter(range(10**6))

    def step() -> None:
        at = next(turn) % review.turns
        board_svg(review.game.turns[at].state)
        line = review.timelines.table
        line.posterior[at], line.extras[at]

    benchmark(step)


def test_all_timelines(benchmark: Any, record: Record) -> None:
    def all_eyes() -> None:
        review = Review.of(record)
        for seat in range(len(record.players)):
            review.timelines.seat(seat)

    benchmark.pedantic(all_eyes, rounds=3)


def test_html(benchmark: Any, record: Record) -> None:
    review = opened(record)
    writer = Writer(agent_styles(record.agents))
    benchmark.pedantic(lambda: report_html(review, writer), rounds=3)
