"""Games reduced to what stage two of the fit needs: sums of likelihoods and habits at the dossier."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.behaviour import turn_evidence
from assistant.deduction.beliefs import next_tally
from assistant.deduction.moment import At, moment
from assistant.deduction.parameters import Parameters
from assistant.deduction.tally import Tally
from assistant.records.record import Record
from assistant.records.replay import Replay, replay

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Game:
    """One finished game with known owners, reduced.

    Attributes:
        sums: tally of the turns up to the moment.
        owners: agent of each player.
        kinds: kind of each player.
        group: what the game counts as in averages: its one kind or "mixed", and the edition.
    """

    sums: Tally
    owners: tuple[int, ...]
    kinds: tuple[str, ...]
    group: tuple[str, str]

    @property
    def agents(self) -> int:
        """Agents in play."""
        return int(self.sums.expected.shape[2])


def tally_until(game: Replay, at: At, parameters: Parameters) -> Tally:
    """The tally of a replayed game at a moment."""
    when = moment(game, at)
    sums = Tally.empty(len(game.start.players), len(game.start.agents), parameters)
    for step in when.turn_steps:
        assert step.outcome is not None
        evidence = turn_evidence(step.outcome, parameters)
        sums = next_tally(sums, step.outcome, evidence, when.safe_counts(step.outcome))
    return sums


def reduce_game(record: Record, parameters: Parameters, at: At = "dossier") -> Game:
    """Reduces one record with owners.

    Raises:
        ValueError: the record does not say who owns what.
    """
    owners = record.owners_by_seat
    if owners is None:
        raise ValueError(f"{record.title or 'a record'} does not say who owns what")
    kinds = tuple(str(player.tags.get("controller", "")) for player in record.players)
    kind = kinds[0] if len(set(kinds)) == 1 else "mixed"
    game = replay(record)
    return Game(tally_until(game, at, parameters), owners, kinds, (kind, game.start.edition.base))
