"""Figures of a game as HTML and data: board, matrix, who leads, what moved. Plain SVG and HTML, no charts.

Everything typed by somebody is escaped here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from assistant.dashboard import frame, insight, parts
from assistant.dashboard.board import picture
from assistant.dashboard.board.palette import AgentStyle, agent_styles
from assistant.dashboard.board.words import board_labels
from assistant.dashboard.describe import agent_name, signed
from assistant.dashboard.language import _, said, translate
from assistant.dashboard.text import esc, name
from assistant.game import GameState
from assistant.wording import percent

Floats = NDArray[np.float64]
HEAT: dict[frame.Theme, tuple[str, str]] = {"light": ("#a32a25", "60%"), "dark": ("#b8423c", "88%")}
"""Colour of a certain cell and how much of it: one text colour stays readable on the whole scale."""

MOVED = 0.03
"""Smallest change of a probability that is worth a word."""


def board(state: GameState, key: str) -> None:
    """The board with its track."""
    picture.board(state, board_labels(translate), frame.theme(), key)


def token(style: AgentStyle) -> str:
    """An agent's round mark with its letter."""
    theme = frame.theme()
    return (
        f'<span class="h-token" style="background:{style.fill(theme)};color:{style.text(theme)}" '
        f'aria-hidden="true">{esc(style.letter)}</span>'
    )


def badge_pills(key: str, agents: Sequence[str]) -> None:
    """Puts the agents' round marks before the pills with that key, which offer `agents` in this order."""
    theme = frame.theme()
    pill = f'.st-key-{key} [data-testid="stButtonGroup"] button'
    rules = "".join(
        f'{pill}:nth-of-type({n})::before{{content:"{style.letter}" / "";'
        f"background:{style.fill(theme)};color:{style.text(theme)}}}"
        for n, style in enumerate(agent_styles(agents), start=1)
    )
    st.html(f"<style>{rules}</style>")


def marks(agents: Sequence[str]) -> list[dict[str, str]]:
    """What a component needs to draw the agents' marks and names."""
    theme = frame.theme()
    return [
        {
            "id": agent, "name": agent_name(agent), "letter": style.letter, "pattern": style.pattern,
            "fill": style.fill(theme), "ink": style.text(theme),
        }
        for agent, style in zip(agents, agent_styles(agents), strict=True)
    ]  # fmt: skip


def matrix_data(found: insight.Analysis, you: int | None, selected: tuple[int, int] | None) -> dict[str, Any]:
    """Data of the matrix component for an analysis."""
    theme = frame.theme()
    posterior = np.asarray(found.posterior)
    extras = np.asarray(found.extras)
    return {
        "caption": _("Who is who: probability in percent for each player and agent"),
        "agents": marks(found.agents),
        "players": [
            {
                "name": player, "p": [round(float(p), 4) for p in row], "text": [percent(float(p)) for p in row],
                "best": int(row.argmax()), "you": seat == you,
            }
            for seat, (player, row) in enumerate(zip(found.players, posterior, strict=True))
        ],
        "extras": {
            "label": _("extra"), "p": [round(float(p), 4) for p in extras],
            "text": [percent(float(p)) for p in extras],
        } if len(found.agents) > len(found.players) else None,
        "selected": selected,
        "heat": HEAT[theme],
    }  # fmt: skip


def matrix(found: insight.Analysis, key: str, you: int | None = None) -> tuple[int, int] | None:
    """The matrix; the cell whose reasons are asked for, kept until another tap."""
    chosen_key = f"game:{key}:cell"
    chosen: tuple[int, int] | None = st.session_state.get(chosen_key)
    tapped = parts.matrix(matrix_data(found, you, chosen), key=key)
    if tapped is not None and tapped != st.session_state.get(f"{chosen_key}:last"):
        chosen = None if tapped == chosen else tapped
        st.session_state[chosen_key] = chosen
        st.rerun(scope="fragment" if _in_fragment() else "app")
    return chosen


def _in_fragment() -> bool:
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx()
    return bool(context is not None and context.fragment_ids_this_run)


def ranks(found: insight.Analysis, state: GameState) -> None:
    """The agents from first to last on the track, each with the player most likely behind it."""
    posterior, styles = np.asarray(found.posterior), agent_styles(found.agents)
    rows = []
    for agent in sorted(range(len(found.agents)), key=lambda a: -state.markers[a]):
        seat = int(posterior[:, agent].argmax())
        extra = float(found.extras[agent])
        p = max(extra, float(posterior[seat, agent]))
        who = esc(_("extra")) if extra > posterior[seat, agent] else name(found.players[seat])
        rows.append(
            f"<li>{token(styles[agent])}<span class='h-name'>{name(agent_name(found.agents[agent]))}"
            f" · {who} <span class='h-note'>{percent(p)} %</span></span><b>{state.markers[agent]}</b></li>"
        )
    st.html(f'<ol class="h-ranks">{"".join(rows)}</ol>')


def moved(before: Floats, after: Floats, players: Sequence[str], agents: Sequence[str], most: int = 4) -> str:
    """What a turn changed in the table, the largest changes first, as HTML; "" where nothing did."""
    change = np.asarray(after) - np.asarray(before)
    cells = np.dstack(np.unravel_index(np.argsort(-np.abs(change), axis=None), change.shape))[0][:most]
    items = [
        f"<li>{name(players[seat])} = {name(agent_name(agents[agent]))} "
        f"<b>{percent(float(after[seat, agent]))} %</b> ({signed(round(100 * float(change[seat, agent])))})</li>"
        for seat, agent in cells
        if abs(change[seat, agent]) >= MOVED
    ]
    return f'<ul class="h-moved">{"".join(items)}</ul>' if items else ""


def reasons(explanation: insight.Explanation, player: str, agent: str, most: int = 6) -> None:
    """Why a cell has its number: the turns that weigh most, in words."""
    first = _(
        "{player} as {agent}: {before} % before the first turn, {after} % now.",
        player=name(player), agent=name(agent_name(agent)),
        before=percent(explanation.prior), after=percent(explanation.posterior),
    )  # fmt: skip
    rows = []
    for reason in sorted(explanation.reasons, key=lambda r: -abs(r.bits))[:most]:
        direction = "up" if reason.bits > 0 else "down"
        factor = (
            f"× {reason.factor:.2g}" if 1e-3 < reason.factor < 1e3 else "× 0" if reason.bits < 0 else "× ∞"
        )
        rows.append(
            f'<div class="h-reason"><b class="{direction}">{factor}</b>'
            f"<span>{esc(_('Turn {n}', n=reason.turn))} · {esc(said(reason.sentence))}</span></div>"
        )
    st.html(f'<div aria-live="polite"><p class="h-note">{first}</p>{"".join(rows)}</div>')
