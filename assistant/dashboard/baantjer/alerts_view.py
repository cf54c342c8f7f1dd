"""What must not be overlooked now: a theft window, a complete file, a turn to skip."""

from __future__ import annotations

import streamlit as st

from assistant.baantjer.alerts import MissedWindow, alerts
from assistant.baantjer.fitting import Loot, takable
from assistant.baantjer.state import State
from assistant.baantjer.words import piece
from assistant.dashboard.baantjer import icons
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.language import _
from assistant.dashboard.text import esc, name


def show(state: State, over_a_pad: bool) -> None:
    """Draws the alerts; over an entry pad those without which it offers itself, at the top, as what to do next."""
    windows = range(len(state.windows)) if not over_a_pad and state.winner is None else ()
    others = [
        f'<li class="{alert.kind}">{esc(said(alert.message))}</li>'
        for alert in alerts(state)
        if alert.kind == "skip" or (not over_a_pad and alert.kind == "complete")
    ]
    items = "".join([*(_theft(state, number) for number in windows), *others])
    with st.container():  # a place that is always there keeps what follows at its own
        if items:
            st.html(f'<div role="status"><ul class="b-alerts">{items}</ul></div>')


def _theft(state: State, number: int) -> str:
    window = state.windows[number]
    loot = takable(state, window)
    if not loot:
        return ""
    head = _("{owner} may take a card from {lander}", owner=name(state.players[window.owner]),
             lander=name(state.players[window.lander]))  # fmt: skip
    note = esc(_("until the next player's turn begins; the car stands on place {place}", place=window.place))
    return f'<li class="theft"><b>{head}</b> <span>{note}</span>{loot_list(loot)}</li>'


def loot_list(loot: tuple[Loot, ...]) -> str:
    """Cards that may be taken, each with the file it lies at and the files it fits, as HTML."""
    rows = "".join(
        f"<li>{icons.icon(one.card)}<span>"
        + esc(_("{card} of file {place}, fits {files}", card=said(piece(one.card)), place=one.from_file,
                files=", ".join(map(str, one.to))))
        + "</span></li>"
        for one in loot
    )  # fmt: skip
    return f'<ul class="b-loot">{rows}</ul>'


def missed(window: MissedWindow) -> str:
    """A theft window that passed unused, as HTML."""
    head = _("Missed: {owner} could have taken a card from {lander}, on place {place}", owner=name(window.owner),
             lander=name(window.lander), place=window.place)  # fmt: skip
    return f'<div class="b-missed"><b>{head}</b>{loot_list(window.loot)}</div>'
