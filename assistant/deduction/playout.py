"""Playing on from a position many times at once: when the dossier falls due, and where the markers end.

Two sorts of players. For "when" they move at random, only keener on scorings than chance (`KEEN`, fitted so that
the share of turns with a scoring is that of played games); who owns what hardly counts there. For "where" each
playout has owners and every player picks, among some random splits, by what they do for the own agent.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.game.board import SIZE, VALUES
from assistant.game.editions import Edition
from assistant.game.legal import splits, totals
from assistant.game.state import GameState

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLAYOUTS = 600
CANDIDATES = 16
"""Random splits of the roll that a player of a playout chooses among."""
REDRAWS = 3
"""Splits that a player of the other sort draws at most."""
KEEN = 0.8
"""How much likelier a split that scores is chosen than one that does not."""
SEED = 29
SCORING_WISH = 0.6
"""Nats per marker step that a scoring gives the own agent above the mean."""
QUIET_WISH = 0.2
"""The same for a change of building without a scoring."""
MOST_TURNS = 150


def due_chances(state: GameState, horizon: int = 14) -> Floats:
    """The chance that the dossier falls due in each of the next turns.

    Args:
        state: the position, the dossier not yet due.
        horizon: how many turns to look ahead.

    Returns:
        Array (horizon,): chance that it happens in exactly that turn; zeros for editions without dossier. Where
        `dossier_at` is the end of the game, the turn in which a marker reaches the finish.
    """
    found = np.zeros(horizon)
    if not state.edition.has_dossier or state.finished or state.dossier_turn is not None:
        return found
    at = state.edition.dossier_score
    goal = state.edition.finish_score if at is None else at
    random = np.random.default_rng(SEED)
    positions = np.tile(np.array(state.positions, dtype=np.int64), (PLAYOUTS, 1))
    markers = np.tile(np.array(state.markers, dtype=np.int64), (PLAYOUTS, 1))
    safe = np.full(PLAYOUTS, state.safe, dtype=np.int64)
    for turn in range(horizon):
        positions, scored = _moved(random, state, positions, safe)
        markers = np.where(scored[:, None], _gained(state, markers, positions), markers)
        safe = np.where(scored, _safe(random, state, positions, safe), safe)
        due = markers.max(axis=1) >= goal
        found[turn] = due.sum() / PLAYOUTS
        positions, markers, safe = positions[~due], markers[~due], safe[~due]
        if not len(safe):
            break
    return found


def final_markers(
    state: GameState, owners: Ints, readable: Floats, seed: int = SEED, safe_open: bool = False
) -> Ints:
    """Markers at the end of the game in many playouts.

    Args:
        state: the position.
        owners: agent of each player in every playout, shape (playouts, players).
        readable: chance that a player plays for their own agent at all, shape (players,); they play at
            random otherwise.
        seed: of the playouts.
        safe_open: a scoring has just been and the safe is still to be placed.

    Returns:
        Markers, shape (playouts, agents); as they stand after `MOST_TURNS` where a playout does not end.
    """
    random = np.random.default_rng(seed)
    count = len(owners)
    positions = np.tile(np.array(state.positions, dtype=np.int64), (count, 1))
    markers = np.tile(np.array(state.markers, dtype=np.int64), (count, 1))
    safe = np.full(count, state.safe, dtype=np.int64)
    if safe_open:
        safe = _safe(random, state, positions, safe)
    own_way = random.random(owners.shape) < readable
    running = np.full(count, not state.finished)
    for turn in range(MOST_TURNS):
        rows = np.flatnonzero(running)
        if not len(rows):
            break
        seat = (state.to_move + turn) % owners.shape[1]
        acting = np.where(own_way[rows, seat], owners[rows, seat], -1)
        after, scored = _played(random, state, positions[rows], safe[rows], acting)
        gained = _gained(state, markers[rows], after)
        positions[rows] = after
        markers[rows] = np.where(scored[:, None], gained, markers[rows])
        safe[rows] = np.where(scored, _safe(random, state, after, safe[rows]), safe[rows])
        running[rows] = markers[rows].max(axis=1) < state.edition.finish_score
    return markers


def _gained(state: GameState, markers: Ints, positions: Ints) -> Ints:
    """Markers after a scoring in every playout."""
    gained = markers + np.asarray(VALUES, dtype=np.int64)[positions]
    floor = state.edition.floor_score
    return gained if floor is None else np.maximum(gained, floor)


@cache
def _table(edition: Edition, agents: int) -> tuple[Ints, Ints, Ints]:
    """Every split of every face, shape (n, agents), and the first row and number of rows of each face."""
    each = [np.vstack([splits(total, agents) for total in totals(edition, face)]) for face in edition.faces]
    sizes = np.array([len(table) for table in each])
    return np.vstack(each), np.cumsum(sizes) - sizes, sizes


def _drawn(random: np.random.Generator, state: GameState, count: int, splits_each: int) -> Ints:
    """Random splits of a random roll for each playout, shape (count, splits_each, agents)."""
    table, first, sizes = _table(state.edition, len(state.agents))
    face = random.integers(len(sizes), size=count)[:, None]
    rows = first[face] + (random.random((count, splits_each)) * sizes[face]).astype(np.int64)
    drawn: Ints = table[rows]
    return drawn


def _ends(positions: Ints, steps: Ints, safe: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Buildings after `steps`, (count, n, agents), and which of them score, (count, n)."""
    ends = positions[:, None, :] + steps
    ends[ends >= SIZE] -= SIZE
    return ends, ((ends == safe[:, None, None]) & (steps > 0)).any(axis=2)


def _moved(
    random: np.random.Generator, state: GameState, positions: Ints, safe: Ints
) -> tuple[Ints, NDArray[np.bool_]]:
    """Positions after a random turn in each playout, and whether it scores.

    A split that scores is taken with chance `KEEN`, otherwise another is drawn, and the last one is taken.
    """
    ends, scores = _ends(positions, _drawn(random, state, len(positions), REDRAWS), safe)
    taken = ~scores | (random.random(scores.shape) < KEEN)
    taken[:, -1] = True
    chosen = taken.argmax(axis=1)
    rows = np.arange(len(positions))
    return ends[rows, chosen], scores[rows, chosen]


def _played(
    random: np.random.Generator, state: GameState, positions: Ints, safe: Ints, acting: Ints
) -> tuple[Ints, NDArray[np.bool_]]:
    """The same with players who choose among some splits by what they do for the agent `acting`, -1 for none."""
    ends, scores = _ends(positions, _drawn(random, state, len(positions), CANDIDATES), safe)
    weights = np.where(scores, KEEN, 1.0) * _keenness(ends, scores, acting)
    weights = weights.cumsum(axis=1)
    chosen = (weights < random.random((len(ends), 1)) * weights[:, -1:]).sum(axis=1)
    rows = np.arange(len(positions))
    return ends[rows, chosen], scores[rows, chosen]


def _keenness(ends: Ints, scores: NDArray[np.bool_], acting: Ints) -> Floats:
    """How much likelier a player takes each candidate for what it does for the own agent, (rows, candidates)."""
    value = np.asarray(VALUES, dtype=np.float64)[ends]
    own = np.take_along_axis(value, np.maximum(acting, 0)[:, None, None], axis=2)[..., 0]
    lead = own - value.mean(axis=2)
    wish = np.where(scores, SCORING_WISH, QUIET_WISH) * lead
    result: Floats = np.where(acting[:, None] >= 0, np.exp(np.clip(wish, -20.0, 20.0)), 1.0)
    return result


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
