"""Every finished game of the corpus replays: positions, markers and draws as recorded after every turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus_games import files, replay

GAMES = [*files("cards"), *files("plain")]
pytestmark = pytest.mark.skipif(not GAMES, reason="the corpus of bots' games is not beside this checkout")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_positions_and_markers_are_equal_after_every_turn(path: Path) -> None:
    last = None
    for outcome, event in replay(path):
        after = outcome.after
        assert dict(zip(after.agents, after.positions, strict=True)) == event["positions"], after.turns
        assert dict(zip(after.agents, after.markers, strict=True)) == event["scores"], after.turns
        last = after
    assert last is not None
    assert last.finished


@pytest.mark.parametrize("path", files("cards"), ids=lambda path: path.stem)
def test_draws_that_the_rule_infers_are_those_of_the_record(path: Path) -> None:
    """Records of that engine say `drew` only where it is true; its deck lacks the card nobody knows."""
    for outcome, event in replay(path):
        stack = outcome.before.stack
        assert (outcome.after.stack == stack - 1) == bool(event.get("drew"))
        held = sum(outcome.after.hands) + outcome.after.stack + len(outcome.after.played)
        assert held == 25


def test_the_only_differences_are_the_named_quirks() -> None:
    """Seats that shift and scorings that a card should have triggered: nothing else is flagged."""
    remarks = [remark.template for path in files("cards") for outcome, _ in replay(path)
               for remark in outcome.remarks]  # fmt: skip
    assert set(remarks) == {
        "it is the turn of {due}, not of {who}",
        "an agent that moved ended at the safe in building {safe}, so there was a scoring",
    }
    assert (
        remarks.count("an agent that moved ended at the safe in building {safe}, so there was a scoring")
        == 18
    )
