"""Many games: shares that add up, habits that sharpen with games, a prior for the next table."""

from __future__ import annotations

import numpy as np
import pytest
from review_scenes import game

from assistant.deduction import analyse, shipped
from assistant.review import appearances, history, prior_for_next
from assistant.review.history import habits, type_prior


@pytest.fixture(scope="module")
def seen() -> list[tuple[object, ...]]:
    return [appearances(game(3, seed, "greedy")) for seed in range(1, 5)]


def test_wins_are_shared_out_among_the_finished_games(seen: list) -> None:  # type: ignore[type-arg]
    group = history([*seen, appearances(game().model_copy(update={"owners": None}))])
    assert (group.games, group.skipped) == (4, 1)
    decided = {player.decided for player in group.players}
    assert len(decided) == 1 and sum(player.wins for player in group.players) <= decided.pop()
    for player in group.players:
        assert player.win_interval[0] < (player.wins + 1) / (player.decided + 2) < player.win_interval[1]
    assert [player.readable for player in group.players] == sorted(
        player.readable for player in group.players
    )


def test_records_and_what_was_seen_in_them_give_the_same(seen: list) -> None:  # type: ignore[type-arg]
    one, other = history([game(3, 1, "greedy")]), history(seen[:1])
    assert [player.player for player in one.players] == [player.player for player in other.players]
    np.testing.assert_allclose(one.players[0].weights, other.players[0].weights)


def test_habits_start_from_the_prior_and_sharpen_with_games() -> None:
    prior = np.array([0.5, 0.3, 0.2])
    none, _ = habits(np.zeros((0, 3)), prior)
    np.testing.assert_allclose(none, prior)
    clear = np.array([[0.0, -30.0, -30.0]])
    few, wide = habits(np.repeat(clear, 2, axis=0), prior)
    many, narrow = habits(np.repeat(clear, 20, axis=0), prior)
    assert prior[0] < few[0] < many[0] < 1.0 and narrow[0] < wide[0]
    np.testing.assert_allclose(many[0], (2 * 0.5 + 20) / 22, atol=1e-3)


def test_weights_are_a_distribution_over_the_models_types(seen: list) -> None:  # type: ignore[type-arg]
    group = history(seen)
    assert group.types == (*shipped().types, "uniform")
    for player in group.players:
        assert player.weights.sum() == pytest.approx(1.0) and (player.spread > 0).all()


def test_the_prior_for_the_next_game_has_the_mean_weights(seen: list) -> None:  # type: ignore[type-arg]
    group = history(seen)
    names = [player.player for player in group.players]
    tuned = prior_for_next(group, names, shipped())
    np.testing.assert_allclose(
        type_prior(tuned), np.mean([p.weights for p in group.players], axis=0), atol=1e-6
    )
    same = prior_for_next(group, ["a stranger"], shipped())
    np.testing.assert_allclose(type_prior(same), type_prior(shipped()), atol=1e-9)
    record = game(3, 9, "greedy")
    assert not np.allclose(analyse(record, parameters=tuned).posterior, analyse(record).posterior, atol=1e-6)
