"""Guess first: one's own dossier, then the assistant's, then the truth.

What comes later is not in the page before: every stage is drawn on the server when it is reached.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from assistant.dashboard import describe, figures, frame, parts, session
from assistant.dashboard.describe import agent_name
from assistant.dashboard.language import _, n_
from assistant.dashboard.review import state
from assistant.dashboard.review.state import Shown
from assistant.dashboard.text import esc, md, name, short
from assistant.review import Judgement, assistants_dossier, judge
from assistant.review.sheet_figure import Sheet, SheetRow, sheet_svg
from assistant.wording import percentage

EXTRA = -1
"""The choice beside the seats."""
Marks = Mapping[int, int | None]


def show(shown: Shown) -> None:
    """Draws the section."""
    if shown.review.owners is None:
        missing = _("The record does not say who owns which agent: nothing to check a guess by.")
        st.html(f'<p class="h-note">{esc(missing)}</p>')
        return
    seat, turn = _place(shown)
    key = session.key(f"guess:{seat}:{turn}:{shown.branch.badge}")
    stage, marks = st.session_state.get(key, (0, {}))
    left, right = st.columns([1.08, 1], gap="medium")
    with left, st.container(key="card-board"):
        _position(shown, turn)
    with right:
        if stage == 0:
            filled = _form(shown, seat)
            if filled is not None:
                st.session_state[key] = (1, filled)
                st.rerun()
            return
        _sheets(shown, seat, turn, marks, told=stage == 2)
        if stage == 1 and st.button(_("Now show the truth"), type="primary", key="guess-truth"):
            st.session_state[key] = (2, marks)
            st.rerun()
        if st.button(_("Guess again"), key="guess-again", icon=":material/replay:"):
            del st.session_state[key]
            st.rerun()


def _place(shown: Shown) -> tuple[int, int]:
    """Whose dossier, and after which turn."""
    review = shown.review
    viewer = shown.main.viewer
    first = review.game.record.seat(viewer.player) if viewer is not None else 0
    due = review.game.state.dossier_turn or review.turns
    with st.container(horizontal=True, vertical_alignment="bottom", key="guess-place"):
        seat = st.selectbox(
            _("You are"), range(len(shown.players)), index=first, key="guess-seat", width=260,
            format_func=lambda one: short(shown.players[one]),
        )  # fmt: skip
        turn = st.number_input(
            _("After turn"), 0, review.turns, min(due, review.turns), key="guess-turn", width=180
        )
    return int(seat), int(turn)


def _position(shown: Shown, turn: int) -> None:
    game = shown.review.game
    figures.board(game.turns[turn - 1].state if turn else game.start, key="guess-board")
    outcome = game.turns[turn - 1].outcome if turn else None
    if outcome is not None:
        lines = "".join(f"<p>{esc(line)}</p>" for line in describe.outcome(outcome))
        st.html(f'<div class="h-preview">{lines}</div>')


def _form(shown: Shown, seat: int) -> Marks | None:
    """The empty dossier; the marks once they are locked in."""
    own = shown.review.eyes(seat).agent
    others = [other for other in range(len(shown.players)) if other != seat]
    with st.form("guess-form", border=False), st.container(key="card-guess"):
        card = "" if own is None else _("Your card says {agent}.", agent=agent_name(shown.agents[own]))
        frame.heading(esc(_("Fill your dossier first")), esc(card))
        choices = {}
        for agent, label in enumerate(shown.agents):
            if agent != own:
                choices[agent] = st.pills(
                    md(short(agent_name(label))), [*others, EXTRA], key=f"guess-{agent}",
                    format_func=lambda one: _("extra") if one == EXTRA else md(short(shown.players[one], 20)),
                )  # fmt: skip
        sent = st.form_submit_button(_("Lock in my dossier"), type="primary", width="stretch")
    if not sent:
        return None
    return {agent: None if who == EXTRA else who for agent, who in choices.items() if who is not None}


def _sheets(shown: Shown, seat: int, turn: int, marks: Marks, told: bool) -> None:
    """Both dossiers side by side, with the truth only once it is told."""
    dossier = assistants_dossier(shown.review.timelines, seat, turn)
    verdict = judge(shown.review.timelines, seat, turn, marks) if told else None
    if verdict is not None:
        st.html(f'<p role="status" class="h-chip hot">{esc(_points(verdict))}</p>')
    own = shown.review.eyes(seat).agent
    agents = [agent for agent in range(len(shown.agents)) if agent != own]
    chance = {row.agent: row.probability for row in dossier.rows}
    theirs = dict(enumerate(dossier.marks))
    titles = (_("Your dossier"), _("The assistant's dossier"))
    footers = ("", _("Expected: {points} points.", points=f"{dossier.expected_points:.1f}"))
    for title, footer, guess, sure in zip(titles, footers, (marks, theirs), (False, True), strict=True):
        rows = [
            SheetRow(
                agent, _who(shown, guess, agent), chance[agent] if sure else None,
                right=None if verdict is None or agent not in guess else guess[agent] == verdict.truth[agent],
            )
            for agent in agents
        ]  # fmt: skip
        sheet = Sheet(title, rows, footer)
        svg = sheet_svg(sheet, shown.styles, [agent_name(a) for a in shown.agents], state.theme())
        parts.figure(svg, key=f"guess-sheet-{int(sure)}")
    if verdict is not None:
        st.html(_truth(shown, verdict))


def _who(shown: Shown, guess: Marks, agent: int) -> str:
    if agent not in guess:
        return "–"
    seat = guess[agent]
    return _("extra") if seat is None else shown.players[seat]


def _points(verdict: Judgement) -> str:
    mine = n_("You: {n} point", "You: {n} points", verdict.my_points)
    theirs = n_("the assistant: {n} point", "the assistant: {n} points", verdict.their_points)
    return f"{mine}, {theirs}"


def _truth(shown: Shown, verdict: Judgement) -> str:
    table = shown.review.timelines.table.posterior[-1]
    rows = "".join(
        f"<li>{figures.token(shown.styles[agent])}<span class='h-name'>{name(agent_name(shown.agents[agent]))} · "
        + (esc(_("extra")) if seat is None else name(shown.players[seat]))
        + f"</span><b>{'' if seat is None else percentage(float(table[seat, agent]))}</b></li>"
        for agent, seat in verdict.truth.items()
    )
    note = esc(_("The truth, and what the table gave it at the end:"))
    return f'<p class="h-note">{note}</p><ol class="h-ranks h-truth">{rows}</ol>'
