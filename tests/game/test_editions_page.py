"""The page on editions says what the code does: its tables against the presets."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.game import PARAMETERS, PRESETS, edition
from assistant.game.deck import copies

PAGE = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Cells of the table under `heading`, without its rule line."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[:1] + lines[2:]
    ]


def test_every_parameter_is_described() -> None:
    assert [row[0] for row in rows("Parameters")[1:]] == list(PARAMETERS)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_as_printed(preset: str) -> None:
    head, *body = rows("Presets")
    column = head.index(preset)
    rules = edition(preset)
    printed = {row[0]: row[column] for row in body}
    agents = printed.pop("agents in play with 2 / 3 / 4 / 5 to 7 players")
    assert agents == " / ".join(str(rules.agents_in_play(n)) for n in (2, 3, 4, 5))
    assert rules.agents_in_play(5) == rules.agents_in_play(7)
    assert printed.pop("zero_on_1_3") == ("yes" if rules.allows_zero else "no")
    in_deck = [n for n in range(2, 8) if "two-agent-cards" in copies(rules, n)]
    assert printed.pop("two_agent_cards") == ("with 2 to 6 players" if in_deck == [2, 3, 4, 5, 6] else "–")
    assert in_deck in ([], [2, 3, 4, 5, 6])
    assert set(printed) == set(PARAMETERS) - {"agents", "zero_on_1_3", "two_agent_cards"}
    for name, value in printed.items():
        assert value == str(getattr(rules, name)), name
