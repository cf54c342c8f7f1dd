"""The ranking as a list: agents with their marks, owners and points, the furthest first."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.dashboard import figures
from assistant.dashboard.board.palette import agent_styles
from assistant.dashboard.describe import agent_name
from assistant.dashboard.language import _
from assistant.dashboard.text import esc, name
from assistant.game import GameState, Ranking


def html(table: Ranking, players: Sequence[str], agents: Sequence[str]) -> str:
    """The final ranking, whose agent each was, what the dossiers paid, and who wins."""
    styles = agent_styles(agents)
    rows = []
    for line in table.standings:
        who = esc(_("extra")) if line.player is None else name(players[line.player])
        paid = f"<span class='h-note'>{line.marker} + {line.bonus}</span>" if line.bonus else ""
        wins = f" <em>{esc(_('the winner'))}</em>" if table.decided and line.agent in table.winners else ""
        rows.append(
            f"<li><b>{line.rank}</b>{figures.token(styles[line.agent])}<span class='h-name'>"
            f"{name(agent_name(agents[line.agent]))} · {who}{wins}</span>"
            f"{paid}<b>{line.total}</b></li>"
        )
    return f'<ol class="h-ranks">{"".join(rows)}</ol>'


def markers(state: GameState) -> str:
    """The agents by their markers, for a game whose owners nobody has told."""
    styles = agent_styles(state.agents)
    order = sorted(range(len(state.agents)), key=lambda agent: -state.markers[agent])
    rows = (
        f"<li>{figures.token(styles[agent])}<span class='h-name'>{name(agent_name(state.agents[agent]))}</span>"
        f"<b>{state.markers[agent]}</b></li>"
        for agent in order
    )
    return f'<ol class="h-ranks">{"".join(rows)}</ol>'
