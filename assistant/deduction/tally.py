"""What was seen so far: sums over the turns of one game, and how far they count.

Adding a turn makes new sums, so that undo is keeping the old ones. An exchange of identity begins a new stretch.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.behaviour import Choice, TurnEvidence
from assistant.deduction.identities import Identities
from assistant.deduction.modes import STRETCHES, ModeSums, asleep, stretches
from assistant.deduction.parameters import Parameters
from assistant.deduction.rote import Echo, Repeats
from assistant.deduction.terms import SPLIT_TERMS

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Tally:
    """Sums over the turns of one game so far; adding a turn makes a new one, so undo is keeping the old.

    Attributes:
        modes: every player's log-likelihoods under every type and mode.
        expected: what every type would expect `ModeSums.plain` to be, shape (players, types, agents).
        uniform: log-likelihood of the uniform type, shape (players,).
        habit: habits summed over every stretch of the game, shape (players, len(STRETCHES), terms, agents).
        choices: number of decisions per player, shape (players,).
        cards: log-likelihood of card rounds with a play and of those without, shape (2, players, agents).
        repeats: the table's choices so far, for those made by rote.
        last_turn: number of the last turn added, 0 before the first.
        earlier: what was seen before the last exchange of identity; these sums then begin after it.
        identities: who has held which card since; None where everybody holds the own one.
    """

    modes: tuple[ModeSums, ...]
    expected: Floats
    uniform: Floats
    habit: Floats
    choices: Floats
    cards: Floats
    repeats: Repeats = field(default_factory=Repeats)
    last_turn: int = 0
    earlier: Tally | None = None
    identities: Identities | None = None

    @classmethod
    def empty(cls, players: int, agents: int, parameters: Parameters) -> Tally:
        """Before the first turn."""
        types = len(parameters.types)
        terms = parameters.habit_split.size + parameters.habit_safe.size
        return cls(
            (ModeSums.empty(types, agents),) * players,
            np.zeros((players, types, agents)),
            np.zeros(players),
            np.zeros((players, len(STRETCHES), terms, agents)),
            np.zeros(players),
            np.zeros((2, players, agents)),
        )

    def add(self, evidence: TurnEvidence, with_safe: bool = True) -> Tally:
        """The tally with one more turn; O(types x terms), whatever the game's length."""
        habit, expected = self.habit.copy(), self.expected.copy()
        uniform, count = self.uniform.copy(), self.choices.copy()
        p = evidence.player
        whole, slow = np.zeros_like(expected[p]), np.zeros_like(expected[p])
        told = stretches(self.modes[p].turns + 1, evidence.slow)[:, None, None]
        choices, repeats = weighed(self.repeats, evidence, with_safe)
        for choice, echo, own in choices:
            likelihood, flat = echo.likelihood(choice.likelihood), echo.likelihood(np.array(choice.uniform))
            whole += likelihood
            slow += asleep(likelihood, flat) if evidence.slow else likelihood
            expected[p] += choice.expected
            uniform[p] += flat
            # What is forced, or by rote, says nothing, nor does it water down the rest.
            habit[p, :, _habit_rows(choice)] += told * (own * choice.habit)
            count[p] += own * (choice.alternatives > 1)
        modes = (*self.modes[:p], self.modes[p].after(whole, slow), *self.modes[p + 1 :])
        cards = self.cards
        if evidence.cards:
            cards = cards.copy()
            for one in evidence.cards:
                cards[0 if one.played else 1, one.player] += one.likelihood
        return replace(
            self, modes=modes, expected=expected, uniform=uniform, habit=habit, choices=count, cards=cards,
            repeats=repeats, last_turn=evidence.turn,
        )  # fmt: skip

    def exchanged(self, identities: Identities) -> Tally:
        """The tally after an exchange of identity: a player's moves speak for another card from here on.

        Types are read anew too; that costs a little of what was learnt, and keeps the parts independent.
        """
        zeros = Tally(
            (ModeSums.empty(*self.expected.shape[1:]),) * len(self.modes), np.zeros_like(self.expected),
            np.zeros_like(self.uniform), np.zeros_like(self.habit), np.zeros_like(self.choices),
            np.zeros_like(self.cards), self.repeats,
        )  # fmt: skip
        return replace(zeros, last_turn=self.last_turn, earlier=self, identities=identities)


def weighed(
    repeats: Repeats, evidence: TurnEvidence, with_safe: bool = True
) -> tuple[list[tuple[Choice, Echo, float]], Repeats]:
    """The choices of a turn, each with its echo and the chance that it was not made by rote.

    Args:
        repeats: the table's choices before the turn.
        evidence: the turn.
        with_safe: whether the safe move counts.

    Returns:
        The choices, and `repeats` with them.
    """
    result = []
    # Not strict: the safe's option stays out where its choice does.
    for choice, (situation, option) in zip(evidence.choices(with_safe), evidence.made, strict=False):
        echo = repeats.echo(evidence.player, situation, option, choice.alternatives)
        own = echo.own_doing(choice.alternatives)
        repeats = repeats.after(evidence.player, situation, option, 1.0 - own)
        result.append((choice, echo, own))
    return result, repeats


def _habit_rows(choice: Choice) -> slice:
    return slice(0, len(SPLIT_TERMS)) if choice.kind == "split" else slice(len(SPLIT_TERMS), None)


FULL_CHOICES = 30.0
"""Choices of one player that count in full. No type is quite right, and its small errors repeat: beyond this many
the evidence is scaled down to as many, so that a very long game cannot make a stranger look certain."""


def _damping(sums: Tally) -> Floats:
    """Factor on the evidence about every player, shape (players,).

    Whoever does a thing first repeats nobody. At a table that plays by rote that was by rote as well, as likely as
    the table's share of such choices.
    """
    chosen = min(1.0, (1.0 - sums.repeats.share) / (1.0 - Repeats().share))
    result: Floats = FULL_CHOICES / np.maximum(sums.choices, FULL_CHOICES) * chosen
    return result


def habit_sums(sums: Tally) -> Floats:
    """The habits as they count, shape (players, len(STRETCHES), terms, agents)."""
    result: Floats = sums.habit * _damping(sums)[:, None, None, None]
    return result


def type_likelihoods(sums: Tally) -> Floats:
    """Log-likelihood of every hypothesis about every player, as it counts.

    Returns:
        Array (players, hypotheses, agents), in the order of `Parameters.hypotheses`.
    """
    readable = np.stack([modes.hypotheses(seat) for seat, modes in enumerate(sums.modes)])
    flat = np.broadcast_to(sums.uniform[:, None, None], (len(sums.modes), 1, readable.shape[2]))
    result = np.concatenate([readable, flat], axis=1)
    return result * _damping(sums)[:, None, None]


def card_evidence(sums: Tally) -> Floats:
    """The card rounds as they count, shape (2, players, agents): who moves by rote plays cards by rote too."""
    result: Floats = sums.cards * (1.0 - sums.repeats.share)
    return result
