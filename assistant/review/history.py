"""Many games of one group: who wins, who is hard to read, and how each player plays.

A player's habits are weights of the behaviour model's player types. Every game counts once: given the agent that
the player really owned, the likelihood of their turns under each type says which type they were that evening. The
weights are then a Dirichlet posterior by variational Bayes, starting from the model's own prior, so that a player
of one game keeps a wide spread and nobody is nailed to a type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma
from scipy.stats import beta

from assistant.deduction import Parameters, shipped
from assistant.deduction.modes import MODES
from assistant.deduction.players import logsumexp
from assistant.deduction.tally import type_likelihoods
from assistant.deduction.worlds import EDGE
from assistant.game import final_ranking
from assistant.records import Record, replay
from assistant.review.sharing import turned_over
from assistant.review.timeline import Timelines

Floats = NDArray[np.float64]
PRIOR_GAMES = 2.0
"""How many games the model's prior is worth against a player's own."""
ROUNDS = 60
"""Rounds of the variational fit; it settles within twenty."""
INTERVAL = 0.8
"""Share of the posterior that the printed intervals hold."""


@dataclass(frozen=True)
class Appearance:
    """One player in one game.

    Attributes:
        player: name.
        won: share of the win, 1 alone, 0 for none.
        decided: whether the game was played to its end.
        known: the table's probability of the true agent at the end.
        chance: the same before the first turn.
        evidence: log-likelihood of the player's turns under each type, the uniform one last, shape (types + 1,).
    """

    player: str
    won: float
    decided: bool
    known: float
    chance: float
    evidence: Floats


@dataclass(frozen=True)
class PlayerHistory:
    """One player over many games.

    Attributes:
        games: how many with known owners.
        decided: how many of them were played to their end.
        wins: shared wins count as their share.
        win_interval: where the win rate lies with probability `INTERVAL`, from a flat prior.
        readable: mean of log2(P at the end / P before) of the true agent at the table, bits; low is hard to read.
        weights, spread: mean and standard deviation of the weight of every type, shape (types + 1,).
    """

    player: str
    games: int
    decided: int
    wins: float
    win_interval: tuple[float, float]
    readable: float
    weights: Floats
    spread: Floats

    @property
    def win_rate(self) -> float:
        """Share of the finished games that the player won; 0 without one."""
        return self.wins / self.decided if self.decided else 0.0


@dataclass(frozen=True)
class GroupHistory:
    """A group's games.

    Attributes:
        games: how many had owners and could be used.
        skipped: how many had none.
        types: names of the types, `uniform` last.
        players: the hardest to read first.
    """

    games: int
    skipped: int
    types: tuple[str, ...]
    players: tuple[PlayerHistory, ...]


def appearances(record: Record, parameters: Parameters | None = None) -> tuple[Appearance, ...]:
    """What one game says about its players; empty where neither owners nor the reveals of all cards are given.

    Raises:
        GameError: no game can start from the head.
    """
    record = turned_over(record)
    owners = record.owners_by_seat
    if owners is None:
        return ()
    lines = Timelines.of(replay(record, strict=False), frozenset(), parameters)
    game, table = lines.game, lines.table.posterior
    ranking = final_ranking(game.state, owners, game.dossiers())
    winners = ranking.winners if ranking.decided else ()
    evidence = type_evidence(type_likelihoods(lines.tallies[-1]), owners, lines.parameters)
    return tuple(
        Appearance(
            player=name,
            won=1.0 / len(winners) if owners[seat] in winners else 0.0,
            decided=ranking.decided,
            known=float(table[-1, seat, owners[seat]]),
            chance=float(table[0, seat, owners[seat]]),
            evidence=evidence[seat],
        )
        for seat, name in enumerate(record.names)
    )


def type_evidence(likelihoods: Floats, owners: Sequence[int], parameters: Parameters) -> Floats:
    """Log-likelihood of every type given the owned agents, modes summed out: (P, H, A) -> (P, types + 1)."""
    own = likelihoods[np.arange(len(owners)), :, owners]
    readable = (own + parameters.prior)[:, :-1].reshape(len(owners), -1, len(MODES))
    prior = logsumexp(parameters.prior[:-1].reshape(-1, len(MODES)), 1)
    return np.concatenate([logsumexp(readable, 2) - prior, own[:, -1:]], axis=1)


def type_prior(parameters: Parameters) -> Floats:
    """The model's own weight of every type, modes summed, the uniform one last; sums to 1."""
    weight = np.exp(parameters.prior - parameters.prior.max())
    weight = np.append(weight[:-1].reshape(-1, len(MODES)).sum(axis=1), weight[-1])
    result: Floats = weight / weight.sum()
    return result


