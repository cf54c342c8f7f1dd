from __future__ import annotations

import numpy as np
import pytest

from assistant.deduction.clues import (
    OWN_CARD,
    Clue,
    allowed,
    clues_of,
    log_weights,
    statement_holds,
    viewer_clue,
)
from assistant.deduction.moment import moment
from assistant.deduction.worlds import Worlds, all_worlds, posterior
from assistant.records import loads, replay
from assistant.wording import Message

PLAYERS, AGENTS = 3, 5
ANNA, BEN, CEM = range(3)
RED, BLUE, GREEN, YELLOW, GREY = range(5)
HEAD = "edition amigo\nplayers Anna, Ben, Cem\nagents red, blue, green, yellow, grey\n"


def clue(
    kind: str, *cells: tuple[int, int], agent: int | None = None, trust: float = 1.0, event: int = 1
) -> Clue:
    return Clue(event, kind, cells, agent, trust, Message(""))


def table(*clues: Clue) -> Worlds:
    scores = np.zeros((PLAYERS, AGENTS))
    return posterior(scores, allowed(clues, PLAYERS, AGENTS), log_weights(clues, PLAYERS, AGENTS))


def left(*clues: Clue) -> set[tuple[int, ...]]:
    return {tuple(map(int, row)) for row in all_worlds(PLAYERS, AGENTS)[allowed(clues, PLAYERS, AGENTS)]}


STATEMENTS = {
    "owns": (clue("owns", (BEN, BLUE)), lambda w: w[BEN] == BLUE),
    "not-owns": (clue("not-owns", (BEN, RED)), lambda w: w[BEN] != RED),
    "one-of": (clue("one-of", (CEM, BLUE), (CEM, GREEN)), lambda w: w[CEM] in (BLUE, GREEN)),
    "extra": (clue("extra", agent=GREY), lambda w: GREY not in w),
    "not-extra": (clue("not-extra", agent=YELLOW), lambda w: YELLOW in w),
    "either": (clue("either", (BEN, BLUE), (CEM, RED)), lambda w: w[BEN] == BLUE or w[CEM] == RED),
}

PRIOR = {
    "owns": 1 / 5,
    "not-owns": 4 / 5,
    "one-of": 2 / 5,
    "extra": 2 / 5,
    "not-extra": 3 / 5,
    "either": 7 / 20,
}


@pytest.mark.parametrize("kind", STATEMENTS)
def test_a_hard_clue_leaves_the_worlds_in_which_it_is_true(kind):
    said, true = STATEMENTS[kind]
    every = {tuple(map(int, row)) for row in all_worlds(PLAYERS, AGENTS)}
    expected = {world for world in every if true(world)}
    assert 0 < len(expected) < len(every)
    assert left(said) == expected
    assert {world for world in every if said.states(world)} == expected


@pytest.mark.parametrize("kind", STATEMENTS)
def test_trust_zero_is_the_hard_negation(kind):
    said, true = STATEMENTS[kind]
    no = clue(said.kind, *said.cells, agent=said.agent, trust=0.0)
    assert no.hard
    assert left(no) == {tuple(map(int, w)) for w in all_worlds(PLAYERS, AGENTS) if not true(w)}
    assert not log_weights([no], PLAYERS, AGENTS).any()


@pytest.mark.parametrize("kind", STATEMENTS)
@pytest.mark.parametrize("trust", [0.05, 0.5, 0.7, 0.99])
def test_a_soft_clue_alone_is_believed_as_much_as_it_is_trusted(kind, trust):
    said, true = STATEMENTS[kind]
    soft = clue(said.kind, *said.cells, agent=said.agent, trust=trust)
    assert not soft.hard
    worlds = table(soft)
    assert len(worlds.owners) == len(all_worlds(PLAYERS, AGENTS))
    chance = sum(p for world, p in zip(worlds.owners, worlds.probability, strict=True) if true(tuple(world)))
    prior = PRIOR[kind]
    # What is likelier than not anyway is spoken of by a witness who is right with chance `trust`.
    odds = trust / (1 - trust) * (prior / (1 - prior) if prior > 0.5 else 1)
    assert chance == pytest.approx(odds / (1 + odds))


def test_a_soft_clue_moves_only_what_it_speaks_of():
    worlds = table(clue("owns", (BEN, BLUE), trust=0.7))
    assert worlds.marginals[BEN] == pytest.approx([0.075, 0.7, 0.075, 0.075, 0.075])
    assert worlds.marginals[ANNA, RED] == pytest.approx(worlds.marginals[CEM, GREY])


def test_two_witnesses_push_further_than_one_and_a_denial_pulls_back():
    ben = clue("owns", (BEN, BLUE), trust=0.7)
    again = clue("owns", (BEN, BLUE), trust=0.7, event=2)
    # Prior odds 1:4, each witness multiplies them by (0.7 / 0.3) / (1 / 4).
    odds = 0.25 * (0.7 / 0.3 * 4) ** 2
    assert table(ben, again).marginals[BEN, BLUE] == pytest.approx(odds / (1 + odds))
    denied = clue("not-owns", (BEN, BLUE), trust=0.9, event=2)
    odds = 0.7 / 0.3 / 9
    assert table(ben, denied).marginals[BEN, BLUE] == pytest.approx(odds / (1 + odds))


