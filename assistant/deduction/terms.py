"""The named terms of the behaviour model: what a turn does for one agent, seen against all that could be done.

Every term is a number for each (alternative, agent): how much of the named thing this alternative holds for a
player who owns that agent. The sources are the six clue kinds of the rulebook's closing tips and the habits that
players, reviewers and bots add (RULES.md, "What a good sleuth watches"). Terms are pure functions of the
position and the alternatives; they know nothing of owners.

"Could have and did not" needs no term of its own: a discrete choice over all legal turns weighs every
alternative that was passed over, so that a forced move weighs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    """Mean over the other agents, shape as `values` (agents, n)."""
    result: Floats = (values.sum(axis=0) - values) / (len(values) - 1)
    return result


def _best_other(values: Floats) -> Floats:
    """Maximum over the other agents, shape as `values` (agents, n): the best, for the best itself the second."""
    first = values.argmax(axis=0)
    at_best = np.arange(len(values))[:, None] == first
    best = values.max(axis=0)
    second = np.where(at_best, -np.inf, values).max(axis=0)
    result: Floats = np.where(at_best, second, best)
    return result


def _rivals(state: GameState) -> NDArray[np.int64]:
    """For each agent the one with the highest marker among the others, first in order when level."""
    order = np.argsort(-np.array(state.markers), kind="stable")
    rivals: NDArray[np.int64] = np.where(np.arange(len(state.agents)) == order[0], order[1], order[0])
    return rivals


@dataclass(frozen=True)
class _Splits:
    """What depends on an array of splits alone: steps and who moved, (agents, n); five terms, (5, agents, n)."""

    steps: IntArray
    moved: NDArray[np.bool_]
    terms: Floats

    @classmethod
    def of(cls, table: IntArray) -> _Splits:
        steps = np.ascontiguousarray(table.T)
        moved = steps > 0
        group = moved.sum(axis=0)
        terms = np.empty((5, *steps.shape))
        terms[0] = steps
        terms[1] = moved
        terms[2] = steps >= 4
        terms[3] = moved & (group == 1)
        terms[4] = np.where(group >= 3, steps, 0)
        return cls(steps, moved, terms)


_splits_kept: dict[int, tuple[IntArray, _Splits]] = {}
_MOST_SPLITS = 256
"""More than all rolls of all numbers of agents."""


def _splits(table: IntArray) -> _Splits:
    """`_Splits.of`, remembered for the read-only arrays that `legal_splits` hands out again and again."""
    if table.flags.writeable:
        return _Splits.of(table)
    kept = _splits_kept.get(id(table))
    if kept is None:
        if len(_splits_kept) >= _MOST_SPLITS:
            _splits_kept.clear()
        # The array is kept too: no other one can get its id as long as this entry lives.
        kept = _splits_kept[id(table)] = (table, _Splits.of(table))
    return kept[1]


def split_terms(state: GameState, table: IntArray) -> Floats:
    """The terms of every split in `table` for an owner of every agent.

    Args:
        state: the position before the roll.
        table: splits, shape (n, agents).

    Returns:
        Array (len(SPLIT_TERMS), n, agents); in memory the agents come before the alternatives, over which all
        later sums run.
    """
    fixed = _splits(table)
    steps, moved = fixed.steps, fixed.moved
    positions = np.array(state.positions, dtype=np.int64)[:, None]
    after = positions + steps
    after[after >= SIZE] -= SIZE
    lands = (after == state.safe) & moved
    scoring = lands.any(axis=0).astype(np.float64)
    quiet = 1.0 - scoring
    value = _VALUES.take(after)
    rise = (value - _VALUES[positions]) * quiet
    gain, lead, ends, progress = _race(state, value, scoring)
    ahead = expected_gains(after.T, state.safe).T * quiet
    rivals = _rivals(state)
    ruined = (after == RUIN) & moved

    terms = np.empty((len(SPLIT_TERMS), *steps.shape))
    terms[:5] = fixed.terms
    rows = [
        (positions == RUIN) & moved,
        ruined,
        _others(ruined.astype(np.float64)),
        (after == 0) & moved,
        rise,
        _others(rise),
        rise[rivals],
        steps[rivals],
        scoring,
        gain,
        _others(gain),
        _best_other(gain),
        gain[rivals],
        lands,
        scoring * ~lands * (value >= 6),
        ahead,
        _others(ahead),
        _best_other(ahead),
        ahead[rivals],
        _REACH.take((state.safe - after) % SIZE) * quiet,
        np.tanh(lead / 8.0),
        ends * (lead >= 0),
        ends * (lead < 0),
        gain * progress,
        steps * progress,
        rise * progress,
    ]
    for row, values in enumerate(rows, start=5):
        terms[row] = values
    _mark_buildings(terms[-SIZE:], after, quiet)
    return terms.transpose(0, 2, 1)


def _race(state: GameState, value: Floats, scoring: Floats) -> tuple[Floats, Floats, Floats, float]:
    """What each alternative does to the markers.

    Args:
        state: the position before the roll.
        value: value of every agent's building afterwards, shape (agents, n).
        scoring: 1 where the alternative scores, shape (n,).

    Returns:
        Gain and lead over the best other marker, (agents, n); 1 where the game ends, (n,); how far the leading
        marker has come before the roll, 0 to 1.
    """
    edition = state.edition
    markers = np.array(state.markers, dtype=np.float64)[:, None]
    reached = markers + value
    if edition.floor_score is not None:
        np.maximum(reached, edition.floor_score, out=reached)
    gain = (reached - markers) * scoring
    new_markers = markers + gain
    ends = (new_markers.max(axis=0) >= edition.finish_score) * scoring
    progress = float(np.clip((markers.max() - edition.start_score) / edition.finish, 0.0, 1.0))
    return gain, new_markers - _best_other(new_markers), ends, progress


def _mark_buildings(stands: Floats, after: IntArray, quiet: Floats) -> None:
    """Fills the `stands_at_` terms (12, agents, n): `quiet` in the row of each agent's building, 0 elsewhere."""
    stands[:] = 0.0
    flat = (after * after.size).ravel() + np.arange(after.size)
    stands.reshape(-1)[flat] = np.broadcast_to(quiet, after.shape).ravel()


def safe_terms(state: GameState, targets: tuple[int, ...]) -> Floats:
    """The terms of every building the safe may go to, for an owner of every agent.

    Args:
        state: the position after the scoring, the safe still where it was.
        targets: buildings, as `assistant.game.legal.safe_targets` lists them.

    Returns:
        Array (len(SAFE_TERMS), len(targets), agents).
    """
    goal = np.array(targets, dtype=np.int64)
    places = np.array(state.positions, dtype=np.int64)
    positions = np.broadcast_to(places[:, None], (places.size, goal.size))
    ahead = expected_gains(positions.T, goal).T
    distance = (goal - positions) % SIZE
    reach = _REACH[distance]
    any_reach = reach.max(axis=0)
    worth = _VALUES[goal]
    rows = [
        ahead,
        _others(ahead),
        _best_other(ahead),
        ahead[_rivals(state)],
        reach,
        reach * worth,
        worth,
        any_reach,
        any_reach * _VALUES[positions],
        ((distance >= 1) & (distance <= 3)) * worth,
        (distance == 0).any(axis=0),
        goal == state.safe,
    ]
    terms = np.empty((len(SAFE_TERMS), *positions.shape))
    for row, values in enumerate(rows):
        terms[row] = values
    terms[-SIZE:] = distance == np.arange(SIZE)[:, None, None]
    return terms.transpose(0, 2, 1)
