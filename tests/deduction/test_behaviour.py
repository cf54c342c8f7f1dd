"""One turn as a choice: softmax, forced moves, the six clue kinds, groups as cover."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import plain_model
import pytest
from model_scenes import belief, game, scene, split
from random_parameters import random_parameters

from assistant.deduction.behaviour import (
    choose,
    crowd_scale,
    safe_alternatives,
    safe_choice,
    split_alternatives,
    split_choice,
    turn_evidence,
)
from assistant.deduction.parameters import Parameters, shipped
from assistant.deduction.players import read, surprise
from assistant.deduction.tally import Tally
from assistant.deduction.terms import SPLIT_TERMS
from assistant.game import GameState, Turn, legal_splits, play, safe_targets
from assistant.records import replay

PARAMETERS = [shipped(), random_parameters(1)]


@pytest.mark.parametrize("parameters", PARAMETERS, ids=["shipped", "random"])
@pytest.mark.parametrize("die", [1, 4, "1-3"])
def test_likelihoods_of_all_splits_sum_to_one(parameters: Parameters, die: int | str) -> None:
    state = scene("amigo-dossier", (10, 11, 5, 3), (10, 4, 0, 2))
    table = legal_splits(state, die)
    choices = [split_choice(state, table, row, parameters) for row in range(len(table))]
    total = sum(np.exp(choice.likelihood) for choice in choices)
    assert total.shape == (len(parameters.types), 4)
    np.testing.assert_allclose(total, 1.0, atol=1e-12)
    # `expected` is the mean of the likelihood under itself, and habits are told from the mean of all.
    mean = sum(np.exp(choice.likelihood) * choice.likelihood for choice in choices)
    np.testing.assert_allclose(choices[0].expected, mean, atol=1e-10)
    np.testing.assert_allclose(sum(choice.habit for choice in choices), 0.0, atol=1e-10)
    assert choices[0].uniform == pytest.approx(-np.log(len(table)))


@pytest.mark.parametrize("parameters", PARAMETERS, ids=["shipped", "random"])
@pytest.mark.parametrize("rules", ["ravensburger", "ravensburger-expert", "amigo"])
def test_likelihoods_of_all_buildings_for_the_safe_sum_to_one(parameters: Parameters, rules: str) -> None:
    state = scene(rules, (10, 11, 7, 3), (20, 1, 7, 3))
    targets = safe_targets(state.edition, state.safe, state.positions)
    assert len(targets) == {"ravensburger": 8, "ravensburger-expert": 12, "amigo": 11}[rules]
    choices = [safe_choice(state, targets, row, parameters) for row in range(len(targets))]
    np.testing.assert_allclose(sum(np.exp(choice.likelihood) for choice in choices), 1.0, atol=1e-12)


def test_a_choice_of_two_by_hand() -> None:
    """Two alternatives, one term worth 1 and 0, weight 2, crowd exponent 1: utility 2 x 2/50."""
    terms = np.array([[[1.0], [0.0]]])
    choice = choose("split", terms, 0, np.array([[2.0]]), np.array([1.0]))
    assert choice.likelihood[0, 0] == pytest.approx(-np.log(1 + np.exp(-0.08)))
    assert choice.habit[0, 0] == 0.5
    assert crowd_scale(50, np.array([-0.3])) == pytest.approx(1.0)


@pytest.mark.parametrize("parameters", PARAMETERS, ids=["shipped", "random"])
def test_whole_turns_agree_with_plain_loops(parameters: Parameters) -> None:
    for step in replay(game("greedy", "sly", turns=24)).turns[::4]:
        outcome = step.outcome
        assert outcome is not None
        seen = turn_evidence(outcome, parameters)
        table, row = split_alternatives(outcome)
        likelihood, habit = plain_model.turn_seen(outcome.before, table.tolist(), row, parameters)
        np.testing.assert_allclose(seen.split.likelihood, likelihood, atol=1e-12)
        np.testing.assert_allclose(seen.split.habit, habit, atol=1e-12)
        assert (seen.safe is None) == (outcome.scored is None or outcome.scored.finished)
        if seen.safe is not None and outcome.scored is not None:
            targets = safe_alternatives(outcome)
            likelihood, habit = plain_model.safe_seen(outcome.scored, targets, seen.safe.chosen, parameters)
            np.testing.assert_allclose(seen.safe.likelihood, likelihood, atol=1e-12)
            np.testing.assert_allclose(seen.safe.habit, habit, atol=1e-12)


def test_the_scoring_that_ends_the_game_leaves_no_choice_of_the_safe() -> None:
    state = scene(at=(10, 11, 5), markers=(40, 38, 0))
    outcome = play(state, Turn(0, (0, 0, 2), safe=3))
    assert safe_alternatives(outcome) == () and turn_evidence(outcome, shipped()).safe is None


@pytest.mark.parametrize("played", [0, 29, 31, 80])
def test_a_forced_move_moves_nothing(played: int) -> None:
    """However long the game has been: one alternative is no evidence, nor does it water down the rest."""
    parameters = shipped()
    state = scene(at=(10, 11, 5), markers=(10, 4, 0))
    sums = Tally.empty(2, 3, parameters)
    free = turn_evidence(play(state, Turn(0, (0, 2, 0))), parameters)
    for _ in range(played):
        sums = sums.add(free)
    terms = np.random.default_rng(0).normal(size=(len(SPLIT_TERMS), 1, 3))
    forced = choose("split", terms, 0, parameters.split, parameters.split_crowd)
    assert (forced.likelihood == 0).all() and (forced.habit == 0).all() and (forced.expected == 0).all()
    after = sums.add(replace(free, split=forced))
    np.testing.assert_allclose(read(after, parameters).scores, read(sums, parameters).scores, atol=1e-12)
    assert surprise(after, parameters) == pytest.approx(surprise(sums, parameters))


AT = (8, 3, 2, 9, 1, 5)
"""Red, blue, green, grey, orange, purple; the safe in 7; three players, so half the agents are extras."""
LEVEL = (12, 12, 12, 12, 12, 12)


def table(**fields: object) -> GameState:
    return scene(at=AT, markers=LEVEL, players=3, **fields)  # type: ignore[arg-type]


def thrice(state: GameState, turn: Turn) -> float:
    """P(Anna owns red) after she did so three times, to the others' nothing."""
    return float(belief([(state, turn)] * 3)[0, 0])


