"""What surrounds every page: look, top bar, language, navigation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

import streamlit as st

from assistant.dashboard import language, parts
from assistant.dashboard.language import _
from assistant.dashboard.text import esc

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

Theme = Literal["light", "dark"]

COLOURS: Mapping[Theme, Mapping[str, str]] = {
    "light": {
        "page": "#f9f1e1", "glow": "#fffaf0", "card": "#fffaf0", "ink": "#2b2531", "muted": "#66543f",
        "line": "#dccbaa", "edge": "#ffffff", "shadow": "rgb(70 45 10 / 0.55)", "accent": "#a32a25",
        "accent-text": "#96251f", "on-accent": "#ffffff", "gold": "#d9a21a", "good": "#2f6a3f",
        "sheet": "#fffdf6", "sheet-ink": "#2b2531", "alarm": "#8f221d", "alarm-ink": "#fff6e6",
    },
    "dark": {
        "page": "#0f1420", "glow": "#1c2740", "card": "#182036", "ink": "#f1e9d8", "muted": "#aeb6c8",
        "line": "#34405e", "edge": "rgb(255 255 255 / 0.05)", "shadow": "rgb(0 0 0 / 0.9)", "accent": "#f2c14e",
        "accent-text": "#ff9d8c", "on-accent": "#1b1a22", "gold": "#f2c14e", "good": "#86d3a0",
        "sheet": "#f2e3bf", "sheet-ink": "#231d2b", "alarm": "#5d1714", "alarm-ink": "#fff1d8",
    },
}  # fmt: skip
"""Custom properties `--h-*` of style.css; the same paper and night as the board's (board/theme.py)."""

_STYLE = Path(__file__).with_name("style.css")
_MARK = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><g fill='{ink}'>"
    "<path d='M4 24c8-3 24-3 32 0-2 3-30 3-32 0Z'/>"
    "<path d='M11 23c0-9 2-15 5-15 2 0 2 2 4 2s2-2 4-2c3 0 5 6 5 15-5-1.6-13-1.6-18 0Z'/></g>"
    "<path d='M11 20.5c5-1.6 13-1.6 18 0v2.6c-5-1.6-13-1.6-18 0Z' fill='{accent}'/>"
    "<g fill='none' stroke='{ink}' stroke-width='2'><circle cx='15' cy='31' r='4'/><circle cx='25' cy='31' r='4'/>"
    "<path d='M19 30.5q1-1 2 0'/></g></svg>"
)
"""Hat and glasses. A background picture, since `st.html` lets no SVG through."""


def theme() -> Theme:
    """The browser's theme."""
    return "dark" if st.context.theme.type == "dark" else "light"


def dress() -> None:
    """Puts the style sheet and the theme's colours into the page."""
    variables = ";".join(f"--h-{name}:{value}" for name, value in COLOURS[theme()].items())
    colours = COLOURS[theme()]
    mark = quote(_MARK.format(ink=colours["ink"], accent=colours["accent"]))
    variables += f';--h-mark:url("data:image/svg+xml,{mark}")'
    variables += ";--h-serif:'Source Serif',Georgia,serif;--h-sans:'Source Sans',sans-serif"
    st.html(f"<style>:root{{{variables}}}{_STYLE.read_text(encoding='utf-8')}</style>")


def top_bar(pages: Sequence[StreamlitPage], plain: bool = False, slim: bool = False) -> None:
    """Brand, navigation and language.

    Args:
        pages: where the navigation leads.
        plain: leave the navigation out (the view that is passed round).
        slim: on a phone leave the brand out, its place is the page's own first line.
    """
    key = "topbar-slim" if slim else "topbar"
    with st.container(key=key, horizontal=True, vertical_alignment="center", gap="small"):
        note = esc(_("who is who at the table"))
        st.html(
            f'<div class="h-brand"><i class="h-mark"></i><span>Heimlich &amp; Co.<small>{note}</small></span>'
            "</div>",
            width="content",
        )
        if not plain:
            with st.container(key="nav", horizontal=True, gap="xxsmall"):
                for page in pages:
                    st.page_link(page, query_params=address())
        _language_menu()
    parts.page_language(language.current())


def address() -> dict[str, str]:
    """What of the address goes along to another page: the game follows by the session."""
    return {"lang": st.query_params["lang"]} if "lang" in st.query_params else {}


def _language_menu() -> None:
    now = language.current()
    # Another key is another menu: it comes closed, and covers nothing of what was asked for.
    with st.popover(now.upper(), icon=":material/translate:", key=f"language-{now}"):
        chosen = st.radio(
            _("Language"), list(language.LANGUAGES), index=list(language.LANGUAGES).index(now),
            format_func=language.LANGUAGES.__getitem__, key=f"language-choice-{now}",
        )  # fmt: skip
    if chosen and chosen != now:
        language.choose(chosen)
        st.rerun()


def heading(title: str, note: str = "", level: int = 2) -> None:
    """The head of a card: escaped title and a note beside it, both as HTML."""
    st.html(f'<div class="h-head"><h{level}>{title}</h{level}>{f"<p>{note}</p>" if note else ""}</div>')
