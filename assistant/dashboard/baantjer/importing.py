"""Import of a record from a file or pasted text: a broken one is explained, events that do not fit are kept."""

from __future__ import annotations

import streamlit as st

from assistant.baantjer.errors import RecordError
from assistant.baantjer.record import Record, from_json
from assistant.baantjer.replay import replay_fitting
from assistant.dashboard import session
from assistant.dashboard.baantjer.entering import explain
from assistant.dashboard.baantjer.stored import keep
from assistant.dashboard.language import _, n_
from assistant.dashboard.text import esc


def panel() -> str | None:
    """Upload and paste; returns the id of the game that was stored, or None. A refusal changes nothing."""
    upload = st.file_uploader(
        _("A game's file: a Baantjer record (.json)"), type=["json"], key="b-import-file"
    )
    pasted = st.text_area(
        _("or paste its text"), key="b-import-text", height=130, max_chars=3_000_000,
        placeholder='{"format": "baantjer-record", "version": 1, "players": [...], "events": [...]}',
    )  # fmt: skip
    wanted = st.button(_("Import"), type="primary", key="b-import-go", icon=":material/file_open:")
    text = _text(upload.getvalue()) if upload is not None else pasted
    if not text.strip():
        if wanted:
            st.html(f'<p class="h-note">{esc(_("Choose a file or paste a game first."))}</p>')
        return None
    try:
        record = from_json(text)
    except RecordError as error:
        explain(_where(error), error)
        st.html(f'<p class="h-note">{esc(_("Nothing was imported."))}</p>')
        return None
    _unfitting(record)
    return keep(session.store(), record) if wanted else None


def _text(content: bytes) -> str:
    return content.decode("utf-8-sig", errors="replace")


def _where(error: RecordError) -> str:
    return _("The record") if error.event is None else _("Event {n}", n=error.event)


def _unfitting(record: Record) -> None:
    """What the rules do not allow in it: kept and flagged in the list, to be mended there."""
    problems = replay_fitting(record)[1]
    if problems:
        explain(_where(problems[0]), problems[0])
        note = n_("{n} entry does not fit; it is imported and flagged.",
                  "{n} entries do not fit; they are imported and flagged.", len(problems))  # fmt: skip
        st.html(f'<p class="h-note">{esc(note)}</p>')
