"""Finished games of other people's bots: every one passes, in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from record_scenes import CORPUS

from assistant.records import load, replay
from assistant.records.json_format import print_json
from assistant.records.text_format import parse_text, print_text

GAMES = sorted(CORPUS.glob("plain/*.json")) + sorted(CORPUS.glob("cards/*.json"))
LOGS = sorted(CORPUS.glob("engine-logs/*.log"))


def by_name(path: Path) -> str:
    return path.stem


def test_the_corpus_is_complete(corpus: Path) -> None:
    assert (len(GAMES), len(LOGS)) == (87, 3)


@pytest.mark.parametrize("path", GAMES, ids=by_name)
def test_game_passes_check_and_survives_every_form(path: Path) -> None:
    record = load(path)
    game = replay(record)
    assert game.state.finished
    assert len(game.turns) == len(record.events)
    assert game.turns[-1].event.scores == dict(zip(record.agents, game.state.markers, strict=True))  # type: ignore[union-attr]
    data = json.loads(path.read_text())
    assert json.loads(print_json(record)) == data
    assert json.loads(print_json(parse_text(print_text(record)))) == data
