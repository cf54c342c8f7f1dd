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
    place = positions.T  # agents first: sums and products over the alternatives' axis then run through memory
    there = np.asarray(safe, dtype=np.int64)
    landing = landing_table(agents).take((there - place) % SIZE, axis=1)
    drift = drift_table(agents).take(place, axis=1)
    stays_out = np.multiply.reduce(1.0 - landing, axis=1)
    alive = np.ones_like(stays_out)
    np.cumprod(stays_out[:-1], axis=0, out=alive[1:])
    # In turn k the safe is entered with chance alive * (1 - stays_out). An agent is then there with its share
    # landing / (1 - stays_out) of that and elsewhere, drifting, otherwise; the share cancels out.
    landing *= alive[:, None]
    total: Floats = np.einsum("kan,kan->an", landing, _VALUES[there] - drift)
    total += np.einsum("kn,kan->an", alive * (1.0 - stays_out), drift)
    return total.T
