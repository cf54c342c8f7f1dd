"""All games on this machine, and the ways to new ones."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import game_list, importing, navigation, session, settings
from assistant.dashboard.language import _, refused
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc
from assistant.records import RecordError
from assistant.records.store import Game


def show() -> None:
    """Draws the page. Other devices get no list: there a game opens by its own address alone."""
    st.html(f"<h1>{esc(_('Games'))}</h1>")
    if not session.on_this_machine():
        st.html(f"<p>{esc(_('On another device a game opens by its own address alone.'))}</p>")
        return
    with st.container(horizontal=True):
        if st.button(_("New game at the table"), type="primary", icon=":material/casino:", key="new"):
            session.forget()
            navigation.go("live")
    game_list.show(_export)
    with st.expander(_("Open a game from a file or from text"), icon=":material/file_open:"):
        stored = importing.panel()
    if stored is not None:
        session.open_game(stored)
        navigation.go("live")


def _export(game: Game, key: str) -> None:
    try:
        settings.export(Opened.of(game), key)
    except RecordError as error:  # the others in the list are still to be had
        st.html(f'<p class="h-note" role="alert">{esc(refused(error))}</p>')
