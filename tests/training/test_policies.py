"""The population: legal turns, the same for the same seed, and each kind with the bend it is named for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from training_scenes import AMIGO, POLICIES, game

from assistant.game import GameError, edition, start
from assistant.game.state import GameState
from assistant.records import replay
from assistant.records.json_format import print_json
from assistant.training.players import POPULATION, Policy, Seat
from assistant.training.simulation import policies_named

CROWDED = Policy("crowded", {"gain": 0.5}, {"safe_reach": 1.0}, crowd_of_seat=True)


@pytest.mark.parametrize("rules", ["ravensburger", "ravensburger-expert", AMIGO], ids=str)
@pytest.mark.parametrize("policy", [*POPULATION, CROWDED], ids=lambda policy: policy.name)
def test_every_kind_plays_legal_turns(policy: Policy, rules: str | dict[str, object]) -> None:
    """Twelve turns among three of the kind; `replay` refuses what is not legal."""
    from assistant.training.selfplay import play_game

    record = play_game([policy] * 3, rules, seed=5, checks=True)
    assert len(replay(record).turns) == len(record.events) > 5


@pytest.mark.parametrize("name", ["greedy", "mimic", "deceiver", "searcher", "beginner"])
def test_equal_seeds_give_equal_games_and_others_other_ones(name: str) -> None:
    first, again, other = (print_json(game(name, "random", seed=seed)) for seed in (8, 8, 9))
    assert first == again != other


def position(**fields: object) -> GameState:
    state = start(edition("ravensburger-expert"), ["Anna", "Ben"], ["red", "blue", "green", "grey"])
    return replace(state, positions=(1, 4, 5, 8), markers=(12, 12, 12, 12), turns=20, **fields)  # type: ignore[arg-type]


def moved(
    policy: Policy, own: int, state: GameState, die: int = 3, n: int = 300, seat: int = 0
) -> list[float]:
    """Mean steps of every agent in `n` turns by a fresh seat each."""
    state = replace(state, to_move=seat)
    turns = [
        Seat(policy, seat, own, 4, np.random.default_rng(seed)).take_turn(state, die).steps
        for seed in range(n)
    ]
    return [float(x) for x in np.mean(turns, axis=0)]


PUSHER = Policy("pusher", {"steps": 2.0})


def test_weights_are_for_the_own_agent() -> None:
    assert moved(PUSHER, 2, position())[2] > 2.5
    assert max(moved(POLICIES["random"], 2, position())) < 1.0


def test_acting_for_the_seats_number() -> None:
    steps = moved(replace(PUSHER, acts_for="seat"), 2, position(), seat=1)
    assert steps[1] > 2.5 and steps[2] < 0.3


def test_acting_for_a_decoy_in_a_share_of_the_turns_but_always_the_same_one() -> None:
    steps = moved(replace(PUSHER, acts_for="decoy", acts_share=0.5), 2, position(), n=600)
    assert 1.2 < steps[2] < 1.9
    others = [steps[a] for a in (0, 1, 3)]
    assert min(others) > 0.2
    seat = Seat(replace(PUSHER, acts_for="decoy"), 0, 2, 4, np.random.default_rng(1))
    pushed = {int(np.argmax(seat.take_turn(position(), 6).steps)) for _ in range(20)}
    assert pushed == {seat.decoy} and seat.decoy != 2


def test_a_mask_that_falls_after_some_turns_of_the_game() -> None:
    masked = replace(PUSHER, acts_for="decoy", mask_until=20)
    state = position()
    assert moved(masked, 2, replace(state, turns=19))[2] < 0.3
    assert moved(masked, 2, replace(state, turns=20))[2] > 2.5


def test_acting_for_anybody() -> None:
    steps = moved(replace(PUSHER, acts_for="any"), 2, position(), n=600)
    assert max(steps) - min(steps) < 0.4


def test_lapses_slow_starts_and_late_risers_play_at_random_then() -> None:
    state = position()
    assert moved(replace(PUSHER, lapse=0.5), 2, state)[2] < 2.2 < moved(PUSHER, 2, state)[2]
    slow = replace(PUSHER, uniform_until=10)
    assert (
        moved(slow, 2, replace(state, turns=9))[2] < 1.2 < 2.5 < moved(slow, 2, replace(state, turns=10))[2]
    )
    late = replace(PUSHER, wakes_at=0.4)
    assert moved(late, 2, state)[2] < 1.2 < 2.5 < moved(late, 2, replace(state, markers=(17, 0, 0, 0)))[2]


def test_hiding_costs_what_it_gives_away() -> None:
    assert moved(replace(PUSHER, hides=0.9), 2, position())[2] < moved(PUSHER, 2, position())[2] - 0.3


def test_a_searcher_takes_what_looks_best_to_a_noisy_eye() -> None:
    clear = replace(PUSHER, search_noise=1e-9)
    assert moved(clear, 2, position(), n=20) == [0.0, 0.0, 3.0, 0.0]
    assert moved(replace(PUSHER, search_noise=5.0), 2, position())[2] < 2.6


def test_a_term_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="gian"):
        Policy("typo", {"gian": 1.0})


def test_populations_by_name() -> None:
    assert policies_named("mixed") == POPULATION
    assert [policy.name for policy in policies_named("greedy, sly")] == ["greedy", "sly"]
    with pytest.raises(GameError, match="greedier") as caught:
        policies_named("greedier")
    assert "greedy" in str(caught.value)
