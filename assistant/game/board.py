"""The ring of twelve buildings and what each is worth (RULES.md, "The board and a turn")."""

from __future__ import annotations

CHURCH = 0
RUIN = 11
SIZE = 12
START_SAFE = 7
VALUES: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3)
"""Marker steps that an agent standing in building `b` gets in a scoring: `VALUES[b]`."""


def building_name(building: int) -> str:
    """`church`, `ruin`, or the number of the house."""
    return {CHURCH: "church", RUIN: "ruin"}.get(building, str(building))


def advance(building: int, steps: int) -> int:
    """The building `steps` further clockwise; negative steps go back (a few Top Secret cards do)."""
    return (building + steps) % SIZE


def distance(start: int, goal: int) -> int:
    """Steps clockwise from `start` to `goal`, 0 to 11."""
    return (goal - start) % SIZE
