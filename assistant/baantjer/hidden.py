"""Hidden pieces: in how many ways can they lie, given what was half seen?

Pieces of known kinds and counts lie in slots, one each (tokens on places, cards in a stack), each arrangement
of the physical pieces equally likely. Restrictions on the slots are constraints of a CP-SAT model over *count
tables*: slots that nothing tells apart form a group, and only how many pieces of each kind a group holds is a
variable. A table stands for the product over groups of size! / (n_1! n_2! ...) arrangements of kinds, all
equally likely, so that weighted tables give exact probabilities as fractions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial, prod
from typing import Any

from ortools.sat.python import cp_model

from assistant.baantjer.errors import TooManyWorlds
from assistant.wording import N_, say

MOST_TABLES = 400_000  # all twelve tokens in three of each kind have 369,600 arrangements

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


def groups(hidden: Hidden, apart: Sequence[int] = ()) -> tuple[Group, ...]:
    """Slots that no restriction tells apart, together; those in `apart` or in a pair each alone."""
    alone = {*apart, *(slot for a, b, _ in hidden.pairs for slot in (a, b))}
    alike: dict[object, list[int]] = defaultdict(list)
    for slot, domain in enumerate(hidden.domains):
        inside = tuple(slot in slots for slots, *_ in hidden.tallies)
        alike[("alone", slot) if slot in alone else (domain, inside)].append(slot)
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

    def __init__(self, table: list[dict[str, Any]]) -> None:
        super().__init__()
        self._table = table
        self.found: list[Table] = []

    def on_solution_callback(self) -> None:
        """Called by the solver once per solution."""
        self.found.append(tuple({k: self.value(v) for k, v in row.items()} for row in self._table))
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


def tables(hidden: Hidden, parts: Sequence[Group]) -> Iterator[tuple[Table, int]]:
    """Every count table over `parts` (a refinement of `groups`) with its number of arrangements.

    Raises:
        TooManyWorlds: more than `MOST_TABLES` of them.
    """
    model, table = _model(hidden, parts)
    solver = _solver()
    solver.parameters.enumerate_all_solutions = True
    collected = _Tables(table)
    solver.solve(model, collected)
    if len(collected.found) > MOST_TABLES:
        raise TooManyWorlds(
            say(N_("the partial observations leave more than {n} cases"), n=MOST_TABLES),
            say(N_("enter more of what was seen, or a shuffle of the stack")),
        )
    for found in collected.found:
        weight = prod(
            factorial(len(slots)) // prod(factorial(n) for n in row.values())
            for slots, row in zip(parts, found, strict=True)
        )
        yield found, weight


def joint(hidden: Hidden, slots: Sequence[int]) -> dict[tuple[str, ...], Fraction]:
    """Probability of every possible combination of kinds in `slots`, in their order.

    Closed form where only counts are known, CP-SAT otherwise; impossible combinations are left out.

    Raises:
        TooManyWorlds: see `tables`.
    """
    if not hidden.restricted:
        return _without_restrictions(hidden.counts, slots)
    parts = groups(hidden, slots)
    where = [parts.index((slot,)) for slot in slots]
    weights: Counter[tuple[str, ...]] = Counter()
    for table, weight in tables(hidden, parts):
        weights[tuple(next(k for k, n in table[i].items() if n) for i in where)] += weight
    total = weights.total()
    return {kinds: Fraction(weight, total) for kinds, weight in sorted(weights.items())}


def _without_restrictions(counts: Mapping[str, int], slots: Sequence[int]) -> dict[tuple[str, ...], Fraction]:
    """Drawing without replacement: the next kind's chance is its share of what is left."""
    chances: dict[tuple[str, ...], Fraction] = {(): Fraction(1)}
    for drawn in range(len(slots)):
        left = sum(counts.values()) - drawn
        chances = {
            (*kinds, kind): chance * Fraction(count - kinds.count(kind), left)
            for kinds, chance in chances.items()
            for kind, count in counts.items()
            if count > kinds.count(kind)
        }
    return dict(sorted(chances.items()))
