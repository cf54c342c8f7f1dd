"""The review's own components: transport with keys, timeline to click, list of turning points.

They speak to each other in the browser: a click on the timeline or on a turning point asks the transport to go
there, and the transport tells them which turn is shown. So a step costs one small message to the server, whatever
the size of the timelines.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

_FOLDER = Path(__file__).parent


def _ignore() -> None:
    """A component's value reaches Python only with a callback; pages act on return values instead."""


def _component(name: str) -> Any:
    css, js = ((_FOLDER / f"{name}.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    return st.components.v2.component(
        f"heimlich_review_{name}", html='<div class="root"></div>', css=css, js=js
    )


_TRANSPORT, _TIMELINE, _POINTS = map(_component, ("transport", "timeline", "points"))


def asked_turn(key: str) -> int | None:
    """The turn that the transport asked for in this run, known before it is drawn.

    Drawing first and running again would answer a step twice; the second run starts some 150 ms later.
    """
    result = st.session_state.get(key)
    turn = None if result is None else result.get("turn")
    return None if turn is None else int(turn)


def transport(data: Mapping[str, Any], key: str) -> None:
    """Buttons, slider and keys; `asked_turn` tells what was asked for."""
    _TRANSPORT(data=dict(data), key=key, on_turn_change=_ignore)


def timeline(data: Mapping[str, Any], key: str) -> None:
    """The belief timelines of all players; SVG whose texts were escaped where it was drawn."""
    _TIMELINE(data=dict(data), key=key)


def points(data: Mapping[str, Any], key: str) -> None:
    """The turning points, a button each."""
    _POINTS(data=dict(data), key=key)
