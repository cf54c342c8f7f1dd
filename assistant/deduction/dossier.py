"""The dossier that pays most: an assignment of players to agents under the edition's pay-out (RULES.md).

The points of a dossier are a sum over its rows, so their expectation needs the marginals alone and the best
dossier is a linear assignment: every player is named at most once, every agent that nobody is named for counts
as "an extra". How many names come out right is not a sum of independent rows; its distribution is taken from
the joint worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.worlds import Worlds
from assistant.game.dossier import pays
from assistant.game.editions import Edition
from assistant.wording import N_, Message, say

Floats = NDArray[np.float64]
Marks = tuple[int | None, ...]
"""Per agent the seat of the player named for it, None for "an extra"."""

SURE = 1e-9
"""Probabilities this near to 0 or 1 are those of the impossible and the certain, rounding apart."""
_WORLD, _ORDER = 1e-8, 1e-11
"""Points that decide between dossiers of the same expected points: agreement with the most probable world (which
marks the filler's own agent as such), then low indices. Their sum is less than anybody could notice."""
_IMPOSSIBLE, _BARRED = -1e3, -1e4
"""Points of a mark that cannot be right and of one that must not be taken; the largest dossier pays 700."""
_SOLVER_UNIT = 1e9
"""CP-SAT counts in whole numbers: in billionths of a point."""


@dataclass(frozen=True)
class DossierRow:
    """One row of the dossier.

    Attributes:
        agent: index of the agent.
        named: seat of the player named for it, None for "an extra".
        probability: that this is right.
        second: what to put here instead, None for "an extra": of the marks that may be right the cheapest; where
            none other may be right, the cheapest of all.
        cost: expected points lost by that, the rest of the dossier filled anew.
        sureness: in words, backed by figures.
    """

    agent: int
    named: int | None
    probability: float
    second: int | None
    cost: float
    sureness: Message


@dataclass(frozen=True)
class Dossier:
    """A dossier and what to expect of it.

    Attributes:
        marks: per agent the seat named, None for "an extra"; the filler's own agent is marked, it pays nothing.
        expected_points: under the edition's pay-out.
        distribution: probability of 0, 1, 2, ... names that are right **and** pay, shape (paying marks + 1,).
        rows: one per agent, in the order of the agents.
    """

    marks: Marks
    expected_points: float
    distribution: Floats
    rows: tuple[DossierRow, ...]


def advise_dossier(worlds: Worlds, edition: Edition, filler: int | None) -> Dossier:
    """The dossier with the most expected points, by `scipy.optimize.linear_sum_assignment`.

    Args:
        worlds: the joint posterior as the filler sees it.
        edition: its `dossier_pay` and `dossier_extras` count.
        filler: seat of the player who fills it; None for an observer, whom every player's agent pays.

    Returns:
        Deterministic; between dossiers of equal points the one that agrees with the most probable world,
        then the one with the lower indices.
    """
    value = mark_values(worlds, edition, filler)
    ties = _ties(worlds)
    marks = _assign(value + ties)
    return _described(worlds, edition, filler, marks, value, ties)


def best_marks(worlds: Worlds, edition: Edition, filler: int | None) -> tuple[Marks, float]:
    """The marks of `advise_dossier` and their expected points, without the rows; for many games."""
    value = mark_values(worlds, edition, filler)
    marks = _assign(value + _ties(worlds))
    return marks, points(value, marks)


def cp_sat_dossier(worlds: Worlds, edition: Edition, filler: int | None) -> Dossier:
    """The same by CP-SAT: a second, independent way to the most expected points.

    Between dossiers of equal points it may choose another one than `advise_dossier`.
    """
    value = mark_values(worlds, edition, filler)
    ties = _ties(worlds)
    return _described(worlds, edition, filler, _assign_by_cp_sat(value + ties), value, ties)


def mark_values(worlds: Worlds, edition: Edition, filler: int | None) -> Floats:
    """Expected points of every mark, shape (agents, players + 1); the last column is "an extra"."""
    value = np.zeros((worlds.agents, worlds.players + 1))
    eyes = -1 if filler is None else filler
    for seat in range(worlds.players):
        if pays(edition, seat, eyes):
            value[:, seat] = worlds.marginals[seat]
    if pays(edition, None, eyes):
        value[:, -1] = worlds.extras
    return value * edition.dossier_pay


def hits(
    owners: NDArray[np.int64], edition: Edition, filler: int | None, marks: Sequence[int | None]
) -> NDArray[np.int64]:
    """Number of marks that are right and pay in each of some worlds, (worlds,); `owners` is (worlds, players)."""
    count = np.zeros(len(owners), dtype=np.int64)
    eyes = -1 if filler is None else filler
    for agent, seat in enumerate(marks):
        if not pays(edition, seat, eyes):
            continue
        if seat is None:
            count += ~(owners == agent).any(axis=1)
        else:
            count += owners[:, seat] == agent
    return count


def _ties(worlds: Worlds) -> Floats:
    """Tiny values that decide between dossiers of equal points, shape (agents, players + 1)."""
    ties = np.zeros((worlds.agents, worlds.players + 1))
    best = worlds.owners[int(np.argmax(worlds.probability))]
    ties[best, np.arange(worlds.players)] += _WORLD
    # Low seats on low agents: a product has increasing differences, so it favours the order of the indices.
    ties[:, :-1] += _ORDER * (1.0 + np.outer(np.arange(worlds.agents), np.arange(worlds.players)))
    return ties


def _assign(value: Floats) -> Marks:
    """The assignment of most value; `value` as `mark_values`, the last column free for any number of agents."""
    from scipy.optimize import linear_sum_assignment  # slow to import, and most commands need no dossier

    agents, players = value.shape[0], value.shape[1] - 1
    square = np.hstack([value[:, :-1], np.repeat(value[:, -1:], agents, axis=1)])
    _, column = linear_sum_assignment(square, maximize=True)
    return tuple(int(seat) if seat < players else None for seat in column)


def _assign_by_cp_sat(value: Floats) -> Marks:
    from ortools.sat.python import cp_model  # slow to import

    agents, columns = value.shape
    model = cp_model.CpModel()
    named = [[model.new_bool_var(f"agent {a} column {c}") for c in range(columns)] for a in range(agents)]
    for row in named:
        model.add_exactly_one(row)
    for seat in range(columns - 1):
        model.add_at_most_one(row[seat] for row in named)
    whole = np.rint(value * _SOLVER_UNIT).astype(np.int64)
    model.maximize(sum(int(whole[a, c]) * named[a][c] for a in range(agents) for c in range(columns)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    chosen = [next(c for c in range(columns) if solver.boolean_value(row[c])) for row in named]
    return tuple(c if c < columns - 1 else None for c in chosen)


def _described(
    worlds: Worlds, edition: Edition, filler: int | None, marks: Marks, value: Floats, ties: Floats
) -> Dossier:
    eyes = -1 if filler is None else filler
    paying = sum(pays(edition, seat, eyes) for seat in marks)
    count = hits(worlds.owners, edition, filler, marks)
    return Dossier(
        marks=marks,
        expected_points=points(value, marks),
        distribution=np.bincount(count, worlds.probability, paying + 1).astype(np.float64),
        rows=tuple(_row(worlds, filler, marks, agent, value, ties) for agent in range(worlds.agents)),
    )


def points(value: Floats, marks: Marks) -> float:
    """Expected points of the dossier `marks`, `value` as `mark_values` gives it."""
    return float(sum(value[agent, -1 if seat is None else seat] for agent, seat in enumerate(marks)))


def _row(
    worlds: Worlds, filler: int | None, marks: Marks, agent: int, value: Floats, ties: Floats
) -> DossierRow:
    named = marks[agent]
    chances = np.append(worlds.marginals[:, agent], worlds.extras[agent])
    column = -1 if named is None else named
    barred = value + ties
    barred[agent, chances <= SURE] += _IMPOSSIBLE
    barred[agent, column] = _BARRED  # finite, as the assignment must stay solvable
    other = _assign(barred)
    cost = max(0.0, points(value, marks) - points(value, other))
    chance = min(float(chances[column]), 1.0)
    own = named is not None and named == filler
    return DossierRow(agent, named, chance, other[agent], cost, sureness(chance, own))


def sureness(probability: float, own: bool = False) -> Message:
    """How sure a row is, in words backed by figures; never "100%" for what could still be otherwise."""
    if own and probability >= 1.0 - SURE:
        return say(N_("the own agent, pays nothing"))
    if probability >= 1.0 - SURE:
        return say(N_("certain"))
    if probability <= SURE:
        return say(N_("impossible"))
    percent = f"{min(max(round(100 * probability), 1), 99)}"
    if probability >= 0.9:
        return say(N_("almost certain ({percent}%)"), percent=percent)
    if probability >= 0.7:
        return say(N_("very likely ({percent}%)"), percent=percent)
    if probability >= 0.5:
        return say(N_("likely ({percent}%)"), percent=percent)
    if probability >= 0.3:
        return say(N_("a fair guess ({percent}%)"), percent=percent)
    return say(N_("a guess ({percent}%)"), percent=percent)
