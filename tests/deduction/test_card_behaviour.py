"""Card rounds as evidence: against every physical hand dealt one by one, and in scenarios that speak."""

from __future__ import annotations

from itertools import combinations
from math import exp, log

import numpy as np
import pytest
from card_scenes import round_of, table
from random_parameters import random_parameters

from assistant.deduction.card_behaviour import card_rounds, card_scores, possible_hands, round_likelihood
from assistant.deduction.card_terms import CARD_TERMS, KINDS, card_options
from assistant.deduction.parameters import CardParameters, shipped
from assistant.game import CardPlay, Outcome
from assistant.game.hands import hand_distribution, unseen

WEIGHTS = random_parameters(5).cards.weights
FEW_LEFT = ("safe-anywhere", "safe-anywhere", "score-3-3", "score-3-3", "back-1-or-2", "back-1-or-2",
            "plus-minus-1", "plus-minus-1", "two-back", "two-back", "two-forward", "off-the-safe", "off-the-safe",
            "to-ruin", "all-to-church", "join")  # fmt: skip
"""Played cards that leave ten, so that every hand can be dealt one by one."""


def likelihood(outcome: Outcome, seat: int) -> np.ndarray:  # type: ignore[type-arg]
    part = next(part for part in card_rounds(outcome) if part.player == seat)
    return round_likelihood(part, WEIGHTS)


def by_hand(outcome: Outcome, seat: int, agent: int) -> float:
    """The same by dealing every hand card by card: no multiset, no array over hands."""
    assert outcome.cards is not None
    stages = [stage for stage in outcome.cards.stages if stage.play.player == seat]
    first = stages[0].state
    cards = [card for card, n in unseen(first).items() for _ in range(n)]
    total, hands = 0.0, 0
    for dealt in combinations(range(len(cards)), first.hands[seat]):
        hand = [cards[i] for i in dealt]
        hands += 1
        chance = 1.0
        for stage in stages:
            found = card_options(stage.state, stage.entered)
            appeal = [exp(float(WEIGHTS @ found.terms[:, n, agent])) for n in range(len(found.kinds))]
            menu = 1.0 + sum(
                a for a, kind in zip(appeal, found.kinds, strict=True) if KINDS[int(kind)] in hand
            )
            play = stage.play
            if play.card is None:
                chance /= menu
            elif play.card not in hand:
                chance = 0.0
                break
            else:
                at = found.index(play.card, play.agents, play.number)
                assert at is not None
                chance *= appeal[at] / menu
                hand.remove(play.card)
        total += chance
    return log(total / hands)


@pytest.mark.parametrize("agent", range(5))
def test_the_hand_summed_out_against_every_deal(agent: int) -> None:
    """Two plays and a pass of Ben, who holds three of ten cards."""
    state = table(hands=(1, 3, 2), played=FEW_LEFT)
    outcome = round_of(
        state, CardPlay(0, None), CardPlay(1, "swap", (0, 1)), CardPlay(1, "to-ruin", (2,)), CardPlay(1, None)
    )
    assert likelihood(outcome, 1)[agent] == pytest.approx(by_hand(outcome, 1, agent), abs=1e-10)


def test_everything_that_ben_could_do_first_adds_up_to_one() -> None:
    """Every way to play every card, and the pass: probabilities for each owner sum to 1."""
    state = table(hands=(1, 2, 2), played=FEW_LEFT)
    moved = round_of(state, CardPlay(0, None), CardPlay(1, None)).cards
    assert moved is not None
    found = card_options(moved.stages[1].state, frozenset())
    total = np.exp(likelihood(round_of(state, CardPlay(0, None), CardPlay(1, None)), 1))
    hands, chance = possible_hands(tuple((KINDS.index(c), n) for c, n in unseen(state).items()), 2)
    for n, (kind, _) in enumerate(zip(found.kinds, found.ways, strict=True)):
        appeal = np.exp(np.tensordot(WEIGHTS, found.terms, axes=1))
        held = hands[:, kind] > 0
        menu = 1 + np.stack(
            [(appeal * (hands[h] > 0)[found.kinds][:, None]).sum(0) for h in range(len(hands))]
        )
        total = total + (chance[:, None] * held[:, None] * appeal[n] / menu).sum(axis=0)
    np.testing.assert_allclose(total, 1.0, atol=1e-9)


