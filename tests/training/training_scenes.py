"""Small games and parameters for the tests of the training room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant.records import Record
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game

POLICIES = {policy.name: policy for policy in POPULATION}
AMIGO: dict[str, Any] = {"base": "amigo-dossier", "floor": "none"}


def game(*kinds: str, seed: int = 1, rules: str | dict[str, Any] = "ravensburger-expert") -> Record:
    return play_game([POLICIES[kind] for kind in kinds], rules, seed)


def run_here(function: Any, arguments: Sequence[tuple[Any, ...]], label: str = "") -> list[Any]:
    """Like `assistant.training.jobs.Jobs`, without joblib."""
    return [function(*one) for one in arguments]
