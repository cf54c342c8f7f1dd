"""Clues as constraints: the side of the deduction that CP-SAT holds (STACK.md, "OR-tools on 7 players x 7 agents").

The model is one Boolean per (seat, agent), the one-to-one rule, and one constraint per hard clue. Questions about
few clues out of many ("which of these contradict each other", "why can that not be") are hitting sets: every
world must be ruled out by a clue that is chosen, and the fewest are chosen. That is exact; the solver's own
assumption cores are sufficient but not minimal, and are not used. Every set found is checked again by the plain
enumeration of `assistant.deduction.clues`, which knows nothing of the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.clues import OWN_CARD, Clue, allowed, log_factors, statement_holds
from assistant.deduction.worlds import all_worlds
from assistant.wording import N_, Message, listed, say

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LiteralT

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Owners = tuple[int, ...]
"""Agent of each player, by seat."""
Cells = list[list["IntVar"]]
"""Booleans `cells[seat][agent]`: this player owns this agent."""

UNIT = 1e6
"""Log weights as whole numbers: millionths; nearer ones count as level."""
FLOOR = -500.0
"""Least log weight of one owner below that player's best: nobody tells apart what is rarer than e^-500."""


@dataclass(frozen=True)
class Contradiction:
    """Clues that cannot all be true.

    Attributes:
        clues: a smallest contradictory set; of equally small ones that of the earliest entries.
        dropped: the fewest clues without which the rest can be true. The own card is not among them as long as
            anything else will do; of equally few the latest entries.
        message: names both.
    """

    clues: tuple[Clue, ...]
    dropped: tuple[Clue, ...]
    message: Message

    @property
    def entries(self) -> tuple[int, ...]:
        """Event numbers of the contradictory set, ascending; `OWN_CARD` (0) stands for the own card."""
        return tuple(sorted(clue.event for clue in self.clues))

    @property
    def drop(self) -> tuple[int, ...]:
        """Event numbers of the clues to drop, ascending."""
        return tuple(sorted(clue.event for clue in self.dropped))


# The constraints, one function each.


def one_agent_each(model: CpModel, cells: Cells) -> None:
    """Every player owns exactly one agent."""
    for row in cells:
        model.add_exactly_one(row)


def one_owner_at_most(model: CpModel, cells: Cells) -> None:
    """No agent has two owners."""
    for column in zip(*cells, strict=True):
        model.add_at_most_one(column)


def says(cells: Cells, clue: Clue) -> tuple[list[IntVar], bool]:
    """A clue's statement as Booleans, and whether at least one of them is true or none is."""
    if clue.agent is not None:
        return [row[clue.agent] for row in cells], clue.kind == "not-extra"
    return [cells[seat][agent] for seat, agent in clue.cells], clue.kind != "not-owns"


def statement(model: CpModel, cells: Cells, clue: Clue, true: bool, when: LiteralT | None = None) -> None:
    """The clue's statement is true (or false), only `when` that Boolean is if one is given."""
    booleans, some = says(cells, clue)
    if some == true:
        constraint = model.add_bool_or(booleans)
    else:
        constraint = model.add_bool_and([boolean.negated() for boolean in booleans])
    if when is not None:
        constraint.only_enforce_if(when)


def other_than(model: CpModel, cells: Cells, owners: Sequence[int]) -> None:
    """A no-good cut: not this world again."""
    model.add_bool_or([cells[seat][agent].negated() for seat, agent in enumerate(owners)])


def _model(clues: Iterable[Clue], players: int, agents: int) -> tuple[CpModel, Cells]:
    """The one-to-one rule and all hard clues."""
    from ortools.sat.python import cp_model  # slow to import

    model = cp_model.CpModel()
    cells = [[model.new_bool_var(f"{seat} owns {a}") for a in range(agents)] for seat in range(players)]
    one_agent_each(model, cells)
    one_owner_at_most(model, cells)
    for clue in clues:
        if clue.hard:
            statement(model, cells, clue, clue.wanted)
    return model, cells


