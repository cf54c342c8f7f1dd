"""The named terms of the behaviour model: what a turn does for one agent, seen against all that could be done.

Every term is a number for each (alternative, agent): how much of the named thing this alternative holds for a
player who owns that agent. The sources are the six clue kinds of the rulebook's closing tips and the habits that
players, reviewers and bots add (RULES.md, "What a good sleuth watches"). Terms are pure functions of the
position and the alternatives; they know nothing of owners.

"Could have and did not" needs no term of its own: a discrete choice over all legal turns weighs every
alternative that was passed over, so that a forced move weighs nothing.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.lookahead import expected_gains
from assistant.game.board import RUIN, SIZE, VALUES
from assistant.game.legal import IntArray
from assistant.game.state import GameState

Floats = NDArray[np.float64]

_VALUES = np.array(VALUES, dtype=np.float64)
_REACH = np.array([0, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0], dtype=np.float64) / 6
"""Chance that one roll, spent whole on one agent, reaches at least `d` buildings ahead (d = 1 to 6)."""

SPLIT_TERMS: tuple[str, ...] = (
    "steps", "moved", "burst", "solo", "steps_in_group",
    "out_of_ruin", "into_ruin", "others_into_ruin", "into_church",
    "value", "value_others", "value_rival", "steps_rival",
    "triggers", "gain", "gain_others", "gain_best", "gain_rival", "steps_on_safe", "high_while_other_triggers",
    "lookahead", "lookahead_others", "lookahead_best", "lookahead_rival", "near_safe",
    "lead", "wins", "loses", "gain_late", "steps_late", "value_late",
    *(f"stands_at_{building}" for building in range(SIZE)),
)  # fmt: skip
"""Terms of the split, in the order of `split_terms`'s first axis."""

SAFE_TERMS: tuple[str, ...] = (
    "safe_lookahead", "safe_lookahead_others", "safe_lookahead_best", "safe_lookahead_rival",
    "safe_reach", "safe_reach_value", "safe_value", "safe_any_reach", "safe_any_reach_value",
    "safe_close_value", "safe_occupied", "safe_stays",
    *(f"safe_ahead_{distance}" for distance in range(SIZE)),
)  # fmt: skip
"""Terms of the safe's new building, in the order of `safe_terms`'s first axis."""


def _others(values: Floats) -> Floats:
    """Mean over the other agents, shape as `values` (n, agents)."""
    agents = values.shape[1]
    result: Floats = (values.sum(axis=1, keepdims=True) - values) / (agents - 1)
    return result


def _best_other(values: Floats) -> Floats:
    """Maximum over the other agents, shape as `values` (n, agents)."""
    rows = np.arange(values.shape[0])
    first = values.argmax(axis=1)
    top = values[rows, first]
    masked = values.copy()
    masked[rows, first] = -np.inf
    result = np.broadcast_to(top[:, None], values.shape).copy()
    result[rows, first] = masked.max(axis=1)
    return result


def _rivals(state: GameState) -> NDArray[np.int64]:
    """For each agent the one with the highest marker among the others, first in order when level."""
    order = np.argsort(-np.array(state.markers), kind="stable")
    rivals: NDArray[np.int64] = np.where(np.arange(len(state.agents)) == order[0], order[1], order[0])
    return rivals


@cache
def _static_split_terms(key: tuple[int, int], table_bytes: bytes) -> Floats:
    """The terms that depend on the steps alone, computed once per array of splits, shape (5, n, agents)."""
    table = np.frombuffer(table_bytes, dtype=np.int64).reshape(key)
    moved = table > 0
    group = moved.sum(axis=1, keepdims=True)
    return np.stack(
        [
            table.astype(np.float64),
            moved.astype(np.float64),
            (table >= 4).astype(np.float64),
            (moved & (group == 1)).astype(np.float64),
            np.where(group >= 3, table, 0).astype(np.float64),
        ]
    )


def split_terms(state: GameState, table: IntArray) -> Floats:
    """The terms of every split in `table` for an owner of every agent.

    Args:
        state: the position before the roll.
        table: splits, shape (n, agents).

    Returns:
        Array (len(SPLIT_TERMS), n, agents).
    """
    edition = state.edition
    positions = np.array(state.positions, dtype=np.int64)
    markers = np.array(state.markers, dtype=np.float64)
    after = (positions + table) % SIZE
    moved = table > 0
    lands = (after == state.safe) & moved
    scoring = lands.any(axis=1, keepdims=True).astype(np.float64)
    quiet = 1.0 - scoring
    value = _VALUES[after]
    rise = (value - _VALUES[positions]) * quiet
    reached = (
        markers + value if edition.floor_score is None else np.maximum(markers + value, edition.floor_score)
    )
    gain = (reached - markers) * scoring
    new_markers = markers + gain
    lead = new_markers - _best_other(new_markers)
    progress = float(np.clip((markers.max() - edition.start_score) / edition.finish, 0.0, 1.0))
    ends = (new_markers.max(axis=1, keepdims=True) >= edition.finish_score) * scoring
    ahead = expected_gains(after, state.safe) * quiet
    rivals = _rivals(state)
    ruined = (after == RUIN) & moved

    terms = np.empty((len(SPLIT_TERMS), *table.shape))
    terms[:5] = _static_split_terms((table.shape[0], table.shape[1]), table.tobytes())
    rows = [
        (positions == RUIN) & moved,
        ruined,
        _others(ruined.astype(np.float64)),
        (after == 0) & moved,
        rise,
        _others(rise),
        rise[:, rivals],
        table[:, rivals],
        scoring,
        gain,
        _others(gain),
        _best_other(gain),
        gain[:, rivals],
        lands,
        scoring * ~lands * (value >= 6),
        ahead,
        _others(ahead),
        _best_other(ahead),
        ahead[:, rivals],
        _REACH[(state.safe - after) % SIZE] * quiet,
        np.tanh(lead / 8.0),
        ends * (lead >= 0),
        ends * (lead < 0),
        gain * progress,
        table * progress,
        rise * progress,
    ]
    for row, values in enumerate(rows, start=5):
        terms[row] = values
    for building in range(SIZE):
        terms[len(SPLIT_TERMS) - SIZE + building] = (after == building) * quiet
    return terms


def safe_terms(state: GameState, targets: tuple[int, ...]) -> Floats:
    """The terms of every building the safe may go to, for an owner of every agent.

    Args:
        state: the position after the scoring, the safe still where it was.
        targets: buildings, as `assistant.game.legal.safe_targets` lists them.

    Returns:
        Array (len(SAFE_TERMS), len(targets), agents).
    """
    agents = len(state.agents)
    goal = np.array(targets, dtype=np.int64)
    positions = np.broadcast_to(np.array(state.positions, dtype=np.int64), (goal.size, agents))
    ahead = expected_gains(positions, goal)
    distance = (goal[:, None] - positions) % SIZE
    reach = _REACH[distance]
    any_reach = reach.max(axis=1, keepdims=True)
    worth = _VALUES[goal][:, None]
    rows = [
        ahead,
        _others(ahead),
        _best_other(ahead),
        ahead[:, _rivals(state)],
        reach,
        reach * worth,
        worth,
        any_reach,
        any_reach * _VALUES[positions],
        ((distance >= 1) & (distance <= 3)) * worth,
        (distance == 0).any(axis=1, keepdims=True),
        (goal == state.safe)[:, None],
    ]
    terms = np.empty((len(SAFE_TERMS), goal.size, agents))
    for row, values in enumerate(rows):
        terms[row] = values
    for d in range(SIZE):
        terms[len(SAFE_TERMS) - SIZE + d] = distance == d
    return terms
