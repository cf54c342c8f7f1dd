"""Belief timelines: what each pair of eyes could know after every turn, all of one game computed once.

Beliefs depend on three things. The turns' evidence is the same for everybody and is summed up once. The reading of
the players differs by the viewer's own card. The worlds that clues leave open change only where a clue is
entered. So a timeline costs one reading per turn and two matrix products for all turns together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from assistant.deduction import Beliefs, Parameters, Viewpoint, Worlds, moment, shipped
from assistant.deduction.analysis import consistent
from assistant.deduction.beliefs import evidence_of, next_tally
from assistant.deduction.clues import Clue, allowed, log_weights
from assistant.deduction.tally import Tally
from assistant.deduction.worlds import all_worlds
from assistant.records import Record, Replay, Step, replay

Floats = NDArray[np.float64]
TABLE = Viewpoint()
"""The table's eyes: somebody who knows no card and hears every clue."""


@dataclass(frozen=True)
class Timeline:
    """What one pair of eyes could know. T turns, P players, A agents.

    Attributes:
        viewpoint: whose eyes.
        posterior: P(player owns agent) after every turn, shape (T + 1, P, A); row n is what
            `analyse(record, viewpoint, n)` finds: clues entered before turn n + 1 are in it.
        fresh: the same right after the turn, before what was entered next, shape (T + 1, P, A). What a turn
            itself said lies between `posterior[n - 1]` and `fresh[n]`.
    """

    viewpoint: Viewpoint
    posterior: Floats
    fresh: Floats

    @property
    def turns(self) -> int:
        """Number of turns."""
        return len(self.posterior) - 1

    @property
    def extras(self) -> Floats:
        """P(agent belongs to nobody) after every turn, shape (T + 1, A)."""
        result: Floats = np.clip(1.0 - self.posterior.sum(axis=1), 0.0, 1.0)
        return result


@dataclass(frozen=True)
class Timelines:
    """The timelines of one game; each pair of eyes is computed when first asked for, and then kept.

    Attributes:
        game: the replayed record.
        parameters: the behaviour model's.
        ignored: turns whose choice counts for nothing (what if); the pieces moved all the same.
    """

    game: Replay
    parameters: Parameters
    ignored: frozenset[int] = frozenset()
    _kept: dict[Viewpoint, Timeline] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        record: Record | Replay,
        ignored: frozenset[int] = frozenset(),
        parameters: Parameters | None = None,
    ) -> Timelines:
        """Of a record; events that cannot be replayed are left out.

        Raises:
            GameError: no game can start from the head.
        """
        game = record if isinstance(record, Replay) else replay(record, strict=False)
        return cls(game, parameters or shipped(), ignored)

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """Sums over the turns, before the first and after each."""
        sums = Tally.empty(len(self.game.start.players), len(self.game.start.agents), self.parameters)
        kept = [sums]
        for number, step in enumerate(self.game.turns, start=1):
            assert step.outcome is not None
            counts = number not in self.ignored
            sums = next_tally(
                sums, step.outcome, evidence_of(step.outcome, self.parameters) if counts else None
            )
            kept.append(sums)
        return tuple(kept)

    def through(self, viewpoint: Viewpoint) -> Timeline:
        """What that viewpoint could know."""
        if viewpoint not in self._kept:
            self._kept[viewpoint] = self._computed(viewpoint)
        return self._kept[viewpoint]

    @property
    def table(self) -> Timeline:
        """What the table could know."""
        return self.through(TABLE)

    def seat(self, seat: int) -> Timeline:
        """What the player in `seat` could know, the own card included where the record says what it is."""
        return self.through(Viewpoint.player(self.game.record, self.game.start.players[seat]))

    def beliefs(self, viewpoint: Viewpoint, turn: int) -> Beliefs:
        """The game at a turn through one pair of eyes."""
        return Beliefs(self.game, moment(self.game, turn), viewpoint, self.parameters)

    def worlds(self, viewpoint: Viewpoint, turn: int) -> Worlds:
        """The joint posterior at a turn."""
        beliefs = self.beliefs(viewpoint, turn)
        return beliefs.worlds(self.tallies[turn], consistent(beliefs)[0])

    def _computed(self, viewpoint: Viewpoint) -> Timeline:
        before = [self.beliefs(viewpoint, turn) for turn in range(len(self.tallies))]
        scores = np.stack([here.scores(sums) for here, sums in zip(before, self.tallies, strict=True)])
        clues = [consistent(here)[0] for here in before]
        posterior = self._held(marginals(scores, clues))
        if all(known == clues[0] for known in clues):
            return Timeline(viewpoint, posterior, posterior)
        # Clues entered after turn n count in row n: a turn's own share is told with those known before it.
        return Timeline(viewpoint, posterior, self._held(marginals(scores, [clues[0], *clues[:-1]])))

    def _held(self, posterior: Floats) -> Floats:
        """Cards as dealt turned into players, (turns + 1, players, agents), where identities were exchanged."""
        for row, sums in zip(posterior, self.tallies, strict=True):
            if sums.identities is not None:
                row[:] = sums.identities.held(row.copy())
        return posterior

    def step(self, turn: int) -> Step:
        """The step that is turn number `turn`, from 1."""
        return self.game.turns[turn - 1]


@cache
def _indicators(players: int, agents: int) -> Floats:
    """`all_worlds` as zeros and ones, shape (players * agents, worlds)."""
    worlds = all_worlds(players, agents)
    table = np.zeros((players * agents, len(worlds)))
    for seat in range(players):
        table[seat * agents + worlds[:, seat], np.arange(len(worlds))] = 1.0
    table.flags.writeable = False
    return table


def marginals(scores: Floats, clues: Sequence[tuple[Clue, ...]]) -> Floats:
    """The joint posterior's marginals at many moments at once.

    Args:
        scores: log weight of every owner, shape (moments, players, agents).
        clues: what is known at each moment, without contradiction; most moments share theirs.

    Returns:
        P(player owns agent), shape (moments, players, agents).
    """
    players, agents = scores.shape[1:]
    indicators = _indicators(players, agents)
    result = np.empty_like(scores)
    for known in set(clues):
        rows = [row for row, mine in enumerate(clues) if mine == known]
        open_ = np.flatnonzero(allowed(known, players, agents))
        some = indicators if len(open_) == indicators.shape[1] else indicators[:, open_]
        weight = scores[rows].reshape(len(rows), -1) @ some + log_weights(known, players, agents)[open_]
        chance = np.exp(weight - weight.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        table = (chance @ some.T).reshape(len(rows), players, agents)
        result[rows] = table / table.sum(axis=2, keepdims=True)  # what is certain is 1 to the last bit
    return result
