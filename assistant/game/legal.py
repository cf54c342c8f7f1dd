"""All legal turns for a roll: the splits as one array, then the safe's targets given the split."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.game.board import SIZE
from assistant.game.editions import Edition
from assistant.game.state import GameState

Die = int | str
"""A face of the die: 1 to 6, or "1-3"."""

IntArray = NDArray[np.int64]


@cache
def splits(total: int, agents: int) -> IntArray:
    """All ways to share `total` steps among `agents` agents.

    Returns:
        Read-only array (n, agents) of steps, n = C(total + agents - 1, agents - 1), in descending
        lexicographic order (RULES.md, "Sizes": 7, 28, 84, 210, 462, 924 for seven agents).
    """
    if agents == 1:
        table = np.array([[total]], dtype=np.int64)
    else:
        table = np.vstack(
            [
                np.hstack([np.full((len(rest), 1), first, dtype=np.int64), rest])
                for first in range(total, -1, -1)
                for rest in [splits(total - first, agents - 1)]
            ]
        )
    table.flags.writeable = False
    return table


def totals(edition: Edition, die: Die) -> tuple[int, ...]:
    """The numbers of steps that a face allows: the face itself, or 1, 2, 3 (and 0 in the Top Secret game)."""
    if die != "1-3":
        return (int(die),)
    return (0, 1, 2, 3) if edition.allows_zero else (1, 2, 3)


@cache
def _legal_splits(steps: tuple[int, ...], agents: int) -> IntArray:
    table = np.vstack([splits(total, agents) for total in steps])
    table.flags.writeable = False
    return table


def legal_splits(state: GameState, die: Die) -> IntArray:
    """Every way to use the roll `die`, on any agents: read-only array (n, agents) of steps."""
    return _legal_splits(totals(state.edition, die), len(state.agents))


def positions_after(state: GameState, table: IntArray) -> IntArray:
    """Buildings (n, agents) after each row of steps in `table`."""
    return (np.asarray(state.positions, dtype=np.int64) + table) % SIZE


def triggers(state: GameState, table: IntArray) -> NDArray[np.bool_]:
    """Which rows of `table` cause a scoring: an agent that moved **ends** in the safe's building."""
    ended_there: NDArray[np.bool_] = (positions_after(state, table) == state.safe) & (table > 0)
    return np.asarray(ended_there.any(axis=1), dtype=np.bool_)


def safe_targets(edition: Edition, safe: int, positions: tuple[int, ...]) -> tuple[int, ...]:
    """Buildings to which the safe may go from `safe` after a scoring, with the agents at `positions`.

    `empty`: any building without an agent; `other`: any but its own; `any`: all twelve, its own included.
    The safe's own building always holds the agent that triggered, so `empty` implies a move.
    """
    if edition.safe_target == "any":
        return tuple(range(SIZE))
    if edition.safe_target == "other":
        return tuple(building for building in range(SIZE) if building != safe)
    occupied = set(positions) | {safe}
    return tuple(building for building in range(SIZE) if building not in occupied)