def _solver() -> CpSolver:
    """One worker and a fixed seed: the same answer on every run."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    return solver


def _solve(model: CpModel) -> CpSolver | None:
    """The solver with an optimal (or, without objective, any) solution; None where there is none."""
    from ortools.sat.python import cp_model

    solver = _solver()
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return solver
    if status != cp_model.INFEASIBLE:
        raise RuntimeError(f"the solver ended as {solver.status_name(status)}: {model.validate()}")
    return None


def _owners(cells: Cells, true: Callable[[Any], bool]) -> Owners:
    return tuple(next(agent for agent, cell in enumerate(row) if true(cell)) for row in cells)


# The questions.


def possible(clues: Iterable[Clue], players: int, agents: int) -> bool:
    """Whether all hard clues can be true at once."""
    return _solve(_model(clues, players, agents)[0]) is not None


def enumerate_worlds(clues: Iterable[Clue], players: int, agents: int) -> Ints:
    """Every world that satisfies the hard clues, shape (n, players), in lexicographic order.

    0.1 s or more for 5,040 worlds: `assistant.deduction.clues.allowed` is the fast way, this the independent one.
    """
    from ortools.sat.python import cp_model

    model, cells = _model(clues, players, agents)
    found: list[Owners] = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(_owners(cells, self.boolean_value))

    solver = _solver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, Collect())
    return np.array(sorted(found), dtype=np.int64).reshape(-1, players)


def best_worlds(scores: Floats, clues: Sequence[Clue], k: int) -> tuple[tuple[Owners, float], ...]:
    """The `k` worlds of most weight, by solving again with each world found cut away.

    Args:
        scores: log weight of every owner, shape (players, agents), as `assistant.deduction.players.read` gives.
        clues: hard ones are constraints, soft ones part of the objective.
        k: how many; fewer come back where there are not so many.

    Returns:
        (owners, log weight) best first; worlds level to a millionth in lexicographic order.
    """
    players, agents = scores.shape
    model, cells = _model(clues, players, agents)
    relative = np.maximum(scores - scores.max(axis=1, keepdims=True), FLOOR)
    terms = [
        (round(float(relative[s, a] * UNIT)), cells[s][a]) for s in range(players) for a in range(agents)
    ]
    soft = [(clue, *log_factors(clue, clues, players, agents)) for clue in clues if not clue.hard]
    for clue, true, false in soft:
        holds = model.new_bool_var(f"clue {clue.event} holds")
        statement(model, cells, clue, True, holds)
        statement(model, cells, clue, False, holds.negated())
        terms.append((round((true - false) * UNIT), holds))
    rank = [(a * agents ** (players - 1 - s), cells[s][a]) for s in range(players) for a in range(agents)]
    model.maximize(
        agents**players * sum(weight * cell for weight, cell in terms) - sum(n * cell for n, cell in rank)
    )
    found: list[tuple[Owners, float]] = []
    while len(found) < k and (solver := _solve(model)) is not None:
        owners = _owners(cells, solver.boolean_value)
        said = sum(true if clue.states(owners) else false for clue, true, false in soft)
        found.append((owners, float(scores[np.arange(players), owners].sum()) + said))
        other_than(model, cells, owners)
    return tuple(found)


def why_not(clues: Sequence[Clue], seat: int, agent: int, players: int, agents: int) -> tuple[Clue, ...]:
    """A smallest set of hard clues that keep this player from owning this agent; empty where it is possible."""
    hard = [clue for clue in clues if clue.hard]
    broken = _broken(hard, players, agents)[all_worlds(players, agents)[:, seat] == agent]
    if not broken.any(axis=1).all():
        return ()
    chosen = _fewest_hitting(broken, hard)
    _verify(chosen, players, agents, Clue(OWN_CARD, "owns", ((seat, agent),), None, 1.0, Message("")))
    return chosen


def contradiction(clues: Sequence[Clue], players: int, agents: int) -> Contradiction | None:
    """The smallest set of hard clues that contradict each other, and the fewest to drop; None without any."""
    hard = [clue for clue in clues if clue.hard]
    broken = _broken(hard, players, agents)
    if not broken.any(axis=1).all():
        return None
    core = _fewest_hitting(broken, hard)
    _verify(core, players, agents)
    dropped = _fewest_to_drop(hard, players, agents)
    if not allowed([clue for clue in hard if clue not in dropped], players, agents).any():
        raise RuntimeError("the clues left contradict each other still")
    message = say(
        N_("these cannot all be true: {clues}; taking out the fewest means: {drop}"),
        clues=listed([_entry(clue) for clue in core]),
        drop=listed([_entry(clue) for clue in dropped]),
    )
    return Contradiction(core, dropped, message)


def _broken(hard: Sequence[Clue], players: int, agents: int) -> Mask:
    """Which hard clue rules out which world, shape (worlds, clues)."""
    worlds = len(all_worlds(players, agents))
    columns = [statement_holds(clue, players, agents) != clue.wanted for clue in hard]
    return np.stack(columns, axis=1) if columns else np.zeros((worlds, 0), dtype=np.bool_)


def _fewest_hitting(broken: Mask, hard: Sequence[Clue]) -> tuple[Clue, ...]:
    """The fewest clues such that each row of `broken` (worlds, clues) has one; the earliest of equally few."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"clue {clue.event}") for clue in hard]
    for row in np.unique(broken, axis=0):
        model.add_bool_or([chosen[i] for i in np.flatnonzero(row)])
    many = len(hard) ** 2 + 1
    model.minimize(sum((many + i) * boolean for i, boolean in enumerate(chosen)))
    solver = _solve(model)
    if solver is None:
        raise RuntimeError("there is a world that no clue rules out")
    return tuple(clue for clue, boolean in zip(hard, chosen, strict=True) if solver.boolean_value(boolean))


def _verify(core: Sequence[Clue], players: int, agents: int, *asked: Clue) -> None:
    """The core (with what was asked) is contradictory and nothing in it is idle, by both ways to see that."""
    if allowed((*core, *asked), players, agents).any() or possible((*core, *asked), players, agents):
        raise RuntimeError("a set of clues does not contradict itself")
    for i in range(len(core)):
        if not allowed((*core[:i], *core[i + 1 :], *asked), players, agents).any():
            raise RuntimeError("a contradictory set of clues is not minimal")


def _fewest_to_drop(hard: Sequence[Clue], players: int, agents: int) -> tuple[Clue, ...]:
    """The fewest clues without which the rest can be true; the own card only where nothing else will do."""
    model, cells = _model((), players, agents)
    kept = [model.new_bool_var(f"keep {i}") for i in range(len(hard))]
    many = len(hard) ** 2 + 1
    costs = []
    for i, (clue, keep) in enumerate(zip(hard, kept, strict=True)):
        statement(model, cells, clue, clue.wanted, keep)
        own = clue.event == OWN_CARD
        costs.append((many * (len(hard) + 1) if own else many) + len(hard) - i)
    model.minimize(sum(cost * keep.negated() for cost, keep in zip(costs, kept, strict=True)))
    solver = _solve(model)
    if solver is None:
        raise RuntimeError("no world is left even without any clue")
    return tuple(clue for clue, keep in zip(hard, kept, strict=True) if not solver.boolean_value(keep))


def _entry(clue: Clue) -> Message:
    if clue.event == OWN_CARD:
        return clue.text
    return say(N_("event {number} ({text})"), number=clue.event, text=clue.text)
