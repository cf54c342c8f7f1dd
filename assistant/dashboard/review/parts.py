"""The review's own components: timeline to click, list of turning points.

They speak to the transport (`assistant.dashboard.parts`) in the browser: a click on the timeline or on a turning
point asks it to go there, and it tells them which turn is shown. So a step costs one small message to the server,
whatever the size of the timelines.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from assistant.dashboard.parts import ELEMENTS

_FOLDER = Path(__file__).parent


def _component(name: str) -> Any:
    css, js = ((_FOLDER / f"{name}.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    return st.components.v2.component(
        f"heimlich_review_{name}", html='<div class="root"></div>', css=css, js=ELEMENTS + js
    )


_TIMELINE, _POINTS = map(_component, ("timeline", "points"))


def timeline(data: Mapping[str, Any], key: str) -> None:
    """The belief timelines of all players; SVG whose texts were escaped where it was drawn."""
    _TIMELINE(data=dict(data), key=key)


def points(data: Mapping[str, Any], key: str) -> None:
    """The turning points, a button each."""
    _POINTS(data=dict(data), key=key)
