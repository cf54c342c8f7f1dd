from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.deduction.clues import allowed, viewer_clue
from assistant.deduction.dossier import Dossier, advise_dossier, cp_sat_dossier, hits, sureness
from assistant.deduction.worlds import Worlds, posterior
from assistant.game import edition, pay_out, start

QUICK = settings(max_examples=40, deadline=None, derandomize=True)
EXTRAS_PAY = edition("amigo-dossier")
EXTRAS_FREE = edition("ravensburger-expert")
ONLY_PAY = edition({"base": "amigo-dossier", "dossier_pay": 3})


@st.composite
def tables(draw, most_agents: int = 4):
    """A joint posterior, the edition, and who fills the dossier."""
    agents = draw(st.integers(2, most_agents))
    players = draw(st.integers(2, agents))
    rng = np.random.default_rng(draw(st.integers(0, 100_000)))
    scores = rng.normal(size=(players, agents)) * draw(st.sampled_from([0.0, 1.0, 4.0]))
    filler = draw(st.one_of(st.none(), st.integers(0, players - 1)))
    own = None if filler is None else viewer_clue(filler, draw(st.integers(0, agents - 1)))
    left = allowed([own] if own else [], players, agents)
    # A weight of its own on every world: the joint is not a product of the marginals.
    worlds = posterior(scores, left, rng.normal(size=left.size))
    return worlds, draw(st.sampled_from([EXTRAS_PAY, EXTRAS_FREE, ONLY_PAY])), filler


def expected(worlds: Worlds, rules, filler: int | None, marks) -> float:
    """Expected points by paying the dossier out in every world, as the game does; an observer is nobody there."""
    total = 0.0
    table = start(rules, [f"p{i}" for i in range(worlds.players)], [f"a{i}" for i in range(worlds.agents)])
    eyes = -1 if filler is None else filler
    for owners, chance in zip(worlds.owners, worlds.probability, strict=True):
        total += chance * pay_out(table, tuple(map(int, owners)), eyes, dict(enumerate(marks))).points
    return total


def every_dossier(worlds: Worlds):
    for marks in product([None, *range(worlds.players)], repeat=worlds.agents):
        named = [seat for seat in marks if seat is not None]
        if len(set(named)) == len(named):
            yield marks


@QUICK
@given(tables())
def test_no_dossier_of_a_small_table_pays_more(table):
    worlds, rules, filler = table
    advised = advise_dossier(worlds, rules, filler)
    best = max(expected(worlds, rules, filler, marks) for marks in every_dossier(worlds))
    assert advised.expected_points == pytest.approx(best, abs=1e-6)
    assert expected(worlds, rules, filler, advised.marks) == pytest.approx(advised.expected_points)


@QUICK
@given(tables(most_agents=7))
def test_both_solvers_agree(table):
    worlds, rules, filler = table
    advised, other = advise_dossier(worlds, rules, filler), cp_sat_dossier(worlds, rules, filler)
    assert other.expected_points == pytest.approx(advised.expected_points, abs=1e-5)


@QUICK
@given(tables(most_agents=6))
def test_the_distribution_is_one_of_hits_and_gives_the_points(table):
    worlds, rules, filler = table
    advised = advise_dossier(worlds, rules, filler)
    chance = advised.distribution
    assert chance.sum() == pytest.approx(1.0)
    assert (chance >= 0).all()
    mean = chance @ np.arange(chance.size)
    assert mean * rules.dossier_pay == pytest.approx(advised.expected_points)
    assert len(hits(worlds.owners, rules, filler, advised.marks)) == len(worlds.owners)


def second_choice(worlds: Worlds, rules, filler, advised: Dossier, agent: int) -> float:
    """Least points lost by another mark for `agent` that may be right."""

    def may_be_right(seat: int | None) -> bool:
        return bool((worlds.extras[agent] if seat is None else worlds.marginals[seat, agent]) > 1e-9)

    others = [
        marks
        for marks in every_dossier(worlds)
        if marks[agent] != advised.marks[agent] and may_be_right(marks[agent])
    ]
    return advised.expected_points - max(expected(worlds, rules, filler, marks) for marks in others)


