"""Colours and patterns of agents in the review's figures, so that nobody needs to tell hues.

How an agent looks is the caller's choice (the dashboard's palette); this room knows no colours of agents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal, Protocol

Theme = Literal["light", "dark"]
SANS = "'Source Sans','Source Sans 3','Helvetica Neue',Arial,sans-serif"
SERIF = "'Source Serif','Source Serif 4',Georgia,'Times New Roman',serif"


class Look(Protocol):
    """How one agent looks: colour by theme, one letter, a pattern. The dashboard's `AgentStyle` is one."""

    @property
    def letter(self) -> str:
        """One character, unique within a game."""

    @property
    def pattern(self) -> str:
        """One of `PATTERNS`."""

    def fill(self, theme: Theme) -> str:
        """`#rrggbb`."""

    def text(self, theme: Theme) -> str:
        """Colour of text on the fill."""


@dataclass(frozen=True, slots=True)
class Paper:
    """Colours of what surrounds the data."""

    ink: str
    muted: str
    line: str
    paper: str
    accent: str


PAPERS: Mapping[Theme, Paper] = {
    "light": Paper("#2b2531", "#66543f", "#dccbaa", "#fffdf6", "#a32a25"),
    "dark": Paper("#f1e9d8", "#aeb6c8", "#34405e", "#182036", "#f2c14e"),
}
PATTERNS: Mapping[str, str] = {
    "plain": "",
    "dots": '<circle cx="3" cy="3" r="1.5" fill="{ink}"/><circle cx="8" cy="8" r="1.5" fill="{ink}"/>',
    "stripes": '<path d="M0 2.5H10M0 7.5H10" stroke="{ink}" stroke-width="1.4"/>',
    "slashes": '<path d="M-2 2L2-2M0 10L10 0M8 12L12 8" stroke="{ink}" stroke-width="1.6"/>',
    "checks": '<path d="M5 0V10M0 5H10" stroke="{ink}" stroke-width="1.2"/>',
    "bars": '<path d="M2.5 0V10M7.5 0V10" stroke="{ink}" stroke-width="1.4"/>',
    "zigzag": '<path d="M0 7L2.5 3 5 7 7.5 3 10 7" fill="none" stroke="{ink}" stroke-width="1.3"/>',
}
"""Marks of every pattern on a tile of 10 x 10."""
DASHES: Mapping[str, str] = {
    "plain": "none", "dots": "2 4", "stripes": "10 4", "slashes": "14 3 3 3", "checks": "6 3", "bars": "18 4",
    "zigzag": "8 3 2 3 2 3",
}  # fmt: skip
"""The same patterns as dashes of a line."""


def pattern_defs(uid: str, looks: Sequence[Look], theme: Theme) -> str:
    """`<defs>` with one pattern per agent; `fill_of` refers to them. `uid` keeps figures of one page apart."""
    tiles = []
    for agent, look in enumerate(looks):
        marks = PATTERNS.get(look.pattern, "").replace("{ink}", look.text(theme))
        tiles.append(
            f'<pattern id="{escape(uid)}-{agent}" width="10" height="10" patternUnits="userSpaceOnUse">'
            f'<rect width="10" height="10" fill="{look.fill(theme)}"/><g opacity=".38">{marks}</g></pattern>'
        )
    return f"<defs>{''.join(tiles)}</defs>"


def fill_of(uid: str, agent: int) -> str:
    """The `fill` of an agent's pattern."""
    return f"url(#{escape(uid)}-{agent})"


def token(x: float, y: float, radius: float, look: Look, theme: Theme) -> str:
    """An agent's round mark with its letter."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{look.fill(theme)}" '
        f'stroke="{PAPERS[theme].ink}" stroke-opacity=".45"/>'
        f'<text x="{num(x)}" y="{num(y + radius * 0.38)}" font-size="{num(radius * 1.1)}" font-weight="700" '
        f'text-anchor="middle" fill="{look.text(theme)}">{escape(look.letter)}</text>'
    )


def num(value: float) -> str:
    """A coordinate with as few digits as a screen can show."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
