"""What one card round says about every player: plays and passes as choices from a hand that nobody sees.

P(play o | the player owns a, holds h) = exp(u(o, a)) / (1 + sum of exp(u) over every way to play a card of h),
P(pass) is the same with 1 above the line. The hand is summed out over all hands that the cards unseen so far
can make (RULES.md: sizes are public, contents are not); within a round it is one hand, played down card by
card. A player without cards has no choice, so that such a pass weighs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.card_terms import KINDS, Options, card_options
from assistant.deduction.parameters import CardParameters
from assistant.game import CardPlay, Outcome
from assistant.game.cards import CardStage
from assistant.game.hands import multisets, unseen

Floats = NDArray[np.float64]
PASS = -1


@dataclass(frozen=True)
class HandChoice:
    """One decision of the round.

    Attributes:
        options: what could be played by somebody who held it.
        chosen: index of the option played, `PASS` for a pass.
    """

    options: Options
    chosen: int


@dataclass(frozen=True)
class PlayerRound:
    """One player's part of a card round.

    Attributes:
        player: seat.
        size: cards in hand before the first decision.
        left: (kind, copies) of the unseen cards then, in the deck's order.
        choices: the decisions in order.
    """

    player: int
    size: int
    left: tuple[tuple[int, int], ...]
    choices: tuple[HandChoice, ...]

    @property
    def plays(self) -> bool:
        """Whether any card was played."""
        return any(choice.chosen != PASS for choice in self.choices)


@lru_cache(maxsize=200)
def possible_hands(left: tuple[tuple[int, int], ...], size: int) -> tuple[NDArray[np.int8], Floats]:
    """Every hand of `size` cards out of `left` and its probability.

    Returns:
        Copies of each kind, shape (hands, len(KINDS)), and probabilities, shape (hands,), by the multivariate
        hypergeometric distribution (as `assistant.game.hands.hand_distribution`, as arrays).
    """
    found = multisets([copies for _, copies in left], size)
    counts = np.zeros((len(found), len(KINDS)), dtype=np.int8)
    counts[:, [kind for kind, _ in left]] = [taken for taken, _ in found]
    weight = np.array([ways for _, ways in found], dtype=np.float64)
    return counts, weight / weight.sum()


def card_rounds(outcome: Outcome) -> tuple[PlayerRound, ...]:
    """Every player's decisions in the card round of a turn; empty without cards.

    Passes that a record leaves out are those of the position after the last play. A pass at a position at which
    the same player has already passed is not counted again.
    """
    played = outcome.cards
    if played is None:
        return ()
    stages = _by_player(outcome, played.stages)
    found = []
    for seat, own in stages.items():
        first = own[0].state
        size = min(first.hands[seat], sum(unseen(first).values()))
        choices = _choices(own) if size else ()
        if choices:
            left = tuple((KINDS.index(card), n) for card, n in unseen(first).items())
            found.append(PlayerRound(seat, size, left, choices))
    return tuple(found)


def _by_player(outcome: Outcome, stages: Sequence[CardStage]) -> dict[int, list[CardStage]]:
    """The stages of every player in order, unwritten passes added at the end."""
    assert outcome.cards is not None
    seats = len(outcome.before.players)
    own: dict[int, list[CardStage]] = {}
    for stage in stages:
        own.setdefault(stage.play.player, []).append(stage)
    for step in range(seats):
        seat = (outcome.turn.player + step) % seats
        if seat in own and own[seat][-1].play.card is None:
            continue
        end = CardStage(outcome.cards.state, outcome.cards.entered, CardPlay(seat, None))
        own.setdefault(seat, []).append(end)
    return own


def _choices(stages: Sequence[CardStage]) -> tuple[HandChoice, ...]:
    choices: list[HandChoice] = []
    passed: Options | None = None
    for stage in stages:
        options = card_options(stage.state, stage.entered)
        play = stage.play
        if play.card is None:
            if options is not passed and stage.state.hands[play.player]:
                choices.append(HandChoice(options, PASS))
            passed = options
            continue
        at = options.index(play.card, play.agents, play.number)
        if at is None:
            break  # a record that breaks the rules: what follows it cannot be weighed either
        choices.append(HandChoice(options, at))
        passed = None
    return tuple(choices)


def round_likelihood(part: PlayerRound, weights: Floats) -> Floats:
    """Log-likelihood of one player's part of a round for an owner of every agent.

    Args:
        part: from `card_rounds`.
        weights: weight of every card term, shape (len(CARD_TERMS),).

    Returns:
        Array (agents,).
    """
    hands, chance = possible_hands(part.left, part.size)
    weight = np.repeat(chance[:, None], part.choices[0].options.terms.shape[2], axis=1)
    for choice in part.choices:
        appeal = np.exp(np.clip(np.tensordot(weights, choice.options.terms, axes=1), -50.0, 50.0))
        by_kind = np.zeros((len(KINDS), appeal.shape[1]))
        np.add.at(by_kind, choice.options.kinds, appeal)
        weight /= 1.0 + (hands > 0) @ by_kind
        if choice.chosen != PASS:
            kind = int(choice.options.kinds[choice.chosen])
            held = hands[:, kind] > 0
            weight = weight[held] * appeal[choice.chosen]
            hands = hands[held].copy()
            hands[:, kind] -= 1
    result: Floats = np.log(np.maximum(weight.sum(axis=0), 1e-300))
    return result


def card_scores(sums: Floats, trust: CardParameters) -> Floats:
    """What the cards say about who owns what: log of each chance over an even one, shape (players, agents).

    Args:
        sums: summed log-likelihoods of rounds with a play and of those without, shape (2, players, agents).
        trust: powers of both, and the share of players whose cards say nothing.
    """
    whole = trust.plays * sums[0] + trust.passes * sums[1]
    whole = np.exp(whole - whole.max(axis=-1, keepdims=True))
    whole /= whole.sum(axis=-1, keepdims=True)
    result: Floats = np.log((1.0 - trust.silent) * whole * whole.shape[-1] + trust.silent)
    return result