EVEN = 1 / 6


def test_kind_1_who_pulls_an_agent_out_of_the_ruin_owns_it_rather() -> None:
    state = scene(at=(11, 3, 2, 9, 1, 5), markers=LEVEL, players=3)
    assert thrice(state, Turn(0, split(6, red=4))) > EVEN
    assert thrice(state, Turn(0, split(6, red=4))) > thrice(state, Turn(0, split(6, orange=4)))


def test_kind_2_who_puts_an_agent_into_the_ruin_does_not_own_it() -> None:
    assert thrice(table(), Turn(0, split(6, red=3))) < EVEN
    assert thrice(table(), Turn(0, split(6, red=3))) < thrice(table(), Turn(0, split(6, red=2, blue=1)))


def test_kind_3_who_could_have_put_an_agent_into_the_ruin_and_did_not_owns_it_rather() -> None:
    """With a 3 red on 8 and no other could be sent to the ruin; grey on 9 needs a 2."""
    state = scene(at=(8, 3, 2, 1, 1, 5), markers=LEVEL, players=3)
    elsewhere = scene(at=(3, 3, 2, 1, 1, 5), markers=LEVEL, players=3)
    spared, no_question = Turn(0, split(6, blue=3)), Turn(0, split(6, blue=3))
    assert thrice(state, spared) > thrice(elsewhere, no_question)


def test_kind_4_who_advances_an_agent_owns_it_rather() -> None:
    state = scene(at=(2, 3, 2, 9, 1, 5), markers=LEVEL, players=3)
    assert thrice(state, Turn(0, split(6, red=4))) > EVEN
    assert thrice(state, Turn(0, split(6, red=4))) == belief([(state, Turn(0, split(6, red=4)))] * 3)[0].max()


def test_kind_5_who_triggers_a_scoring_owns_an_agent_that_gains() -> None:
    state = scene(at=(10, 3, 2, 0, 11, 5), markers=LEVEL, players=3)
    seen = belief([(state, Turn(0, split(6, purple=2), safe=7))] * 3, with_safe=False)[0]
    assert seen[0] > EVEN, "red stood on 10 and gained most"
    assert seen[4] < EVEN and seen[4] < seen[0], "orange stood in the ruin and lost"


def test_kind_6_who_could_have_triggered_and_did_not_owns_no_agent_that_would_have_gained() -> None:
    """With a 2 purple on 5 could have scored, 10 for red; one house back it could not. The move is the same."""
    could = scene(at=(10, 3, 2, 0, 11, 5), markers=LEVEL, players=3)
    could_not = scene(at=(10, 3, 2, 0, 11, 4), markers=LEVEL, players=3)
    passed = Turn(0, split(6, blue=1, green=1))
    triggered = belief([(could, Turn(0, split(6, purple=2), safe=7))] * 3, with_safe=False)[0]
    assert thrice(could, passed) < thrice(could_not, passed)
    assert thrice(could, passed) < triggered[0]


def test_a_group_move_says_less_than_the_same_steps_alone() -> None:
    state = scene(at=(2, 2, 2, 2, 2, 2), markers=LEVEL, players=3)
    alone = belief([(state, Turn(0, split(6, red=2)))] * 2)[0]
    group = belief([(state, Turn(0, split(6, red=2, blue=2, green=2)))] * 2)[0]
    assert EVEN < group[0] < alone[0]
    assert np.ptp(group) < np.ptp(alone)
    everybody = belief([(state, Turn(0, (1,) * 6))] * 2)
    np.testing.assert_allclose(everybody, EVEN, atol=1e-9)
