"""Golden playthroughs: the sample games as readable transcripts, held against files that people have read.

After a wanted change write them anew: `BAANTJER_GOLDEN=write pytest tests/baantjer/test_golden.py`.
"""

import difflib
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from assistant.baantjer.record import Record, load
from assistant.baantjer.replay import final_state
from assistant.baantjer.report import odds_lines, transcript

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "sample_games" / "baantjer").glob("*.json"))
GOLDEN = ROOT / "tests" / "golden" / "baantjer"


def hold(lines: Iterable[str], golden: Path) -> None:
    text = "".join(line + "\n" for line in lines)
    if os.environ.get("BAANTJER_GOLDEN") == "write":
        golden.write_text(text, "utf-8")
    expected = golden.read_text("utf-8") if golden.exists() else ""
    diff = list(difflib.unified_diff(expected.splitlines(), text.splitlines(), "golden", "now", lineterm=""))
    assert not diff, "\n".join(diff)


def first(record: Record, events: int) -> Record:
    return record.model_copy(update={"events": record.events[:events]})


@pytest.mark.parametrize("game", GAMES, ids=[game.stem for game in GAMES])
def test_the_transcript_is_as_it_was(game: Path) -> None:
    hold(transcript(load(game)), GOLDEN / f"{game.stem}.txt")


@pytest.mark.parametrize("events", [0, 40, 90])
def test_the_odds_are_as_they_were(events: int) -> None:
    record = load(ROOT / "sample_games" / "baantjer" / "two-players.json")
    hold(odds_lines(final_state(first(record, events))), GOLDEN / f"two-players-odds-{events}.txt")


def test_the_samples_show_what_their_readme_says() -> None:
    records = {game.stem: load(game) for game in GAMES}
    types = {name: {event.type for event in record.events} for name, record in records.items()}
    winners = {name: final_state(record).winner for name, record in records.items()}
    assert {"taken", "lost", "skip", "close"} <= types["four-players"]
    assert len(records["four-players"].players) == 4 and winners["four-players"] is not None
    assert records["short-game"].options.game == "short" and winners["short-game"] is not None
    assert {"observe", "compare", "tally", "taken"} <= types["two-players"]
    assert any(event.type == "red" and event.card is None for event in records["two-players"].events)
    assert records["opening-with-map"].map is not None
