"""Games in a list, of one kind or of all: open, rename, duplicate, export, delete and bring back."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import streamlit as st
from babel.dates import format_datetime

from assistant.dashboard import changing, language, navigation, session
from assistant.dashboard.language import _, n_
from assistant.dashboard.text import esc, name
from assistant.records.store import Game, Listed, UnknownGame
from assistant.records.store_record import KIND

_DELETED = "deleted-game"

Export = Callable[[Game, str], None]
"""Draws the buttons that save a game as a file, with keys that end in the given word."""


def show(export: Export, kind: str | None = None) -> None:
    """The games of one kind, or all; `export` is asked for those of the main game or of that kind.

    Only for the machine that the server runs on: other devices get no list.
    """
    changing.tell_remark()
    _bring_back()
    games = session.store().games(kind)
    if not games:
        st.html(f"<p class='h-note'>{esc(_('No games yet.'))}</p>")
    for game in games:
        _row(game, export if game.kind == (kind or KIND) else None)


def _bring_back() -> None:
    deleted = st.session_state.get(_DELETED)
    if deleted is None:
        return
    with st.container(horizontal=True, key="card-deleted", vertical_alignment="center"):
        st.html(f"<p role='status'>{_('{title} was deleted.', title=name(deleted[1]))}</p>")
        if st.button(_("Undo"), icon=":material/undo:", key="restore"):
            session.store().restore(deleted[0])
            del st.session_state[_DELETED]
            st.rerun()


def _row(game: Listed, export: Export | None) -> None:
    title = game.title or _("A game")
    changed = format_datetime(
        datetime.datetime.fromtimestamp(game.changed), "medium", locale=language.current()
    )
    players = n_("{n} player", "{n} players", len(game.players))
    with st.container(key=f"card-game-{game.id}", horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="h-head"><h2>{name(title)}</h2></div><p class="h-note">{esc(players)} · {esc(changed)}'
            f"{' · ' + esc(_('PIN')) if game.has_pin else ''}</p>"
        )
        if st.button(_("Open"), key=f"open-{game.id}", type="primary"):
            session.open_game(game.id)
            navigation.go("live" if game.kind == KIND else game.kind)
        with st.popover(_("More"), key=f"more-{game.id}"):
            _more(game, title, export)


def _more(game: Listed, title: str, export: Export | None) -> None:
    with st.form(f"rename-{game.id}", border=False):
        new = st.text_input(_("Title"), value=game.title, max_chars=200)
        if st.form_submit_button(_("Rename")):
            changing.attempt(lambda: session.store().rename(game.id, new))
            st.rerun()
    if st.button(_("Duplicate"), key=f"copy-{game.id}", icon=":material/content_copy:", width="stretch"):
        changing.attempt(lambda: session.store().duplicate(game.id, _("{title} (copy)", title=title)))
        st.rerun()
    if export is not None and not game.has_pin:
        try:
            export(session.store().load(game.id), game.id)
        except UnknownGame:
            st.rerun()
    if st.button(_("Delete"), key=f"delete-{game.id}", icon=":material/delete:", width="stretch"):
        session.store().delete(game.id)
        st.session_state[_DELETED] = (game.id, title)
        st.rerun()
