"""Colours of the drawn board: warm paper by day, lamplight by night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.dashboard.board.palette import Theme

SERIF = "'Source Serif','Source Serif 4',Georgia,'Times New Roman',serif"
SANS = "'Source Sans','Source Sans 3','Helvetica Neue',Arial,sans-serif"


@dataclass(frozen=True, slots=True)
class BoardTheme:
    """The colours of one theme; `walls` and `roofs` are indexed by the buildings' specs."""

    night: bool
    paper: str
    rim: str
    ink: str
    space: str
    space_alt: str
    space_ink: str
    start: str
    start_ink: str
    plot: str
    plot_edge: str
    sky: str
    hill: str
    leaf: str
    glow: str
    kerb: str
    pavement: str
    walls: tuple[str, ...]
    roofs: tuple[str, ...]
    stone: str
    window: str
    window_edge: str
    door: str
    accent: str
    accent_ink: str
    gold: str
    gold_ink: str
    plaque: str
    plaque_ink: str
    steel: str
    steel_dark: str
    face: str


THEMES: Mapping[Theme, BoardTheme] = {
    "light": BoardTheme(
        night=False, paper="#f7ecd4", rim="#27425c", ink="#2b2531",
        space="#fdf7e8", space_alt="#f1e0bd", space_ink="#5d4a38", start="#b8322c", start_ink="#ffffff",
        plot="#efe0bd", plot_edge="#d9c294", sky="#d3e6e8", hill="#bfd6bf", leaf="#5f9468",
        glow="#ffffff", kerb="#b59f74", pavement="#d8c59c",
        walls=("#f3d9a4", "#e9b384", "#f2e4c4", "#cfe0d2", "#e6a58b", "#d8cbe0", "#c8dbe6"),
        roofs=("#b5492f", "#8c3b2c", "#39607a", "#5b4a6b", "#3f6b57"),
        stone="#c9bda6", window="#fff6d8", window_edge="#54606a", door="#6b3f2a",
        accent="#b8322c", accent_ink="#ffffff", gold="#e9b022", gold_ink="#2b2531",
        plaque="#27425c", plaque_ink="#fff8e6", steel="#8fa0ad", steel_dark="#4f6170", face="#f3d2ae",
    ),
    "dark": BoardTheme(
        night=True, paper="#161d33", rim="#c79a3a", ink="#0b0f1a",
        space="#2b3655", space_alt="#212a47", space_ink="#c9d2e6", start="#c8463f", start_ink="#ffffff",
        plot="#1c2542", plot_edge="#3f4d78", sky="#2b3a66", hill="#1f2b50", leaf="#2f6258",
        glow="#ffe7a3", kerb="#5a668a", pavement="#434f73",
        walls=("#77739a", "#8a6a84", "#7d87a8", "#5f8090", "#93707c", "#776fa6", "#6784b4"),
        roofs=("#a34a48", "#7f4354", "#3f6a9a", "#5f5290", "#3f7d76"),
        stone="#76809c", window="#ffd773", window_edge="#141a2b", door="#3a2c44",
        accent="#d9534a", accent_ink="#ffffff", gold="#f2c14e", gold_ink="#1b1a22",
        plaque="#f2e3bf", plaque_ink="#1b2338", steel="#9fb0c4", steel_dark="#5c6d84", face="#f0cda8",
    ),
}  # fmt: skip
