"""Modes: what somebody who plays for a decoy, or drops a mask, is read as; all against sums over every story."""

from __future__ import annotations

import numpy as np
import plain_model
import pytest

from assistant.deduction.modes import DECOY_SHARES, HIDDEN, MODES, UNMASK, ModeSums, own_share

AGENTS = 5


def seen(turns: np.ndarray, slow: np.ndarray | None = None) -> ModeSums:
    """The sums after turns whose log-likelihoods are (turns, types, agents)."""
    sums = ModeSums.empty(turns.shape[1], turns.shape[2])
    for one, quiet in zip(turns, turns if slow is None else slow, strict=True):
        sums = sums.after(one, quiet)
    return sums


def in_mode(sums: ModeSums, mode: str, seat: int = 0) -> np.ndarray:
    """How a mode shares out a player of the first type over the agents, sums to 1."""
    lines = np.exp(sums.hypotheses(seat)[: len(MODES)][MODES.index(mode)])
    result: np.ndarray = lines / lines.sum()
    return result


def for_agents(*agents: int) -> np.ndarray:
    """Turns of one type, each plainly for one agent."""
    turns = np.full((len(agents), 1, AGENTS), np.log(0.05))
    turns[np.arange(len(agents)), 0, list(agents)] = np.log(0.8)
    return turns


def test_who_plays_for_anybody_is_told_by_nothing() -> None:
    """As likely as the mean agent in every turn, whoever the own one is."""
    turns = for_agents(1, 3, 3)
    line = seen(turns).hypotheses(0)[MODES.index("fickle")]
    assert line == pytest.approx(3 * np.log((0.8 + 4 * 0.05) / 5))


@pytest.mark.parametrize("turns", [1, 4])
def test_every_mode_is_the_sum_over_all_its_stories(turns: int) -> None:
    rng = np.random.default_rng(turns)
    lines, slow = rng.normal(-3, 2, (2, turns, 3, AGENTS))
    found = seen(lines, slow).hypotheses(2).reshape(3, len(MODES), AGENTS)
    for kind in range(3):
        expected = plain_model.in_every_mode(lines[:, kind].tolist(), slow[:, kind].tolist(), 2)
        np.testing.assert_allclose(found[kind], expected, atol=1e-10)


def test_before_the_first_turn_no_mode_says_anything() -> None:
    np.testing.assert_allclose(ModeSums.empty(2, AGENTS).hypotheses(0), 0.0, atol=1e-12)


def test_a_turn_that_is_as_likely_for_everybody_moves_no_mode() -> None:
    sums = seen(for_agents(1, 3))
    then = sums.after(np.full((1, AGENTS), -4.0), np.full((1, AGENTS), -4.0))
    for mode in MODES:
        np.testing.assert_allclose(in_mode(then, mode), in_mode(sums, mode), atol=1e-12)


def test_who_serves_two_agents_is_one_of_the_two() -> None:
    """Plain types would call it nobody's game; with a decoy both stay likely, and the rest does not."""
    shares = in_mode(seen(for_agents(1, 3, 1, 3)), "decoy")
    assert shares[1] == pytest.approx(shares[3]) and shares[1] > 2.5 * shares[0]


def test_a_heavy_decoy_is_served_more_often_than_the_own_agent() -> None:
    shares = in_mode(seen(for_agents(1, 3, 3, 3, 3)), "heavy-decoy")
    assert shares[1] > shares[3] > 0 and shares[1] == shares.max()
    half = in_mode(seen(for_agents(1, 3, 3, 3, 3)), "decoy")
    assert half[3] > half[1]


def test_a_mask_comes_off_for_the_agent_that_is_served_last() -> None:
    shares = in_mode(seen(for_agents(1, 1, 1, 3, 3, 3)), "disguise")
    assert shares.argmax() == 3 and shares[3] > 2 * shares[1]


def test_types_are_picked_and_hidden_for_every_mode() -> None:
    sums = seen(np.random.default_rng(1).normal(-3, 1, (3, 4, AGENTS)))
    whole = sums.hypotheses(1).reshape(4, len(MODES), AGENTS)
    picked = sums.of_types(np.array([2, 0])).hypotheses(1).reshape(2, len(MODES), AGENTS)
    np.testing.assert_array_equal(picked, whole[[2, 0]])
    hidden = sums.hidden(np.array([False, True, False, False])).hypotheses(1).reshape(4, len(MODES), AGENTS)
    assert hidden[1].max() < 0.99 * HIDDEN
    np.testing.assert_array_equal(hidden[[0, 2, 3]], whole[[0, 2, 3]])


def test_how_much_of_a_turn_is_for_the_own_agent() -> None:
    share = dict(zip(MODES, own_share(2, slow=True), strict=True))
    assert share["plain"] == 1.0
    assert share["slow-start"] == share["seat-number"] == share["fickle"] == 0.0
    assert (share["decoy"], share["heavy-decoy"]) == tuple(1 - s for s in DECOY_SHARES)
    assert share["disguise"] == pytest.approx(1 - (1 - UNMASK) ** 2)
    assert own_share(np.inf, slow=False).tolist() == [1.0, 1.0, 0.0, 0.5, 0.25, 1.0, 0.0]
