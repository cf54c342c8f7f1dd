"""Many games: shares that add up, habits that sharpen with games, a prior for the next table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from review_scenes import game

from assistant.deduction import Parameters, analyse, shipped
from assistant.records import RevealEvent
from assistant.review import appearances, history
from assistant.review.history import GroupHistory, habits, table_weights, type_prior, with_weights


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


def test_the_spread_is_that_of_the_dirichlet_posterior() -> None:
    """Two games that say nothing of two types: Dirichlet(2, 2), each weight a Beta(2, 2) with variance 1 / 20."""
    mean, spread = habits(np.zeros((2, 2)), np.array([0.5, 0.5]))
    np.testing.assert_allclose(mean, 0.5)
    np.testing.assert_allclose(spread, np.sqrt(1 / 20))


def test_a_game_that_ends_with_the_cards_turned_over_counts_as_one_with_owners() -> None:
    """Games noted at the table have reveals and no `owners`; what they give away at the end is no reading."""
    record = game(3, 1, "greedy")
    assert record.owners is not None
    reveals = [RevealEvent(player=player, agent=agent) for player, agent in record.owners.items()]
    shown = record.with_events([*record.events, *reveals]).model_copy(update={"owners": None})
    for one, other in zip(appearances(record), appearances(shown), strict=True):
        assert (one.player, one.won, one.decided, one.chance) == (
            other.player,
            other.won,
            other.decided,
            other.chance,
        )
        assert one.known == pytest.approx(other.known) and other.known < 1.0
        np.testing.assert_allclose(one.evidence, other.evidence)
    assert appearances(shown.with_events(shown.events[:-1])) == ()


def test_weights_are_a_distribution_over_the_models_types(seen: list) -> None:  # type: ignore[type-arg]
    group = history(seen)
    assert group.types == (*shipped().types, "uniform")
    for player in group.players:
        assert player.weights.sum() == pytest.approx(1.0) and (player.spread > 0).all()


def _tuned(group: GroupHistory, names: Sequence[str]) -> Parameters:
    weights = map(float, table_weights(group, names, shipped()))
    return with_weights(shipped(), dict(zip(group.types, weights, strict=True)))


@pytest.mark.parametrize("weights", [{}, {"uniform": 1.0}, "nan", "inf", "less than nothing", "nothing"])
def test_what_is_no_weights_of_the_models_types_is_refused(weights: object) -> None:
    value = {"nan": np.nan, "inf": np.inf, "less than nothing": -1.0, "nothing": 0.0}
    given = (
        weights
        if isinstance(weights, dict)
        else dict.fromkeys((*shipped().types, "uniform"), value[str(weights)])
    )
    with pytest.raises(ValueError, match="weight"):
        with_weights(shipped(), given)


def test_the_prior_for_the_next_game_has_the_mean_weights(seen: list) -> None:  # type: ignore[type-arg]
    group = history(seen)
    names = [player.player for player in group.players]
    tuned = _tuned(group, names)
    np.testing.assert_allclose(
        type_prior(tuned), np.mean([p.weights for p in group.players], axis=0), atol=1e-6
    )
    same = _tuned(group, ["a stranger"])
    np.testing.assert_allclose(type_prior(same), type_prior(shipped()), atol=1e-9)
    record = game(3, 9, "greedy")
    assert not np.allclose(analyse(record, parameters=tuned).posterior, analyse(record).posterior, atol=1e-6)
