"""Import of a game from a file or pasted text: a broken one is explained, its valid beginning offered."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import session
from assistant.dashboard.language import _, n_, said
from assistant.dashboard.text import esc, short
from assistant.records import Record, RecordError, loads, replay
from assistant.records.store_record import keep


def _checked(content: bytes | str, name: str) -> Record | RecordError:
    try:
        record = loads(content, name)
        replay(record)
    except RecordError as error:
        return error
    return record


def panel() -> str | None:
    """Upload and paste; returns the id of the game that was stored, or None. A refusal changes nothing."""
    upload = st.file_uploader(
        _("A game's file: .heimlich, .json or a log of the engine"), type=["heimlich", "json", "txt", "log"],
        key="import-file",
    )  # fmt: skip
    pasted = st.text_area(
        _("or paste its text"), key="import-text", height=150, max_chars=3_000_000,
        placeholder="edition amigo\nplayers Anna, Ben, Cem\nagents red, blue, green, yellow, grey, purple\n"
        "Anna 5: red 3, blue 2",
    )  # fmt: skip
    wanted = st.button(_("Import"), type="primary", key="import-go", icon=":material/file_open:")
    content: bytes | str
    if upload is not None:
        content, name = upload.getvalue(), upload.name
    elif pasted:
        content, name = pasted, ""
    else:
        if wanted:
            st.html(f'<p class="h-note">{esc(_("Choose a file or paste a game first."))}</p>')
        return None
    found = _checked(content, name)
    if isinstance(found, RecordError):
        return _explain(found)
    return keep(session.store(), found) if wanted else None


def place(error: RecordError) -> str:
    """Where in what was given something is wrong: file, line, event, as far as they are known."""
    parts = [short(error.file)] if error.file else []
    if error.line is not None and error.column is not None:
        parts.append(_("line {line}, column {column}", line=error.line, column=error.column))
    elif error.line is not None:
        parts.append(_("line {line}", line=error.line))
    if error.event is not None:
        parts.append(_("event {n}", n=error.event))
    return ": ".join(parts)


def _explain(error: RecordError) -> str | None:
    st.html(
        f'<div class="h-preview wrong" role="alert"><p><b>{esc(place(error))}</b></p>'
        f"<p>{esc(said(error.reason))}</p><p>{esc(_('What helps: {remedy}', remedy=said(error.remedy)))}</p></div>"
    )
    prefix = error.prefix
    if prefix is None or not prefix.events:
        st.html(f'<p class="h-note">{esc(_("Nothing was imported."))}</p>')
        return None
    n = len(prefix.events)
    offer = n_("Import the one event before it", "Import the {n} events before it", n)
    return keep(session.store(), prefix) if st.button(offer, key="import-prefix") else None
