"""What belongs to one browser: which game is open, and whether its secrets are.

The game's id stands in the address, so that a reload, a restarted server and a second device come back to
it. Session state holds only what may be lost; nothing lives in a module or a process-wide cache.
"""

from __future__ import annotations

import streamlit as st

from assistant.dashboard.language import refused
from assistant.records.store import Game, Store, UnknownGame

GAME, TABLE = "game", "table"
_OPEN = "open-game"
REMARK = "game:remark"
"""Key of something to tell the user in the next run; goes with the game like every `key`."""


def store() -> Store:
    """The autosave."""
    return Store()


def on_this_machine() -> bool:
    """Whether the browser runs where the server runs; others see no list and no names of earlier games."""
    return st.context.ip_address is None


def open_game(game: str) -> None:
    """Makes `game` the session's game; the address follows at the next run of a page that shows it."""
    if st.session_state.get(_OPEN) != game:
        forget()
    st.session_state[_OPEN] = game


def forget() -> None:
    """Drops everything that the session holds about its game."""
    for key in list(st.session_state):
        if isinstance(key, str) and key.startswith("game:"):
            del st.session_state[key]
    st.session_state.pop(_OPEN, None)


def current_id() -> str | None:
    """Id of the session's game: the address first, then what was opened before on another page."""
    in_address = st.query_params.get(GAME)
    if in_address:
        open_game(in_address)
    return in_address or st.session_state.get(_OPEN)


def current(kind: str) -> Game | None:
    """The session's game, its id put in the address; None where none of that kind is open or it is gone.

    That it is gone, since another device deleted it, is left as a remark.
    """
    game = current_id()
    if game is None:
        return None
    try:
        loaded = store().load(game)
    except UnknownGame as error:
        forget()
        st.session_state[REMARK] = refused(error)
        st.query_params.pop(GAME, None)
        return None
    if loaded.kind != kind:
        st.query_params.pop(GAME, None)  # it stays open on the page of its own kind
        return None
    if st.query_params.get(GAME) != game:
        st.query_params[GAME] = game
    return loaded


def key(name: str) -> str:
    """Key of a session value that belongs to the open game and goes with it."""
    return f"game:{name}"


def unlocked() -> bool:
    """Whether the PIN was given in this session."""
    return bool(st.session_state.get(key("unlocked")))


def unlock(open_: bool) -> None:
    """Opens or closes the secrets of the session's game."""
    st.session_state[key("unlocked")] = open_
