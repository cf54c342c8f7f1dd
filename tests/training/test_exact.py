"""Exact Bayes: the probabilities are those of the players, and no reader does better."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from math import exp, log

import numpy as np
import pytest
from training_scenes import AMIGO, POLICIES, game

from assistant.deduction import shipped
from assistant.game import GameState, Turn, edition, legal_splits, play, safe_targets, start
from assistant.records import Record, replay
from assistant.training.exact import (
    Population,
    bayes_gap,
    exact_marginals,
    owner_likelihoods,
    population_of,
    turn_likelihood,
)
from assistant.training.players import POPULATION, Policy, Seat
from assistant.training.selfplay import play_game

GREEDY = POLICIES["greedy"]
BENT = (
    GREEDY,
    replace(GREEDY, name="lapsing", lapse=0.3, crowd=-0.4),
    replace(GREEDY, name="seated", acts_for="seat", acts_share=0.6),
    replace(GREEDY, name="decoying", acts_for="decoy", acts_share=0.7),
    replace(GREEDY, name="anybody", acts_for="any", acts_share=0.5, lapse=0.1),
    replace(GREEDY, name="hiding", hides=0.7, crowd=0.2),
    replace(GREEDY, name="sleeping", uniform_until=10),
    replace(GREEDY, name="waking", wakes_at=0.4),
    replace(GREEDY, name="masked", acts_for="decoy", mask_until=10),
)


def position(turns: int = 20, leader: int = 20) -> GameState:
    state = start(edition("ravensburger-expert"), ["Anna", "Ben"], ["red", "blue", "green"])
    return replace(state, positions=(5, 9, 6), markers=(leader, 4, 0), turns=turns, to_move=1)


def all_turns(state: GameState, die: int) -> list[Turn]:
    turns = []
    for steps in legal_splits(state, die).tolist():
        ends = tuple((p + n) % 12 for p, n in zip(state.positions, steps, strict=True))
        scores = any(n and b == state.safe for n, b in zip(steps, ends, strict=True))
        for safe in safe_targets(state.edition, state.safe, ends) if scores else (None,):
            turns.append(Turn(state.to_move, tuple(steps), die, safe=safe))
    return turns


@pytest.mark.parametrize(("turns", "leader"), [(20, 20), (3, 0)])
def test_probabilities_of_all_turns_sum_to_one(turns: int, leader: int) -> None:
    """For every kind, own agent and decoy: split and safe together."""
    state = position(turns, leader)
    population = Population(BENT)
    total = sum(np.exp(turn_likelihood(play(state, turn), population)) for turn in all_turns(state, 2))
    np.testing.assert_allclose(total, 1.0, atol=1e-12)


AWAKE, EARLY = (20, 20), (3, 0)
PLAYED = [*((policy, AWAKE) for policy in BENT), *((policy, EARLY) for policy in BENT[-3:])]


@pytest.mark.parametrize(("policy", "when"), PLAYED, ids=lambda x: getattr(x, "name", str(x)))
def test_players_play_with_these_probabilities(policy: Policy, when: tuple[int, int]) -> None:
    """1,200 turns by the player itself, own agent green: every turn as often as told, by four standard errors."""
    state, own, n = position(*when), 2, 1_200
    rng = np.random.default_rng(6)
    seat = Seat(policy, 1, own, 3, rng)
    seen = Counter(seat.take_turn(state, 2) for _ in range(n))
    population = Population((policy,))
    told = {
        turn: exp(turn_likelihood(play(state, turn), population)[0, own, seat.decoy])
        for turn in all_turns(state, 2)
    }
    assert set(seen) <= set(told)
    for turn, p in told.items():
        assert abs(seen[turn] / n - p) < 4 * np.sqrt(p * (1 - p) / n) + 2e-3, turn


def brute_force(record: Record, population: Population, seat: int) -> list[list[float]]:
    """Every world, every kind and decoy of every player, turn by turn with its own loop."""
    owners = record.owners_by_seat
    assert owners is not None
    agents, kinds = len(record.agents), range(len(population.policies))
    game_ = replay(record)
    due = game_.state.dossier_turn
    turns = [
        (
            step.outcome.turn.player,
            turn_likelihood(step.outcome, population, step.outcome.before.turns + 1 != due),
        )
        for step in game_.turns[:due]
        if step.outcome is not None
    ]
    table = [[0.0] * agents for _ in owners]
    total = 0.0
    for world in permutations(range(agents), len(owners)):
        if world[seat] != owners[seat]:
            continue
        tables = product(kinds, repeat=len(owners))
        for chosen in [(k,) * len(owners) for k in kinds] if population.one_kind else tables:
            weight = 1.0
            for player, (own, kind) in enumerate(zip(world, chosen, strict=True)):
                decoys = [d for d in range(agents) if d != own]
                weight *= sum(
                    exp(sum(one[kind, own, d] for p, one in turns if p == player) + 30.0) / len(decoys)
                    for d in decoys
                )
            total += weight
            for player, own in enumerate(world):
                table[player][own] += weight
    return [[cell / total for cell in row] for row in table]


@pytest.mark.parametrize("one_kind", [False, True])
def test_kinds_and_decoys_are_summed_out(one_kind: bool) -> None:
    population = Population((GREEDY, POLICIES["decoy"], POLICIES["random"]), one_kind)
    record = play_game([POLICIES["decoy"], GREEDY], "ravensburger-expert", 4)
    owners = record.owners_by_seat
    assert owners is not None
    cut = record.with_events(record.events[:14])
    exact = exact_marginals(owner_likelihoods(cut, population), (0, owners[0]), one_kind)
    np.testing.assert_allclose(exact, brute_force(cut, population, 0), atol=1e-9)
    assert exact[0, owners[0]] == 1.0


def test_at_the_dossier_the_safe_move_of_that_turn_does_not_count() -> None:
    population = Population((GREEDY,))
    record = game("greedy", "greedy", seed=4)
    due = replay(record).state.dossier_turn
    cut = record.with_events(record.events[:due])
    last = cut.events[-1]
    other = cut.with_events([*cut.events[:-1], last.model_copy(update={"safe": (last.safe + 1) % 12})])  # type: ignore[union-attr, operator]
    first, second = owner_likelihoods(cut, population), owner_likelihoods(other, population)
    assert (first == second).all()
    assert (owner_likelihoods(cut, population, "end") != owner_likelihoods(other, population, "end")).any()


def test_nobody_reads_better_than_exact_bayes_on_its_own_population() -> None:
    """On average over 40 mixed games. One that knows each table's kind does better than one that does not."""
    kinds = ("greedy", "sly", "random", "decoy", "slow-starter", "seat-number")
    population = Population(tuple(POLICIES[kind] for kind in kinds))
    rng = np.random.default_rng(2)
    records = [
        play_game(
            [population.policies[i] for i in rng.integers(len(kinds), size=3)], "ravensburger-expert", seed
        )
        for seed in range(40)
    ]
    gap = bayes_gap(records, shipped(), population)
    assert (gap["games"], gap["n"]) == (40, 40 * 6)
    assert gap["gap"] == pytest.approx(gap["model"] - gap["exact"])
    assert gap["exact"] < log(4) and gap["gap"] > 0
    greedy = [play_game([GREEDY] * 3, "ravensburger-expert", seed) for seed in range(15)]
    knows, guesses = Population((GREEDY,)), Population(population.policies)
    assert bayes_gap(greedy, shipped(), knows)["exact"] < bayes_gap(greedy, shipped(), guesses)["exact"]


def test_random_players_leave_exact_bayes_uniform() -> None:
    gap = bayes_gap(
        [game("random", "random", "random", rules=AMIGO)], shipped(), Population((POLICIES["random"],))
    )
    assert gap["exact"] == pytest.approx(log(5))


def test_kinds_without_a_closed_form_are_refused_and_their_games_left_out() -> None:
    with pytest.raises(ValueError, match="searcher"):
        Population((POLICIES["searcher"],))
    records = [game("greedy", "searcher"), game("greedy", "sly")]
    population = population_of(records, POPULATION)
    assert population is not None and population.names == {"greedy", "sly"} and not population.one_kind
    assert bayes_gap(records, shipped(), population)["games"] == 1
    assert np.isnan(bayes_gap(records[:1], shipped(), population)["gap"])
    assert population_of([game("searcher", "searcher")], POPULATION) is None
    same = population_of([game("sly", "sly"), game("random", "random")], POPULATION)
    assert same is not None and same.one_kind
