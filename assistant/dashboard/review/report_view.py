"""Report: how the table ended, and what the game says about each player."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import figures, frame, ranking_list
from assistant.dashboard.describe import agent_name
from assistant.dashboard.language import _, said
from assistant.dashboard.review.state import Shown
from assistant.dashboard.text import esc, name
from assistant.review import PlayerReport
from assistant.review.report_text import player_lines
from assistant.review.table_report import dossier_effect, winners_text


def show(shown: Shown) -> None:
    """Draws the section."""
    table = shown.review.table
    if table is None:
        missing = _("The record does not say who owns which agent: what needs the truth is left out.")
        st.html(f'<p class="h-note">{esc(missing)}</p>')
        return
    with st.container(key="card-result"):
        winner = said(winners_text(shown.review.game, table.ranking))
        frame.heading(
            esc(f"{winner[:1].upper()}{winner[1:]}."), esc(said(dossier_effect(shown.review.game, table)))
        )
        st.html(ranking_list.html(table.ranking, shown.players, shown.agents))
    cards = "".join(_player(shown, report) for report in shown.review.players)
    st.html(f'<div class="h-players">{cards}</div>')


def _player(shown: Shown, report: PlayerReport) -> str:
    lines = "".join(
        f"<dt>{esc(said(label))}</dt><dd>{esc(said(text))}</dd>"
        for label, text in player_lines(shown.review, report)
    )
    head = (
        f"{figures.token(shown.styles[report.agent])}<h3>{name(shown.players[report.seat])} · "
        f"{name(agent_name(shown.agents[report.agent]))}</h3>"
    )
    return f'<section><div class="h-agent">{head}</div><dl>{lines}</dl></section>'
