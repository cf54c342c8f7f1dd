"""Small components of the app, each a file of plain JavaScript and one of CSS: no build step.

Names and other typed text travel in `data` and are set as text by the scripts.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

_FOLDER = Path(__file__).parent


def ignore() -> None:
    """A component's value reaches Python only with a callback; pages act on return values instead."""


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


ELEMENTS = _read("elements.js")
"""Helpers that stand in front of a component's script: elements with text, agents' marks (`tokens.css`)."""


def _component(name: str, html: str, tokens: bool = False, styled: bool = True) -> Any:
    css = _read("tokens.css") * tokens + (_read(f"{name}.css") if styled else "")
    return st.components.v2.component(
        f"heimlich_{name}", html=html, css=css, js=ELEMENTS + _read(f"{name}.js")
    )


_HOLD = _component("hold", '<button type="button" aria-pressed="false"><span></span></button>')
_MATRIX = _component("matrix", '<div class="root"><table></table></div>', tokens=True)
_CLUE = _component("clue", '<div class="root"></div>', tokens=True)
_TURNS = _component("turns", '<ol tabindex="0"></ol>')
_TOOLS = _component("tools", '<div><button type="button"></button><button type="button"></button></div>')
_LINE = _component("line", '<label for="line"></label><input id="line" type="text" autocomplete="off" '
                   'autocapitalize="off" autocorrect="off" spellcheck="false" enterkeyhint="done">')  # fmt: skip
_FIGURE = _component("figure", "<div></div>")
_TRANSPORT = _component("transport", '<div class="root"></div>')
_VIEW = _component("view", "<span hidden></span>", styled=False)
_LANG = _component("lang", "<span hidden></span>")


def page_language(lang: str) -> None:
    """Names the page's language to the browser."""
    _LANG(data={"lang": lang}, key="page-language")


def view(page: str, place: str = "", shown: str = "") -> None:
    """Where the page stands.

    Args:
        page: what is open; another one starts at its top.
        place: what is at hand; another one brings `shown` into view, none leads back.
        shown: selector of that element.
    """
    _VIEW(data={"page": page, "place": place, "shown": shown}, key="view")


def show(shown: str) -> None:
    """Brings the element of that selector into view, each time that it is called in a run."""
    _VIEW(data={"page": None, "place": secrets.token_hex(4), "shown": shown}, key="show")


def figure(svg: str, key: str) -> None:
    """A picture; `st.html` would take the SVG out."""
    _FIGURE(data={"svg": svg}, key=key)


def hold(label: str, hint: str, key: str) -> bool:
    """A button that is True only while it is held down."""
    result = _HOLD(
        data={"label": label, "hint": hint}, key=key, default={"held": False}, on_held_change=ignore
    )
    return bool(result.held)


def matrix(data: Mapping[str, Any], key: str) -> tuple[int, int] | None:
    """The matrix of `assistant.dashboard.figures.matrix_data`; seat and agent of the cell that was just tapped."""
    result = _MATRIX(data=dict(data), key=key, on_cell_change=ignore)
    return (int(result.cell[0]), int(result.cell[1])) if result.cell else None


def turns(data: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
    """The list of events; the operation that was just chosen, as `op` and `id`."""
    result = _TURNS(data=dict(data), key=key, on_chosen_change=ignore)
    return dict(result.chosen) if result.chosen else None


def sheet_tools(text: str, words: Mapping[str, str], key: str) -> None:
    """Buttons that copy `text` and print the sheet."""
    _TOOLS(data={"text": text, **words}, key=key)


def line(data: Mapping[str, Any], key: str) -> tuple[str, list[Mapping[str, str]]]:
    """A line of text: the draft as it stands, and what was entered and waits, as `text`, `nonce`, `version`.

    Args:
        data: `label`, `placeholder`, `value` to start from, `version` of the position, `acknowledged` nonces
            the last entry that was `refused`, and the last text that was `noted`, with a nonce each.
        key: the element's key.

    Returns:
        An entry comes again in every run: act on its nonce once and acknowledge it. Its version is "" where
        it was typed behind another that waited.
    """
    result = _LINE(
        data=dict(data),
        key=key,
        default={"draft": "", "lines": []},
        on_draft_change=ignore,
        on_lines_change=ignore,
    )
    return str(result.draft or ""), [dict(entry) for entry in result.lines or ()]


def clue(data: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
    """The form for a clue; what was entered and waits.

    Args:
        data: `kinds`, `players`, `agents`, `words`, and the `acknowledged` nonces.
        key: the element's key.

    Returns:
        An entry comes again in every run: act on its nonce once and acknowledge it. It is the browser's word,
        to be checked.
    """
    result = _CLUE(data=dict(data), key=key, default={"entered": None}, on_entered_change=ignore)
    return dict(result.entered) if isinstance(result.entered, Mapping) else None


def asked_turn(key: str) -> int | None:
    """The turn that the transport asked for in this run, known before it is drawn.

    Drawing first and running again would answer a step twice; the second run starts some 150 ms later.
    """
    result = st.session_state.get(key)
    turn = None if result is None else result.get("turn")
    return None if turn is None else int(turn)


def transport(data: Mapping[str, Any], key: str) -> None:
    """Buttons, slider and keys; `asked_turn` tells what was asked for."""
    _TRANSPORT(data=dict(data), key=key, on_turn_change=ignore)
