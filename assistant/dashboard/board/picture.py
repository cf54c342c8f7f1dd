"""The drawings in the browser: sent once, and put into place by the scripts that use them.

The village and the pieces are most of what a board weighs and look the same turn after turn. They travel in an
element of their own, which Streamlit sends again only where it differs; pad and board name what they need of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import blake2s
from importlib.resources import files
from typing import Any

import streamlit as st

from assistant.dashboard.board.drawing import (
    backdrop,
    description,
    laps,
    marker_places,
    pawn_places,
    pieces,
    turn_line,
)
from assistant.dashboard.board.geometry import HEIGHT, WIDTH, plot, safe_place
from assistant.dashboard.board.palette import AgentStyle, Theme, agent_styles
from assistant.dashboard.board.theme import THEMES
from assistant.game import Edition, GameState


@cache
def script(name: str) -> str:
    """A file of this room."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


_drawn: Callable[..., Any] = st.components.v2.component("heimlich_picture", js=script("picture.js"))
_board: Callable[..., Any] = st.components.v2.component(
    "heimlich_board", html='<div class="root"></div>', css=script("board.css"), js=script("board.js")
)


def send(state: GameState, theme: Theme, key: str) -> str:
    """Sends the drawings for this position, unless the browser has them; the name that it keeps them under."""
    drawings = _drawings(state.edition, agent_styles(state.agents), laps(state), theme)
    _drawn(key=f"{key}:picture", data=dict(drawings))
    return drawings["name"]


def name_of(state: GameState, theme: Theme) -> str:
    """The name alone."""
    return _drawings(state.edition, agent_styles(state.agents), laps(state), theme)["name"]


@lru_cache(maxsize=64)
def _drawings(
    edition: Edition, styles: tuple[AgentStyle, ...], rounds: tuple[int, ...], theme: Theme
) -> Mapping[str, str]:
    village, moving = backdrop(edition, theme), pieces(styles, rounds, theme)
    # The same picture has the same name, also after a restart.
    name = blake2s((village + moving).encode(), digest_size=8).hexdigest()
    return {"name": name, "backdrop": village, "pieces": moving}


def board(state: GameState, words: Mapping[str, str], theme: Theme, key: str) -> None:
    """The board to look at; the same picture as `drawing.board_svg`."""
    with st.container(gap=None):
        send(state, theme, key)
        _board(key=key, data=board_data(state, words, theme))


def board_data(state: GameState, words: Mapping[str, str], theme: Theme) -> dict[str, Any]:
    """What the board's script needs beside the drawings."""
    box = plot(state.safe)
    return {
        "picture": name_of(state, theme),
        "size": [WIDTH, HEIGHT],
        "title": words["title"],
        "description": description(state, words),
        "turn": turn_line(state, THEMES[theme], words),
        "places": {
            **{f'[data-marker="{a}"]': list(slot) for a, slot in marker_places(state).items()},
            "[data-vault]": [box.x, box.y, 1],
            "[data-safe]": [*safe_place(state.safe), 1],
            **{f'[data-pawn="{a}"]': list(slot) for a, slot in pawn_places(state.positions).items()},
        },
    }