@pytest.mark.parametrize("agents", [4, 5, 7])
@pytest.mark.parametrize("trust", [0.55, 0.7, 0.9])
def test_being_fairly_sure_of_what_is_likely_anyway_never_speaks_against_it(agents, trust):
    scores = np.zeros((PLAYERS, agents))
    for said in (
        clue("not-owns", (BEN, BLUE), trust=trust),
        clue("one-of", *((BEN, agent) for agent in range(agents) if agent != BLUE), trust=trust),
    ):
        worlds = posterior(scores, None, log_weights([said], PLAYERS, agents))
        assert worlds.marginals[BEN, BLUE] < 1 / agents


def test_trust_equal_to_the_prior_says_nothing():
    assert log_weights([clue("owns", (BEN, BLUE), trust=0.2)], PLAYERS, AGENTS) == pytest.approx(0.0)


def test_the_own_card_is_known_before_anything_is_said():
    worlds = table(viewer_clue(ANNA, RED), clue("owns", (BEN, BLUE), trust=0.7))
    assert worlds.marginals[ANNA, RED] == pytest.approx(1.0)
    assert worlds.marginals[BEN, BLUE] == pytest.approx(0.7)
    assert viewer_clue(ANNA, RED).event == OWN_CARD


def test_a_later_hard_clue_moves_the_belief_and_an_earlier_one_is_its_background():
    belief = clue("owns", (BEN, BLUE), trust=0.7, event=2)
    narrow = [clue("not-owns", (BEN, agent), event=1) for agent in (RED, GREEN, YELLOW)]
    assert table(*narrow, belief).marginals[BEN, BLUE] == pytest.approx(0.7)
    later = [clue("not-owns", (BEN, agent), event=3) for agent in (RED, GREEN, YELLOW)]
    assert table(belief, *later).marginals[BEN, BLUE] == pytest.approx(0.7 / (0.7 + 0.075))


@pytest.mark.parametrize("trust", [0.3, 0.9])
def test_a_soft_clue_about_what_is_settled_says_nothing(trust):
    settled = clue("owns", (BEN, BLUE), event=1)
    for late in (
        clue("owns", (BEN, BLUE), trust=trust, event=2),
        clue("owns", (BEN, RED), trust=trust, event=2),
    ):
        assert not log_weights([settled, late], PLAYERS, AGENTS).any()
    impossible = [settled, clue("owns", (CEM, BLUE), event=1), clue("extra", agent=RED, trust=trust, event=2)]
    assert not log_weights(impossible, PLAYERS, AGENTS).any()


def test_statements_do_not_depend_on_trust():
    for said, _ in STATEMENTS.values():
        doubted = clue(said.kind, *said.cells, agent=said.agent, trust=0.4)
        same = statement_holds(said, PLAYERS, AGENTS) == statement_holds(doubted, PLAYERS, AGENTS)
        assert same.all()


def test_clues_of_a_record_come_in_order_with_numbers_trust_and_words():
    record = loads(
        HEAD + 'clue Ben owns blue 70% "said so"\n1 Anna 2: red 2\nclue Ben not-owns red\n'
        "clue Cem one-of blue, green 90%\nclue extra grey 0%\nclue not-extra yellow\n"
        "clue either Ben=blue, Cem=red 50%\nreveal Cem green\n"
    )
    found = clues_of(record, replay(record).steps)
    assert [(c.event, c.kind, c.cells, c.agent, c.trust) for c in found] == [
        (1, "owns", ((BEN, BLUE),), None, 0.7),
        (3, "not-owns", ((BEN, RED),), None, 1.0),
        (4, "one-of", ((CEM, BLUE), (CEM, GREEN)), None, 0.9),
        (5, "extra", (), GREY, 0.0),
        (6, "not-extra", (), YELLOW, 1.0),
        (7, "either", ((BEN, BLUE), (CEM, RED)), None, 0.5),
        (8, "owns", ((CEM, GREEN),), None, 1.0),
    ]
    assert [str(c.text) for c in found] == [
        "Ben owns blue (70% sure)",
        "Ben does not own red",
        "Cem owns one of blue, green (90% sure)",
        "not true: grey is an extra",
        "yellow is not an extra",
        "at least one is right of Ben = blue, Cem = red (50% sure)",
        "Cem revealed green",
    ]


def test_only_the_steps_of_the_moment_count():
    record = loads(HEAD + "1 Anna 2: red 2\nclue Ben owns blue\n2 Ben 2: red 2\nreveal Cem green\n")
    game = replay(record)
    events = [[c.event for c in clues_of(record, moment(game, turn).steps)] for turn in (0, 1, 2)]
    assert events == [[], [2], [2, 4]]
