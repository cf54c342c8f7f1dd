"""Small games and parameters for the tests of the training room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from assistant.deduction.parameters import MODES, Parameters
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS
from assistant.records import Record
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game

POLICIES = {policy.name: policy for policy in POPULATION}
AMIGO: dict[str, Any] = {"base": "amigo-dossier", "floor": "none"}


def game(*kinds: str, seed: int = 1, rules: str | dict[str, Any] = "ravensburger-expert") -> Record:
    return play_game([POLICIES[kind] for kind in kinds], rules, seed)


def random_parameters(seed: int, types: int = 2) -> Parameters:
    rng = np.random.default_rng(seed)
    hypotheses = types * len(MODES)
    return Parameters(
        types=tuple(f"type {i}" for i in range(types)),
        split=rng.normal(0, 0.1, (types, len(SPLIT_TERMS))),
        safe=rng.normal(0, 0.1, (types, len(SAFE_TERMS))),
        split_crowd=rng.normal(0, 0.2, types),
        safe_crowd=rng.normal(0, 0.2, types),
        prior=np.log(rng.dirichlet(np.full(hypotheses + 1, 3.0))),
        temper=rng.uniform(0.3, 1.2, hypotheses),
        gain=rng.uniform(0.2, 1.2, hypotheses),
        habit_split=rng.normal(0, 0.3, len(SPLIT_TERMS)),
        habit_safe=rng.normal(0, 0.3, len(SAFE_TERMS)),
        surprise=(-0.2, 8.0),
        fitted={},
    )


def run_here(function: Any, arguments: Sequence[tuple[Any, ...]], label: str = "") -> list[Any]:
    """Like `assistant.training.jobs.Jobs`, without joblib."""
    return [function(*one) for one in arguments]
