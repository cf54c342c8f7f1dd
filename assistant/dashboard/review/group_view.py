"""Many games: what the finished games on this machine say about who plays how."""

from __future__ import annotations

from functools import partial

import streamlit as st

from assistant.dashboard import frame, habits, session
from assistant.dashboard.language import _, n_, said, translate
from assistant.dashboard.review.state import Shown
from assistant.dashboard.text import esc, name
from assistant.review import history
from assistant.review.history import INTERVAL, GroupHistory, PlayerHistory
from assistant.wording import N_, decimal

ENOUGH_GAMES = 5
"""Games from which a range of the win rate is worth printing."""
KINDS = {
    "uniform": N_("at random"), "greedy": N_("greedy"), "grabber": N_("greedy and bold"), "sly": N_("sly"),
    "fox": N_("sly and bold"), "timid": N_("timid"), "spoiler": N_("spoils for others"),
    "leader-basher": N_("fights the leader"), "beginner": N_("like a beginner"), "searcher": N_("thinks ahead"),
    "slow-starter": N_("starts slowly"), "generic 1": N_("like most"), "generic 0.5": N_("like most, less clearly"),
    "generic 0.25": N_("like most, hardly"),
}  # fmt: skip
"""The model's player types in words."""
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
    """A player type in words; a bot's name stays as it is."""
    return translate(KINDS.get(name_of_type, name_of_type))


def _row(group: GroupHistory, player: PlayerHistory) -> str:
    low, high = player.win_interval
    order = sorted(range(len(group.types)), key=lambda kind: -player.weights[kind])[:MOST_HABITS]
    habits = ", ".join(
        f"{esc(_type(group.types[kind]))} {100 * player.weights[kind]:.0f} ± {100 * player.spread[kind]:.0f} %"
        for kind in order
    )
    wins = _("{wins} of {n}", wins=f"{player.wins:g}", n=player.decided) if player.decided else "–"
    if player.decided >= ENOUGH_GAMES:
        wins += f" ({100 * low:.0f}–{100 * high:.0f} %)"
    return (
        f'<tr><th scope="row">{name(player.player)}</th><td>{player.games}</td><td>{esc(wins)}</td>'
        f"<td>{esc(said(decimal(player.readable, 2)))}</td><td>{habits}</td></tr>"
    )
