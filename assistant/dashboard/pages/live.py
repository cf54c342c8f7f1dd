"""Beside the live table: enter turns, see who is who, keep the dossier ready."""

from __future__ import annotations

import time

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant.dashboard import (
    alarm,
    changing,
    clues,
    countdown,
    entering,
    frame,
    hands,
    insight,
    new_game,
    parts,
    pin,
    session,
    settings,
    turn_log,
    who_panel,
)
from assistant.dashboard.language import _, translate
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc
from assistant.records import RecordError
from assistant.records.store_record import KIND

HEAD_START_SECONDS = 0.12
"""How far who is who runs ahead of the rest. A slow phone reads some two milliseconds at each message, and would
draw the ranking only after the last one."""

OPENED = session.key("opened")
"""The game as the last run of this browser replayed it: a turn later one turn is played, not all."""


def show() -> None:
    """Draws the page: the form for a new game, or the open game."""
    game = session.current(KIND)
    if game is None:
        changing.tell_remark()
        started = new_game.form()
        if started is not None:
            session.open_game(started)
            st.rerun()
        return
    if not pin.may_enter(game):
        frame.heading(esc(_("This game is closed")), esc(_("Its owner set a PIN.")))
        pin.ask(game, "door")
        return
    _table()


@st.fragment
def _table() -> None:
    """Everything that a turn changes. A fragment: a commit runs this alone, not what surrounds every page."""
    game = session.current(KIND)
    if game is None:  # another device has deleted it
        st.rerun()
    try:
        opened = entering.take_first(Opened.of(game, st.session_state.get(OPENED)))
    except RecordError as error:
        st.html(f'<p role="alert">{esc(error.text(translate))}</p>')
        return
    st.session_state[OPENED] = opened
    # Found before anything is drawn: what then goes out at once, a browser draws at once, not piece by piece.
    insight.who(opened.fitting, insight.eyes(opened.fitting, pin.stands_open(opened)))
    aimed = changing.target()
    at_hand = "" if aimed.kind == "add" else f"{aimed.kind} {aimed.entry}"
    parts.view(game.id, at_hand, ".st-key-card-entry")
    status = st.container()
    with st.container(key="live"):
        _columns(opened, status)
    game_settings = st.expander(_("This game"), icon=":material/tune:", key="this-game", on_change="rerun")
    if game_settings.open:
        with game_settings:
            settings.panel(opened)
    if alarm.rings(opened):
        alarm.screen(opened)
    changing.watch(opened.game)
    changing.let_through()


def _columns(opened: Opened, status: DeltaGenerator) -> None:
    """Entry and list on the left, who is who and clues on the right; one below the other on a phone.

    Drawn in the order in which they are waited for: who is who, the line above both with its odds, which take the
    longest to find, the next turn's pad, the rest.
    """
    left, right = st.container(key="live-left"), st.container(key="live-right")
    with right:
        who_panel.panel(opened)
    time.sleep(HEAD_START_SECONDS)
    with status:
        st.html(countdown.html(opened, slim=True))
    with left:
        with st.container(key="card-entry"):
            entering.panel(opened)
        with st.container(key="card-log"):
            turn_log.panel(opened, session.unlocked())
    with right:
        with st.container(key="card-clue"):
            clues.panel(opened)
        if opened.state.edition.cards == "on":
            with st.container(key="card-hands"):
                hands.panel(opened)
