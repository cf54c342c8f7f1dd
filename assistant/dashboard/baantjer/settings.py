"""What belongs to one game beside its events: options, names, PIN, file, another game."""

from __future__ import annotations

import json
from hashlib import blake2s

import streamlit as st

from assistant.baantjer.errors import RecordError
from assistant.baantjer.record import from_data
from assistant.dashboard import frame, pin, session
from assistant.dashboard.baantjer import options_form
from assistant.dashboard.baantjer.entering import explain
from assistant.dashboard.baantjer.start import export
from assistant.dashboard.baantjer.stored import Opened
from assistant.dashboard.language import _, refused
from assistant.dashboard.text import esc
from assistant.records.store import StoreError


def show(shown: Opened) -> None:
    """Draws the section."""
    game = shown.game
    with st.container(key="card-b-file", horizontal=True):
        export(game, "baantjer")
        if st.button(_("Another game"), icon=":material/folder_open:", key="b-another"):
            session.forget()
            st.query_params.pop(session.GAME, None)
            st.rerun()
    with st.container(key="card-b-options"):
        frame.heading(esc(_("Rules of this table")))
        _options(shown)
    with st.container(key="card-b-pin"):
        frame.heading(esc(_("PIN")), esc(_("With a PIN other devices open this game only by it.")))
        if game.has_pin and not session.unlocked():
            pin.ask(game, "setting")
        else:
            pin.setting(game)


def _options(shown: Opened) -> None:
    """The options, to be changed also in mid-game: all events are judged again, and undo takes it back."""
    head = shown.game.head
    # The form starts anew where other rules apply, and keeps what is in it where another device enters an event.
    rules = json.dumps([head.get("options"), head.get("places")], sort_keys=True)
    key = blake2s(rules.encode(), digest_size=8).hexdigest()
    options = options_form.fields(head.get("options") or {}, key)
    with st.expander(_("Names of the places"), icon=":material/signpost:"):
        places = options_form.places(shown.record.places, key)
    changed = {"options": options, "places": places}
    if not st.button(_("Change the rules"), key="b-options-go", type="primary"):
        return
    try:
        from_data({**head, **changed, "events": []})
        session.store().set_fields(shown.game.id, changed)
    except RecordError as error:
        explain(_("These rules cannot be"), error)
        return
    except StoreError as error:
        st.html(f'<p role="alert">{esc(refused(error))}</p>')
        return
    st.rerun()
