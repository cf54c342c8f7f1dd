"""Parameters of the behaviour model drawn at random, for tests that must hold whatever the fit found."""

from __future__ import annotations

import numpy as np

from assistant.deduction.card_terms import CARD_TERMS
from assistant.deduction.modes import MODES
from assistant.deduction.parameters import CardParameters, Parameters
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS


def random_parameters(seed: int, types: int = 3) -> Parameters:
    """Parameters with every figure drawn at random; the kinds have nothing in common."""
    rng = np.random.default_rng(seed)
    hypotheses = types * len(MODES)
    return Parameters(
        types=tuple(f"type {i}" for i in range(types)),
        split=rng.normal(0, 0.1, (types, len(SPLIT_TERMS))),
        safe=rng.normal(0, 0.1, (types, len(SAFE_TERMS))),
        split_crowd=rng.normal(0, 0.3, types),
        safe_crowd=rng.normal(0, 0.3, types),
        prior=np.log(rng.dirichlet(np.ones(hypotheses + 1))),
        temper=rng.uniform(0.3, 1.2, hypotheses),
        gain=rng.uniform(0.2, 1.2, hypotheses),
        habit_split=rng.normal(0, 0.3, len(SPLIT_TERMS)),
        habit_safe=rng.normal(0, 0.3, len(SAFE_TERMS)),
        cards=CardParameters(rng.normal(0, 0.3, len(CARD_TERMS)), *rng.uniform(0.1, 0.9, 3)),
        surprise=(-0.2, 8.0),
        fitted={},
    )
