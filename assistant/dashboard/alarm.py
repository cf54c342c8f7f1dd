"""The alarm when the dossier falls due: the whole screen, with the filled sheet."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import dossier_sheet, insight, pin, session, who_panel
from assistant.dashboard.language import _
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc

_DISMISSED = session.key("alarm-dismissed")


def rings(opened: Opened) -> bool:
    """Whether the dossier has just fallen due and nobody has locked it in or sent the alarm away."""
    state = opened.state
    if state.dossier_turn is None or opened.is_locked_in:
        return False
    if state.finished and (state.dossier_turn < state.turns or opened.record.owners is not None):
        return False  # too late for a sheet; one that falls due in the last turn is still to be filled
    recent = state.turns - state.dossier_turn < len(state.players)
    return recent and st.session_state.get(_DISMISSED) != state.dossier_turn


@st.fragment
def screen(opened: Opened) -> None:
    """Draws the alarm; the sheet is the viewer's secret like everywhere else."""
    with st.container(key="alarm"):
        goal = opened.state.edition.dossier_score
        why = _("Fill in your sheet now.")
        if goal is not None:
            why = _("A marker has reached {n}. Fill in your sheet before the next turn.", n=goal)
        st.html(f'<div class="h-alarm" role="alertdialog" aria-label="{esc(_("Dossier!"))}">'
                f"<h2>{esc(_('Dossier!'))}</h2><p>{esc(why)}</p></div>")  # fmt: skip
        with st.container(key="card-alarm"):
            _sheet(opened)


def _sheet(opened: Opened) -> None:
    """The sheet behind the gate, and what to do with it."""
    secret = pin.gate(opened, "alarm")
    if secret:
        view = insight.eyes(opened.fitting, True)
        found = insight.who(opened.fitting, view, "dossier")
        owner = None if view.seat is None else opened.record.names[view.seat]
        dossier_sheet.show(found, view.agent, owner, key="alarm-tools")
        dossier_sheet.outlook(found, insight.winning(opened.fitting, view, found))
        if opened.game.has_pin or opened.record.viewer is None:
            who_panel.lock(opened, view, found, "alarm")
    if not opened.game.has_pin and opened.record.viewer is not None:
        _lock_unseen(opened)
    if st.button(_("Not now"), key="alarm-later", width="stretch"):
        st.session_state[_DISMISSED] = opened.state.dossier_turn
        st.rerun()


def _lock_unseen(opened: Opened) -> None:
    """With the finger on the hold button nothing else can be pressed, so locking in stands below it for good."""
    view = insight.eyes(opened.fitting, True)
    who_panel.lock(opened, view, insight.who(opened.fitting, view, "dossier"), "alarm")
