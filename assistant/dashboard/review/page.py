"""Looking back on a game: which game, which section, and the badge of an open branch."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import streamlit as st

from assistant.dashboard import changing, frame, importing, navigation, pin, samples, session
from assistant.dashboard.language import _, said, translate
from assistant.dashboard.opened import Opened
from assistant.dashboard.review import state
from assistant.dashboard.review.state import Shown
from assistant.dashboard.text import esc, name, short
from assistant.records import Record, RecordError
from assistant.records.store import Game
from assistant.records.store_record import KIND, keep
from assistant.review import turned_over, without_secrets
from assistant.wording import N_

STYLE = Path(__file__).with_name("style.css")
SECTIONS: dict[str, str] = {
    "replay": N_("Replay"), "guess": N_("Guess first"), "whatif": N_("What if"), "report": N_("Report"),
    "group": N_("Many games"), "share": N_("Share"),
}  # fmt: skip
"""Section -> its name; drawn by `show` of `<section>_view.py`. Only the open one is ever sent to the browser."""


def show() -> None:
    """Draws the page."""
    game = session.current(KIND)
    if game is None:
        changing.tell_remark()
        _choose()
        return
    if not _may_look(game):
        return
    try:
        opened = Opened.of(game)
    except RecordError as error:
        st.html(f'<p role="alert">{esc(error.text(translate))}</p>')
        return
    shown = state.open_review(_record(opened))
    st.html(f"<style>{STYLE.read_text(encoding='utf-8')}</style>")
    _head(shown, game)
    section = st.segmented_control(
        _("Section"), list(SECTIONS), default="replay", required=True, key="review-section",
        label_visibility="collapsed", format_func=lambda one: translate(SECTIONS[one]), width="stretch",
    )  # fmt: skip
    draw: Callable[[Shown], None] = import_module(
        f"assistant.dashboard.review.{section or 'replay'}_view"
    ).show
    draw(shown)


def _record(opened: Opened) -> Record:
    """What may be looked at: all of it once the cards are turned over, before that what the table knows."""
    record = turned_over(opened.fitting.record)
    if (
        record.owners is None
        and record.viewer is not None
        and not opened.state.finished
        and not session.unlocked()
    ):
        st.html(
            f'<p class="h-note">{esc(_("The cards are not turned over yet: shown without secrets."))}</p>'
        )
        return without_secrets(record)
    return record


def _may_look(game: Game) -> bool:
    """A review tells everything: where the game has a PIN it is asked for first."""
    if game.has_pin and not session.unlocked():
        frame.heading(esc(_("This game is closed")), esc(_("Its owner set a PIN.")))
        pin.ask(game, "review")
        return False
    return True


def _head(shown: Shown, game: Game) -> None:
    title = game.title or shown.main.title or _("A game")
    with st.container(horizontal=True, vertical_alignment="center", key="review-head"):
        st.html(f"<h1>{name(title)}</h1>")
        if st.button(_("Another game"), icon=":material/folder_open:", key="review-other"):
            session.forget()
            for entry in ("game", state.TURN):
                st.query_params.pop(entry, None)
            st.rerun()
    if shown.branch.changes:
        with st.container(key="review-badge", horizontal=True, vertical_alignment="center"):
            st.html(f'<p role="status" class="h-chip hot">{esc(said(shown.branch.badge))}</p>')
            if st.button(
                _("Back to the game as it was"), icon=":material/undo:", key="review-leave", type="primary"
            ):
                state.leave()
                st.rerun()


def _choose() -> None:
    """No game is open: take a sample, a file, or one from the list."""
    st.html(f"<h1>{esc(_('Look back on a game'))}</h1>")
    files = samples.files()
    if files:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            file = st.selectbox(_("Sample game"), files, format_func=lambda f: short(samples.title(f)),
                                key="review-sample", width="stretch")  # fmt: skip
            record = (
                samples.record(file) if st.button(_("Review"), type="primary", key="review-open") else None
            )
        if record is not None:
            session.open_game(keep(session.store(), record))
            st.rerun()
    with st.container(key="card-import"):
        frame.heading(esc(_("Open a game from a file or from text")))
        stored = importing.panel()
    if stored is not None:
        session.open_game(stored)
        st.rerun()
    if st.button(_("My games"), icon=":material/folder_open:", key="mine"):
        navigation.go("games")
