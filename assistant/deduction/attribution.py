"""Which terms of a turn moved a belief, and what the owner would rather have done.

The local slope of a player's score in each term, weighted over the types the player may be of: weight times
(chosen minus expected) for the types, weight times (chosen minus mean) for the habits, for one agent against the
others that the player might own instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.behaviour import crowd_scale, safe_alternatives, split_alternatives
from assistant.deduction.modes import HABITS, MODES, SLOW_TURNS, own_share, stretches
from assistant.deduction.parameters import HABIT_SCALE, Parameters
from assistant.deduction.terms import SAFE_TERMS, safe_terms, split_terms
from assistant.game import Outcome

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Attribution:
    """Terms' shares in nats, and the alternatives as an owner of the agent would rank them.

    Attributes:
        split: shares of the split terms, shape (len(SPLIT_TERMS),).
        safe: shares of the safe terms, shape (len(SAFE_TERMS),), zeros without a safe move.
        alternatives: how many splits there were.
        rank: 1 where no split was better for the agent, by the types' mean utility.
        best: steps of the best split for the agent.
        chosen: chance that the split was chosen, and not made by rote.
    """

    split: Floats
    safe: Floats
    alternatives: int
    rank: int
    best: tuple[int, ...]
    chosen: float


def type_weights(hypotheses: Floats, parameters: Parameters, turn: int, slow: bool) -> tuple[Floats, float]:
    """Weight of every type's choice model, (T,), and of the habits, from one player's posterior, (H,).

    A mode counts with the share of the turn that it plays for the own agent (`own_share`).

    Args:
        hypotheses: the posterior.
        parameters: the behaviour model's.
        turn: the player's own turns, this one counted.
        slow: the turn lies in the stretch that slow starters play uniformly.
    """
    readable = hypotheses[:-1].reshape(-1, len(MODES))
    temper = parameters.temper.reshape(readable.shape)
    result: Floats = (readable * temper) @ own_share(turn, slow)
    gain = parameters.gain.reshape(readable.shape)
    return result, float(((readable * gain) @ (HABITS @ stretches(turn, slow))).sum())


def _shares(
    terms: Floats, chosen: int, weights: Floats, crowd: Floats, types: Floats, contrast: Floats
) -> Floats:
    """Share of every term, (K,): for the types alone. `contrast` (agents,) is one agent against the others."""
    scale = crowd_scale(terms.shape[1], crowd)
    utility = np.tensordot(weights * scale[:, None], terms, axes=1)
    utility -= utility.max(axis=1, keepdims=True)
    chance = np.exp(utility)
    chance /= chance.sum(axis=1, keepdims=True)
    expected = np.einsum("tna,kna->tka", chance, terms)
    off = terms[:, chosen][None] - expected
    result: Floats = np.einsum("t,tk,tka,a->k", types * scale, weights, off, contrast)
    return result


def attribute(
    outcome: Outcome,
    agent: int,
    against: Floats,
    hypotheses: Floats,
    parameters: Parameters,
    with_safe: bool = True,
    chosen: tuple[float, ...] = (1.0, 1.0),
) -> Attribution:
    """Attributes what a turn said about its player owning `agent`.

    Args:
        outcome: the turn.
        agent: the agent asked about.
        against: how probable each other agent is the player's instead, shape (agents,), sums to 1.
        hypotheses: posterior of every hypothesis about the player, shape (H,).
        parameters: the behaviour model's.
        with_safe: whether the safe move counts.
        chosen: chance that the split, and the safe's building, was chosen and not taken by rote.
    """
    contrast = -against
    contrast[agent] = 1.0
    before = outcome.before
    turn = before.turns // len(before.players) + 1
    types, habits = type_weights(hypotheses, parameters, turn, before.turns < SLOW_TURNS)
    table, row = split_alternatives(outcome)
    terms = split_terms(outcome.before, table)
    split = _shares(terms, row, parameters.split, parameters.split_crowd, types, contrast)
    habit = (terms[:, row] - terms.mean(axis=1)) @ contrast
    split = chosen[0] * (split + habits * parameters.habit_split * habit / HABIT_SCALE)
    wish = np.einsum("t,tk,kn->n", types + 1e-12, parameters.split, terms[:, :, agent])
    safe = np.zeros(len(SAFE_TERMS))
    targets = safe_alternatives(outcome) if with_safe else ()
    if targets and outcome.scored is not None and outcome.turn.safe is not None:
        placed = safe_terms(outcome.scored, targets)
        goal = targets.index(outcome.turn.safe)
        safe = _shares(placed, goal, parameters.safe, parameters.safe_crowd, types, contrast)
        habit = (placed[:, goal] - placed.mean(axis=1)) @ contrast
        safe = chosen[1] * (safe + habits * parameters.habit_safe * habit / HABIT_SCALE)
    best = int(wish.argmax())
    return Attribution(
        split=split,
        safe=safe,
        alternatives=len(table),
        rank=1 + int((wish > wish[row] + 1e-9).sum()),
        best=tuple(int(n) for n in table[best]),
        chosen=chosen[0],
    )
