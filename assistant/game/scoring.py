"""What a scoring does to the markers (RULES.md, "The board and a turn")."""

from __future__ import annotations

from assistant.game.board import VALUES
from assistant.game.editions import Edition


def score(edition: Edition, positions: tuple[int, ...], markers: tuple[int, ...]) -> tuple[int, ...]:
    """Markers after one scoring: every agent in play moves by its building's value, ruin -3.

    With `floor` 0 no marker goes behind start; the Java engine has no floor.
    """
    moved = tuple(marker + VALUES[building] for marker, building in zip(markers, positions, strict=True))
    floor = edition.floor_score
    return moved if floor is None else tuple(max(marker, floor) for marker in moved)
