"""Where things lie on the drawn board, in units of the drawing; the pad's script gets the same tables.

The score track runs round the edge in square spaces, clockwise from the top left corner. Inside it the twelve
buildings stand on a ring of plots, clockwise too, with the church in the top left corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.game import SIZE

SPACES = 42
"""Spaces of the score track; space 0 is start and finish at once."""

CELL = 100.0
MARGIN = 24.0
COLUMNS, ROWS = 12, 11
WIDTH = COLUMNS * CELL + 2 * MARGIN
HEIGHT = ROWS * CELL + 2 * MARGIN
_INSET = 12.0
PLOT_WIDTH = ((COLUMNS - 2) * CELL - 2 * _INSET) / 4
PLOT_HEIGHT = ((ROWS - 2) * CELL - 2 * _INSET) / 4
GAP = 8.0
"""Free strip between neighbouring plots."""


class Point(NamedTuple):
    """A place on the drawing."""

    x: float
    y: float


class Slot(NamedTuple):
    """A place within a group of figures, relative to the group's anchor, and the size of the figure."""

    dx: float
    dy: float
    scale: float


class Box(NamedTuple):
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        """Its middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)


def track_space(space: int) -> Point:
    """The middle of a space of the score track, 0 to 41."""
    if space < COLUMNS:
        column, row = space, 0
    elif space < COLUMNS + ROWS - 1:
        column, row = COLUMNS - 1, space - COLUMNS + 1
    elif space < 2 * COLUMNS + ROWS - 2:
        column, row = 2 * COLUMNS + ROWS - 3 - space, ROWS - 1
    else:
        column, row = 0, SPACES - space
    return Point(MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL)


_CELLS = ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1))


def plot(building: int) -> Box:
    """The plot of ground of a building."""
    column, row = _CELLS[building]
    left = MARGIN + CELL + _INSET + column * PLOT_WIDTH
    top = MARGIN + CELL + _INSET + row * PLOT_HEIGHT
    return Box(left + GAP / 2, top + GAP / 2, PLOT_WIDTH - GAP, PLOT_HEIGHT - GAP)


def square() -> Box:
    """The village square that the ring encloses."""
    above, below = plot(1), plot(8)
    top = above.y + above.height + 2 * GAP
    return Box(above.x + GAP, top, 2 * PLOT_WIDTH - 3 * GAP, below.y - top - 2 * GAP)


def foot(building: int) -> Point:
    """Where agents stand: the middle of the plot's front edge; anchor of the slots in `PAWN_SLOTS`."""
    box = plot(building)
    return Point(box.x + box.width / 2, box.y + box.height - 10)


def safe_place(building: int) -> Point:
    """The middle of the safe when it is in that building."""
    box = plot(building)
    return Point(box.x + box.width - 42, box.y + 44)


PAWN_SLOTS: Mapping[int, tuple[Slot, ...]] = {
    1: (Slot(0, 0, 1.32),),
    2: (Slot(-46, 0, 1.28), Slot(46, 0, 1.28)),
    3: (Slot(-78, 0, 1.16), Slot(0, 0, 1.16), Slot(78, 0, 1.16)),
    4: (Slot(-40, -72, 1.08), Slot(40, -72, 1.08), Slot(-40, 0, 1.08), Slot(40, 0, 1.08)),
    5: (Slot(-39, -70, 1.06), Slot(39, -70, 1.06), Slot(-78, 0, 1.06), Slot(0, 0, 1.06), Slot(78, 0, 1.06)),
    6: (Slot(-76, -70, 1.04), Slot(0, -70, 1.04), Slot(76, -70, 1.04),
        Slot(-76, 0, 1.04), Slot(0, 0, 1.04), Slot(76, 0, 1.04)),
    7: (Slot(-60, -68, 0.94), Slot(0, -68, 0.94), Slot(60, -68, 0.94),
        Slot(-88, 0, 0.94), Slot(-29, 0, 0.94), Slot(29, 0, 0.94), Slot(88, 0, 0.94)),
}  # fmt: skip
"""Number of agents in a building -> their places, the back row first so that the front row covers it."""

MARKER_SLOTS: Mapping[int, tuple[Slot, ...]] = {
    1: (Slot(6, 15, 0.98),),
    2: (Slot(-21, 20, 0.72), Slot(22, 20, 0.72)),
    3: (Slot(24, -17, 0.66), Slot(-22, 23, 0.66), Slot(22, 23, 0.66)),
    4: (Slot(-19, -1, 0.54), Slot(17, -1, 0.54), Slot(-19, 31, 0.54), Slot(17, 31, 0.54)),
    5: (Slot(-17, 0, 0.52), Slot(15, 0, 0.52), Slot(-31, 30, 0.52), Slot(0, 30, 0.52), Slot(31, 30, 0.52)),
    6: (Slot(-31, -1, 0.5), Slot(0, -1, 0.5), Slot(31, -1, 0.5),
        Slot(-31, 30, 0.5), Slot(0, 30, 0.5), Slot(31, 30, 0.5)),
    7: (Slot(30, -32, 0.48), Slot(-31, -1, 0.48), Slot(0, -1, 0.48), Slot(31, -1, 0.48),
        Slot(-31, 30, 0.48), Slot(0, 30, 0.48), Slot(31, 30, 0.48)),
}  # fmt: skip
"""Number of level markers -> their places in the space, relative to its middle; its number stays free."""


def scene() -> dict[str, object]:
    """All tables as plain lists, for the pad's script."""
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "plots": [list(plot(b)) for b in range(SIZE)],
        "feet": [list(foot(b)) for b in range(SIZE)],
        "safes": [list(safe_place(b)) for b in range(SIZE)],
        "square": list(square()),
        "track": [list(track_space(n)) for n in range(SPACES)],
        "pawnSlots": {str(n): [list(slot) for slot in slots] for n, slots in PAWN_SLOTS.items()},
        "markerSlots": {str(n): [list(slot) for slot in slots] for n, slots in MARKER_SLOTS.items()},
    }
