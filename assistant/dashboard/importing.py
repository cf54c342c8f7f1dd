"""Import of a game from a file or pasted text: a broken one is explained, its valid beginning offered."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import session
from assistant.dashboard.language import _, n_, translate
from assistant.dashboard.text import esc
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


def _explain(error: RecordError) -> str | None:
    place = error.text(translate).split(": ")
    reason, remedy = error.reason.text(translate), error.remedy.text(translate)
    where = ": ".join(part for part in place if part and part not in f"{reason}; {remedy}")[:200]
    st.html(
        f'<div class="h-preview wrong" role="alert"><p><b>{esc(where)}</b></p><p>{esc(reason)}</p>'
        f"<p>{esc(_('What helps: {remedy}', remedy=remedy))}</p></div>"
    )
    prefix = error.prefix
    if prefix is None or not prefix.events:
        st.html(f'<p class="h-note">{esc(_("Nothing was imported."))}</p>')
        return None
    n = len(prefix.events)
    offer = n_("Import the one event before it", "Import the {n} events before it", n)
    return keep(session.store(), prefix) if st.button(offer, key="import-prefix") else None
