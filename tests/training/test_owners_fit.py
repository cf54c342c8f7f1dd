"""Stage two: its gradient, and that training reads a table as the deduction does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from random_parameters import random_parameters
from training_scenes import AMIGO, game

from assistant.deduction.modes import MODES
from assistant.deduction.parameters import Parameters
from assistant.deduction.players import read
from assistant.deduction.worlds import viewed
from assistant.training.dataset import Game, reduce_game
from assistant.training.owners_fit import OwnersFit, batches, fit_owners, judge, shown, start

PARAMETERS = random_parameters(4)


def whole(parameters: Parameters) -> OwnersFit:
    habits = np.concatenate([parameters.habit_split, parameters.habit_safe])
    return OwnersFit(parameters.prior, parameters.temper, parameters.gain, habits)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    records = [
        game("greedy", "sly", "random", seed=1),
        game("timid", "greedy", "beginner", seed=2),
        game("sly", "sly", "sly", "greedy", seed=3, rules=AMIGO),
        game("random", "random", seed=4),
    ]
    return [reduce_game(record, PARAMETERS) for record in records]


def test_the_gradient_is_that_of_finite_differences(games: list[Game]) -> None:
    """Every parameter of a fit with two types, and a dozen random directions through all of them."""
    rng = np.random.default_rng(0)
    fit = whole(PARAMETERS)
    x, hypotheses = fit.flat(), fit.prior.size
    directions = [*np.eye(x.size)[: 3 * hypotheses - 2], *rng.normal(size=(12, x.size))]
    step = 1e-5
    steepest = 0.0
    for batch in batches(games, every_view=True):
        others = shown(batch, fit.prior)
        weights = rng.uniform(0.1, 1.0, batch.size[0])

        def value(at: np.ndarray, batch=batch, others=others, weights=weights) -> float:  # type: ignore[no-untyped-def, type-arg]
            judged = judge(batch, others, OwnersFit.from_flat(at, hypotheses), weights)
            return float((judged.loss.mean(axis=1) * weights).sum())

        gradient = judge(batch, others, fit, weights).gradient
        assert gradient is not None
        steepest = max(steepest, float(np.abs(gradient).max()))
        for direction in directions:
            slope = (value(x + step * direction) - value(x - step * direction)) / (2 * step)
            assert gradient @ direction == pytest.approx(slope, abs=1e-6, rel=1e-5)
    assert steepest > 1e-2


def test_training_sees_the_marginals_of_the_deduction(games: list[Game]) -> None:
    """For every game and viewer: `judge` over the other agents is `read` and `viewed` over all."""
    fit = whole(PARAMETERS)
    ordered = sorted(
        ((g, v) for g in games for v in range(len(g.owners))), key=lambda i: (len(i[0].owners), i[0].agents)
    )
    rows = [
        row for batch in batches(games, every_view=True) for row in zip(*_judged(batch, fit), strict=True)
    ]
    assert len(rows) == len(ordered) == 3 + 3 + 4 + 2
    for (one, viewer), (loss, marginals) in zip(ordered, rows, strict=True):
        card = (viewer, one.owners[viewer])
        table = viewed(read(one.sums, PARAMETERS, card).scores, card)
        seats = [seat for seat in range(len(one.owners)) if seat != viewer]
        agents = [agent for agent in range(one.agents) if agent != card[1]]
        np.testing.assert_allclose(marginals, table[np.ix_(seats, agents)], atol=1e-9)
        expected = [-np.log(table[seat, one.owners[seat]]) for seat in seats]
        np.testing.assert_allclose(loss, expected, atol=1e-8)


def _judged(batch, fit: OwnersFit):  # type: ignore[no-untyped-def]
    judged = judge(batch, shown(batch, fit.prior), fit, None)
    assert judged.gradient is None
    return judged.loss, judged.marginals


def test_one_view_per_game_takes_the_seats_in_turn(games: list[Game]) -> None:
    sizes = sorted(batch.size for batch in batches(games))
    assert sizes == [(1, 1, 3), (1, 3, 6), (2, 2, 4)]
    assert sum(batch.size[0] for batch in batches(games, every_view=True)) == 12


def test_flat_and_back() -> None:
    fit = whole(PARAMETERS)
    again = OwnersFit.from_flat(fit.flat(), fit.prior.size)
    assert all((a == b).all() for a, b in zip(vars(fit).values(), vars(again).values(), strict=True))


def test_the_fit_lowers_the_loss_of_its_games_and_is_the_same_every_time(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.training.owners_fit.STEPS", 15)
    begin = start(PARAMETERS.types, whole(PARAMETERS).habits.size)
    first, second = (fit_owners(games, PARAMETERS.types, {"random": 2.0}) for _ in range(2))
    assert (first.flat() == second.flat()).all()

    def loss(fit: OwnersFit) -> float:
        return float(np.mean([judge(b, shown(b, fit.prior), fit, None).loss.mean() for b in batches(games)]))

    assert loss(first) < loss(begin) - 0.01


def test_a_boost_counts_a_kind_as_if_it_had_come_more_often(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The boosted game ends with a lower loss than without the boost."""
    monkeypatch.setattr("assistant.training.owners_fit.STEPS", 15)
    favourite = [replace(games[1], group=("favourite", ""))]
    several = [games[0], *favourite, *games[2:]]

    def loss(boost: float) -> float:
        fit = fit_owners(several, PARAMETERS.types, {"favourite": boost})
        return float(
            np.mean([judge(b, shown(b, fit.prior), fit, None).loss.mean() for b in batches(favourite)])
        )

    assert loss(50.0) < loss(0.02) - 0.01


def test_groups_are_the_one_kind_or_mixed_with_the_edition(games: list[Game]) -> None:
    assert [g.group for g in games] == [
        ("mixed", "ravensburger-expert"), ("mixed", "ravensburger-expert"), ("mixed", "amigo-dossier"),
        ("random", "ravensburger-expert"),
    ]  # fmt: skip
    record = game("random", "random").model_copy(update={"owners": None})
    with pytest.raises(ValueError, match="who owns what"):
        reduce_game(record, PARAMETERS)


def test_hiding_a_type_makes_it_worthless(games: list[Game]) -> None:
    """The fit hides a player's own type by a likelihood that nothing can lift: the posterior leaves it."""
    one = games[0]
    first = np.arange(one.sums.expected.shape[1]) == 0
    modes = tuple(player.hidden(first) for player in one.sums.modes)
    hidden = read(replace(one.sums, modes=modes), PARAMETERS).hypotheses
    mine = hidden[:, : len(MODES)]
    assert mine.max() < 1e-12 < read(one.sums, PARAMETERS).hypotheses[:, : len(MODES)].max()
    assert hidden.sum(axis=1) == pytest.approx(1.0)
