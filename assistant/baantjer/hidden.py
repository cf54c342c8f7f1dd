"""Hidden pieces: in how many ways can they lie, given what was half seen?

Pieces of known kinds and counts lie in slots, one each (tokens on places, cards in a stack), each arrangement
of the physical pieces equally likely. Restrictions on the slots are constraints of a CP-SAT model over *count
tables*: slots that nothing tells apart form a group, and only how many pieces of each kind a group holds is a
variable. A table stands for the product over groups of size! / (n_1! n_2! ...) arrangements of kinds, all
equally likely, so that weighted tables give exact probabilities as fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import Any

from ortools.sat.python import cp_model

from assistant.baantjer.errors import TooManyWorlds
from assistant.wording import N_, say

MOST_TABLES = 10_000  # a few seconds; a handful of observations leaves tens or hundreds

Group = tuple[int, ...]
Table = tuple[Mapping[str, int], ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """Pieces and the slots they lie in.

    Attributes:
        counts: pieces by kind; they fill the slots exactly.
        domains: per slot the kinds that can lie there.
        pairs: (slot, slot, whether the two hold the same kind).
        tallies: (slots, kind, least, most) of that kind among those slots.
    """

    counts: Mapping[str, int]
    domains: Sequence[frozenset[str]]
    pairs: Sequence[tuple[int, int, bool]] = field(default=())
    tallies: Sequence[tuple[Group, str, int, int]] = field(default=())

    @property
    def restricted(self) -> bool:
        """Whether anything is known beyond the counts."""
        full = {kind for kind, count in self.counts.items() if count}
        return bool(self.pairs or self.tallies) or any(not full <= domain for domain in self.domains)


def groups(hidden: Hidden) -> tuple[Group, ...]:
    """Slots that no restriction tells apart, together; a slot that is compared with another is alone."""
    compared = {slot for a, b, _ in hidden.pairs for slot in (a, b)}
    alike: dict[object, list[int]] = defaultdict(list)
    for slot, domain in enumerate(hidden.domains):
        inside = tuple(slot in slots for slots, *_ in hidden.tallies)
        alike[("alone", slot) if slot in compared else (domain, inside)].append(slot)
    return tuple(tuple(slots) for slots in alike.values())


def _model(hidden: Hidden, parts: Sequence[Group]) -> tuple[cp_model.CpModel, list[dict[str, Any]]]:
    model = cp_model.CpModel()
    table: list[dict[str, Any]] = []
    for number, slots in enumerate(parts):
        row = {
            kind: model.new_int_var(
                0, min(len(slots), count) if kind in hidden.domains[slots[0]] else 0, f"{number} {kind}"
            )
            for kind, count in hidden.counts.items()
        }
        model.add(sum(row.values()) == len(slots))
        table.append(row)
    for kind, count in hidden.counts.items():
        model.add(sum(row[kind] for row in table) == count)
    part_of = {slot: number for number, slots in enumerate(parts) for slot in slots}
    for a, b, same in hidden.pairs:
        for kind in hidden.counts:
            one, other = table[part_of[a]][kind], table[part_of[b]][kind]
            model.add(one == other) if same else model.add(one + other <= 1)
    for slots, kind, least, most in hidden.tallies:
        inside = sum(table[number][kind] for number in sorted({part_of[slot] for slot in slots}))
        model.add_linear_constraint(inside, least, most)
    return model, table


class _Tables(cp_model.CpSolverSolutionCallback):
    """Collects every count table that CP-SAT finds, up to the limit."""

    def __init__(self, variables: Sequence[Any]) -> None:
        super().__init__()
        self._variables = variables
        self.found: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        """Called by the solver once per solution."""
        self.found.append(tuple(self.value(variable) for variable in self._variables))
        if len(self.found) > MOST_TABLES:
            self.stop_search()


def _solver() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # enumeration is only complete with one
    return solver


def feasible(hidden: Hidden) -> bool:
    """Whether the pieces can lie in the slots at all."""
    if any(count < 0 for count in hidden.counts.values()):
        return False
    if sum(hidden.counts.values()) != len(hidden.domains):
        return False
    if not hidden.restricted:
        return True
    model, _ = _model(hidden, groups(hidden))
    return bool(_solver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


def tables(hidden: Hidden) -> Sequence[tuple[Table, int]]:
    """Every count table over `groups(hidden)` with its number of arrangements.

    Raises:
        TooManyWorlds: more than `MOST_TABLES` of them.
    """
    return _tables(
        tuple(hidden.counts.items()), tuple(hidden.domains), tuple(hidden.pairs), tuple(hidden.tallies)
    )


@lru_cache(maxsize=64)  # the same state is asked once per player, and again at every redraw of a page
def _tables(
    counts: tuple[tuple[str, int], ...],
    domains: tuple[frozenset[str], ...],
    pairs: tuple[tuple[int, int, bool], ...],
    tallies: tuple[tuple[Group, str, int, int], ...],
) -> tuple[tuple[Table, int], ...]:
    hidden = Hidden(dict(counts), domains, pairs, tallies)
    parts = groups(hidden)
    model, variables = _model(hidden, parts)
    solver = _solver()
    solver.parameters.enumerate_all_solutions = True
    collected = _Tables([variable for row in variables for variable in row.values()])
    solver.solve(model, collected)
    if len(collected.found) > MOST_TABLES:
        raise TooManyWorlds(
            say(N_("the partial observations leave more than {n} cases"), n=MOST_TABLES),
            say(N_("enter more of what was seen, or leave an observation out")),
        )
    kinds = tuple(hidden.counts)
    found = []
    for flat in collected.found:
        rows = [flat[start : start + len(kinds)] for start in range(0, len(flat), len(kinds))]
        weight = prod(
            factorial(len(slots)) // prod(map(factorial, row)) for slots, row in zip(parts, rows, strict=True)
        )
        found.append((tuple(dict(zip(kinds, row, strict=True)) for row in rows), weight))
    return tuple(found)


def joint(hidden: Hidden, slots: Sequence[int]) -> dict[tuple[str, ...], Fraction]:
    """Probability of every possible combination of kinds in `slots`, in their order.

    Closed form where only counts are known, else CP-SAT's tables: within a group the pieces lie in random
    order, so that there the closed form holds again. Impossible combinations are left out.

    Raises:
        TooManyWorlds: see `tables`.
    """
    if not hidden.restricted:
        return _drawn([0] * len(slots), [hidden.counts])
    group_of = {slot: number for number, part in enumerate(groups(hidden)) for slot in part}
    asked = [group_of[slot] for slot in slots]
    weights: defaultdict[tuple[tuple[tuple[str, int], ...], ...], int] = defaultdict(int)
    for table, weight in tables(hidden):
        # Only the groups that are asked about matter: tables that agree there are added up first.
        weights[tuple(tuple(table[number].items()) for number in asked)] += weight
    total = sum(weights.values())
    chances: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for rows, weight in weights.items():
        first = [asked.index(number) for number in asked]  # places of one group draw from one row
        for kinds, chance in _drawn(first, [dict(row) for row in rows]).items():
            chances[kinds] += chance * Fraction(weight, total)
    return dict(sorted(chances.items()))


def _drawn(which: Sequence[int], rows: Sequence[Mapping[str, int]]) -> dict[tuple[str, ...], Fraction]:
    """Draws one piece each from `rows[which[0]]`, `rows[which[1]]`, ... without putting any back.

    A kind's chance is its share of what is left in that row.
    """
    chances: dict[tuple[str, ...], Fraction] = {(): Fraction(1)}
    for at, row in enumerate(which):
        before = [earlier for earlier in range(at) if which[earlier] == row]
        left = sum(rows[row].values()) - len(before)
        following: dict[tuple[str, ...], Fraction] = {}
        for kinds, chance in chances.items():
            for kind, count in rows[row].items():
                remaining = count - sum(kinds[earlier] == kind for earlier in before)
                if remaining > 0:
                    following[*kinds, kind] = chance * Fraction(remaining, left)
        chances = following
    return dict(sorted(chances.items()))
