"""A small loader for record files, so that the tests of the engine need nothing but the engine."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assistant.game import CardPlay, GameState, Outcome, Turn, edition, play, start

CORPUS = Path(os.environ.get("HEIMLICH_CORPUS", Path(__file__).parents[3] / "shared" / "corpus"))
"""Finished games of other people's bots; not part of the project: tests on them may be skipped."""


def files(kind: str) -> list[Path]:
    return sorted((CORPUS / kind).glob("*.json"))


def load(path: Path) -> tuple[GameState, list[tuple[Turn, dict[str, Any]]]]:
    """The first state of the record at `path` and its turns, each with the raw event."""
    data = json.loads(path.read_text())
    players = [player["name"] for player in data["players"]]
    state = start(edition(data["edition"]), players, data["agents"])
    turns = [event for event in data["events"] if event["type"] == "turn"]
    return state, [(_turn(event, players, data["agents"]), event) for event in turns]


def _turn(event: dict[str, Any], players: list[str], agents: list[str]) -> Turn:
    return Turn(
        player=players.index(event["player"]),
        steps=tuple(event["moves"].get(agent, 0) for agent in agents),
        die=event["die"],
        safe=event["safe"],
        cards=tuple(
            CardPlay(
                player=players.index(entry["player"]),
                card=entry["card"],
                agents=tuple(agents.index(agent) for agent in entry.get("agents", [])),
                number=entry.get("number", 0),
            )
            for entry in event.get("cards", [])
        ),
        drew=event.get("drew"),
        scored=event.get("scored"),
    )


def replay(path: Path) -> Iterator[tuple[Outcome, dict[str, Any]]]:
    """Each turn of the record at `path` played, with the raw event."""
    state, turns = load(path)
    for turn, event in turns:
        outcome = play(state, turn)
        yield outcome, event
        state = outcome.after
