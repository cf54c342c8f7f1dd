"""CP-SAT against enumeration and against brute force over subsets, on random tables of clues."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.deduction import constraints
from assistant.deduction.clues import OWN_CARD, Clue, allowed, log_weights, viewer_clue
from assistant.deduction.constraints import best_worlds, contradiction, enumerate_worlds, possible, why_not
from assistant.deduction.worlds import all_worlds
from assistant.wording import say

QUICK = settings(max_examples=40, deadline=None, derandomize=True)
CONTRARY = settings(max_examples=60, deadline=None, derandomize=True)


def clue(
    event: int, kind: str, *cells: tuple[int, int], agent: int | None = None, trust: float = 1.0
) -> Clue:
    return Clue(event, kind, cells, agent, trust, say("clue {n}", n=event))


@st.composite
def tables(draw, most: int = 6, soft: bool = False) -> tuple[list[Clue], int, int]:
    """Clues of a small table, with or without the own card, and its sizes."""
    agents = draw(st.integers(3, 5))
    players = draw(st.integers(2, min(agents, 4)))
    cell = st.tuples(st.integers(0, players - 1), st.integers(0, agents - 1))
    trusts = st.sampled_from([1.0, 1.0, 1.0, 0.0, *([0.2, 0.7, 0.95] if soft else [])])
    clues = [viewer_clue(*draw(cell))] if draw(st.booleans()) else []
    for event in range(1, draw(st.integers(0, most)) + 1):
        kind = draw(st.sampled_from(["owns", "not-owns", "one-of", "extra", "not-extra", "either"]))
        cells: tuple[tuple[int, int], ...] = ()
        agent = None
        if kind in ("extra", "not-extra"):
            agent = draw(st.integers(0, agents - 1))
        elif kind == "one-of":
            seat = draw(st.integers(0, players - 1))
            names = draw(st.lists(st.integers(0, agents - 1), min_size=1, max_size=3, unique=True))
            cells = tuple((seat, name) for name in names)
        else:
            cells = tuple(draw(st.lists(cell, min_size=1, max_size=2 if kind == "either" else 1)))
        clues.append(clue(event, kind, *cells, agent=agent, trust=draw(trusts)))
    return clues, players, agents


def plainly_possible(clues: list[Clue] | tuple[Clue, ...], players: int, agents: int) -> bool:
    """By looking at every world, without numpy and without the solver."""
    return any(
        all(one.states(world) == (one.trust == 1) for one in clues if one.trust in (0, 1))
        for world in permutations(range(agents), players)
    )


@QUICK
@given(tables())
def test_both_ways_find_the_same_worlds(table):
    clues, players, agents = table
    by_solver = enumerate_worlds(clues, players, agents)
    assert (by_solver == all_worlds(players, agents)[allowed(clues, players, agents)]).all()
    assert len(by_solver) == allowed(clues, players, agents).sum()
    assert (
        possible(clues, players, agents) == bool(len(by_solver)) == plainly_possible(clues, players, agents)
    )


@QUICK
@given(tables(most=3, soft=True), st.integers(0, 10_000), st.integers(1, 8), st.booleans())
def test_both_ways_find_the_same_best_worlds(table, seed, k, level):
    clues, players, agents = table
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(players, agents)) * 2
    if level:  # ties are ordered too
        scores = np.round(scores)
    weight = scores[np.arange(players), all_worlds(players, agents)].sum(axis=1)
    weight = weight + log_weights(clues, players, agents)
    left = allowed(clues, players, agents)
    order = np.lexsort((np.arange(left.sum()), -np.round(weight[left], 5)))[:k]
    found = best_worlds(scores, clues, k)
    assert [w for _, w in found] == pytest.approx(list(weight[left][order]), abs=2e-5)
    if not level:
        assert [owners for owners, _ in found] == [tuple(w) for w in all_worlds(players, agents)[left][order]]


def test_level_worlds_come_in_lexicographic_order():
    found = best_worlds(np.zeros((2, 3)), [clue(1, "not-owns", (0, 0))], 9)
    assert [owners for owners, _ in found] == [(1, 0), (1, 2), (2, 0), (2, 1)]
    assert {weight for _, weight in found} == {0.0}


def test_scores_of_impossible_owners_do_not_disturb_the_rest():
    scores = np.array([[0.0, -np.inf, -3.0], [-1.0, -2.0, -np.inf]])
    owners, weight = best_worlds(scores, [], 1)[0]
    assert owners == (0, 1)
    assert weight == pytest.approx(-2.0)


@CONTRARY
@given(tables(most=7))
def test_the_smallest_contradiction_is_smallest_and_the_fewest_to_drop_are_fewest(table):
    clues, players, agents = table
    found = contradiction(clues, players, agents)
    sizes = range(len(clues) + 1)
    if plainly_possible(clues, players, agents):
        assert found is None
        return
    assert found is not None
    smallest = next(
        n
        for n in sizes
        if any(not plainly_possible(some, players, agents) for some in combinations(clues, n))
    )
    assert len(found.clues) == smallest
    assert not plainly_possible(found.clues, players, agents)
    as_small = [
        sum(one.event for one in some)
        for some in combinations(clues, smallest)
        if not plainly_possible(some, players, agents)
    ]
    assert sum(found.entries) == min(as_small)  # the earliest entries
    rest = [one for one in clues if one not in found.dropped]
    assert plainly_possible(rest, players, agents)
    others = [one for one in clues if one.event != OWN_CARD]
    own = [one for one in clues if one.event == OWN_CARD]
    # The own card can always be kept: it alone contradicts nothing.
    fewest = next(
        n
        for n in range(len(others) + 1)
        if any(
            plainly_possible([*own, *some], players, agents) for some in combinations(others, len(others) - n)
        )
    )
    assert len(found.dropped) == fewest
    as_few = [
        sum(one.event for one in some)
        for some in combinations(others, fewest)
        if plainly_possible([one for one in clues if one not in some], players, agents)
    ]
    assert sum(found.drop) == max(as_few)  # the latest entries
    assert OWN_CARD not in found.drop
    assert set(found.entries) == {one.event for one in found.clues}


@CONTRARY
@given(tables(most=6), st.integers(0, 3), st.integers(0, 4))
def test_why_not_is_a_smallest_reason(table, seat, agent):
    clues, players, agents = table
    seat, agent = seat % players, agent % agents
    asked = clue(99, "owns", (seat, agent))
    reason = why_not(clues, seat, agent, players, agents)
    if plainly_possible([*clues, asked], players, agents):
        assert reason == ()
        return
    assert not plainly_possible([*reason, asked], players, agents)
    assert not any(
        not plainly_possible([*some, asked], players, agents)
        for n in range(len(reason))
        for some in combinations(clues, n)
    )


# One possible and one impossible table per kind of clue.


@pytest.mark.parametrize(
    ("one", "fits", "clashes"),
    [
        (clue(1, "owns", (0, 1)), clue(2, "owns", (1, 0)), clue(2, "owns", (1, 1))),
        (clue(1, "not-owns", (0, 1)), clue(2, "owns", (1, 1)), clue(2, "owns", (0, 1))),
        (clue(1, "one-of", (0, 1), (0, 2)), clue(2, "owns", (0, 2)), clue(2, "owns", (0, 0))),
        (clue(1, "extra", agent=1), clue(2, "owns", (0, 2)), clue(2, "owns", (0, 1))),
        (clue(1, "not-extra", agent=1), clue(2, "not-owns", (0, 1)), clue(2, "extra", agent=1)),
        (clue(1, "either", (0, 0), (1, 1)), clue(2, "owns", (1, 1)), clue(2, "extra", agent=1)),
        (clue(1, "owns", (0, 1), trust=0.0), clue(2, "owns", (0, 2)), clue(2, "owns", (0, 1))),
    ],
)
def test_each_kind_of_clue_rules_out_what_it_says(one, fits, clashes):
    assert possible([one, fits], 2, 3)
    second = [clashes, clue(3, "not-owns", (0, 0))] if one.kind == "either" else [clashes]
    assert not possible([one, *second], 2, 3)
    found = contradiction([one, *second], 2, 3)
    assert found is not None
    assert found.clues == (one, *second)


def test_soft_clues_contradict_nothing():
    assert contradiction([clue(1, "owns", (0, 1), trust=0.9), clue(2, "owns", (1, 1))], 2, 3) is None


def test_what_is_dropped_is_the_latest_entry_and_never_the_own_card():
    clues = [viewer_clue(0, 1), clue(4, "owns", (1, 1)), clue(6, "owns", (1, 2)), clue(8, "owns", (1, 0))]
    found = contradiction(clues, 2, 3)
    assert found is not None
    assert found.entries == (OWN_CARD, 4)
    assert found.drop == (4, 8)
    level = contradiction([clue(3, "owns", (0, 1)), clue(5, "owns", (1, 1))], 2, 3)
    assert level is not None
    assert level.drop == (5,)


def test_the_own_card_goes_where_only_it_can_go():
    found = contradiction([clue(OWN_CARD, "owns", (0, 1)), clue(OWN_CARD, "owns", (0, 2))], 2, 3)
    assert found is not None
    assert found.drop == (OWN_CARD,)


def test_the_message_names_the_entries():
    found = contradiction([viewer_clue(0, 1), clue(7, "owns", (1, 1))], 2, 3)
    assert found is not None
    text = str(found.message)
    assert text == (
        "these cannot all be true: the own card, event 7 (clue 7); taking out the fewest means: event 7 (clue 7)"
    )
    assert "Ereignis 7 (" in found.message.text(lambda template: template.replace("event", "Ereignis"))


def test_why_not_by_exhaustion_of_the_others():
    """Two players and two agents: what the other owns decides."""
    clues = [clue(1, "not-owns", (1, 0)), clue(2, "not-owns", (1, 0))]
    assert why_not(clues, 0, 1, 2, 2) == (clues[0],)
    assert why_not(clues, 0, 0, 2, 2) == ()


def test_a_core_that_is_not_one_is_never_handed_out(monkeypatch):
    """A solver that returned a foreign set would be noticed."""
    clash = [clue(1, "owns", (0, 1)), clue(2, "owns", (1, 1)), clue(3, "not-owns", (0, 2))]
    monkeypatch.setattr(constraints, "_fewest_hitting", lambda broken, hard: (hard[0], hard[2]))
    with pytest.raises(RuntimeError, match="does not contradict itself"):
        contradiction(clash, 2, 3)
    monkeypatch.setattr(constraints, "_fewest_hitting", lambda broken, hard: tuple(hard))
    with pytest.raises(RuntimeError, match="not minimal"):
        contradiction(clash, 2, 3)


def test_seven_players_are_answered_exactly():
    clues = [viewer_clue(0, 0), *(clue(10 + s, "not-owns", (s, 1)) for s in range(1, 7))]
    assert contradiction(clues, 7, 7) is not None  # with seven agents somebody owns the second
    assert contradiction(clues[:-1], 7, 7) is None
    assert [one.event for one in why_not(clues[:-1], 6, 2, 7, 7)] == [0, 11, 12, 13, 14, 15]


def test_hundreds_of_contrary_entries_are_told_in_one_line():
    """Two crowds of clues against each other: one of each is the core, a whole crowd has to go."""
    crowd = [clue(n, "owns", (0, n % 2)) for n in range(1, 1401)]
    found = contradiction(crowd, 2, 3)
    assert found is not None and len(found.clues) == 2 and len(found.dropped) == 700
    text = str(found.message)
    assert text.endswith("and 688 more") and text.count("event") == 2 + 12
