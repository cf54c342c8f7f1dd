"""Who wins: finish, ties, extras in front, dossiers, second lap (RULES.md, "Two families of editions")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.game.dossier import Marks, check_owners, pay_out
from assistant.game.state import GameState


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent's line in the final ranking.

    Attributes:
        agent: index of the agent.
        player: seat of its owner, None for an extra.
        marker: where its marker stands without the dossier.
        bonus: points of the owner's dossier, 0 for an extra.
        rank: 1 for the furthest; agents level with each other share a rank.
        laps: how often the marker with its bonus has gone round the track.
    """

    agent: int
    player: int | None
    marker: int
    bonus: int
    rank: int
    laps: int

    @property
    def total(self) -> int:
        """Marker with the bonus."""
        return self.marker + self.bonus


@dataclass(frozen=True, slots=True)
class Ranking:
    """The final ranking, best first, and the agents that win (none where an extra takes the game away).

    `decided` is False while no marker has reached the finish: then the order is the current one only.
    """

    standings: tuple[Standing, ...]
    winners: tuple[int, ...]
    decided: bool


def final_ranking(
    state: GameState, owners: Sequence[int], dossiers: Mapping[int, Marks] | None = None
) -> Ranking:
    """Ranks the agents at the end of the game, dossiers paid out.

    Args:
        state: the last state.
        owners: agent of each player, by seat.
        dossiers: seat -> dossier; ignored in editions without dossiers.

    Raises:
        IllegalDossier: the owners are not one agent each.
    """
    check_owners(state, owners)
    owner_of = {agent: seat for seat, agent in enumerate(owners)}
    filled = dossiers if dossiers and state.edition.has_dossier else {}
    bonus = {owners[seat]: pay_out(state, owners, seat, marks).points for seat, marks in filled.items()}
    keys = {agent: _key(state, agent, bonus.get(agent, 0)) for agent in range(len(state.agents))}
    order = sorted(keys, key=lambda agent: (keys[agent], -agent), reverse=True)
    standings = tuple(
        Standing(
            agent=agent,
            player=owner_of.get(agent),
            marker=state.markers[agent],
            bonus=bonus.get(agent, 0),
            rank=1 + sum(keys[other] > keys[agent] for other in keys),
            laps=max(0, (state.markers[agent] + bonus.get(agent, 0) - state.edition.start_score))
            // state.edition.finish,
        )
        for agent in order
    )
    return Ranking(standings, _winners(state, standings), state.finished)


def _key(state: GameState, agent: int, bonus: int) -> tuple[int, int, int]:
    """Sort key, larger is better.

    `tie_cross` decides between markers that pass the finish in the same scoring: by how far (default) or by
    what they gained in it. With dossiers only the distance counts, since the bonuses come after.
    """
    total = state.markers[agent] + bonus
    edition = state.edition
    if edition.tie_cross == "furthest" or edition.has_dossier or not state.finished:
        return (0, total, 0)
    crossed = state.markers[agent] >= edition.finish_score
    return (int(crossed), state.last_gains[agent] if crossed else total, total)


def _winners(state: GameState, standings: tuple[Standing, ...]) -> tuple[int, ...]:
    """Agents that win; level ones share (`tie_exact`); an extra level with a player does not beat them."""
    first = [line for line in standings if line.rank == 1]
    players_first = tuple(line.agent for line in first if line.player is not None)
    if players_first and state.edition.extra_wins != "extra":
        return players_first
    if state.edition.extra_wins == "extra":
        return tuple(line.agent for line in first)
    if state.edition.extra_wins == "nobody":
        return ()
    best = min(line.rank for line in standings if line.player is not None)
    return tuple(line.agent for line in standings if line.player is not None and line.rank == best)
