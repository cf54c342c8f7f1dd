"""Odds of hidden hands, against counting every way to lay the unseen cards into the hidden places."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.game import CARDS, GameState, IllegalCard, edition, start
from assistant.game.deck import copies
from assistant.game.hands import expected_cards, hand_distribution, hand_odds, holds_any, unseen

TOP_SECRET = edition("amigo-topsecret")


def late(hands: tuple[int, ...], stack: int, own: list[str], seed: int) -> GameState:
    """A state in which so many cards have been played that all deals can be counted."""
    table = start(TOP_SECRET, [f"P{n}" for n in range(len(hands))], list("rbgyosp"))
    deck = list((Counter(copies(TOP_SECRET, len(hands))) - Counter(own)).elements())
    random.Random(seed).shuffle(deck)
    keep = sum(hands) - len(own) + stack
    return replace(table, hands=hands, stack=stack, played=tuple(deck[keep:]))


def deals(cards: list[str], sizes: list[int]) -> Iterator[list[list[str]]]:
    """Every way to deal distinct cards into hands of these sizes; the rest is the stack."""
    if not sizes:
        yield []
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = [card for place, card in enumerate(cards) if place not in chosen]
        for others in deals(rest, sizes[1:]):
            yield [[cards[place] for place in chosen], *others]


@settings(max_examples=25, deadline=None)
@given(
    hands=st.lists(st.integers(0, 3), min_size=3, max_size=3).map(tuple),
    stack=st.integers(0, 2),
    seed=st.integers(0, 10_000),
)
def test_odds_and_whole_hands_are_what_counting_every_deal_gives(
    hands: tuple[int, ...], stack: int, seed: int
) -> None:
    own = ["swap", "to-ruin", "two-back"][: hands[0]]
    state = late(hands, stack, own, seed)
    known = {0: own}
    cards = [card for card, n in unseen(state, known).items() for _ in range(n)]
    assert len(cards) == hands[1] + hands[2] + stack
    counted = [Counter(), Counter()]
    total = 0
    for dealt in deals(cards, [hands[1], hands[2]]):
        total += 1
        for seen, hand in zip(counted, dealt, strict=True):
            seen[tuple(sorted(hand, key=list(CARDS).index))] += 1
    for seat, seen in zip((1, 2), counted, strict=True):
        expected = {hand: n / total for hand, n in seen.items()}
        assert hand_distribution(state, seat, known) == pytest.approx(expected)
        for card, odds in hand_odds(state, seat, known).items():
            assert odds == pytest.approx(sum(p for hand, p in expected.items() if card in hand))
        for card, copies_held in expected_cards(state, seat, known).items():
            assert copies_held == pytest.approx(sum(p * hand.count(card) for hand, p in expected.items()))


def test_an_observer_knows_no_hand_and_sees_all_players_alike() -> None:
    state = start(TOP_SECRET, ["Anna", "Ben"], list("rbgyo"))
    assert hand_odds(state, 0) == hand_odds(state, 1)
    assert hand_odds(state, 0)["swap"] == pytest.approx(2 / 26)
    assert hand_odds(state, 0)["to-ruin"] == pytest.approx(1 - (24 * 23) / (26 * 25))


def test_a_hand_known_in_part_leaves_the_rest_open() -> None:
    state = start(TOP_SECRET, ["Anna", "Ben"], list("rbgyo"))
    known = {0: ["join"]}
    assert hand_odds(state, 0, known)["join"] == 1.0
    assert hand_odds(state, 1, known)["join"] == 0.0
    assert hand_odds(state, 0, known)["swap"] == pytest.approx(1 / 25)
    assert sum(hand_distribution(state, 0, known).values()) == pytest.approx(1)
    assert all("join" in hand for hand in hand_distribution(state, 0, known))


def test_a_kind_of_which_all_copies_are_played_is_nowhere() -> None:
    state = replace(start(TOP_SECRET, ["Anna", "Ben"], list("rbgyo")), played=("swap",), hands=(1, 2))
    assert hand_odds(state, 1)["swap"] == 0.0
    assert holds_any(state, 1, ["swap", "join"]) == holds_any(state, 1, ["join"]) > 0


def test_an_empty_hand_holds_nothing() -> None:
    state = replace(start(TOP_SECRET, ["Anna", "Ben"], list("rbgyo")), hands=(0, 2), played=("join", "swap"))
    assert set(hand_odds(state, 0).values()) == {0.0}
    assert hand_distribution(state, 0) == {(): 1.0}


@pytest.mark.parametrize("own", [["swap", "swap"], ["to-ruin"] * 3, ["no-such-card"]])
def test_a_hand_that_the_deck_cannot_give_is_refused(own: list[str]) -> None:
    state = start(TOP_SECRET, ["Anna", "Ben"], list("rbgyo"))
    with pytest.raises(IllegalCard):
        unseen(state, {0: own})


def test_a_hand_may_hold_both_copies_of_a_kind() -> None:
    state = start(TOP_SECRET, ["Anna", "Ben"], list("rbgyo"))
    assert "to-ruin" not in unseen(state, {0: ["to-ruin", "to-ruin"]})
    assert hand_odds(state, 1, {0: ["to-ruin", "to-ruin"]})["to-ruin"] == 0.0
