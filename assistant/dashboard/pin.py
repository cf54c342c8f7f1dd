"""The way to what is secret: press and hold, or the PIN."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from assistant.dashboard import changing, parts, session
from assistant.dashboard.language import _
from assistant.dashboard.text import esc
from assistant.records.store import Game
from assistant.records.store_pin import check_pin, set_pin, wait_seconds

if TYPE_CHECKING:
    from assistant.dashboard.opened import Opened


def gate(opened: Opened, key: str) -> bool:
    """Whether the viewer's secrets may be drawn in this run; draws the button or the PIN field that decides.

    What is hidden is never sent to the browser. An observer has no secrets.
    """
    if opened.record.viewer is None:
        return True
    if not opened.game.has_pin:
        return parts.hold(
            _("Hold to see my agent, dossier and cover"), _("Shown only while you press"), key=f"hold-{key}"
        )
    if session.unlocked():
        if st.button(
            _("Hide my secrets"), icon=":material/visibility_off:", key=f"hide-{key}", width="stretch"
        ):
            session.unlock(False)
            st.rerun()
        return True
    ask(opened.game, key)
    return False


def stands_open(opened: Opened) -> bool:
    """Whether the gate will let secrets be drawn without anybody pressing or typing in this run."""
    return opened.record.viewer is None or (opened.game.has_pin and session.unlocked())


def ask(game: Game, key: str) -> None:
    """The PIN field; opens the session's secrets where the PIN is right."""
    with st.form(f"pin-form-{key}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        pin = st.text_input(_("PIN"), type="password", autocomplete="off", max_chars=32)
        sent = st.form_submit_button(_("Show"), icon=":material/lock_open:")
    if not sent or not pin:
        return
    if check_pin(session.store(), game.id, pin):
        session.unlock(True)
        st.rerun()
    wait = wait_seconds(session.store(), game.id)
    text = _("Wait {n} seconds, then try again.", n=int(wait) + 1) if wait else _("That is not the PIN.")
    st.html(f'<p class="h-note" role="alert">{esc(text)}</p>')


def may_enter(game: Game) -> bool:
    """Whether this browser may see the game at all: from another device the owner's PIN is needed first."""
    return session.on_this_machine() or not game.has_pin or session.unlocked()


def setting(game: Game) -> None:
    """Sets, changes or takes away the PIN. Only for those who see the secrets, or on this machine without one."""
    if game.has_pin and not session.unlocked():
        st.html(f'<p class="h-note">{esc(_("Give the PIN above to change it."))}</p>')
        return
    row = st.form("pin-setting", border=False, clear_on_submit=True)
    with row, st.container(horizontal=True, vertical_alignment="bottom"):
        pin = st.text_input(_("New PIN"), type="password", autocomplete="new-password", max_chars=32)
        sent = st.form_submit_button(_("Set PIN"))
    if sent and pin:
        _set(game, pin)
    if game.has_pin and st.button(_("Take the PIN away"), key="no-pin"):
        _set(game, "")


def _set(game: Game, pin: str) -> None:
    if changing.attempt(lambda: set_pin(session.store(), game.id, pin)):
        session.unlock(bool(pin))
    st.rerun()
