"""The start page: a sample game with everything in sight, and the ways to a game of one's own."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import (
    dossier_sheet,
    figures,
    frame,
    importing,
    insight,
    navigation,
    samples,
    session,
)
from assistant.dashboard.insight import Fitting
from assistant.dashboard.language import _
from assistant.dashboard.text import esc, name, short
from assistant.records import Replay, replay
from assistant.records.store_record import keep


def show() -> None:
    """Draws the page."""
    with st.container(horizontal=True, key="hero", vertical_alignment="center"):
        st.html(
            f"<h1>{esc(_('Who plays whom?'))}</h1><p class='h-note'>"
            + esc(_("Note what happens at the table; the assistant says who is probably who, and why."))
            + "</p>"
        )
        if st.button(_("New game at the table"), type="primary", icon=":material/casino:", key="new"):
            session.forget()
            navigation.go("live")
        if st.button(_("My games"), icon=":material/folder_open:", key="mine"):
            navigation.go("games")
    _sample()
    with st.expander(_("Open a game from a file or from text"), icon=":material/file_open:"):
        stored = importing.panel()
    if stored is not None:
        session.open_game(stored)
        navigation.go("live")


def _sample() -> None:
    files = samples.files()
    if not files:
        return
    file = st.selectbox(
        _("Sample game"), files, format_func=lambda f: short(samples.title(f)), key="sample", width="stretch"
    )
    record = samples.record(file)
    if record is None:
        return
    left, right = st.columns([1.15, 1], gap="medium")
    game = replay(record, strict=False)
    fitting = insight.Fitting.of(game)
    with left:
        with st.container(key="card-board"):
            frame.heading(esc(record.title or file.stem), esc(_headline(game)))
            figures.board(game.state, key="sample-board")
        with st.container(key="card-ranks"):
            frame.heading(esc(_("By the track")))
            figures.ranks(insight.who(fitting, insight.eyes(fitting, secret=True)), game.state)
        if st.button(_("Go on playing this game"), icon=":material/play_arrow:", key="go-on"):
            session.open_game(keep(session.store(), record))
            navigation.go("live")
    with right:
        _insight(fitting)


def _headline(game: Replay) -> str:
    return _("{players} players, {agents} agents, {turns} turns", players=len(game.record.players),
             agents=len(game.record.agents), turns=len(game.turns))  # fmt: skip


@st.fragment
def _insight(fitting: Fitting) -> None:
    """Ranking and dossier: a sample has no secrets, so it is shown through its viewer's eyes."""
    record, view = fitting.record, insight.eyes(fitting, secret=True)
    found = insight.who(fitting, view)
    owner = None if view.seat is None else record.names[view.seat]
    with st.container(key="card-who"):
        frame.heading(esc(_("Who is who")), _("seen by {player}", player=name(owner)) if owner else
                      esc(_("seen by an observer")))  # fmt: skip
        cell = figures.matrix(found, key="sample-matrix", you=view.seat)
        if cell is None:
            st.html(f'<p class="h-note">{esc(_("Tap a number to see its reasons."))}</p>')
        else:
            seat, agent = cell
            figures.reasons(insight.why(fitting, view, seat, agent), record.names[seat], record.agents[agent])
    with st.container(key="card-dossier"):
        dossier_sheet.show(found, view.agent, owner, key="sample-tools")
