"""Worlds: all one-to-one assignments of agents to players, weighted (RULES.md, "Sizes": at most 5,040)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


EDGE = 1e-12
"""What is certain is taken for this near to it, so that odds stay finite, and losses (`evaluate`)."""


def log_odds(p: Floats | float) -> Floats:
    """log2(p / (1 - p)), kept finite, in the shape of `p`."""
    inside = np.clip(p, EDGE, 1.0 - EDGE)
    result: Floats = np.log2(inside) - np.log2(1.0 - inside)
    return result


@cache
def all_worlds(players: int, agents: int) -> Ints:
    """Every world: read-only array (worlds, players) of agents, in lexicographic order."""
    table = np.array(list(permutations(range(agents), players)), dtype=np.int64).reshape(-1, players)
    table.flags.writeable = False
    return table


@cache
def _by_player(players: int, agents: int) -> Ints:
    """`all_worlds` with the players first, (players, worlds), so that one player's agents lie side by side."""
    table = np.ascontiguousarray(all_worlds(players, agents).T)
    table.flags.writeable = False
    return table


def log_weights_of(scores: Floats) -> Floats:
    """Log weight of each of `all_worlds`, shape (worlds,), from that of every owner, (players, agents)."""
    return _log_weights(scores, _by_player(*scores.shape))


def _log_weights(scores: Floats, owned: Ints) -> Floats:
    """Log weight of each of some worlds, shape (worlds,); `owned` has the players first, (players, worlds)."""
    weight = np.zeros(owned.shape[1])
    for row, owners in zip(scores, owned, strict=True):
        weight += row.take(owners)
    return weight


@cache
def one_hot(players: int, agents: int) -> Floats:
    """`all_worlds` as indicators, shape (worlds, players * agents), for marginals by one product."""
    worlds = all_worlds(players, agents)
    table = np.zeros((len(worlds), players * agents))
    rows = np.arange(len(worlds))
    for player in range(players):
        table[rows, player * agents + worlds[:, player]] = 1.0
    table.flags.writeable = False
    return table


@dataclass(frozen=True)
class Worlds:
    """The joint posterior.

    Attributes:
        owners: possible worlds, shape (n, players), agent of each player.
        probability: of each world, shape (n,), sums to 1.
        players, agents: sizes.
    """

    owners: Ints
    probability: Floats
    players: int
    agents: int

    @cached_property
    def marginals(self) -> Floats:
        """P(player owns agent), read-only array (players, agents), summed from the joint."""
        table = np.zeros((self.players, self.agents))
        for player in range(self.players):
            row = np.bincount(self.owners[:, player], self.probability, self.agents)
            table[player] = row / row.sum()  # what is certain is 1 to the last bit
        table.flags.writeable = False
        return table

    @property
    def extras(self) -> Floats:
        """P(agent belongs to nobody), shape (agents,)."""
        result: Floats = np.clip(1.0 - self.marginals.sum(axis=0), 0.0, 1.0)
        return result

    def best(self, k: int) -> tuple[tuple[tuple[int, ...], float], ...]:
        """The `k` most probable worlds with their probabilities, best first."""
        order = np.argsort(-self.probability, kind="stable")[:k]
        return tuple((tuple(int(a) for a in self.owners[i]), float(self.probability[i])) for i in order)


def posterior(scores: Floats, allowed: Mask | None = None, extra_weight: Floats | None = None) -> Worlds:
    """Weights times worlds: the exact joint posterior.

    Args:
        scores: log weight of every owner, shape (players, agents).
        allowed: which of `all_worlds` the hard clues leave; all when None.
        extra_weight: log weight of every world from soft clues, as many as `all_worlds`.

    Raises:
        ValueError: no world is left.
    """
    players, agents = scores.shape
    worlds = all_worlds(players, agents)
    weight = log_weights_of(scores)
    if extra_weight is not None:
        weight = weight + extra_weight
    if allowed is not None:
        worlds, weight = worlds[allowed], weight[allowed]
    if not len(worlds):
        raise ValueError("no world satisfies the hard clues")
    chance = np.exp(weight - weight.max())
    return Worlds(worlds, chance / chance.sum(), players, agents)


@cache
def _held(players: int, agents: int, seat: int, agent: int) -> Ints:
    """The worlds in which the player in `seat` owns `agent`, the players first: (players, worlds)."""
    every = _by_player(players, agents)
    table = np.ascontiguousarray(every[:, every[seat] == agent])
    table.flags.writeable = False
    return table


def knowing(scores: Floats, viewer: tuple[int, int]) -> Worlds:
    """The joint posterior where all that is known for certain is one player's agent.

    Args:
        scores: log weight of every owner, shape (players, agents).
        viewer: (seat, agent) of that player. The worlds are theirs alone, a seventh of all at a full table.
    """
    players, agents = scores.shape
    owned = _held(players, agents, *viewer)
    weight = _log_weights(scores, owned)
    chance = np.exp(weight - weight.max())
    return Worlds(owned.T, chance / chance.sum(), players, agents)


def viewed(scores: Floats, viewer: tuple[int, int]) -> Floats:
    """Marginals for a viewer who knows one owner, shape (players, agents); without other clues."""
    return knowing(scores, viewer).marginals
