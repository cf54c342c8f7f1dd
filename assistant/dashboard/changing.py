"""Changing a stored game of any kind from a page: where the next entry goes, storing it, undo and redo, watching.

Events are plain data here, so that this serves every game of the shelf.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from assistant.dashboard import parts, session
from assistant.dashboard.language import _, refused
from assistant.dashboard.text import esc
from assistant.records.store import Clash, Game, Plain, Store, StoreError

TARGET, SHOWN = map(session.key, ("target", "shown"))
WATCH_SECONDS = 2
LET_THROUGH_SECONDS = 0.05
REMEMBERED = 6
"""Versions of the game that this browser has seen last: an entry may come after another device's."""

KEPT_WORDS = 4 * REMEMBERED
"""Words of entries that are remembered as dealt with."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where the next event goes: behind all others, in the place of one, or before one."""

    kind: Literal["add", "replace", "insert"] = "add"
    entry: int = 0


Meanwhile = Literal["nothing", "the same turn", "something else"]
"""What another device had entered before an entry arrived."""


def target() -> Target:
    """Where the next entry goes."""
    found = st.session_state.get(TARGET)
    return found if isinstance(found, Target) else Target()


def aim(at: Target | None) -> None:
    """Sets where the next entry goes; None for behind all others."""
    st.session_state[TARGET] = at


def remark(text: str) -> None:
    """Something to tell the user in the next run."""
    st.session_state[session.REMARK] = text


def tell_remark() -> None:
    """Tells what there was to tell, once."""
    text = st.session_state.get(session.REMARK, "")
    if text:
        st.html(f'<div class="h-preview" role="status"><p>{esc(text)}</p></div>')
    st.session_state[session.REMARK] = ""


def remembered() -> list[Game]:
    """The versions of the game that this browser was shown last, the newest at the end."""
    found = st.session_state.get(SHOWN, [])
    return found if isinstance(found, list) else []


def remember(game: Game) -> None:
    """Remembers what the browser is shown."""
    if game.revision not in [seen.revision for seen in remembered()]:
        st.session_state[SHOWN] = [*remembered(), game][-REMEMBERED:]


def attempt(change: Callable[[], object]) -> bool:
    """Does a change of the store. Whether it was done; why not is told in the next run."""
    try:
        change()
    except StoreError as error:
        remark(refused(error))
        return False
    return True


def put(
    store: Store,
    game: Game,
    plain: Plain,
    at: Target,
    nonce: str | None,
    same: Callable[[Plain, Plain], bool],
) -> tuple[Game, Meanwhile]:
    """Stores an event as the one who entered it saw the game. Touches no session: nothing can cut it short.

    Args:
        store: the autosave.
        game: the game as it was on that screen.
        plain: what was entered.
        at: where it goes.
        nonce: the entry's own word; the same entry sent twice counts once.
        same: whether two entries say the same of the table.

    Returns:
        The game now, and what happened meanwhile. Somebody else's change in between never loses an event: one
        that both entered alike is kept once, any other stands in the list and is flagged if it does not fit.
    """
    meanwhile: Meanwhile = "nothing"
    seen = {entry.id for entry in game.entries}
    while True:
        try:
            match at.kind:
                case "add":
                    return store.add(game.id, plain, game.revision, nonce), meanwhile
                case "replace":
                    return store.replace(game.id, at.entry, plain, game.revision, nonce), meanwhile
                case "insert":
                    return store.insert(game.id, at.entry, plain, game.revision, nonce), meanwhile
        except Clash:
            game = store.load(game.id)
            news = [entry.event for entry in game.entries if entry.id not in seen]
            if at.kind == "add" and any(same(plain, other) for other in news):
                return game, "the same turn"
            meanwhile = "something else" if news else "nothing"


def told(meanwhile: Meanwhile) -> str:
    """What the user is told of another device's entry; "" where there was none."""
    match meanwhile:
        case "nothing":
            return ""
        case "the same turn":
            return _("The other device had entered this turn already.")
        case "something else":
            return _("The other device entered something in between. Both entries are in the list of turns.")


def delete(game: Game, entry: int) -> None:
    """Takes the event with id `entry` out, unless another device was quicker."""
    attempt(lambda: session.store().remove(game.id, entry, game.revision))
    aim(None)


def entry_list(game: Game, label: str, rows: Sequence[Mapping[str, Any]], key: str) -> None:
    """The entries to correct, to insert before or to delete; does what is chosen.

    Args:
        game: the stored game.
        label: what is listed, for readers of the screen.
        rows: the entries in the game's order, as the component `parts.turns` takes them; shown last first.
        key: the element's key.
    """
    operations = {"edit": _("Correct"), "insert": _("Insert before"), "delete": _("Delete")}
    chosen = parts.turns({"label": label, "rows": rows[::-1], "operations": operations}, key=key)
    if chosen is None:
        return
    entry = int(chosen["id"])
    if chosen["op"] == "delete":
        delete(game, entry)
    else:
        aim(Target("replace" if chosen["op"] == "edit" else "insert", entry))
    st.rerun()


def undo_buttons(game: Game) -> None:
    """Undo and redo of the last change, whatever it was."""
    with st.container(horizontal=True, key="undo"):
        undo = st.button(
            _("Undo"), icon=":material/undo:", key="undo-go", shortcut="Ctrl+Z", disabled=not game.can_undo
        )
        redo = st.button(
            _("Redo"),
            icon=":material/redo:",
            key="redo-go",
            shortcut="Ctrl+Shift+Z",
            disabled=not game.can_redo,
        )
    if undo or redo:
        store = session.store()
        attempt(lambda: (store.undo if undo else store.redo)(game.id, game.revision))
        aim(None)
        st.rerun()


def let_through() -> None:
    """Waits at the end of a run until the server has sent what the run drew.

    Streamlit drops what is still on its way where the next request, such as the watch's, comes just after a run
    has ended; one that comes before the end waits its turn. Everything is drawn by now, so nobody waits for this.
    """
    time.sleep(LET_THROUGH_SECONDS)


@st.fragment(run_every=WATCH_SECONDS)
def watch(game: Game) -> None:
    """Looks whether another device changed the game or its PIN, and starts over with what it did."""
    if session.store().standing(game.id) != (game.revision, game.has_pin):
        st.rerun()
