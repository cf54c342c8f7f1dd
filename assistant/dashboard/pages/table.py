"""The view to pass round: board, markers, turns. No secret of anybody, and no way to one."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import changing, countdown, describe, figures, hands, session
from assistant.dashboard.language import _, refused
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc
from assistant.records import RecordError, Replay, TurnEvent
from assistant.records.store import Game, UnknownGame
from assistant.records.store_record import KIND

LAST = 8
"""Turns that are listed."""


def show() -> None:
    """Draws the page. Its address holds another key than the game's, which opens this view alone."""
    game = _game()
    if game is None:
        st.html(f"<p>{esc(_('Open a game first; this view shows it without secrets.'))}</p>")
        st.page_link(st.session_state["pages"]["games"], label=_("My games"), icon=":material/folder_open:")
        return
    session.unlock(False)  # whoever takes the phone in hand must not find the secrets open
    try:
        opened = Opened.of(game)
    except RecordError as error:
        st.html(f'<p role="alert">{esc(refused(error))}</p>')
        return
    st.html(countdown.html(opened))
    left, right = st.columns([1.5, 1], gap="medium")
    with left, st.container(key="card-board"):
        figures.board(opened.state, key="table-board")
    with right, st.container(key="card-turns"):
        st.html(f"<h2>{esc(_('The last turns'))}</h2>" + _turns(opened.result))
        held = hands.sizes(opened.state)
        if held:
            st.html(f"<h2>{esc(_('Cards in hand'))}</h2>" + held)
    changing.watch(game)


def _game() -> Game | None:
    key = st.query_params.get(session.TABLE)
    own = st.session_state.get("open-game")
    try:
        if key:
            game = session.store().by_table_key(key)
        elif own:
            game = session.store().load(own)
        else:
            return None
    except UnknownGame:
        return None
    if game.kind != KIND:
        return None
    st.query_params[session.TABLE] = game.table_key
    return game


def _turns(result: Replay) -> str:
    steps = [step for step in result.turns if isinstance(step.event, TurnEvent)]
    rows = [
        f'<div class="h-reason"><b>{step.state.turns}</b><span>{esc(describe.short_turn(step.event))}</span></div>'
        for step in reversed(steps[-LAST:])
        if isinstance(step.event, TurnEvent)
    ]
    return "".join(rows) or f'<p class="h-note">{esc(_("Nothing yet."))}</p>'
