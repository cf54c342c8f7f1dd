"""My cover: how exposed the own agent is, by which turns, and turns that give little away."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import describe, frame, insight, parts
from assistant.dashboard.language import _, said
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc
from assistant.wording import percent

MOST = 6
"""Turns and giveaways that are listed."""


def panel(opened: Opened, view: insight.Viewpoint) -> None:
    """Draws the viewer's cover; only called where secrets may be shown."""
    if view.seat is None or view.agent is None:
        return
    exposed = insight.cover(opened.fitting, view)
    probability = [float(p) for p in exposed.probability]
    agent = describe.agent_name(opened.record.agents[view.agent])
    frame.heading(esc(_("My cover")), esc(_("I am {agent}", agent=agent)), 3)
    st.html(
        f'<p class="h-note">{esc(_("To the table, this is your agent with"))} '
        f"<b>{percent(probability[-1])} %</b></p>"
    )
    line = sparkline(probability)
    if line:
        parts.figure(line, key="cover-line")
    rows = "".join(
        f'<div class="h-reason"><b class="down">{bits:+.1f} bit</b><span>{esc(_("Turn {n}", n=turn))} · '
        f"{esc(said(sentence))}</span></div>"
        for turn, bits, sentence in list(exposed.giveaways)[:MOST]
    )
    if rows:
        st.html(f"<div><p><b>{esc(_('What gave you away'))}</b></p>{rows}</div>")
    if opened.state.to_move == view.seat and not opened.state.finished:
        _advice(opened, view)


def _advice(opened: Opened, view: insight.Viewpoint) -> None:
    state = opened.state
    faces = [str(face) for face in state.edition.faces]
    die = st.segmented_control(_("Your roll"), faces, key=f"cover-die-{opened.game.revision}")
    if not die:
        return
    found = insight.advice(opened.fitting, view, int(die) if die.isdigit() else die)
    rows = []
    for turn in list(found)[:MOST]:
        text = describe.moves(state, turn.turn)
        if turn.turn.safe is not None:
            text += " · " + _("safe {building}", building=describe.building(turn.turn.safe))
        rows.append(
            f'<div class="h-reason"><b>{describe.signed(round(turn.progress, 1))}</b><span>{esc(text)}<br>'
            f'<span class="h-note">{esc(_told(turn.bits))}</span></span></div>'
        )
    st.html(f'<p class="h-note">{esc(_("Lead gained for your marker, and what the turn gives away:"))}</p>'
            + "".join(rows))  # fmt: skip


def _told(bits: float) -> str:
    """What a turn tells the table of the own agent; a turn that points elsewhere hides it."""
    if round(bits, 2) < 0:
        return _("hides {bits} bit", bits=f"{-bits:.2f}")
    return _("gives away {bits} bit", bits=f"{abs(bits):.2f}")


def sparkline(values: list[float]) -> str:
    """A line from the first turn to now, 0 to 100 %, as SVG; "" for fewer than two points."""
    if len(values) < 2:
        return ""
    points = " ".join(f"{300 * i / (len(values) - 1):.1f},{56 - 50 * p:.1f}" for i, p in enumerate(values))
    label = esc(_("How exposed you were, turn by turn"))
    return (
        f'<svg viewBox="0 0 300 60" role="img" aria-label="{label}" preserveAspectRatio="none" style="height:60px">'
        '<path d="M0 56H300M0 31H300M0 6H300" stroke="var(--st-border-color)" stroke-width="1" fill="none"/>'
        f'<polyline points="{points}" fill="none" stroke="var(--st-primary-color)" stroke-width="2.5" '
        'vector-effect="non-scaling-stroke"/></svg>'
    )
