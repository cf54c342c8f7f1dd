"""Positions, small games and parameters for the tests of the deduction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from assistant.deduction.behaviour import turn_evidence
from assistant.deduction.parameters import Parameters, shipped
from assistant.deduction.players import read
from assistant.deduction.tally import Tally
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
