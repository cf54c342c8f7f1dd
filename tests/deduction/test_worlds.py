"""The joint posterior against plain enumeration."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import plain_model
import pytest

from assistant.deduction.worlds import Worlds, all_worlds, log_weights_of, posterior, viewed

RNG = np.random.default_rng(11)
SIZES = [(2, 4), (3, 3), (3, 6), (4, 7), (6, 7)]


@pytest.mark.parametrize(("players", "agents"), SIZES)
def test_marginals_against_brute_force(players: int, agents: int) -> None:
    scores = RNG.normal(0, 3, (players, agents))
    worlds = posterior(scores)
    slow = np.array(plain_model.marginals_of(scores.tolist()))
    np.testing.assert_allclose(worlds.marginals, slow, atol=1e-12)
    np.testing.assert_allclose(worlds.extras, 1.0 - slow.sum(axis=0), atol=1e-12)
    np.testing.assert_allclose(worlds.marginals.sum(axis=1), 1.0, atol=1e-12)


def test_one_sure_player_takes_the_agent_from_the_others() -> None:
    """By hand: Anna owns red for sure; Ben, who preferred red, falls back on what is left, evenly."""
    scores = np.array([[50.0, 0, 0], [5.0, 0, 0]])
    np.testing.assert_allclose(posterior(scores).marginals, [[1, 0, 0], [0, 0.5, 0.5]], atol=1e-9)


@pytest.mark.parametrize(("players", "agents"), SIZES)
def test_a_viewer_sees_the_joint_given_the_own_card(players: int, agents: int) -> None:
    scores = RNG.normal(0, 3, (players, agents))
    seat, agent = players - 1, agents - 2
    mask = all_worlds(players, agents)[:, seat] == agent
    np.testing.assert_allclose(viewed(scores, (seat, agent)), posterior(scores, mask).marginals, atol=1e-12)


def test_masks_and_soft_weights_by_hand() -> None:
    """Two players, two agents: two worlds. Weights 1 : 3 by soft clues, then one ruled out."""
    soft = np.log(np.array([1.0, 3.0]))
    worlds = posterior(np.zeros((2, 2)), None, soft)
    assert worlds.owners.tolist() == [[0, 1], [1, 0]]
    assert worlds.probability == pytest.approx([0.25, 0.75])
    assert worlds.best(1) == (((1, 0), pytest.approx(0.75)),)
    assert posterior(np.zeros((2, 2)), np.array([True, False]), soft).best(5) == (((0, 1), 1.0),)
    with pytest.raises(ValueError, match="no world"):
        posterior(np.zeros((2, 2)), np.array([False, False]))


def test_all_worlds_are_the_permutations_in_order_and_cannot_be_changed() -> None:
    table = all_worlds(3, 5)
    assert [tuple(row) for row in table.tolist()] == list(permutations(range(5), 3))
    with pytest.raises(ValueError, match="read-only"):
        table[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        posterior(np.zeros((2, 3))).marginals[0, 0] = 1.0
    assert len(all_worlds(7, 7)) == 5040 and len(all_worlds(6, 7)) == 5040


def test_log_weights_of_worlds_add_up_their_owners() -> None:
    scores = RNG.normal(0, 3, (3, 5))
    slow = [sum(scores[p, a] for p, a in enumerate(world)) for world in permutations(range(5), 3)]
    np.testing.assert_allclose(log_weights_of(scores), slow, atol=1e-12)


def test_best_worlds_of_equal_weight_come_in_order() -> None:
    worlds = Worlds(all_worlds(2, 3), np.full(6, 1 / 6), 2, 3)
    assert [owners for owners, _ in worlds.best(3)] == [(0, 1), (0, 2), (1, 0)]
