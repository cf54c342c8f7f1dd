"""The look-ahead against random play, counted out where that is possible and played many times where not."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import plain_terms
import pytest
from numpy.typing import NDArray

from assistant.deduction.lookahead import (
    HORIZON,
    drift_table,
    expected_gains,
    landing_table,
    step_distribution,
)
from assistant.game import SIZE, VALUES, splits

Ints = NDArray[np.int64]
PLAYED = 20_000


def random_steps(agents: int, n: int, rng: np.random.Generator) -> Ints:
    """Steps of all agents in `n` random turns, (n, agents): a roll, then any of its splits."""
    rolls = rng.integers(1, 7, n)
    steps = np.empty((n, agents), dtype=np.int64)
    for roll in range(1, 7):
        rows = np.flatnonzero(rolls == roll)
        table = splits(roll, agents)
        steps[rows] = table[rng.integers(len(table), size=len(rows))]
    return steps


@pytest.mark.parametrize("agents", [2, 3, 5])
def test_steps_of_one_agent_are_counted_out(agents: int) -> None:
    chances = [0.0] * 7
    for roll in range(1, 7):
        table = [s for s in product(range(roll + 1), repeat=agents) if sum(s) == roll]
        for steps, number in Counter(s[0] for s in table).items():
            chances[steps] += number / len(table) / 6
    assert step_distribution(agents) == pytest.approx(chances, abs=1e-12)


@pytest.mark.parametrize("agents", [2, 4, 7])
def test_entering_the_safe_and_drifting_as_in_random_play(agents: int) -> None:
    """One agent among others, from every building, for six turns: first entries and house values."""
    rng = np.random.default_rng(agents)
    place = np.tile(np.arange(SIZE), PLAYED // SIZE)
    begin = place.copy()
    safe = 7
    entered = np.zeros((HORIZON, SIZE))
    worth = np.zeros((HORIZON, SIZE))
    fresh = np.ones(len(place), dtype=bool)
    for turn in range(HORIZON):
        steps = random_steps(agents, len(place), rng)[:, 0]
        place = (place + steps) % SIZE
        enters = fresh & (place == safe) & (steps > 0)
        fresh &= ~enters
        for building in range(SIZE):
            entered[turn, (safe - building) % SIZE] = enters[begin == building].mean()
            worth[turn, building] = np.array(VALUES)[place[begin == building]].mean()
    # Four standard errors of a share and of a value among some 1,700 games each.
    np.testing.assert_allclose(landing_table(agents)[:, 1:7], entered[:, 1:7], atol=0.05)
    np.testing.assert_allclose(drift_table(agents), worth, atol=0.5)


def test_an_agent_at_the_safe_has_to_go_round() -> None:
    table = landing_table(3)
    assert table[0, 0] == 0.0 and table[:2, 0].sum() < 0.01
    assert table[0, 6] > 0.0 and table[0, 7] == 0.0


@pytest.mark.parametrize(
    ("places", "safe"),
    [((0, 0, 0, 0, 0), 7), ((5, 6, 10, 2, 9), 7), ((1, 2, 3, 4, 5), 9), ((10, 9, 8, 11, 3), 4)],
)
def test_the_gain_at_the_next_scoring_as_in_random_play(places: tuple[int, ...], safe: int) -> None:
    """The closed form takes agents as landing independently; whole random games stay within half a step."""
    rng = np.random.default_rng(3)
    agents = len(places)
    place = np.tile(np.array(places), (PLAYED, 1))
    open_ = np.ones(PLAYED, dtype=bool)
    gains = np.zeros((PLAYED, agents))
    for _ in range(HORIZON):
        steps = random_steps(agents, PLAYED, rng)
        place = (place + steps) % SIZE
        scores = open_ & ((place == safe) & (steps > 0)).any(axis=1)
        gains[scores] = np.array(VALUES)[place[scores]]
        open_ &= ~scores
    closed = expected_gains(np.array([places]), safe)[0]
    np.testing.assert_allclose(closed, gains.mean(axis=0), atol=0.5)
    order = np.argsort(gains.mean(axis=0))
    assert (np.diff(closed[order]) > -0.15).all(), "who gains more in play gains more in the closed form"


@pytest.mark.parametrize("agents", [2, 4, 7])
def test_many_positions_and_safes_agree_with_plain_loops(agents: int) -> None:
    rng = np.random.default_rng(agents)
    places = rng.integers(0, SIZE, (40, agents))
    safes = rng.integers(0, SIZE, 40)
    tables = plain_terms.entering(agents), plain_terms.drifting(agents)
    slow = [
        plain_terms.gains_ahead(row, safe, tables)
        for row, safe in zip(places.tolist(), safes.tolist(), strict=True)
    ]
    np.testing.assert_allclose(expected_gains(places, safes), slow, atol=1e-12)
    one = [plain_terms.gains_ahead(row, 3, tables) for row in places.tolist()]
    np.testing.assert_allclose(expected_gains(places, 3), one, atol=1e-12)


def test_nobody_near_the_safe_divides_nothing_by_zero() -> None:
    """Where no agent can reach the safe next turn, nothing is expected of that turn."""
    with np.errstate(all="raise"):
        far = expected_gains(np.array([[7] * 7]), 7)
    assert np.abs(far).max() < 0.2
