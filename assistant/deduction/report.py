"""The answers of `rank` and `why` as data for programs and as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.table import Table

from assistant.deduction.analysis import Analysis
from assistant.deduction.reasons import Explanation
from assistant.game import Edition
from assistant.game.state import GameState
from assistant.wording import percent, visible


def analysis_data(result: Analysis) -> dict[str, Any]:
    """`rank --json` (DESIGN.md): probabilities by name."""
    players, agents = result.players, result.agents
    viewer = result.viewpoint.seat
    return {
        "turn": result.turn,
        "viewer": None if viewer is None else players[viewer],
        "players": list(players),
        "agents": list(agents),
        "posterior": {
            player: dict(zip(agents, map(float, result.posterior[seat]), strict=True))
            for seat, player in enumerate(players)
        },
        "extras": dict(zip(agents, map(float, result.extras), strict=True)),
        "worlds": result.worlds,
        "top_worlds": [
            {"owners": {players[seat]: agents[agent] for seat, agent in enumerate(owners)}, "p": p}
            for owners, p in result.top_worlds
        ],
        "dossier": {
            "marks": {
                agent: None if named is None else players[named]
                for agent, named in zip(agents, result.dossier.marks, strict=True)
            },
            "expected_points": result.dossier.expected_points,
            "distribution": [float(p) for p in result.dossier.distribution],
        },
    }


def analysis_tables(result: Analysis, edition: Edition) -> Iterator[Table | str]:
    """Who is who, the dossier and the best worlds."""
    viewer = result.viewpoint.seat
    players, agents = list(map(visible, result.players)), list(map(visible, result.agents))
    eyes = "an observer" if viewer is None else players[viewer]
    table = Table(title=f"After turn {result.turn}, seen by {eyes}: {result.worlds} worlds")
    table.add_column("player")
    for agent in agents:
        table.add_column(agent, justify="right")
    for seat, player in enumerate(players):
        table.add_row(player, *(f"{percent(p)}%" for p in result.posterior[seat]))
    if len(agents) > len(players):
        table.add_row("extra", *(f"{percent(p)}%" for p in result.extras))
    yield table
    yield _dossier(result, edition)
    worlds = Table(title="Most probable worlds")
    worlds.add_column("p", justify="right")
    for player in players:
        worlds.add_column(player)
    for owners, p in result.top_worlds[:5]:
        worlds.add_row(f"{p:.1%}", *(agents[agent] for agent in owners))
    yield worlds


def _dossier(result: Analysis, edition: Edition) -> Table:
    note = "" if edition.has_dossier else " (this edition is played without)"
    table = Table(title=f"Dossier, {result.dossier.expected_points:.1f} points expected{note}")
    for column in ("agent", "owner", "sure", "second choice", "costs"):
        table.add_column(column)
    for row in result.dossier.rows:
        named, second = (
            "extra" if seat is None else visible(result.players[seat]) for seat in (row.named, row.second)
        )
        agent = visible(result.agents[row.agent])
        table.add_row(agent, named, str(row.sureness), second, f"{row.cost:.2f}")
    return table


def explanation_table(told: Explanation, start: GameState) -> Table:
    """Every reason with its bits, and the two largest terms behind it."""
    player, agent = visible(start.players[told.seat]), visible(start.agents[told.agent])
    table = Table(
        title=f"{player} owns {agent}: {told.prior:.1%} before the first turn, {told.posterior:.1%} now; "
        f"{told.total_bits:+.2f} bits"
    )
    table.add_column("turn", justify="right")
    table.add_column("bits", justify="right")
    table.add_column("why")
    table.add_column("terms")
    for reason in told.reasons:
        terms = ", ".join(f"{name} {bits:+.2f}" for name, bits in reason.terms[:2])
        table.add_row(str(reason.turn), f"{reason.bits:+.2f}", visible(reason.sentence), terms)
    return table
