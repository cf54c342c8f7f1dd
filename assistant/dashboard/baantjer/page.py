"""The page of the second game: a list and a form without a game; table, replay and settings of the open one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from assistant.baantjer.errors import RecordError
from assistant.dashboard import changing, frame, parts, pin, session
from assistant.dashboard.baantjer import (
    alerts_view,
    board,
    entering,
    icons,
    log,
    odds_view,
    replay_view,
    settings,
    start,
)
from assistant.dashboard.baantjer.stored import KIND, Opened, opened
from assistant.dashboard.language import _, translate
from assistant.dashboard.text import esc, name
from assistant.wording import N_

_STYLE = Path(__file__).with_name("style.css")
SECTIONS = {"table": N_("At the table"), "replay": N_("Replay"), "game": N_("This game")}


def show() -> None:
    """Draws the page."""
    st.html(f"<style>{_STYLE.read_text(encoding='utf-8')}{icons.css()}</style>")
    game = session.current(KIND)
    if game is None:
        changing.tell_remark()
        start.show()
        return
    if not pin.may_enter(game):
        frame.heading(esc(_("This game is closed")), esc(_("Its owner set a PIN.")))
        pin.ask(game, "door")
        return
    try:
        shown = entering.take_first(opened(game))
    except RecordError as error:
        entering.explain(_("This game cannot be read"), error)
        return
    aimed = changing.target()
    at_hand = "" if aimed.kind == "add" else f"{aimed.kind} {aimed.entry}"
    parts.view(game.id, at_hand, ".st-key-card-b-entry")
    changing.watch(shown.game)
    _head(shown)
    section = st.segmented_control(
        _("Section"), list(SECTIONS), default=_first_section(), required=True, key="baantjer-section",
        label_visibility="collapsed", format_func=lambda one: translate(SECTIONS[one]), width="stretch",
    )  # fmt: skip
    draw: dict[str, Callable[[Opened], None]] = {
        "table": _table, "replay": replay_view.show, "game": settings.show,
    }  # fmt: skip
    if section != "replay":
        st.query_params.pop(replay_view.EVENT, None)
    draw[section or "table"](shown)


def _first_section() -> str:
    """The section after a reload: the replay where the address names one of its events."""
    return "replay" if replay_view.EVENT in st.query_params else "table"


def _head(shown: Opened) -> None:
    state = shown.state
    seat = board.in_turn(state)
    begun = state.turns if seat == state.active and seat != state.to_move else state.turns + 1
    turn = esc(_("Turn {n}: {player}", n=begun, player="\0"))
    who = f'<span class="h-clip">{name(state.players[seat])}</span>'
    text = turn.replace("\0", who)
    aimed = changing.target()
    number = None if aimed.kind == "add" else shown.number(aimed.entry)
    if number is not None and aimed.kind == "insert":
        text = esc(_("Inserting before event {n}", n=number))
    elif number is not None:
        text = esc(_("Correcting event {n}", n=number))
    elif state.winner is not None:
        text = _("{player} has won", player=name(state.players[state.winner]))
    closed = "".join(
        f'<span class="h-chip seat{seat}"><span class="h-clip">{name(player)}</span> '
        f"<b>{state.closed(seat)}/{state.options.files_to_win}</b></span>"
        for seat, player in enumerate(state.players)
    )
    st.html(f'<div class="h-status b-status" role="status"><span class="h-turn">{text}</span>{closed}</div>')


def _table(shown: Opened) -> None:
    """Entry, what happened, evidence and odds; side by side on a wide page, the list last on a phone."""
    alerts_view.show(shown.state, over_a_pad=True)
    with st.container(key="b-live"):
        with st.container(key="card-b-entry"):
            entering.panel(shown)
        with st.container(key="card-b-log"):
            log.panel(shown)
        with st.container(key="card-b-board"):
            board.panel(shown.record, shown.state)
        with st.container(key="card-b-odds"):
            odds_view.panel(shown.record, shown.state, "table")
