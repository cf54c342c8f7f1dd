"""The pages and their order. A page is `assistant/dashboard/pages/<file>.py` with a function `show()`.

Pages are imported when they are shown, so that no page waits for what another one needs. A page whose file
is not there is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import streamlit as st

from assistant.dashboard import frame, language
from assistant.dashboard.language import refused, translate
from assistant.dashboard.text import esc
from assistant.records.store import StoreError
from assistant.wording import N_


@dataclass(frozen=True, slots=True)
class Place:
    """One page: file, title, icon, and whether it stands without navigation round it."""

    file: str
    title: str
    icon: str
    plain: bool = False


ICON = Path(__file__).with_name("icon.png")
"""Its own file: Streamlit would fetch an emoji or a symbol for the tab from another server."""

PLACES = (
    Place("open", N_("Open"), ":material/menu_book:"),
    Place("live", N_("Live"), ":material/casino:"),
    Place("review", N_("Review"), ":material/insights:"),
    Place("baantjer", "Baantjer", ":material/search:"),
    Place("games", N_("Games"), ":material/folder_open:"),
    Place("table", N_("Table"), ":material/groups:", plain=True),
)


def _show(file: str) -> Callable[[], None]:
    def show() -> None:
        import_module(f"assistant.dashboard.pages.{file}").show()

    return show


def run() -> None:
    """One run of the app: language, look, navigation, page."""
    st.set_page_config(
        page_title="Heimlich & Co.", page_icon=ICON, layout="wide", initial_sidebar_state="collapsed"
    )
    language.settle()
    places = [place for place in PLACES if find_spec(f"assistant.dashboard.pages.{place.file}")]
    pages = [
        st.Page(_show(place.file), title=translate(place.title), icon=place.icon, url_path=place.file,
                default=place.file == "open")
        for place in places
    ]  # fmt: skip
    st.session_state["pages"] = {place.file: page for place, page in zip(places, pages, strict=True)}
    current = st.navigation(pages, position="hidden")
    frame.dress()
    plain = next((place.plain for place in places if place.file == current.url_path), False)
    frame.top_bar(pages, plain, slim=current.url_path == "live")
    try:
        current.run()
    except StoreError as error:  # the disk, or games of a newer version: nothing that a page could go round
        st.html(f'<div class="h-preview wrong" role="alert"><p>{esc(refused(error))}</p></div>')


def go(file: str) -> None:
    """Switches to another page, the language kept."""
    st.switch_page(st.session_state["pages"][file], query_params=frame.address())
