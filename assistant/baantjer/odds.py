"""Chances as exact fractions: the kinds of unclaimed tokens, and what the stacks will give.

Where nothing was half seen these are closed forms (drawing without replacement); partial observations go
through CP-SAT (`hidden`). A stack is a head in unknown order above a tail whose order is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod

from assistant.baantjer.drawing import hidden_cards, hidden_tokens
from assistant.baantjer.fitting import usable
from assistant.baantjer.hidden import Group, Hidden, groups, joint, tables
from assistant.baantjer.pieces import Colour
from assistant.baantjer.state import State


def joint_token_odds(state: State, places: Sequence[int]) -> dict[tuple[str, ...], Fraction]:
    """Chance of every combination of token kinds on `places`, all unclaimed, in their order.

    Raises:
        ValueError: the token of one of the places was turned already, or a place twice.
        TooManyWorlds: partial observations leave more cases than can be counted.
    """
    if len(set(places)) != len(places) or any(state.file(place).token is not None for place in places):
        raise ValueError(f"places must be distinct and unclaimed, got {tuple(places)}")
    hidden, where = hidden_tokens(state)
    return joint(hidden, [where.index(place) for place in places])


def token_odds(state: State) -> dict[int, dict[str, Fraction]]:
    """Chance of each weapon kind under every unclaimed token, by place; kinds that cannot be are 0."""
    return {
        file.place: {
            kind: chances.get((kind,), Fraction(0))
            for chances in [joint_token_odds(state, (file.place,))]
            for kind in state.options.tokens
        }
        for file in state.files
        if file.token is None
    }


@dataclass(frozen=True, slots=True)
class StackOdds:
    """What a stack holds for one player, if nothing but drawing happens.

    Attributes:
        next: chance of each card to be the next one drawn; impossible cards are left out.
        helps: chance that the next card can be laid at one of the player's open files.
        within: `within[k - 1]` is the chance that one of the next k cards can, k up to the stack's size.
        expected_draws: cards drawn, by anybody, up to and including the first that helps; None where the
            stack holds none (what it holds is known from the count of the cards, whatever was half seen).
    """

    next: Mapping[str, Fraction]
    helps: Fraction
    within: tuple[Fraction, ...]
    expected_draws: Fraction | None


def stack_odds(state: State, seat: int, colour: Colour) -> StackOdds:
    """What the red or green stack holds for the player on `seat`; raises `TooManyWorlds` as `hidden.tables`.

    A card helps where it fits an open file. Lowietje and Buitendam cards are acted upon and fit none; their
    chances are in `next`.
    """
    helpful = frozenset(card for card in state.options.cards(colour) if usable(state, seat, card))
    stack = state.stack(colour)
    if stack.size == 0:
        return StackOdds({}, Fraction(0), (), None)
    missed = _missed(state, colour, helpful)
    return StackOdds(
        next=_next(state, colour),
        helps=1 - missed[1],
        within=tuple(1 - chance for chance in missed[1:]),
        expected_draws=sum(missed[:-1], Fraction(0)) if missed[-1] == 0 else None,
    )


def _missed(state: State, colour: Colour, helpful: Collection[str]) -> list[Fraction]:
    """Chance that none of the next 0, 1, 2, ... cards is helpful, down to the bottom of the stack."""
    stack = state.stack(colour)
    hidden, half_seen = hidden_cards(state, colour)
    slot_of = {at: stack.head + number for number, at in enumerate(half_seen)}
    cases, parts = _cases(hidden, helpful)
    group_of = {slot: number for number, part in enumerate(parts) for slot in part}
    # How many cards of each group have been turned after 0, 1, 2, ... draws; None: a known card helped.
    turned: list[list[int] | None] = [[0] * len(parts)]
    for at in range(stack.size):
        slot = at if at < stack.head else slot_of.get(at - stack.head)
        before = turned[-1]
        if before is None or (slot is None and stack.tail[at - stack.head] <= set(helpful)):
            turned.append(None)
        else:
            number = None if slot is None else group_of[slot]
            turned.append([n + (number == group) for group, n in enumerate(before)])
    total = sum(cases.values())
    return [
        Fraction(0)
        if draws is None
        else sum(
            (
                Fraction(weight, total) * prod(map(_none_among, draws, map(len, parts), good))
                for good, weight in cases.items()
            ),
            Fraction(0),
        )
        for draws in turned
    ]


def _none_among(drawn: int, size: int, good: int) -> Fraction:
    """Chance that `drawn` cards of a group of `size` in random order are none of its `good` ones."""
    return Fraction(comb(size - drawn, good), comb(size, good))


def _cases(
    hidden: Hidden, helpful: Collection[str]
) -> tuple[Mapping[tuple[int, ...], int], tuple[Group, ...]]:
    """Weights of how many helpful cards each group of hidden cards has, and the groups."""
    if not hidden.restricted:
        everything = tuple(range(len(hidden.domains)))
        return {(sum(hidden.counts[card] for card in helpful),): 1}, (everything,)
    merged, good = _merged(hidden, helpful)
    cases: Counter[tuple[int, ...]] = Counter()
    for table, weight in tables(merged):
        cases[tuple(sum(row[label] for label in good) for row in table)] += weight
    return cases, groups(merged)


def _merged(hidden: Hidden, helpful: Collection[str]) -> tuple[Hidden, frozenset[str]]:
    """Cards that no restriction and no need tells apart as one kind: far fewer tables, the same odds."""
    distinct = sorted({tuple(sorted(domain)) for domain in hidden.domains})
    label = {
        card: "".join("01"[card in group] for group in (helpful, *distinct)) for card in sorted(hidden.counts)
    }
    counts: Counter[str] = Counter()
    for card, count in hidden.counts.items():
        counts[label[card]] += count
    domains = [frozenset(label[card] for card in domain) for domain in hidden.domains]
    return Hidden(counts, domains), frozenset(label[card] for card in helpful)


def _next(state: State, colour: Colour) -> dict[str, Fraction]:
    stack = state.stack(colour)
    if not stack.head and len(stack.tail[0]) == 1:
        return {next(iter(stack.tail[0])): Fraction(1)}
    # The first slot is a card of the head, or without a head the top card, which is the first half seen.
    hidden, _ = hidden_cards(state, colour)
    return {card: chance for (card,), chance in joint(hidden, [0]).items()}
