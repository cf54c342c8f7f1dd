"""The fit of card choices: exact gradient, better with cards than without, on games it never saw."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from random_parameters import random_parameters
from training_scenes import POLICIES, run_here

from assistant.deduction.card_behaviour import card_scores, round_likelihood
from assistant.deduction.card_terms import CARD_TERMS
from assistant.deduction.parameters import blind_to_cards, shipped
from assistant.records import Record, load
from assistant.training import cards_fit as room
from assistant.training.card_play import CARD_POPULATION, play_card_game
from assistant.training.cards_fit import (
    card_games,
    evidence,
    fit_cards,
    fit_trust,
    fit_weights,
    observed,
    play_reduced,
    round_slope,
)
from assistant.training.evaluation import judge_game, report


def test_the_gradient_is_that_of_the_likelihood() -> None:
    """Central differences in every weight, in rounds with and without plays."""
    rounds = observed([play_reduced(CARD_POPULATION[4], "greedy", 3, seed) for seed in range(3)])
    weights = random_parameters(3).cards.weights
    for part, agent in [next(r for r in rounds if r[0].plays), next(r for r in rounds if not r[0].plays)]:
        value, slope = round_slope(part, agent, weights)
        assert value == pytest.approx(round_likelihood(part, weights)[agent], abs=1e-10)
        for k, step in enumerate(1e-5 * np.eye(len(CARD_TERMS))):
            up, down = (round_slope(part, agent, weights + s)[0] for s in (step, -step))
            assert slope[k] == pytest.approx((up - down) / 2e-5, abs=1e-6)


def test_weights_are_found_again() -> None:
    """Choices are likelier under the fitted weights than under those it began with."""
    games = [play_reduced(CARD_POPULATION[0], "greedy", 3, seed) for seed in range(3)]
    rounds = [item for item in observed(games) if item[0].plays]
    weights = fit_weights(rounds)
    begin = np.zeros(len(CARD_TERMS))
    begin[0] = -4.0

    def mean(at: np.ndarray) -> float:  # type: ignore[type-arg]
        return float(np.mean([round_slope(part, agent, at)[0] for part, agent in rounds]))

    assert mean(weights) > mean(begin) + 0.3


def test_players_whose_cards_say_nothing_are_not_trusted() -> None:
    """Evidence that points anywhere: the silent share takes over; evidence that is right: it is believed."""
    rng = np.random.default_rng(1)
    wrong = [
        (4.0 * rng.normal(size=(2, 3, 5)), tuple(int(a) for a in rng.permutation(5)[:3])) for _ in range(80)
    ]
    assert fit_trust(wrong)[2] > 0.7 or max(fit_trust(wrong)[:2]) < 0.2
    right = []
    for _ in range(80):
        owners = tuple(int(a) for a in rng.permutation(5)[:3])
        sums = rng.normal(size=(2, 3, 5))
        sums[:, np.arange(3), owners] += 3.0
        right.append((sums, owners))
    plays, _, silent = fit_trust(right)
    assert plays > 0.5 and silent < 0.2


def fresh(kind: int) -> list[Record]:
    """Games of seeds that no fit uses."""
    player = CARD_POPULATION[kind]
    return [
        play_card_game([POLICIES["sly"]] * players, "amigo-topsecret", 9_000_000 + seed, player=player)
        for seed, players in enumerate((3, 4, 5))
    ]


@pytest.mark.parametrize("kind", range(len(CARD_POPULATION) - 1))
def test_a_card_game_is_read_better_with_its_cards_than_without(kind: int) -> None:
    """The log loss of the true owners, for every kind of card player that thinks."""
    games = fresh(kind)
    loss = {}
    for name, parameters in (("with", shipped()), ("without", blind_to_cards(shipped()))):
        judged = [judge_game(game, "dossier", parameters) for game in games]
        loss[name] = report(judged)["all"]["log_loss"]
    assert loss["with"] < loss["without"] - 0.05


def test_the_fit_is_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a seed, whatever ran it."""
    monkeypatch.setattr(room, "STEPS", 2)
    monkeypatch.setattr(room, "PASSES", 20)
    monkeypatch.setattr(room, "CARD_POPULATION", CARD_POPULATION[:2])
    first, second = (fit_cards(3, run_here, 0.1) for _ in range(2))
    np.testing.assert_array_equal(first.weights, second.weights)
    assert (first.plays, first.passes, first.silent) == (second.plays, second.passes, second.silent)
    assert len(card_games(3, 0.1)) == 4


def test_evidence_is_the_sum_over_rounds() -> None:
    """Plays and passes apart, by player."""
    game = play_reduced(CARD_POPULATION[0], "greedy", 3, 11)
    weights = shipped().cards.weights
    sums = evidence(game, weights)
    by_loop = sum(
        round_likelihood(part, weights) for part in game.rounds if part.player == 1 and not part.plays
    )
    np.testing.assert_allclose(sums[1, 1], by_loop)
    assert card_scores(sums, shipped().cards).shape == (3, game.agents)


def test_card_games_of_others_are_read_better_with_their_cards_than_without(corpus: Path) -> None:
    """The corpus's card games, of bots that no fit of the cards has seen."""
    games = [load(path) for path in sorted((corpus / "cards").glob("*.json"))]
    assert len(games) == 15
    loss = {}
    for name, parameters in (("with", shipped()), ("without", blind_to_cards(shipped()))):
        loss[name] = report([judge_game(game, "dossier", parameters) for game in games])["all"]["log_loss"]
    assert loss["with"] < loss["without"] - 0.1
