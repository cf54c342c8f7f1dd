"""What belongs to one game beside its events: options, names, PIN, file, another game."""

from __future__ import annotations

import streamlit as st

from assistant.baantjer.errors import RecordError
from assistant.baantjer.record import from_data
from assistant.dashboard import frame, pin, session
from assistant.dashboard.baantjer import options_form
from assistant.dashboard.baantjer.entering import explain
from assistant.dashboard.baantjer.start import export
from assistant.dashboard.baantjer.stored import Opened
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.language import _
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
    head, key = shown.game.head, str(shown.game.revision)
    options = options_form.fields(head.get("options") or {}, key)
    with st.expander(_("Names of the places"), icon=":material/signpost:"):
        places = options_form.places(shown.record.places, key)
    changed = {**head, "options": options, "places": places}
    if not st.button(_("Change the rules"), key="b-options-go", type="primary"):
        return
    try:
        from_data({**changed, "events": []})
        session.store().set_head(shown.game.id, changed, shown.game.revision)
    except RecordError as error:
        explain(_("These rules cannot be"), error)
        return
    except StoreError as error:
        st.html(f'<p role="alert">{esc(said(error.reason))}</p>')
        return
    st.rerun()
