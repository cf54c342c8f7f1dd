"""What belongs to one game beside its turns: PIN, view for the table, cover, export, another game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from assistant.dashboard import changing, habits, pin, session, who_panel
from assistant.dashboard.frame import address
from assistant.dashboard.language import _, n_
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc
from assistant.deduction import shipped
from assistant.records import print_json
from assistant.records.text_format import print_text
from assistant.review import history
from assistant.review.history import table_weights


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
    _habits(opened)
    if opened.record.viewer is not None:
        _cover(opened)
        pin.setting(game)
    if opened.record.viewer is None or not game.has_pin or session.unlocked():
        export(opened, "live")


def _habits(opened: Opened) -> None:
    """The switch for the group's habits; drawn only where an earlier game knows one of the players."""
    if not session.on_this_machine():
        return
    on = habits.HABITS in opened.record.unknown
    group = history(habits.played_games())
    known = [player for player in group.players if player.player in opened.record.names]
    if not known and not on:
        return

    def kept(wanted: bool) -> None:
        value = None
        if wanted:
            weights = table_weights(group, opened.record.names, shipped())
            named = {name: float(f"{weight:.5g}") for name, weight in zip(group.types, weights, strict=True)}
            value = {"games": group.games, "weights": named}
        _keep(opened, habits.HABITS, value)

    _switch(_("Read these players by what they did in earlier games"), "habits-switch", on, kept)
    players = n_("{n} player of this table is known", "{n} players of this table are known", len(known))
    note = _("{players}. It moves the prior of how they play, nothing else.", players=players)
    st.html(f'<p class="h-note">{esc(note)}</p>')


def _cover(opened: Opened) -> None:
    was = opened.record.unknown.get(who_panel.COVER) != "off"
    _switch(
        _("Show my cover and advice (some groups call it unfair)"), "cover-switch", was,
        lambda wanted: _keep(opened, who_panel.COVER, None if wanted else "off"),
    )  # fmt: skip


def _switch(label: str, key: str, now: bool, keep: Callable[[bool], None]) -> None:
    """A switch that stands as the game says, whichever device changed it; only a tap of this one calls `keep`.

    Streamlit remembers a widget's value by its key and looks at `value` but once. A switch compared with the game
    after that would take another device's change back.
    """
    if st.session_state.get(key) != now:
        st.session_state[key] = now
    st.toggle(label, key=key, on_change=lambda: keep(st.session_state[key]))


def _keep(opened: Opened, field: str, value: Any) -> None:
    """Sets a field of the head, or takes it away where `value` is None; what others set meanwhile stays."""
    changing.attempt(lambda: session.store().set_fields(opened.game.id, {field: value}))


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
