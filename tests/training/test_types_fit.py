"""Stage one: known weights are found again from simulated choices."""

from __future__ import annotations

import numpy as np
import pytest
from training_scenes import game

from assistant.records import replay
from assistant.training.types_fit import Decision, decisions, fit_choices, gather

CROWD = -0.3


def simulated(weights: list[float], n: int, seed: int) -> list[Decision]:
    """Choices by softmax among 4 to 200 alternatives whose terms are drawn at random."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(n):
        size = int(rng.choice([4, 20, 60, 200]))
        terms = rng.normal(0, [1.0, 3.0, 0.2], (size, 3))
        utility = (terms @ np.array(weights)) * (size / 50.0) ** CROWD
        chance = np.exp(utility - utility.max())
        made.append(Decision(terms.astype(np.float32), int(rng.choice(size, p=chance / chance.sum()))))
    return made


def test_known_weights_are_recovered_whatever_the_terms_scale() -> None:
    weights = [1.0, -0.4, 3.0]
    found = fit_choices(simulated(weights, 3000, seed=1))
    np.testing.assert_allclose(found.weights, weights, rtol=0.1)
    assert found.crowd == pytest.approx(CROWD, abs=0.06)
    assert -np.log(200) < found.likelihood < 0


def test_choices_at_random_give_weights_near_nothing() -> None:
    found = fit_choices(simulated([0.0, 0.0, 0.0], 3000, seed=2))
    assert np.abs(found.weights * [1.0, 3.0, 0.2]).max() < 0.06


def test_a_term_that_never_differs_gets_no_weight_and_divides_by_nothing() -> None:
    made = [
        Decision(np.column_stack([d.terms[:, 0], np.full(len(d.terms), 7.0)]).astype(np.float32), d.chosen)
        for d in simulated([1.0, 0.0, 0.0], 200, seed=3)
    ]
    found = fit_choices(made)
    assert found.weights[0] > 0.7 and abs(found.weights[1]) < 1e-6


def test_decisions_are_those_of_the_kind_seen_by_the_own_agent() -> None:
    record = game("greedy", "random", "greedy")
    splits, safes = decisions(record, "greedy")
    outcomes = [step.outcome for step in replay(record).turns if step.outcome]
    mine = [o for o in outcomes if o.turn.player != 1]
    placed = [o for o in mine if o.scored is not None and not o.scored.finished]
    assert len(splits) == len(mine) and len(safes) == len(placed) > 0
    owners = record.owners_by_seat
    assert owners is not None
    for one, outcome in zip(splits, mine, strict=True):
        # The first term is the steps of the own agent.
        assert one.terms[one.chosen, 0] == outcome.turn.steps[owners[outcome.turn.player]]
    assert decisions(record, "sly") == ([], [])


def test_gathering_stops_when_there_is_enough() -> None:
    records = [game("greedy", "greedy", seed=seed) for seed in range(3)]
    splits, safes = gather(iter(records), "greedy", 12)
    assert len(splits) == 12 and len(safes) <= 12
    everything, _ = gather(records, "greedy", 10_000)
    assert len(everything) == sum(len(record.events) for record in records)
