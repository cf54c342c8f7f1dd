"""Who is who on the live page: matrix, reasons, what moved; and behind the gate dossier and cover."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import changing, clues, cover, dossier_sheet, figures, frame, insight, pin, session
from assistant.dashboard.changing import Target, told
from assistant.dashboard.entry import enter
from assistant.dashboard.language import _, said
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc, name

COVER = "cover"
"""Field of a record's head that switches the cover off for a group; kept like every unknown field."""


@st.fragment
def panel(opened: Opened) -> None:
    """Matrix and reasons as an observer sees them; through the viewer's eyes while the gate is open."""
    record = opened.record
    secret = pin.gate(opened, "who")
    view = insight.eyes(opened.fitting, secret)
    found = insight.who(opened.fitting, view)
    if secret and view.seat is not None:
        st.html(dossier_sheet.slip_html(_sheet_of(opened, view), view.agent))
    with st.container(key="card-who"):
        seen_by = _("seen by {player}", player=name(record.names[view.seat])) if view.seat is not None else \
            esc(_("seen by an observer"))  # fmt: skip
        frame.heading(esc(_("Who is who")), seen_by)
        clues.contradiction(opened, found)
        if found.strange and found.strangeness is not None:
            st.html(f'<p class="h-note">{esc(said(found.strangeness))}</p>')
        cell = figures.matrix(found, key=f"matrix-{opened.game.id}", you=view.seat)
        if cell is not None and cell[0] < len(found.players) and cell[1] < len(found.agents):
            reasons = insight.why(opened.fitting, view, *cell)
            figures.reasons(reasons, found.players[cell[0]], found.agents[cell[1]])
        _moved(opened, view, found)
        track = st.expander(_("By the track"), key="by-track", on_change="rerun")
        if track.open:
            with track:
                figures.ranks(found, opened.state)
    if secret:
        _dossier(opened, view)
        if view.agent is not None and record.unknown.get(COVER) != "off":
            with st.container(key="card-cover"):
                cover.panel(opened, view)


def _sheet_of(opened: Opened, view: insight.Viewpoint) -> insight.Analysis:
    """What the dossier is filled from: the moment it fell due, or now."""
    return insight.who(opened.fitting, view, "end" if opened.state.dossier_turn is None else "dossier")


def _moved(opened: Opened, view: insight.Viewpoint, found: insight.Analysis) -> None:
    """What the last turn changed."""
    turns = opened.result.turns
    if not turns or found.turn < 1:
        return
    before = insight.who(opened.fitting, view, found.turn - 1)
    changes = figures.moved(before.posterior, found.posterior, found.players, found.agents)
    text = changes or f'<p class="h-note">{esc(_("It told next to nothing."))}</p>'
    st.html(f"<div><p><b>{esc(_('Since the turn before'))}</b></p>{text}</div>")


def _dossier(opened: Opened, view: insight.Viewpoint) -> None:
    """The suggestion; once it was due, as it stood at that moment."""
    if not opened.state.edition.has_dossier:
        return
    due = opened.state.dossier_turn
    found = _sheet_of(opened, view)
    owner = None if view.seat is None else opened.record.names[view.seat]
    with st.container(key="card-dossier"):
        dossier_sheet.show(found, view.agent, owner, key="sheet-tools", as_of=due)
        if due is not None:
            dossier_sheet.outlook(found, insight.winning(opened.fitting, view, found))
        lock(opened, view, found, "panel")


def lock(opened: Opened, view: insight.Viewpoint, found: insight.Analysis, key: str) -> None:
    """The button that writes the suggestion into the record as the viewer's dossier."""
    if view.seat is None:
        return
    if opened.is_locked_in:
        st.html(f'<p class="h-note">{esc(_("Your dossier is locked in."))}</p>')
        return
    if st.button(_("Lock it in"), type="primary", icon=":material/lock:", key=f"lock-{key}", width="stretch"):
        event = dossier_sheet.event(found, view.agent, opened.record, opened.record.names[view.seat])
        changing.attempt(
            lambda: changing.remark(told(enter(session.store(), opened.game, event, Target())[1]))
        )
        st.rerun()