@settings(QUICK, max_examples=15)
@given(tables())
def test_the_second_choice_costs_the_least_of_the_others(table):
    worlds, rules, filler = table
    advised = advise_dossier(worlds, rules, filler)
    for row in advised.rows:
        assert row.second != row.named
        assert row.cost >= 0
        chance = worlds.extras[row.agent] if row.named is None else worlds.marginals[row.named, row.agent]
        assert row.probability == pytest.approx(chance)
        assert row.named == advised.marks[row.agent]
        if row.probability < 1 - 1e-9:
            assert row.cost == pytest.approx(
                second_choice(worlds, rules, filler, advised, row.agent), abs=1e-5
            )
            second = (
                worlds.extras[row.agent] if row.second is None else worlds.marginals[row.second, row.agent]
            )
            assert second > 0


@QUICK
@given(tables(most_agents=6))
def test_everybody_is_named_at_most_once_and_the_own_agent_by_its_owner(table):
    worlds, rules, filler = table
    advised = advise_dossier(worlds, rules, filler)
    named = [seat for seat in advised.marks if seat is not None]
    assert len(named) == len(set(named))
    if filler is not None:
        own = int(worlds.owners[0, filler])
        assert advised.marks[own] == filler
        assert str(advised.rows[own].sureness) == "the own agent, pays nothing"
    if rules.dossier_extras == "no":
        assert len(named) == worlds.players
        assert advised.distribution.size == worlds.players + (filler is None)


def world(*owners: int, agents: int) -> Worlds:
    return Worlds(np.array([owners]), np.array([1.0]), len(owners), agents)


def test_a_known_table_pays_all_but_the_own_agent():
    known = world(2, 0, agents=4)
    assert advise_dossier(known, EXTRAS_PAY, 0).expected_points == 15.0
    assert advise_dossier(known, EXTRAS_FREE, 0).expected_points == 5.0
    watched = advise_dossier(known, EXTRAS_FREE, None)
    assert watched.expected_points == 10.0
    assert watched.marks == (1, None, 0, None)
    assert list(watched.distribution) == [0.0, 0.0, 1.0]


def test_a_sure_extra_is_worth_more_than_a_doubtful_name_where_extras_pay():
    """Player 0 owns agent 0 or 1, evenly; agents 2 and 3 are extras. Naming for one leaves the other an extra."""
    worlds = Worlds(np.array([[0, 1], [1, 0], [0, 3]]), np.array([0.1, 0.1, 0.8]), 2, 4)
    paid = advise_dossier(worlds, EXTRAS_PAY, None)
    assert paid.marks == (0, None, None, 1)
    assert paid.expected_points == pytest.approx(5 * (0.9 + 0.8 + 1.0 + 0.8))


def test_fewer_names_where_that_pays_more():
    """Each of four agents is the one player's with a quarter; naming somebody else for nothing is no better."""
    owners = np.array([[own, other] for own in range(4) for other in range(4) if own != other])
    flat = Worlds(owners, np.full(12, 1 / 12), 2, 4)
    advised = advise_dossier(flat, EXTRAS_PAY, None)
    assert advised.marks == (None, None, None, None)
    assert advised.expected_points == pytest.approx(10.0)
    assert advise_dossier(flat, EXTRAS_FREE, None).marks.count(None) == 2


def test_level_dossiers_follow_the_most_probable_world_then_the_order():
    flat = posterior(np.zeros((3, 5)))
    assert advise_dossier(flat, EXTRAS_FREE, None).marks == (0, 1, 2, None, None)
    worlds = Worlds(np.array([[0, 1], [1, 0], [1, 2], [0, 2]]), np.array([0.2, 0.3, 0.2, 0.3]), 2, 3)
    # (None, 0, 1) and (0, None, 1) both name 1.0 players right; of the two worlds in front the first counts,
    # and there player 0 owns agent 1.
    assert advise_dossier(worlds, EXTRAS_FREE, None).marks == (None, 0, 1)


@pytest.mark.parametrize(
    ("probability", "words"),
    [
        (1.0, "certain"),
        (0.999, "almost certain (99%)"),
        (0.96, "almost certain (96%)"),
        (0.75, "very likely (75%)"),
        (0.5, "likely (50%)"),
        (0.35, "a fair guess (35%)"),
        (0.12, "a guess (12%)"),
        (0.001, "a guess (1%)"),
        (0.0, "impossible"),
    ],
)
def test_words_for_how_sure_a_row_is(probability, words):
    assert str(sureness(probability)) == words
