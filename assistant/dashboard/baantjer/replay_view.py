"""Replay: the game event by event, with the board, the odds, the alerts and the thefts that were missed."""

from __future__ import annotations

from typing import Any

import streamlit as st

from assistant.baantjer.alerts import MissedWindow, missed_windows
from assistant.baantjer.replay import describe
from assistant.dashboard import parts
from assistant.dashboard.baantjer import alerts_view, board, odds_view
from assistant.dashboard.baantjer.stored import Opened
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.language import _, n_
from assistant.dashboard.text import esc

EVENT = "event"
"""The event in the address."""

TRANSPORT = "baantjer-transport"


def show(shown: Opened) -> None:
    """Draws the section."""
    if not shown.record.events:
        st.html(f'<p class="h-note">{esc(_("Nothing yet: tap where the first car stops."))}</p>')
        return
    _position(shown)


@st.fragment
def _position(shown: Opened) -> None:
    """Everything: a step draws it again."""
    events, missed = len(shown.record.events), missed_windows(shown.steps)
    asked = parts.asked_turn(TRANSPORT)
    number = _given(events) if asked is None else min(max(asked, 0), events)
    if asked is not None:
        st.query_params[EVENT] = str(number)
    state = shown.at(number)
    with st.container(key="card-b-step"):
        parts.transport(_data(number, events, sorted({window.event for window in missed})), key=TRANSPORT)
        st.html(f'<div aria-live="polite">{_told(shown, number, missed)}</div>')
        alerts_view.show(state, over_a_pad=False)
    with st.container(key="card-b-board"):
        board.panel(shown.record, state)
    with st.container(key="card-b-odds"):
        odds_view.panel(shown.record, state, "replay")


def _given(events: int) -> int:
    given = st.query_params.get(EVENT, "")
    return min(int(given), events) if given.isascii() and given.isdigit() and len(given) < 6 else events


def _told(shown: Opened, number: int, missed: tuple[MissedWindow, ...]) -> str:
    """What happened, why it did not count, and what was missed as it happened, as HTML."""
    if not number:
        return f'<div class="h-preview"><p>{esc(_("Before the first event."))}</p></div>'
    text = esc(said(describe(shown.record, shown.record.events[number - 1])))
    problem = next((one for one in shown.problems if one.event == number), None)
    if problem is not None:
        text = f"<s>{text}</s><br>{esc(said(problem.reason))}; {esc(said(problem.remedy))}"
    windows = "".join(alerts_view.missed(window) for window in missed if window.event == number)
    turn = n_("turn {n}", "turn {n}", shown.at(number).turns)
    return (
        f'{windows}<div class="h-preview{" wrong" if problem else ""}"><p><b>{esc(turn)}</b> {text}</p></div>'
    )


def _data(number: int, events: int, points: list[int]) -> dict[str, Any]:
    return {
        "turn": number, "turns": events, "points": points,
        "keys": {"start": "Home", "end": "End", "back": "←", "forward": "→", "pointBack": "P", "pointForward": "N",
                 "play": _("space")},
        "words": {
            "transport": _("Go through the game"), "slider": _("Event"), "at": _("Event {turn} of {turns}"),
            "start": _("To the start"), "pointBack": _("Missed theft before"), "back": _("One event back"),
            "play": _("Play"), "pause": _("Pause"), "forward": _("One event on"),
            "pointForward": _("Next missed theft"), "end": _("To the end"),
        },
    }  # fmt: skip
