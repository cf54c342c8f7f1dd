"""When the dossier falls due: the chance for each of the next turns, by playing on at random many times.

Players are taken to move at random, only a little shyer of scorings than chance (`KEEN`, chosen by log loss on
81 played games, where it says 7.6 % for a next turn that came true in 7.8 % of the positions asked about). Who
owns what is left out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assistant.game import SIZE, VALUES, GameState
from assistant.game.legal import splits, totals

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLAYOUTS = 600
CANDIDATES = 16
"""Random splits of the roll that a player of a playout chooses among."""
KEEN = 0.8
"""How much likelier a split that scores is chosen than one that does not."""
SEED = 29


def due_chances(state: GameState, horizon: int) -> Floats:
    """The chance that the dossier falls due in each of the next turns.

    Args:
        state: the position, the dossier not yet due.
        horizon: how many turns to look ahead.

    Returns:
        Array (horizon,): chance that it happens in exactly that turn; zeros for editions without dossier.
    """
    goal = state.edition.dossier_score
    found = np.zeros(horizon)
    if goal is None or state.finished or state.dossier_turn is not None:
        return found
    random = np.random.default_rng(SEED)
    positions = np.tile(np.array(state.positions, dtype=np.int64), (PLAYOUTS, 1))
    markers = np.tile(np.array(state.markers, dtype=np.int64), (PLAYOUTS, 1))
    safe = np.full(PLAYOUTS, state.safe, dtype=np.int64)
    for turn in range(horizon):
        positions, scored = _moved(random, state, positions, safe)
        gained = markers + np.asarray(VALUES, dtype=np.int64)[positions]
        if state.edition.floor_score is not None:
            gained = np.maximum(gained, state.edition.floor_score)
        markers = np.where(scored[:, None], gained, markers)
        safe = np.where(scored, _safe(random, state, positions, safe), safe)
        due = markers.max(axis=1) >= goal
        found[turn] = due.sum() / PLAYOUTS
        positions, markers, safe = positions[~due], markers[~due], safe[~due]
        if not len(safe):
            break
    return found


def _moved(
    random: np.random.Generator, state: GameState, positions: Ints, safe: Ints
) -> tuple[Ints, NDArray[np.bool_]]:
    """Positions after a random turn in each playout, and whether it scores."""
    count, agents = positions.shape
    after, scored = np.empty_like(positions), np.zeros(count, dtype=bool)
    faces = random.integers(len(state.edition.faces), size=count)
    for number, face in enumerate(state.edition.faces):
        rows = np.flatnonzero(faces == number)
        table = np.vstack([splits(total, agents) for total in totals(state.edition, face)])
        steps = table[random.integers(len(table), size=(len(rows), CANDIDATES))]
        ends = (positions[rows, None, :] + steps) % SIZE
        scores = ((ends == safe[rows, None, None]) & (steps > 0)).any(axis=2)
        weights = np.where(scores, KEEN, 1.0).cumsum(axis=1)
        chosen = (weights < random.random((len(rows), 1)) * weights[:, -1:]).sum(axis=1)
        after[rows] = ends[np.arange(len(rows)), chosen]
        scored[rows] = scores[np.arange(len(rows)), chosen]
    return after, scored


def _safe(random: np.random.Generator, state: GameState, positions: Ints, safe: Ints) -> Ints:
    """A random building that the edition allows the safe."""
    allowed = np.ones((len(safe), SIZE))
    if state.edition.safe_target != "any":
        allowed[np.arange(len(safe)), safe] = 0
    if state.edition.safe_target == "empty":
        np.put_along_axis(allowed, positions, 0, axis=1)
    weights = allowed.cumsum(axis=1)
    chosen: Ints = (weights < random.random((len(safe), 1)) * weights[:, -1:]).sum(axis=1)
    return np.minimum(chosen, SIZE - 1)
