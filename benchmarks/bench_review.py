"""How fast a game opens in review and how fast it is stepped through: 100 turns, 7 players, 7 agents.

`python -m pytest benchmarks/bench_review.py --benchmark-enable -s`. In the browser opening has a second from the
tap on and a step 150 ms, printed with the load of the machine; the parts that Python has are timed one by one.
"""

from __future__ import annotations

import statistics
from typing import Any

import pytest
from screen import LAPTOP, SLOW_PHONE, Device, load, processor_seconds, screen, served, told
from tables import Live, new

from review_scenes import long_game  # isort: skip, the way to it is set by `screen`

from assistant.dashboard.board.palette import agent_styles
from assistant.dashboard.board.picture import board_data
from assistant.dashboard.board.words import board_labels
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
        board_data(review.game.turns[at].state, board_labels(), "light")
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


MOST_TO_OPEN, MOST_A_STEP, STEPS = 1000, 150, 25
OPENED = """() => new Promise((done) => {
  const under = (root) => [...root.querySelectorAll('*')].filter((e) => e.shadowRoot).map((e) => e.shadowRoot);
  const link = [...document.querySelectorAll('.st-key-nav a')].find((a) => a.pathname.endsWith('/review'));
  const began = performance.now();
  const look = () => {
    const roots = under(document);
    const shown = roots.some((root) => root.querySelector('.picture svg')) &&
      roots.some((root) => root.querySelector('.heimlich-board'));
    if (shown) setTimeout(() => done(performance.now() - began));
    else requestAnimationFrame(look);
  };
  link.click();
  look();
})"""
"""From the tap on Review to the first frame with board and timelines, in milliseconds."""
STEP = """() => new Promise((done) => {
  const roots = [...document.querySelectorAll('*')].filter((e) => e.shadowRoot).map((e) => e.shadowRoot);
  const board = roots.find((root) => root.querySelector('.heimlich-board'));
  const began = performance.now();
  const watch = new MutationObserver(() => {
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      const spent = performance.now() - began;
      setTimeout(() => done(spent), 400);
    }));
  });
  watch.observe(board, { childList: true, subtree: true });
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
})"""
"""One step: from the key to the first frame with the new board, in milliseconds."""


@pytest.mark.parametrize("which", [LAPTOP, SLOW_PHONE], ids=lambda which: which.label)
def test_in_the_browser(which: Device, record: Record) -> None:
    with served() as (server, folder), screen(which) as (page, _tools):
        page.goto(f"{server.url}/live?game={new(folder, record)}")
        Live(page).ready()
        page.wait_for_timeout(3000)
        opening = float(page.evaluate(OPENED))
        page.wait_for_timeout(2000)
        page.keyboard.press("Home")
        page.wait_for_timeout(2000)
        before = processor_seconds(server)
        steps = [float(page.evaluate(STEP)) for _ in range(STEPS)]
        used = 1000 * (processor_seconds(server) - before) / STEPS
    print(
        f"\nreview, {which.label}: opened in {opening:.0f} ms; a step: {told(steps)}; "
        f"server {used:.0f} ms of processor a step; {load()}"
    )
    if which is LAPTOP:
        assert opening < MOST_TO_OPEN and statistics.median(steps) <= MOST_A_STEP
