"""Positions, small games and parameters for the tests of the deduction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from assistant.deduction.behaviour import turn_evidence
from assistant.deduction.parameters import MODES, Parameters, shipped
from assistant.deduction.players import Tally, read
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS
from assistant.deduction.worlds import posterior
from assistant.game import GameState, Turn, edition, play, start
from assistant.records import Record
from assistant.records.record import Player
from assistant.training.players import POPULATION, Policy
from assistant.training.selfplay import play_game

AGENTS = ("red", "blue", "green", "grey", "orange", "purple", "yellow")
NAMES = ("Anna", "Ben", "Cem", "Dana", "Eli", "Fay", "Gil")
POLICIES = {policy.name: policy for policy in POPULATION}


def scene(
    spec: str | Mapping[str, Any] = "ravensburger-expert",
    at: Sequence[int] = (0, 0, 0),
    markers: Sequence[int] | None = None,
    players: int = 2,
    **fields: Any,
) -> GameState:
    """A position with the agents `at` these buildings."""
    state = start(edition(spec), NAMES[:players], AGENTS[: len(at)])
    return replace(state, positions=tuple(at), markers=tuple(markers or (0,) * len(at)), **fields)


def split(agents: int, **moves: int) -> tuple[int, ...]:
    return tuple(moves.get(name, 0) for name in AGENTS[:agents])


def belief(
    turns: Sequence[tuple[GameState, Turn]], parameters: Parameters | None = None, with_safe: bool = True
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What an observer believes after these turns, each played by the engine: (players, agents)."""
    known = parameters or shipped()
    first = turns[0][0]
    sums = Tally.empty(len(first.players), len(first.agents), known)
    for state, turn in turns:
        sums = sums.add(turn_evidence(play(state, turn), known), with_safe)
    return posterior(read(sums, known).scores).marginals


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
        surprise=(-0.2, 8.0),
        fitted={},
    )


def game(
    *kinds: str, seed: int = 1, rules: str | dict[str, Any] = "ravensburger-expert", turns: int | None = None
) -> Record:
    """A self-play game of these kinds, cut after `turns` turns."""
    policies: list[Policy] = [POLICIES[kind] for kind in kinds]
    record = play_game(policies, rules, seed)
    return record if turns is None else record.with_events(record.events[:turns])


def without_truth(record: Record) -> Record:
    """The record without anything that says who owns what or who plays how."""
    players = tuple(Player(name=player.name) for player in record.players)
    return record.model_copy(update={"owners": None, "tags": {}, "players": players})
