"""Why: the turns and terms that moved a belief, in bits, as a factor, and in a sentence a player would say.

The bits of all reasons add up to the change of log-odds from the prior to the posterior, exactly, and the terms of
each reason add up to its bits: what the named terms do not explain (the other players' turns, one agent each,
whether this player can be read at all) stands beside them under the name `rest`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.analysis import consistent
from assistant.deduction.attribution import Attribution, attribute
from assistant.deduction.beliefs import Beliefs, Viewpoint, evidence_of
from assistant.deduction.card_reasons import CARD_SHARE, card_reason
from assistant.deduction.moment import At
from assistant.deduction.parameters import Parameters
from assistant.deduction.sentences import FAINT, clue_sentence, other_turn_sentence, own_turn_sentence
from assistant.deduction.tally import Tally, weighed
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS
from assistant.deduction.worlds import log_odds
from assistant.game import GameError, Outcome
from assistant.records.record import Record
from assistant.records.replay import Replay
from assistant.wording import N_, Message, say

Floats = NDArray[np.float64]
REST = "rest"
"""Name of what the named terms leave unexplained."""


@dataclass(frozen=True)
class Reason:
    """One event that moved the belief.

    Attributes:
        turn: number of the turn; for a clue the number of turns played when it was entered.
        event: number of the event in the record.
        bits: change of the log-odds, in bits; above 0 speaks for.
        sentence: what happened and what it says.
        terms: (name, bits), largest first, `rest` last; they add up to `bits`.
    """

    turn: int
    event: int
    bits: float
    sentence: Message
    terms: tuple[tuple[str, float], ...]

    @property
    def factor(self) -> float:
        """By how much the odds were multiplied."""
        return float(2.0**self.bits)


@dataclass(frozen=True)
class Explanation:
    """All reasons for one (player, agent), in the order of the game.

    Attributes:
        prior: probability before the first event, from the viewer's own card alone.
        posterior: probability at the moment asked about.
        reasons: what lies between.
    """

    seat: int
    agent: int
    prior: float
    posterior: float
    reasons: tuple[Reason, ...]

    @property
    def total_bits(self) -> float:
        """Change of the log-odds from prior to posterior, in bits."""
        return float(log_odds(self.posterior) - log_odds(self.prior))

    def strongest(self, k: int = 5) -> tuple[Reason, ...]:
        """The `k` reasons that moved most, strongest first."""
        return tuple(sorted(self.reasons, key=lambda reason: -abs(reason.bits))[:k])


def explain(
    record: Record | Replay,
    seat: int,
    agent: int,
    viewpoint: Viewpoint | None = None,
    at: At = "end",
    parameters: Parameters | None = None,
) -> Explanation:
    """Why the player in `seat` is, or is not, held to own `agent`.

    Args:
        record: a record, or its replay.
        seat: of the player.
        agent: index of the agent.
        viewpoint: whose eyes; the record's viewer by default.
        at: the moment, as for `analyse`.
        parameters: the behaviour model's.

    Raises:
        GameError: no such seat or agent, or no such moment.
    """
    beliefs = Beliefs.of(record, viewpoint, at, parameters)
    players, agents = beliefs.size
    if not (0 <= seat < players and 0 <= agent < agents):
        raise GameError(
            say(N_("there is no seat {s} or no agent {a} at this table"), s=seat + 1, a=agent + 1),
            say(N_("seats are 1 to {p}, agents 1 to {n}"), p=players, n=agents),
        )
    return _walk(beliefs, seat, agent)


def _walk(beliefs: Beliefs, seat: int, agent: int) -> Explanation:
    clues, _ = consistent(beliefs)
    tallies = beliefs.tallies()
    marginals = beliefs.prior_marginals()
    prior = float(marginals[seat, agent])
    known = tuple(clue for clue in clues if clue.event == 0)
    reasons: list[Reason] = []
    turn = 0
    for step in beliefs.when.steps:
        fresh = tuple(clue for clue in clues if clue.event == step.number)
        if step.outcome is not None:
            turn += 1
        elif not fresh:
            continue
        known += fresh
        after = beliefs.worlds(tallies[turn], known).marginals
        if step.outcome is None:
            bits = float(log_odds(after[seat, agent]) - log_odds(marginals[seat, agent]))
            reasons.append(Reason(turn, step.number, bits, clue_sentence(fresh[0], bits), ((REST, bits),)))
        else:
            with_safe = beliefs.when.safe_counts(step.outcome)
            moved = Moved(marginals, after, (tallies[turn - 1], tallies[turn]), with_safe)
            sentence, terms = turn_reason(beliefs, step.outcome, moved, (seat, agent))
            reasons.append(Reason(turn, step.number, moved.bits((seat, agent)), sentence, terms))
        marginals = after
    return Explanation(seat, agent, prior, float(marginals[seat, agent]), tuple(reasons))


@dataclass(frozen=True)
class Moved:
    """What one turn did to what is believed about everybody.

    Attributes:
        before, after: P(player owns agent), shape (players, agents).
        sums: tally before and after.
        with_safe: whether the safe move counts.
    """

    before: Floats
    after: Floats
    sums: tuple[Tally, Tally]
    with_safe: bool = True

    def bits(self, cell: tuple[int, int]) -> float:
        """Change of the log-odds of (seat, agent)."""
        return float(log_odds(self.after[cell]) - log_odds(self.before[cell]))


def turn_reason(
    beliefs: Beliefs, outcome: Outcome, moved: Moved, cell: tuple[int, int]
) -> tuple[Message, tuple[tuple[str, float], ...]]:
    """What a turn said about (seat, agent): the sentence, and the terms with their bits, `rest` last.

    The card round speaks where it weighed more than the die move, for any player; otherwise the player's own
    move does, or what the turn did to the other owners.
    """
    seat, agent = cell
    bits, other = moved.bits(cell), outcome.turn.player
    against = _against(moved.before[seat], agent)
    contrast = -against
    contrast[agent] = 1.0
    cards = card_reason(outcome, moved.sums, cell, contrast, beliefs.parameters)
    named = [(CARD_SHARE, cards.bits)] if cards.sentence is not None else []
    if other == seat:
        sums = _stretch(*moved.sums)
        hypotheses = beliefs.reading(sums).hypotheses[seat]
        evidence = evidence_of(outcome, beliefs.parameters)
        choices, _ = weighed(moved.sums[0].repeats, evidence, moved.with_safe)
        chosen = tuple(own for _, _, own in choices)
        parts = attribute(outcome, agent, against, hypotheses, beliefs.parameters, moved.with_safe, chosen)
        named += _named(parts)
        rest, sentence = (
            float(parts.split.sum() + parts.safe.sum()),
            own_turn_sentence(outcome, agent, bits, parts),
        )
        rest /= float(np.log(2.0))
    else:
        shift = float(moved.after[other, agent] - moved.before[other, agent])
        rest, sentence = bits - cards.bits, other_turn_sentence(outcome, seat, agent, bits, shift)
    if cards.sentence is not None and abs(cards.bits) > max(abs(rest), FAINT):
        sentence = cards.sentence
    named.sort(key=lambda item: -abs(item[1]))
    return sentence, (*named, (REST, bits - sum(share for _, share in named)))


def _stretch(before: Tally, after: Tally) -> Tally:
    """The tally after a turn as the turn was played: an exchange of identity comes after its die move."""
    return after.earlier if after.identities != before.identities and after.earlier is not None else after


def _against(row: Floats, agent: int) -> Floats:
    """How probable each other agent is the player's instead, shape (agents,), sums to 1."""
    against = row.copy()
    against[agent] = 0.0
    total = against.sum()
    return against / total if total > 0 else np.full(len(row), 1.0 / len(row))


def _named(parts: Attribution) -> list[tuple[str, float]]:
    shares = np.concatenate([parts.split, parts.safe]) / np.log(2.0)
    return [
        (name, float(share))
        for name, share in zip(SPLIT_TERMS + SAFE_TERMS, shares, strict=True)
        if abs(share) > 1e-6
    ]
