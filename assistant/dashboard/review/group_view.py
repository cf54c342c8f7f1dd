"""Many games: what the finished games on this machine say about who plays how."""

from __future__ import annotations

from functools import partial

import streamlit as st

from assistant.dashboard import frame, habits, session
from assistant.dashboard.language import _, n_
from assistant.dashboard.review.state import Shown
from assistant.dashboard.text import esc, name
from assistant.review import history
from assistant.review.history import INTERVAL, GroupHistory, PlayerHistory

MOST_HABITS = 3
"""Player types that are named for each player."""


def show(shown: Shown) -> None:
    """Draws the section. Other devices see no list of games, so no history either."""
    if not session.on_this_machine():
        st.html(f"<p>{esc(_('The history of a group is shown on the machine that keeps the games.'))}</p>")
        return
    group = history(habits.played_games())
    with st.container(key="card-group"):
        note = n_("{n} game with known owners", "{n} games with known owners", group.games)
        if group.skipped:
            note += ", " + n_("{n} without", "{n} without", group.skipped)
        frame.heading(esc(_("The group's games")), esc(note))
        if not group.players:
            st.html(f'<p class="h-note">{esc(_("Finish a game and enter who owned which agent."))}</p>')
            return
        st.html(_table(group))
        st.html(f'<p class="h-note">{esc(_legend())}</p>')


def _legend() -> str:
    return _(
        "The hardest to read stand first: bits that the table had found out about them at the end. Ranges hold "
        "{share} of what is still possible. Habits are the model's player types with the standard deviation of "
        "their weight; after few games they say little.", share=f"{INTERVAL:.0%}",
    )  # fmt: skip


def _table(group: GroupHistory) -> str:
    heads = (_("player"), _("games"), _("wins"), _("bits found out"), _("plays like"))
    head = "".join(f'<th scope="col">{esc(text)}</th>' for text in heads)
    rows = "".join(map(partial(_row, group), group.players))
    table = f'<table class="h-table h-group"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<div class="h-scroll">{table}</div>'


def _type(name_of_type: str) -> str:
    """A player type's name; the model's own word where it is the name of a strategy."""
    return _("at random") if name_of_type == "uniform" else name_of_type


def _row(group: GroupHistory, player: PlayerHistory) -> str:
    low, high = player.win_interval
    order = sorted(range(len(group.types)), key=lambda kind: -player.weights[kind])[:MOST_HABITS]
    habits = ", ".join(
        f"{esc(_type(group.types[kind]))} {100 * player.weights[kind]:.0f} ± {100 * player.spread[kind]:.0f} %"
        for kind in order
    )
    wins = f"{100 * player.win_rate:.0f} % ({100 * low:.0f}–{100 * high:.0f})" if player.decided else "–"
    return (
        f'<tr><th scope="row">{name(player.player)}</th><td>{player.games}</td><td>{wins}</td>'
        f"<td>{player.readable:.2f}</td><td>{habits}</td></tr>"
    )
