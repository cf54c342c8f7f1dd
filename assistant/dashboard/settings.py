"""What belongs to one game beside its turns: PIN, view for the table, cover, export, another game."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import pin, session, who_panel
from assistant.dashboard.frame import address
from assistant.dashboard.language import _
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc
from assistant.records import print_json
from assistant.records.text_format import print_text


def panel(opened: Opened) -> None:
    """The settings of the open game."""
    game = opened.game
    with st.container(horizontal=True, key="game-links"):
        st.page_link(
            st.session_state["pages"]["table"], label=_("View for the table, without secrets"),
            icon=":material/groups:", query_params={**address(), "table": game.table_key},
        )  # fmt: skip
        if st.button(_("Another new game"), icon=":material/add:", key="another"):
            session.forget()
            st.query_params.pop("game", None)
            st.rerun()
    if opened.record.viewer is not None:
        _cover(opened)
        pin.setting(game)
    if opened.record.viewer is None or not game.has_pin or session.unlocked():
        export(opened, "live")


def _cover(opened: Opened) -> None:
    was = opened.record.unknown.get(who_panel.COVER) != "off"
    now = st.toggle(_("Show my cover and advice (some groups call it unfair)"), value=was, key="cover-switch")
    if now != was:
        head = {name: value for name, value in opened.game.head.items() if name != who_panel.COVER}
        session.store().set_head(opened.game.id, head if now else {**head, who_panel.COVER: "off"})
        st.rerun()


def export(opened: Opened, key: str) -> None:
    """The game as a file, as text and as JSON."""
    with st.container(horizontal=True, key=f"export-{key}"):
        text, plain = print_text(opened.record), print_json(opened.record)
        st.download_button(
            _("Save as text"), text, "game.heimlich", "text/plain", key=f"text-{key}", on_click="ignore"
        )
        st.download_button(
            _("Save as JSON"), plain, "game.json", "application/json", key=f"json-{key}", on_click="ignore"
        )
    if any(event.type == "reveal" for event in opened.record.events):
        st.html(f'<p class="h-note">{esc(_("The file holds the cards that were shown."))}</p>')
