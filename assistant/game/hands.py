"""Which Top Secret cards can still be where: exact odds from what is public and what the viewer holds.

Hand sizes and the cards played are public, contents are not. Unless choices are read as evidence (the
likelihood's business), every way to lay the unseen cards into the hidden places is equally likely: a hand of
h hidden cards is a draw of h from the N unseen ones without putting back. So one kind with k unseen copies is
missing from it with probability C(N - k, h) / C(N, h), and whole hands follow the multivariate hypergeometric
distribution.

>>> from assistant.game import edition, start
>>> table = start(edition("amigo-topsecret"), ["Anna", "Ben", "Cem"], list("rbgyos"))
>>> odds = hand_odds(table, 1, known={0: ["swap", "to-safe"]})
>>> odds["swap"], round(odds["to-safe"], 3), round(odds["to-ruin"], 3)
(0.0, 0.083, 0.163)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb

from assistant.game.deck import CARDS, copies
from assistant.game.errors import IllegalCard
from assistant.game.state import GameState
from assistant.wording import N_, say

Known = Mapping[int, Sequence[str]]
"""Seat -> cards known to be in that hand now: the viewer's own, or some of them."""

Hand = tuple[str, ...]
"""Cards of a hand, in the order of `CARDS`."""


def unseen(state: GameState, known: Known | None = None) -> dict[str, int]:
    """Copies of each kind that are neither played nor known to be in a hand: in hidden hands or the stack.

    Args:
        state: the position at that moment.
        known: what the viewer knows.

    Raises:
        IllegalCard: more cards of a kind, or in a hand, than there can be.
    """
    left = Counter(copies(state.edition, len(state.players)))
    for card in state.played:
        left[card] = max(0, left[card] - 1)  # records of the Java engine may be flagged for one too many
    for seat, cards in (known or {}).items():
        _check_size(state, seat, cards)
        for card in cards:
            if not left[card]:
                raise IllegalCard(
                    say(N_("{who} cannot hold {card}: all its copies are elsewhere"),
                        who=state.players[seat], card=card),
                    say(N_("correct the hand, or the card entered before")),
                )  # fmt: skip
            left[card] -= 1
    return {card: left[card] for card in CARDS if left[card]}


def _check_size(state: GameState, seat: int, cards: Sequence[str]) -> None:
    if not 0 <= seat < len(state.hands) or len(cards) > state.hands[seat]:
        raise IllegalCard(
            say(N_("a hand of {n} cards is given, but seat {seat} holds {m}"), n=len(cards), seat=seat + 1,
                m=state.hands[seat] if 0 <= seat < len(state.hands) else 0),
            say(N_("remove what was played, or add the draw that the record lacks")),
        )  # fmt: skip


def hidden(state: GameState, seat: int, known: Known | None = None) -> int:
    """How many cards of that hand the viewer does not know."""
    return state.hands[seat] - len((known or {}).get(seat, ()))


def holds_any(state: GameState, seat: int, kinds: Iterable[str], known: Known | None = None) -> float:
    """Probability that the player holds at least one card of these kinds.

    Args:
        state: the position at that moment.
        seat: whose hand.
        kinds: ids of cards.
        known: what the viewer knows.

    Raises:
        IllegalCard: as `unseen`.
    """
    wanted = set(kinds)
    left = unseen(state, known)
    if wanted.intersection((known or {}).get(seat, ())):
        return 1.0
    total = sum(left.values())
    size = min(hidden(state, seat, known), total)
    without = total - sum(n for card, n in left.items() if card in wanted)
    return 1 - comb(without, size) / comb(total, size)


def hand_odds(state: GameState, seat: int, known: Known | None = None) -> dict[str, float]:
    """Probability of each kind to be in the player's hand at least once; every kind of the deck is listed.

    Raises:
        IllegalCard: as `unseen`.
    """
    return {card: holds_any(state, seat, [card], known) for card in copies(state.edition, len(state.players))}


def expected_cards(state: GameState, seat: int, known: Known | None = None) -> dict[str, float]:
    """Expected copies of each kind in the player's hand; they add up to the hand's size.

    Raises:
        IllegalCard: as `unseen`.
    """
    left = unseen(state, known)
    total = sum(left.values())
    share = min(hidden(state, seat, known), total) / total if total else 0.0
    sure = Counter((known or {}).get(seat, ()))
    return {card: sure[card] + share * left.get(card, 0)
            for card in copies(state.edition, len(state.players))}  # fmt: skip


def hand_distribution(state: GameState, seat: int, known: Known | None = None) -> dict[Hand, float]:
    """Every hand that the player can hold, with its probability (at most 3,060 hands: four of 15 kinds).

    Args:
        state: the position at that moment.
        seat: whose hand.
        known: what the viewer knows.

    Raises:
        IllegalCard: as `unseen`.
    """
    left = unseen(state, known)
    total = sum(left.values())
    size = min(hidden(state, seat, known), total)
    deals = comb(total, size)
    sure = Counter((known or {}).get(seat, ()))
    found: dict[Hand, float] = {}
    for taken, ways in multisets(list(left.values()), size):
        held = sure + Counter(dict(zip(left, taken, strict=True)))
        found[tuple(card for card in CARDS for _ in range(held[card]))] = ways / deals
    return found


def multisets(copies: Sequence[int], size: int) -> list[tuple[tuple[int, ...], int]]:
    """Every way to take `size` cards: how many of each kind, and how many deals of single cards give that.

    Args:
        copies: how many there are of each kind.
        size: cards to take.
    """
    found: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for left in copies:
        found = [
            ((*taken, n), ways * comb(left, n))
            for taken, ways in found
            for n in range(min(left, size - sum(taken)) + 1)
        ]
    return [(taken, ways) for taken, ways in found if sum(taken) == size]
