"""Stage one of the fit: one weight vector per kind of player, by conditional logit on what they chose.

McFadden's conditional logit (1974) over all legal turns, with a ridge penalty on standardised weights and one
exponent for the number of alternatives. The maximiser is scipy's L-BFGS-B with the exact gradient.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.behaviour import safe_alternatives, split_alternatives
from assistant.deduction.parameters import CROWD_UNIT
from assistant.deduction.terms import safe_terms, split_terms
from assistant.records.record import Record
from assistant.records.replay import replay

Floats = NDArray[np.float64]
RIDGE = 2.0
"""Penalty on squared standardised weights, in units of one decision."""


@dataclass(frozen=True)
class Decision:
    """One observed choice of a player whose agent is known: terms (alternatives, terms) and the row taken."""

    terms: NDArray[np.float32]
    chosen: int


@dataclass(frozen=True)
class Fitted:
    """Weights (terms,), the crowd exponent, and the mean log-likelihood of a decision with them."""

    weights: Floats
    crowd: float
    likelihood: float


def decisions(record: Record, kind: str) -> tuple[list[Decision], list[Decision]]:
    """What the players of `kind` chose in a record with owners: splits, and the safe's buildings."""
    owners = record.owners_by_seat
    assert owners is not None, "only games with known owners are fitted"
    splits: list[Decision] = []
    safes: list[Decision] = []
    for step in replay(record).turns:
        outcome = step.outcome
        if outcome is None or record.players[outcome.turn.player].tags.get("controller") != kind:
            continue
        own = owners[outcome.turn.player]
        table, row = split_alternatives(outcome)
        splits.append(Decision(split_terms(outcome.before, table)[:, :, own].T.astype(np.float32), row))
        targets = safe_alternatives(outcome)
        if targets and outcome.scored is not None and outcome.turn.safe is not None:
            terms = safe_terms(outcome.scored, targets)[:, :, own].T.astype(np.float32)
            safes.append(Decision(terms, targets.index(outcome.turn.safe)))
    return splits, safes


def fit_choices(observed: Sequence[Decision]) -> Fitted:
    """Weights and crowd exponent that make the observed choices most likely, under the ridge penalty."""
    from scipy.optimize import minimize  # 0.3 s, needed by the fit alone

    terms = np.concatenate([decision.terms for decision in observed]).astype(np.float64)
    sizes = np.array([len(decision.terms) for decision in observed])
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    chosen = first + np.array([decision.chosen for decision in observed])
    crowd = np.repeat(np.log(sizes / CROWD_UNIT), sizes)
    spread = terms.std(axis=0)
    spread[spread < 1e-6] = 1.0
    terms /= spread
    count, dims = len(observed), terms.shape[1]

    def loss(x: Floats) -> tuple[float, Floats]:
        weights, exponent = x[:dims], x[dims]
        scale = np.exp(exponent * crowd)
        utility = (terms @ weights) * scale
        top = np.maximum.reduceat(utility, first)
        mass = np.exp(utility - np.repeat(top, sizes))
        total = np.add.reduceat(mass, first)
        likelihood = float((utility[chosen] - top - np.log(total)).sum())
        slope = -mass / np.repeat(total, sizes)
        slope[chosen] += 1.0
        value = float(-likelihood + 0.5 * RIDGE * weights @ weights + 0.5 * exponent**2) / count
        grad_weights = (-terms.T @ (slope * scale) + RIDGE * weights) / count
        grad_exponent = (-(slope * utility * crowd).sum() + exponent) / count
        return value, np.append(grad_weights, grad_exponent)

    best = minimize(loss, np.zeros(dims + 1), jac=True, method="L-BFGS-B", options={"maxiter": 150})
    return Fitted(best.x[:dims] / spread, float(best.x[dims]), -float(best.fun))


def gather(records: Iterable[Record], kind: str, most: int) -> tuple[list[Decision], list[Decision]]:
    """The first `most` decisions of each sort that players of `kind` took in `records`."""
    splits: list[Decision] = []
    safes: list[Decision] = []
    for record in records:
        if len(splits) >= most:
            break
        more, placed = decisions(record, kind)
        splits += more
        safes += placed
    return splits[:most], safes[:most]
