"""A game read turn by turn: evidence kept per turn, tallies per prefix, worlds on demand.

A new turn costs one turn's evidence, undo costs nothing: the evidence of a turn depends on the position and the
turn alone, so a record that shares its beginning with an earlier one shares that evidence too.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.behaviour import TurnEvidence, turn_evidence
from assistant.deduction.clues import Clue, allowed, clues_of, log_weights, viewer_clue
from assistant.deduction.identities import Identities, dealt_agent, exchange_clues, identities
from assistant.deduction.moment import At, Moment, moment
from assistant.deduction.parameters import Parameters, shipped
from assistant.deduction.players import Reading, identity_scores, read
from assistant.deduction.tally import Tally
from assistant.deduction.worlds import Worlds, all_worlds, posterior
from assistant.game import Outcome
from assistant.records.record import Record
from assistant.records.replay import Replay, replay

Floats = NDArray[np.float64]
Key = tuple[tuple[int, ...], object, object]

_KEPT = 20_000
"""Turns whose evidence is kept: some 10 kB each. A pure function's cache: it holds no game and no secret."""
_evidence: OrderedDict[Key, tuple[Parameters, TurnEvidence]] = OrderedDict()


def evidence_of(outcome: Outcome, parameters: Parameters) -> TurnEvidence:
    """`turn_evidence`, remembered by position and turn."""
    # Evidence does not depend on the priors: a model with other ones, such as a group's, shares it.
    model = (
        parameters.split,
        parameters.split_crowd,
        parameters.safe,
        parameters.safe_crowd,
        parameters.cards,
    )
    key: Key = (tuple(map(id, model)), outcome.before, outcome.turn)
    found = _evidence.get(key)
    if found is None:
        found = (parameters, turn_evidence(outcome, parameters))
        _evidence[key] = found
        if len(_evidence) > _KEPT:
            _evidence.popitem(last=False)
    return found[1]


def next_tally(sums: Tally, outcome: Outcome, evidence: TurnEvidence | None, with_safe: bool = True) -> Tally:
    """The tally after a turn; an exchange of identity in it begins a new stretch.

    Args:
        sums: the tally before.
        outcome: the turn.
        evidence: what it says; None where its choices count for nothing.
        with_safe: whether the safe move counts.
    """
    after = sums if evidence is None else sums.add(evidence, with_safe)
    before = sums.identities or Identities.dealt(len(outcome.before.players))
    held = before.after(outcome.turn.cards)
    return after if held == before else after.exchanged(held)


@dataclass(frozen=True)
class Viewpoint:
    """Through whose eyes: a seat and the agent on that player's card; both None for an observer."""

    seat: int | None = None
    agent: int | None = None

    @classmethod
    def of(cls, record: Record) -> Viewpoint:
        """The record's own viewer; an observer where it names none."""
        viewer = record.viewer
        if viewer is None:
            return cls()
        return cls(record.seat(viewer.player), None if viewer.agent is None else record.agent(viewer.agent))

    @classmethod
    def named(cls, record: Record, name: str) -> Viewpoint:
        """The player `name`, whose own agent is known only where the record's `viewer` says so.

        Raises:
            RecordError: no such player.
        """
        own = cls.of(record)
        seat = record.seat(name)
        return own if own.seat == seat else cls(seat)

    @classmethod
    def player(cls, record: Record, name: str) -> Viewpoint:
        """The player `name` looking back, who knows their own agent from the record's `viewer` or `owners`.

        For the review and for figures over finished games: `owners` is read for this one thing, what is on
        the viewer's own card.

        Raises:
            RecordError: no such player.
        """
        own = cls.named(record, name)
        if own.agent is not None or own.seat is None:
            return own
        return cls(own.seat, dealt_agent(record, own.seat))

    @property
    def card(self) -> tuple[int, int] | None:
        """(seat, agent) where the viewer knows their own agent."""
        return None if self.seat is None or self.agent is None else (self.seat, self.agent)


@dataclass(frozen=True)
class Beliefs:
    """One game at one moment through one pair of eyes.

    Attributes:
        game: the replayed record.
        when: the moment.
        viewpoint: whose eyes.
        parameters: the behaviour model's.
    """

    game: Replay
    when: Moment
    viewpoint: Viewpoint
    parameters: Parameters

    @classmethod
    def of(
        cls,
        record: Record | Replay,
        viewpoint: Viewpoint | None = None,
        at: At = "end",
        parameters: Parameters | None = None,
    ) -> Beliefs:
        """Reads `record` at the moment `at`; turns that cannot be replayed are left out.

        Raises:
            GameError: no game can start from the head, or `at` is no moment of it.
        """
        game = record if isinstance(record, Replay) else replay(record, strict=False)
        eyes = Viewpoint.of(game.record) if viewpoint is None else viewpoint
        return cls(game, moment(game, at), eyes, parameters or shipped())

    @property
    def size(self) -> tuple[int, int]:
        """Players and agents."""
        return len(self.game.start.players), len(self.game.start.agents)

    def tallies(self) -> tuple[Tally, ...]:
        """Tally before the first turn and after each, up to the moment."""
        sums = Tally.empty(*self.size, self.parameters)
        kept = [sums]
        for step in self.when.turn_steps:
            assert step.outcome is not None
            one = evidence_of(step.outcome, self.parameters)
            sums = next_tally(sums, step.outcome, one, self.when.safe_counts(step.outcome))
            kept.append(sums)
        return tuple(kept)

    @property
    def identities(self) -> Identities:
        """Who holds which card at the moment."""
        return identities(self.when.steps, self.size[0])[-1]

    def clues(self, entered: bool = True) -> tuple[Clue, ...]:
        """What the viewer knows or believes at the moment, the own card first; all about the cards as dealt.

        Args:
            entered: whether what was entered as a clue counts.
        """
        players = self.size[0]
        own = () if self.viewpoint.card is None else (viewer_clue(*self.viewpoint.card),)
        noted = clues_of(self.game.record, self.when.steps) if entered else ()
        holding = identities(self.when.steps, players)
        if not holding[-1].moved:
            return (*own, *noted)
        at = {step.number: held for step, held in zip(self.when.steps, holding[1:], strict=True)}
        told = [at[clue.event].of_cards(clue) for clue in noted]
        seen = exchange_clues(self.when.steps, players)
        return (*own, *sorted([*told, *seen], key=lambda clue: clue.event))

    def reading(self, sums: Tally) -> Reading:
        """The players read from a tally, since the last exchange of identity if there was one."""
        return read(sums, self.parameters, self.viewpoint.card if sums.identities is None else None)

    def scores(self, sums: Tally) -> Floats:
        """Log weight of every agent on every card dealt, shape (players, agents)."""
        return identity_scores(sums, self.parameters, self.viewpoint.card)

    def worlds(self, sums: Tally, clues: tuple[Clue, ...]) -> Worlds:
        """The joint posterior of who owns what at the tally's moment.

        Raises:
            ValueError: the hard clues contradict each other.
        """
        mask = allowed(clues, *self.size)
        dealt = posterior(self.scores(sums), mask, log_weights(clues, *self.size))
        return dealt if sums.identities is None else sums.identities.holders(dealt)

    def prior_marginals(self) -> Floats:
        """P(player owns agent) from the viewer's own card alone, shape (players, agents)."""
        players, agents = self.size
        table = all_worlds(players, agents)
        mask = np.ones(len(table), dtype=bool)
        if self.viewpoint.card is not None:
            mask = table[:, self.viewpoint.card[0]] == self.viewpoint.card[1]
        return posterior(np.zeros((players, agents)), mask).marginals
