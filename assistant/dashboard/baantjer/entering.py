"""Entering events: what was tapped is stored before anything is drawn; notes and events in the record's words."""

from __future__ import annotations

import json

import streamlit as st

from assistant.baantjer.engine import apply
from assistant.baantjer.errors import BaantjerError, IllegalEvent, RecordError
from assistant.baantjer.events import Event, Note
from assistant.baantjer.record import event_data, event_from_json
from assistant.baantjer.replay import describe
from assistant.baantjer.state import State
from assistant.dashboard import changing, session
from assistant.dashboard.baantjer import pad
from assistant.dashboard.baantjer.stored import Opened, opened
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.changing import Target
from assistant.dashboard.language import _, refused
from assistant.dashboard.text import esc
from assistant.records.store import Game, Plain, StoreError

HANDLED, REFUSED = map(session.key, ("baantjer-handled", "baantjer-refused"))
LONGEST = 5000
"""Characters of an event in words; the longest text that an event can hold has 2000."""


def _key(game: Game) -> str:
    return f"baantjer-pad-{game.id}"


def _handled() -> list[str]:
    found = st.session_state.get(HANDLED, [])
    return found if isinstance(found, list) else []


def take_first(shown: Opened) -> Opened:
    """The game with what was tapped, stored before anything is drawn; a refusal is told by `panel`."""
    for one in pad.entered(_key(shown.game)):
        if one.nonce not in _handled():
            shown = take(shown, one.event, one.target, one.revision, one.nonce)
    return shown


def take(shown: Opened, event: Event, at: Target, revision: int, nonce: str | None = None) -> Opened:
    """Stores an event that the rules allow.

    Args:
        shown: the game now.
        event: what was entered.
        at: where it goes.
        revision: the game's revision on the screen where it was entered. Where another device was quicker, the
            event is stored as it was meant, and flagged in the list if it does not fit any more.
        nonce: the entry's own word; the same entry sent twice counts once.
    """
    game = shown.game
    error = refusal(shown, event, at) if revision == game.revision else None
    if error is None:
        seen = next((one for one in changing.remembered() if one.revision == revision), game)
        try:
            game, meanwhile = changing.put(session.store(), seen, event_data(event), at, nonce, _same)
        except StoreError as failed:
            changing.remark(refused(failed))
            return shown
        changing.remark(changing.told(meanwhile))
    _done(nonce, None if error is None else (said(describe(shown.record, event)), error))
    return shown if error is not None else opened(game)


def _done(nonce: str | None, refused: tuple[str, BaantjerError] | None) -> None:
    if nonce is not None:
        st.session_state[HANDLED] = [*_handled(), nonce][-changing.KEPT_WORDS :]
    st.session_state[REFUSED] = refused
    if refused is None:
        changing.aim(None)


def _same(one: Plain, other: Plain) -> bool:
    return one == other


def base(shown: Opened, at: Target) -> State:
    """The table where the next entry goes."""
    number = None if at.kind == "add" else shown.number(at.entry)
    return shown.state if number is None else shown.at(number - 1)


def refusal(shown: Opened, event: Event, at: Target) -> IllegalEvent | None:
    """Why the rules do not allow an event there; None where they do."""
    try:
        apply(base(shown, at), event)
    except IllegalEvent as error:
        return error
    return None


def panel(shown: Opened) -> None:
    """Everything that enters an event."""
    changing.remember(shown.game)
    at = changing.target()
    # Boxes that are always there keep the pad at its place, so that the browser keeps it.
    with st.container():
        _banner(shown, at)
    with st.container():
        changing.tell_remark()
        _refused()
    pad.draw(shown.record, base(shown, at), at, shown.game.revision, _handled(), _key(shown.game))
    if shown.state.winner is not None and at.kind == "add":
        st.html(f'<p class="h-note">{esc(_("The game is won: only notes can follow."))}</p>')
    changing.undo_buttons(shown.game)
    _in_words(shown, at)


def _banner(shown: Opened, at: Target) -> None:
    number = None if at.kind == "add" else shown.number(at.entry)
    if number is None:
        return
    text = _("You are correcting event {n}.", n=number)
    if at.kind == "insert":
        text = _("You are inserting an event before event {n}.", n=number)
    event = said(describe(shown.record, shown.record.events[number - 1]))
    with st.container(horizontal=True, key="card-banner", vertical_alignment="center"):
        st.html(f"<div><b>{esc(text)}</b><p class='h-note'>{esc(event)}</p></div>")
        if st.button(_("Leave it as it was"), key="leave"):
            changing.aim(None)
            st.rerun()


def _refused() -> None:
    refused = st.session_state.get(REFUSED)
    if refused is not None:
        explain(refused[0], refused[1])
    st.session_state[REFUSED] = None


def explain(what: str, error: BaantjerError) -> None:
    """A refusal: which event, why, and what helps."""
    st.html(
        f'<div class="h-preview wrong" role="alert"><p><b>{esc(what)}</b></p><p>{esc(said(error.reason))}</p>'
        f"<p>{esc(_('What helps: {remedy}', remedy=said(error.remedy)))}</p></div>"
    )


@st.fragment
def _in_words(shown: Opened, at: Target) -> None:
    """A note, or any event as the record has it: for texts, squares, rolls and whatever the buttons leave out."""
    editing = shown.event(at.entry) if at.kind == "replace" else None
    place = f"{at.kind}-{at.entry}-{shown.game.revision}"
    with st.expander(
        _("A note, or an event typed by hand"), expanded=editing is not None, icon=":material/edit_note:"
    ):
        with st.form(f"note-{place}", border=False):
            note = st.text_input(
                _("Note"), value=editing.text if isinstance(editing, Note) else "", max_chars=2000
            )
            if st.form_submit_button(_("Write the note down")) and note.strip():
                take(shown, Note(text=note.strip()), at, shown.game.revision)
                st.rerun()
        words = json.dumps(event_data(editing), ensure_ascii=False) if editing is not None else ""
        with st.form(f"words-{place}", border=False):
            text = st.text_area(
                _("For experts: an event in JSON, as the record has it"), value=words,
                max_chars=LONGEST, height=110,
                placeholder='{"type": "land", "player": "Anna", "on": "green", "square": "Dam", "die": 4}',
            )  # fmt: skip
            if st.form_submit_button(_("Enter the event")) and text.strip():
                _read(shown, text, at)


def _read(shown: Opened, text: str, at: Target) -> None:
    try:
        event = event_from_json(text)
    except RecordError as error:
        explain(text[:200], error)
        return
    take(shown, event, at, shown.game.revision)
    st.rerun()
