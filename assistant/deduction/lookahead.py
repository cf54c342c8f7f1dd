"""What a position is worth at the next scoring if everybody plays on at random.

A search bot's playouts and a careful player's gut ask the same question: who is likely to step onto the safe
next, and where will my agent stand then? Under uniformly random splits the answer has a closed form up to the
assumption that agents land on the safe independently of each other, and it fits in small tables.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from assistant.game.board import SIZE, VALUES

HORIZON = 6
"""Turns looked ahead. With two or more agents behind the safe a scoring is then more likely than not."""

Floats = NDArray[np.float64]
_VALUES = np.array(VALUES, dtype=np.float64)


@cache
def step_distribution(agents: int) -> Floats:
    """Distribution of one agent's steps in one random turn, shape (7,) for 0 to 6 steps.

    The roll is uniform on 1 to 6 and the split uniform on all splits of the roll over `agents` agents.
    """
    chance = np.zeros(7)
    for roll in range(1, 7):
        for steps in range(roll + 1):
            chance[steps] += comb(roll - steps + agents - 2, agents - 2) / comb(roll + agents - 1, agents - 1)
    return chance / 6


@cache
def landing_table(agents: int) -> Floats:
    """Chance that an agent `d` buildings before the safe first *enters* it in turn k, shape (HORIZON, 12).

    Row 0 is the next turn. An agent that already stands at the safe (d = 0) must go round, hence is 0 here.
    """
    steps = step_distribution(agents)
    table = np.zeros((HORIZON, SIZE))
    for d in range(SIZE):
        where = np.zeros(2 * SIZE)
        where[d if d else SIZE] = 1.0
        for turn in range(HORIZON):
            moved = np.zeros_like(where)
            for n, p in enumerate(steps):
                moved[: where.size - n] += p * where[n:]
            entered = moved[0]
            table[turn, d] = entered
            where = moved
            where[0] = 0.0
    return table


@cache
def drift_table(agents: int) -> Floats:
    """Expected building value after k + 1 random turns from each building, shape (HORIZON, 12)."""
    steps = step_distribution(agents)
    table = np.zeros((HORIZON, SIZE))
    value = _VALUES.copy()
    for turn in range(HORIZON):
        value = sum(p * np.roll(value, -n) for n, p in enumerate(steps))
        table[turn] = value
    return table


def expected_gains(positions: NDArray[np.int64], safe: NDArray[np.int64] | int) -> Floats:
    """Expected marker gain of every agent at the next scoring within `HORIZON` random turns.

    Args:
        positions: buildings, shape (n, agents).
        safe: the safe's building, one number or shape (n,).

    Returns:
        Marker steps, shape (n, agents); the floor is left out, it matters only at the very start.
    """
    agents = positions.shape[1]
    at_safe = np.broadcast_to(np.asarray(safe, dtype=np.int64), (positions.shape[0],))
    distance = (at_safe[:, None] - positions) % SIZE
    landing = landing_table(agents)[:, distance]
    drift = drift_table(agents)[:, positions]
    hazard = 1.0 - np.prod(1.0 - landing, axis=2)
    alive = np.vstack([np.ones((1, hazard.shape[1])), np.cumprod(1.0 - hazard, axis=0)[:-1]])
    there = _VALUES[at_safe][None, :, None]
    # Given a scoring, an agent is there with its share of the hazard and elsewhere, drifting, otherwise.
    inside = np.minimum(landing / np.maximum(hazard, 1e-12)[:, :, None], 1.0)
    gain = inside * there + (1.0 - inside) * drift
    total: Floats = np.einsum("kn,kna->na", alive * hazard, gain)
    return total
