"""How agents look in every figure of the app: colour, letter and pattern, so that no one needs to tell hues.

The letter is unique within a game, the pattern and the lightness differ as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from assistant.records.names import colour_aliases, fold

Theme = Literal["light", "dark"]
Pattern = Literal["plain", "dots", "stripes", "slashes", "checks", "bars", "zigzag"]

PATTERNS: tuple[Pattern, ...] = ("plain", "dots", "stripes", "slashes", "checks", "bars", "zigzag")


@dataclass(frozen=True, slots=True)
class AgentStyle:
    """The look of one agent.

    Attributes:
        colour: fill in the light theme, `#rrggbb`.
        night: fill in the dark theme.
        letter: one character, upper case.
        pattern: a second mark besides the colour.
        ink: colour of text on `colour`, contrast at least 4.5.
        night_ink: colour of text on `night`.
    """

    colour: str
    night: str
    letter: str
    pattern: Pattern
    ink: str
    night_ink: str

    def fill(self, theme: Theme) -> str:
        """The fill in that theme."""
        return self.night if theme == "dark" else self.colour

    def text(self, theme: Theme) -> str:
        """The colour of text on the fill."""
        return self.night_ink if theme == "dark" else self.ink


_DARK_INK, _LIGHT_INK = "#1b1a22", "#ffffff"
_COLOURS: Mapping[str, tuple[str, str, str, Pattern]] = {
    # name: light fill, dark fill, letter, pattern; lightness falls down the list to part what hue does not
    "yellow": ("#f5c518", "#ffd84a", "Y", "plain"),
    "orange": ("#ef8420", "#ff9d45", "O", "checks"),
    "grey": ("#98a0a8", "#b6bec7", "E", "bars"),
    "green": ("#1a8055", "#46bd86", "G", "stripes"),
    "red": ("#cf2e2a", "#e4504a", "R", "dots"),
    "blue": ("#2a67c0", "#6da3f2", "B", "slashes"),
    "purple": ("#6b2f8f", "#b083d6", "P", "zigzag"),
    "black": ("#2c2b33", "#5b5a68", "K", "plain"),
    "white": ("#f4f1e8", "#f4f1e8", "W", "bars"),
    "brown": ("#7a4a25", "#b07a4c", "N", "checks"),
    "pink": ("#e58ab0", "#f0a2c3", "I", "dots"),
}
BOX_COLOURS: tuple[str, ...] = ("yellow", "red", "purple", "blue", "green", "orange", "grey")
"""The seven agents of the box. Fewer players take them from the front, and names that are no colour their looks."""


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` after WCAG 2, 0 black to 1 white."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours after WCAG 2, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _ink(fill: str) -> str:
    return max((_DARK_INK, _LIGHT_INK), key=lambda ink: contrast(ink, fill))


def shade(colour: str, towards: str, share: float) -> str:
    """`colour` mixed with `share` (0 to 1) of another."""
    mixed = (
        round(int(colour[i : i + 2], 16) * (1 - share) + int(towards[i : i + 2], 16) * share)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _colour_of(name: str) -> str | None:
    aliases = colour_aliases(name)
    return next((english for english in _COLOURS if fold(english) in aliases), None)


def _first_letter(name: str) -> str:
    return next((c.upper() for c in name if c.isalpha() and len(c.upper()) == 1), "?")


def agent_style(name: str, index: int) -> AgentStyle:
    """The look of an agent: by its name where that is a colour, else by its place in the list of agents.

    Where all agents of a game are at hand use `agent_styles`, which keeps letters and colours apart.

    Args:
        name: the agent's name as the record has it.
        index: its place among the agents in play.
    """
    english = _colour_of(name)
    colour, night, letter, pattern = _COLOURS[english or BOX_COLOURS[index % len(BOX_COLOURS)]]
    if english is None or fold(name) != english:
        letter = _first_letter(name)
    return AgentStyle(colour, night, letter, pattern, _ink(colour), _ink(night))


def agent_styles(agents: Sequence[str]) -> tuple[AgentStyle, ...]:
    """The looks of all agents of a game, each with its own letter and colour.

    Colours that are named come first; the other agents share out what is left. Letters go by seat: where one
    is taken the next letter of the name counts, then the digits.
    """
    return _styles(tuple(agents))


@lru_cache(maxsize=64)
def _styles(agents: tuple[str, ...]) -> tuple[AgentStyle, ...]:
    named = [_colour_of(agent) for agent in agents]
    free = [colour for colour in BOX_COLOURS if colour not in named]
    looks: list[AgentStyle] = []
    letters: set[str] = {agent_style(a, i).letter for i, a in enumerate(agents) if _is_box_word(a)}
    for index, agent in enumerate(agents):
        look = agent_style(agent, index)
        if named[index] is None and free:
            look = agent_style(free.pop(0), index)
        letter = look.letter if _is_box_word(agent) else _free_letter(agent, letters)
        letters.add(letter)
        looks.append(AgentStyle(look.colour, look.night, letter, look.pattern, look.ink, look.night_ink))
    return tuple(looks)


def _is_box_word(agent: str) -> bool:
    return fold(agent) in _COLOURS


def _free_letter(agent: str, taken: set[str]) -> str:
    own = [c.upper() for c in fold(agent) if c.isalpha() and len(c.upper()) == 1]
    every = [*own, *"123456789"]
    return next((letter for letter in every if letter not in taken), "?")