def test_possible_hands_are_the_hypergeometric_ones() -> None:
    """The same hands and chances as the game room counts."""
    state = table(hands=(2, 3, 2), played=("swap",))
    left = tuple((KINDS.index(card), n) for card, n in unseen(state).items())
    hands, chance = possible_hands(left, 3)
    listed = {
        tuple(KINDS[k] for k in range(len(KINDS)) for _ in range(row[k])): p
        for row, p in zip(hands, chance, strict=True)
    }
    assert listed == pytest.approx(hand_distribution(state, 1))


def test_a_pass_without_a_card_is_no_evidence() -> None:
    """Ben holds nothing: his pass says nothing about him, Cem's says something."""
    outcome = round_of(table(hands=(1, 0, 2)), CardPlay(0, None), CardPlay(1, None), CardPlay(2, None))
    assert sorted(part.player for part in card_rounds(outcome)) == [0, 2]


def test_passes_left_out_of_the_record_are_passes() -> None:
    """Nobody is written down, or everybody: the same evidence."""
    state = table(hands=(1, 2, 2))
    written = card_rounds(round_of(state, CardPlay(0, None), CardPlay(1, None), CardPlay(2, None)))
    silent = card_rounds(round_of(state))
    assert [part.player for part in written] == [part.player for part in silent] == [0, 1, 2]
    for one, other in zip(written, silent, strict=True):
        np.testing.assert_array_equal(round_likelihood(one, WEIGHTS), round_likelihood(other, WEIGHTS))


def test_a_second_pass_at_the_same_position_is_not_counted_again() -> None:
    """Round and round until all pass: only what has changed is a new choice."""
    state = table(hands=(2, 2, 2), passes="until-all-pass")
    twice = round_of(
        state, CardPlay(0, None), CardPlay(1, "two-back", (0, 1)), CardPlay(1, None), CardPlay(2, None),
        CardPlay(0, None),
    )  # fmt: skip
    anna = next(part for part in card_rounds(twice) if part.player == 0)
    assert len(anna.choices) == 2, "Ben's card changed the position"
    ben = next(part for part in card_rounds(twice) if part.player == 1)
    assert [choice.chosen >= 0 for choice in ben.choices] == [True, False]


@pytest.mark.parametrize(
    ("card", "agents", "number"),
    [("forward-1-2-3", (0,), 3), ("join", (0, 2), 0), ("score-3-3", (0, 3), 0), ("plus-minus-1", (0,), 1)],
)
def test_a_card_that_helps_red_speaks_for_red(card: str, agents: tuple[int, ...], number: int) -> None:
    """With the shipped weights, whatever the card."""
    outcome = round_of(table(hands=(1, 2, 2)), CardPlay(1, card, agents, number))
    part = next(part for part in card_rounds(outcome) if part.player == 1)
    seen = round_likelihood(part, shipped().cards.weights)
    helped = agents if card == "score-3-3" else (0,)
    assert min(seen[a] for a in helped) > max(seen[a] for a in range(5) if a not in helped)


def test_a_card_that_harms_blue_speaks_against_blue() -> None:
    """Into the ruin with it."""
    outcome = round_of(table(hands=(1, 2, 2)), CardPlay(1, "to-ruin", (1,)))
    part = next(part for part in card_rounds(outcome) if part.player == 1)
    assert int(round_likelihood(part, shipped().cards.weights).argmin()) == 1


def test_scores_are_bounded_by_those_who_say_nothing() -> None:
    """Log ratios to an even chance: zero where nothing was seen, and never below the silent share's log."""
    trust = CardParameters(np.zeros(len(CARD_TERMS)), 1.0, 0.5, 0.2)
    sums = np.zeros((2, 2, 4))
    sums[0, 1] = [0.0, -40.0, -1.0, -2.0]
    scores = card_scores(sums, trust)
    np.testing.assert_allclose(scores[0], 0.0, atol=1e-12)
    assert scores[1].min() == pytest.approx(log(0.2))
    assert np.exp(scores[1]).mean() == pytest.approx(1.0)
    sums[1, 1] = [0.0, 0.0, 3.0, 0.0]
    assert card_scores(sums, trust)[1, 2] > scores[1, 2] + 0.5, "passes count, with their own power"
