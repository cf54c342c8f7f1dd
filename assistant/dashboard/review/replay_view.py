"""Replay: the board at every turn, what the turn said, the timelines, the turning points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import streamlit as st

from assistant.dashboard import describe, figures, frame, hands
from assistant.dashboard import parts as pieces
from assistant.dashboard.describe import agent_name
from assistant.dashboard.insight import Analysis
from assistant.dashboard.language import _, n_, said
from assistant.dashboard.review import parts, state
from assistant.dashboard.review.state import EVERYTHING, Eyes, Shown
from assistant.dashboard.text import esc, name, short
from assistant.review.figures import Marks, Scale, belief_svg
from assistant.review.html import drawing
from assistant.review.report_text import point_headline
from assistant.review.turning_points import information, legend
from assistant.wording import percentage

TRANSPORT = "review-transport"
"""Key of the transport."""


@dataclass(frozen=True)
class _Row:
    """The part of an `Analysis` that the matrix draws."""

    players: tuple[str, ...]
    agents: tuple[str, ...]
    posterior: Any
    extras: Any


def show(shown: Shown) -> None:
    """Draws the section."""
    eyes, scale = _controls(shown)
    _position(shown, eyes)
    with st.container(key="card-timeline"):
        marks = Marks.of(shown.review.game)
        note = _("Tap a column to go there. Triangles: scorings, squares: safe moves, dashed line: space {n}, "
                 "diamonds: turning points.", n=marks.space)  # fmt: skip
        if marks.cards:
            note += " " + _("Filled bars right below: Top Secret cards played.")
        frame.heading(esc(_("What could be believed")), esc(note))
        parts.timeline(_timeline_data(shown, eyes, scale), key="review-timeline")
    with st.container(key="card-points"):
        frame.heading(esc(_("Turning points")), esc(said(legend())))
        _points(shown, eyes)


def _controls(shown: Shown) -> tuple[Eyes, Scale]:
    seats: list[Eyes] = [None, *range(len(shown.players))]
    options = seats if shown.review.owners is None else [*seats, EVERYTHING]
    with st.container(horizontal=True, vertical_alignment="bottom", key="review-controls"):
        eyes = st.selectbox(
            _("Seen by"), options, key="review-eyes", width=300,
            format_func=lambda one: _("the table") if one is None else _("all-knowing") if one == EVERYTHING
            else short(shown.players[cast(int, one)]),
        )  # fmt: skip
        scale = st.segmented_control(
            _("Scale"), ["share", "log-odds"], default="share", key="review-scale", required=True,
            format_func=lambda one: _("probability") if one == "share" else _("log-odds"),
        )  # fmt: skip
    return eyes, "log-odds" if scale == "log-odds" else "share"


@st.fragment
def _position(shown: Shown, eyes: Eyes) -> None:
    """Board, transport and what the turn said: the only part that a step draws again."""
    review = shown.review
    asked = pieces.asked_turn(TRANSPORT)
    turn = state.turn(review) if asked is None else min(max(asked, 0), review.turns)
    if asked is not None:
        state.go(turn)
    left, right = st.columns([1.08, 1], gap="medium")
    with left, st.container(key="card-board"):
        points = [point.turn for point in review.points(state.viewpoint(review, eyes))]
        pieces.transport(_transport_data(turn, review.turns, points), key=TRANSPORT)
        position = review.game.turns[turn - 1].state if turn else review.game.start
        figures.board(position, key="review-board")
    with right, st.container(key="card-turn"):
        st.html(f'<div aria-live="polite">{_told(shown, eyes, turn)}</div>')
        _matrix(shown, eyes, turn)
        if eyes == EVERYTHING:
            st.html(_truth(shown, turn))
    if position.edition.cards == "on":
        with left, st.container(key="card-hands"):
            hands.replayed(position)


def _transport_data(turn: int, turns: int, points: list[int]) -> dict[str, Any]:
    return {
        "turn": turn, "turns": turns, "points": points,
        "keys": {"start": "Home", "end": "End", "back": "←", "forward": "→", "pointBack": "P", "pointForward": "N",
                 "play": _("space")},
        "words": {
            "transport": _("Go through the game"), "slider": _("Turn"), "at": _("Turn {turn} of {turns}"),
            "start": _("To the start"), "pointBack": _("Turning point before"), "back": _("One turn back"),
            "play": _("Play"), "pause": _("Pause"), "forward": _("One turn on"),
            "pointForward": _("Next turning point"), "end": _("To the end"),
        },
    }  # fmt: skip


def _told(shown: Shown, eyes: Eyes, turn: int) -> str:
    """What happened in the turn and how much it said, as HTML."""
    review = shown.review
    outcome = review.timelines.step(turn).outcome if turn else None
    if outcome is None:
        return f'<div class="h-preview"><p>{esc(_("Before the first turn."))}</p></div>'
    lines = "".join(f"<p>{esc(line)}</p>" for line in describe.outcome(outcome))
    view = state.viewpoint(review, eyes)
    point = next((one for one in review.points(view) if one.turn == turn), None)
    if point is not None:
        head, why = esc(said(point_headline(review, point))), esc(said(point.sentence))
        return f'<div class="h-preview">{lines}</div><p class="h-point"><b>{head}</b><br>{why}</p>'
    seat = outcome.turn.player
    bits = float(information(review.timelines.through(view))[turn - 1, seat])
    small = _("{bits} bits about {player}: less than a hint.", bits=f"{bits:.2f}", player=shown.players[seat])
    return f'<div class="h-preview">{lines}</div><p class="h-note">{esc(small)}</p>'


def _matrix(shown: Shown, eyes: Eyes, turn: int) -> None:
    timeline = shown.review.timelines.through(state.viewpoint(shown.review, eyes))
    row = _Row(shown.players, shown.agents, timeline.posterior[turn], timeline.extras[turn])
    you = eyes if isinstance(eyes, int) else None
    pieces.matrix(figures.matrix_data(cast(Analysis, row), you, None), key="review-matrix")


def _truth(shown: Shown, turn: int) -> str:
    """Who really is who, and what the table held of it at that turn."""
    table = shown.review.timelines.table.posterior[turn]
    items = "".join(
        f"<li>{figures.token(shown.styles[agent])}<span class='h-name'>{name(shown.players[seat])} = "
        f"{name(agent_name(shown.agents[agent]))}</span><b>{percentage(float(table[seat, agent]))}</b></li>"
        for seat, agent in enumerate(shown.review.owners or ())
    )
    note = esc(_("The truth, and what the table gave it:"))
    return f'<p class="h-note">{note}</p><ol class="h-ranks">{items}</ol>'


def _timeline_data(shown: Shown, eyes: Eyes, scale: Scale) -> dict[str, Any]:
    review, theme = shown.review, state.theme()
    belief = review.timelines.through(state.viewpoint(review, eyes)).posterior
    seat = eyes if isinstance(eyes, int) else None
    drawn = []
    for player, who in enumerate(shown.players):
        truth = review.owners[player] if eyes == EVERYTHING and review.owners is not None else None
        how = drawing(review, state.writer(shown), seat, player, scale, theme=theme, truth=truth)
        drawn.append({"player": who, "svg": belief_svg(np.asarray(belief)[:, player], how)})
    agents = [
        {
            "name": agent_name(agent),
            "letter": style.letter,
            "fill": style.fill(theme),
            "ink": style.text(theme),
        }
        for agent, style in zip(shown.agents, shown.styles, strict=True)
    ]
    return {"figures": drawn, "agents": agents}


def _points(shown: Shown, eyes: Eyes) -> None:
    review = shown.review
    found = review.points(state.viewpoint(review, eyes))
    if not found:
        st.html(f'<p class="h-note">{esc(_("No turn said as much as a hint."))}</p>')
        return
    rows = [
        {
            "turn": point.turn, "grade": point.grade.replace(" ", "-"), "why": said(point.sentence),
            "head": said(point_headline(review, point)),
        }
        for point in found
    ]  # fmt: skip
    parts.points({"points": rows, "label": n_("{n} turning point", "{n} turning points", len(rows))},
                 key="review-points")  # fmt: skip
