"""The behaviour model's parameters: what `fit` writes, shipped as `parameters.json`, and how they are read."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.card_terms import CARD_TERMS
from assistant.deduction.modes import MODES
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS

Floats = NDArray[np.float64]

CROWD_UNIT = 50.0
"""Number of alternatives at which a type's `crowd` exponent leaves its utilities as they are."""
HABIT_SCALE = 6.0
"""Divides a player's summed habits, so that their weights are of the order of one."""


@dataclass(frozen=True)
class CardParameters:
    """What the likelihood of Top Secret card plays needs.

    Attributes:
        weights: weight of every card term, shape (len(CARD_TERMS),).
        plays, passes: powers of the likelihoods of rounds with and without a play, 0 to 1.
        silent: share of players whose cards say nothing about their agent.
    """

    weights: Floats
    plays: float
    passes: float
    silent: float


@dataclass(frozen=True)
class Parameters:
    """Everything that the likelihood needs. T types, M = T * len(MODES) + 1 hypotheses about a player.

    Attributes:
        types: names of the player types, length T.
        split: weights of the split terms, shape (T, len(SPLIT_TERMS)).
        safe: weights of the safe terms, shape (T, len(SAFE_TERMS)).
        split_crowd, safe_crowd: exponents of the utility's scale in (alternatives / CROWD_UNIT), shape (T,).
        prior: log prior of every (type, mode), type-major, the uniform type last, shape (M,).
        temper: power of each readable hypothesis's likelihood in "whose agent", shape (M - 1,); 1 would be
            Bayes with types known exactly.
        gain: weight of the habits under each readable hypothesis, shape (M - 1,).
        habit_split, habit_safe: weights of the table habits, one per term.
        cards: the choice of Top Secret cards.
        fitted: what the file says about its making.
    """

    types: tuple[str, ...]
    split: Floats
    safe: Floats
    split_crowd: Floats
    safe_crowd: Floats
    prior: Floats
    temper: Floats
    gain: Floats
    habit_split: Floats
    habit_safe: Floats
    cards: CardParameters
    surprise: tuple[float, float]
    fitted: dict[str, Any]

    @property
    def hypotheses(self) -> tuple[tuple[str, str], ...]:
        """(type, mode) of every hypothesis, the uniform type last."""
        return (*((name, mode) for name in self.types for mode in MODES), ("uniform", ""))


NO_CARDS = CardParameters(np.zeros(len(CARD_TERMS)), 0.0, 0.0, 1.0)
"""Card plays say nothing."""


def blind_to_cards(parameters: Parameters) -> Parameters:
    """The same model without the evidence of card plays."""
    return replace(parameters, cards=NO_CARDS)


def to_data(parameters: Parameters) -> dict[str, Any]:
    """The parameters as plain data, rounded so that the file is the same on every run."""

    def named(values: Floats, order: tuple[str, ...]) -> dict[str, float]:
        return {name: _round(value) for name, value in zip(order, values, strict=True)}

    return {
        "format": "heimlich-behaviour",
        "version": 1,
        "fitted": parameters.fitted,
        "surprise": [_round(value) for value in parameters.surprise],
        "hypotheses": {
            "/".join(hypothesis).rstrip("/"): [_round(value) for value in row]
            for hypothesis, row in zip(parameters.hypotheses, _rows(parameters), strict=True)
        },
        "habit": named(parameters.habit_split, SPLIT_TERMS) | named(parameters.habit_safe, SAFE_TERMS),
        "cards": {
            "plays": _round(parameters.cards.plays),
            "passes": _round(parameters.cards.passes),
            "silent": _round(parameters.cards.silent),
            "weights": named(parameters.cards.weights, CARD_TERMS),
        },
        "types": {
            name: {
                "split_crowd": _round(parameters.split_crowd[i]),
                "safe_crowd": _round(parameters.safe_crowd[i]),
                "split": named(parameters.split[i], SPLIT_TERMS),
                "safe": named(parameters.safe[i], SAFE_TERMS),
            }
            for i, name in enumerate(parameters.types)
        },
    }


def _rows(parameters: Parameters) -> list[tuple[float, ...]]:
    """Log prior, temper and gain of every hypothesis; the uniform one has a prior alone."""
    readable = zip(parameters.prior[:-1], parameters.temper, parameters.gain, strict=True)
    return [*readable, (float(parameters.prior[-1]),)]


def _round(value: float) -> float:
    return float(f"{float(value):.5g}")


def from_data(data: dict[str, Any]) -> Parameters:
    """Reads what `to_data` wrote.

    Raises:
        KeyError: a type, term or hypothesis is missing.
    """
    types = data["types"]
    names = tuple(types)
    hypotheses = [*(f"{name}/{mode}" for name in names for mode in MODES), "uniform"]
    return Parameters(
        types=names,
        split=np.array([[types[name]["split"][term] for term in SPLIT_TERMS] for name in names]),
        safe=np.array([[types[name]["safe"][term] for term in SAFE_TERMS] for name in names]),
        split_crowd=np.array([types[name]["split_crowd"] for name in names]),
        safe_crowd=np.array([types[name]["safe_crowd"] for name in names]),
        prior=np.array([data["hypotheses"][hypothesis][0] for hypothesis in hypotheses]),
        temper=np.array([data["hypotheses"][hypothesis][1] for hypothesis in hypotheses[:-1]]),
        gain=np.array([data["hypotheses"][hypothesis][2] for hypothesis in hypotheses[:-1]]),
        habit_split=np.array([data["habit"][term] for term in SPLIT_TERMS]),
        habit_safe=np.array([data["habit"][term] for term in SAFE_TERMS]),
        cards=_cards(data["cards"]),
        surprise=(float(data["surprise"][0]), float(data["surprise"][1])),
        fitted=dict(data["fitted"]),
    )


def _cards(data: dict[str, Any]) -> CardParameters:
    weights = np.array([data["weights"][term] for term in CARD_TERMS])
    return CardParameters(weights, float(data["plays"]), float(data["passes"]), float(data["silent"]))


@cache
def shipped() -> Parameters:
    """The parameters that come with the package, made by `python -m assistant fit`."""
    text = resources.files("assistant.deduction").joinpath("parameters.json").read_text(encoding="utf-8")
    return from_data(json.loads(text))