def habits(evidence: Floats, prior: Floats) -> tuple[Floats, Floats]:
    """Weights of the types from games of one player.

    Args:
        evidence: log-likelihood of every type in every game, shape (games, types).
        prior: of the types, sums to 1.

    Returns:
        Mean and standard deviation of every weight under the Dirichlet posterior, shape (types,) each.
    """
    start = PRIOR_GAMES * prior
    alpha = start + len(evidence) * prior
    for _ in range(ROUNDS):
        score = evidence + digamma(np.maximum(alpha, 1e-6)) - digamma(alpha.sum())
        share = np.exp(score - logsumexp(score, 1)[:, None]) if len(score) else score
        alpha = start + share.sum(axis=0)
    total = alpha.sum()
    mean = alpha / total
    return mean, np.sqrt(mean * (1.0 - mean) / (total + 1.0))


def history(
    games: Iterable[Record] | Iterable[tuple[Appearance, ...]], parameters: Parameters | None = None
) -> GroupHistory:
    """Sums up a group's games.

    Args:
        games: records, or what `appearances` found in each (kept from earlier).
        parameters: the behaviour model's.
    """
    known = parameters or shipped()
    seen = [appearances(game, known) if isinstance(game, Record) else game for game in games]
    by_name: dict[str, list[Appearance]] = {}
    for one in seen:
        for appearance in one:
            by_name.setdefault(appearance.player, []).append(appearance)
    players = [_player(name, mine, known) for name, mine in by_name.items()]
    return GroupHistory(
        games=sum(bool(one) for one in seen),
        skipped=sum(not one for one in seen),
        types=(*known.types, "uniform"),
        players=tuple(sorted(players, key=lambda player: (player.readable, player.player))),
    )


def _player(name: str, mine: Sequence[Appearance], parameters: Parameters) -> PlayerHistory:
    decided = sum(one.decided for one in mine)
    wins = sum(one.won for one in mine)
    mean, spread = habits(np.stack([one.evidence for one in mine]), type_prior(parameters))
    tail = (1.0 - INTERVAL) / 2.0
    low, high = (float(beta.ppf(q, wins + 1.0, decided - wins + 1.0)) for q in (tail, 1.0 - tail))
    gained = [np.log2(max(one.known, EDGE) / one.chance) for one in mine]
    return PlayerHistory(
        name, len(mine), decided, wins, (low, high), float(np.mean(gained)), mean, spread
    )  # fmt: skip


def table_weights(group: GroupHistory, names: Iterable[str], parameters: Parameters) -> Floats:
    """Weight of every type at a table of these players, shape (types + 1,), sums to 1.

    The prior is one for the whole table, so the habits of those who play are averaged; a name without a history
    counts with the model's own prior.
    """
    known: Mapping[str, PlayerHistory] = {player.player: player for player in group.players}
    common = type_prior(parameters)
    rows = [known[name].weights if name in known else common for name in names]
    result: Floats = np.mean(rows, axis=0) if rows else common
    return result


def with_weights(parameters: Parameters, weights: Mapping[str, float]) -> Parameters:
    """The model with these weights of its types as the prior; how a type's is shared among its modes stays.

    Raises:
        ValueError: a type is missing, or a weight is no positive finite number.
    """
    names = (*parameters.types, "uniform")
    if set(names) != set(weights):
        raise ValueError("the weights are those of other types")
    given = np.array([weights[name] for name in names], dtype=np.float64)
    if not ((given >= 0.0).all() and 0.0 < given.sum() < np.inf):  # nan is neither
        raise ValueError("a weight is no positive number")
    wanted = np.log(np.maximum(given / given.sum(), 1e-9)) - np.log(type_prior(parameters))
    shift = np.append(np.repeat(wanted[:-1], len(MODES)), wanted[-1])
    return replace(parameters, prior=parameters.prior + shift)
