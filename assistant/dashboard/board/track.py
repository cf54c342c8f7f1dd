"""The score track round the edge of the board, without its markers."""

from __future__ import annotations

from assistant.dashboard.board.figures import number, placed
from assistant.dashboard.board.geometry import CELL, SPACES, track_space
from assistant.dashboard.board.theme import SERIF, BoardTheme
from assistant.game import Edition

_SIDE = CELL - 6


def track(edition: Edition, colours: BoardTheme) -> str:
    """All spaces, numbered from the edition's start; the finish and the dossier's space are marked."""
    goals = {0, edition.finish % SPACES}
    due = edition.dossier_at % SPACES if isinstance(edition.dossier_at, int) else None
    return "".join(
        _space(n, edition.start_score, colours, is_goal=n in goals, is_dossier=n == due)
        for n in range(SPACES)
    )


def _space(n: int, start: int, colours: BoardTheme, *, is_goal: bool, is_dossier: bool) -> str:
    x, y = track_space(n)
    fill, ink, mark = (colours.space if n % 2 else colours.space_alt), colours.space_ink, ""
    if is_goal:
        fill, ink, mark = colours.start, colours.start_ink, _flag(x + 22, y - 24, colours)
    elif is_dossier:
        fill, ink, mark = colours.gold, colours.gold_ink, _sheet(x + 26, y - 26, colours)
    elif n % 5 == 0:
        ink = colours.accent
    left, top = x - _SIDE / 2, y - _SIDE / 2
    rank = "number" if is_goal or is_dossier or n % 5 == 0 else "minor"  # on a phone the others have no room
    return (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(_SIDE)}" height="{number(_SIDE)}" '
        f'rx="12" fill="{fill}"/><text data-{rank}="" x="{number(left + 9)}" y="{number(top + 28)}" font-size="28" '
        f'font-weight="700" font-family="{SERIF}" fill="{ink}">{start + n}</text>{mark}'
    )


def _sheet(x: float, y: float, colours: BoardTheme) -> str:
    """The sign of the space at which the dossier falls due."""
    return (
        f'<g fill="none" stroke="{colours.gold_ink}" stroke-width="3" transform="{placed(x, y)}">'
        '<path d="M-9-13H5L11-7V13H-9Z" fill="#fff8e6"/><path d="M-4-3H6M-4 4H6"/></g>'
    )


def _flag(x: float, y: float, colours: BoardTheme) -> str:
    """The chequered flag of start and finish."""
    squares = "".join(f"M{6 * c} {6 * r}h6v6h-6Z" for r in range(3) for c in range(4) if (r + c) % 2 == 0)
    return (
        f'<g transform="{placed(x - 10, y - 13)}"><path d="M-2-1V30" stroke="{colours.start_ink}" '
        f'stroke-width="4"/><path d="M0 0H24V18H0Z" fill="{colours.start_ink}"/>'
        f'<path d="{squares}" fill="#2b2531"/></g>'
    )
