"""Odds: small cases by hand, and brute force over every order the hidden pieces can have."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.baantjer.errors import TooManyWorlds
from assistant.baantjer.hidden import Hidden, joint, tables
from assistant.baantjer.odds import joint_token_odds, stack_odds, token_odds
from assistant.baantjer.replay import final_state

from .scene import found, game, got, green, land, record, red

KINDS = ("firearm", "stabbing", "poison", "blunt")
HALVES = [f"{kind}-{half}" for kind in KINDS for half in ("left", "right")]
SEEN = {0: "Anna", 3: "Ben", 6: "Cem", 9: "Dora"}


def owner(place: int) -> str:
    return SEEN[(place - 1) // 3 * 3]


# Tokens.


def test_tokens_are_even_at_the_start() -> None:
    assert token_odds(game())[12] == dict.fromkeys(KINDS, Fraction(1, 4))


def test_a_turned_token_is_no_longer_under_the_others() -> None:
    odds = token_odds(game(found("Anna", 1, "poison")))
    assert 1 not in odds
    assert odds[2] == {
        "firearm": Fraction(3, 11),
        "stabbing": Fraction(3, 11),
        "poison": Fraction(2, 11),
        "blunt": Fraction(3, 11),
    }


def test_several_places_are_drawn_without_replacement() -> None:
    odds = joint_token_odds(game(), (1, 2))
    assert odds["poison", "poison"] == Fraction(3, 12) * Fraction(2, 11)
    assert odds["poison", "blunt"] == Fraction(3, 12) * Fraction(3, 11)
    assert sum(odds.values()) == 1


def test_odds_are_asked_of_distinct_unclaimed_places() -> None:
    with pytest.raises(ValueError, match="unclaimed"):
        joint_token_odds(game(found("Anna", 1, "poison")), (1, 2))
    with pytest.raises(ValueError, match="distinct"):
        joint_token_odds(game(), (2, 2))


def true_observation(data: st.DataObject, under: dict[int, str]) -> dict[str, Any]:
    """Something true about the tokens, as a careful person would enter it."""
    place, other = data.draw(st.permutations(range(1, 13)))[:2]
    match data.draw(st.integers(0, 3)):
        case 0:
            wrong = [kind for kind in KINDS if kind != under[place]]
            return {"type": "observe", "place": place, "not": [data.draw(st.sampled_from(wrong))]}
        case 1:
            one_of = {under[place], data.draw(st.sampled_from(KINDS))}
            return {"type": "observe", "place": place, "one_of": sorted(one_of)}
        case 2:
            return {"type": "compare", "places": [place, other], "same": under[place] == under[other]}
        case _:
            places = sorted({place, other, data.draw(st.integers(1, 12))})
            kind = data.draw(st.sampled_from(KINDS))
            n = sum(under[p] == kind for p in places)
            return {"type": "tally", "places": places, "kind": kind, "at_least": n, "at_most": n}


def holds(observation: dict[str, Any], under: dict[int, str]) -> bool:
    if observation["type"] == "observe":
        kind = under[observation["place"]]
        return kind not in observation.get("not", ()) and kind in observation.get("one_of", KINDS)
    if observation["type"] == "compare":
        a, b = observation["places"]
        return (under[a] == under[b]) == observation["same"]
    n = sum(under[place] == observation["kind"] for place in observation["places"])
    return observation["at_least"] <= n <= observation["at_most"]


@settings(max_examples=40, deadline=None)
@given(data=st.data(), seen=st.integers(0, 3))
def test_token_odds_agree_with_every_arrangement_counted_one_by_one(data: st.DataObject, seen: int) -> None:
    tokens = data.draw(st.permutations(KINDS * 3))
    under = dict(enumerate(tokens, start=1))
    hidden = sorted(data.draw(st.permutations(range(1, 13)))[: data.draw(st.integers(1, 6))])
    turned = [e for place in under if place not in hidden for e in found(owner(place), place, under[place])]
    observations = [true_observation(data, under) for _ in range(seen)]
    state = game(turned, observations, players=4)
    asked = data.draw(st.permutations(hidden))[:3]

    cases: Counter[tuple[str, ...]] = Counter()
    for order in permutations([under[place] for place in hidden]):
        world = {**under, **dict(zip(hidden, order, strict=True))}
        if all(holds(observation, world) for observation in observations):
            cases[tuple(world[place] for place in asked)] += 1
    expected = {kinds: Fraction(n, cases.total()) for kinds, n in cases.items()}
    assert joint_token_odds(state, asked) == expected


def test_cp_sat_and_the_closed_form_agree() -> None:
    counts = {"a": 3, "b": 2, "c": 1}
    plain = Hidden(counts, [frozenset(counts)] * 6)
    # A tally that is always true keeps the closed form away without excluding anything.
    solved = Hidden(counts, plain.domains, tallies=[(tuple(range(6)), "a", 0, 6)])
    assert solved.restricted and not plain.restricted
    assert joint(solved, (0, 3, 4)) == joint(plain, (0, 3, 4))


def test_too_many_cases_are_said_and_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [(0, 1, False), (2, 3, False), (4, 5, False)]
    assert sum(weight for _, weight in tables(Hidden({"a": 3, "b": 3}, [frozenset("ab")] * 6, pairs))) == 8
    monkeypatch.setattr("assistant.baantjer.hidden.MOST_TABLES", 5)
    with pytest.raises(TooManyWorlds, match="more than 5 cases"):
        tables(Hidden({"c": 3, "d": 3}, [frozenset("cd")] * 6, pairs))


# Stacks.


def test_the_head_is_unknown_and_the_tail_is_known() -> None:
    before = found("Anna", 1, "poison")
    odds = stack_odds(game(before), 0, "red")
    assert odds.helps == Fraction(8, 32)
    assert odds.expected_draws == Fraction(33, 9)
    assert odds.next["blunt-left"] == Fraction(4, 32)


def test_a_known_tail_says_exactly_when_help_comes() -> None:
    small = {**dict.fromkeys(HALVES, 0), "blunt-left": 2, "poison-left": 1}
    passed = got("Ben", red("Ben", "blunt-left"), red("Ben", "blunt-left"), red("Ben", "poison-left"))
    odds = stack_odds(game(passed, found("Anna", 1, "poison"), red=small), 0, "red")
    assert odds.next == {"blunt-left": 1}
    assert odds.within == (0, 0, 1)
    assert odds.expected_draws == 3


def test_a_stack_without_help_has_no_expected_draws() -> None:
    odds = stack_odds(game(), 0, "red")
    assert (odds.helps, odds.expected_draws) == (0, None)
    assert set(odds.within) == {0}


def test_an_empty_stack_has_no_odds() -> None:
    odds = stack_odds(game(red=dict.fromkeys(HALVES, 0)), 0, "red")
    assert (dict(odds.next), odds.within, odds.helps) == ({}, (), 0)


def test_lowietje_and_buitendam_fit_no_file() -> None:
    odds = stack_odds(game(), 0, "green")
    assert odds.helps == Fraction(1, 2)
    assert odds.next["lowietje"] == odds.next["buitendam"] == Fraction(1, 4)
    clued = [green("Anna", clue, place) for clue in ("koninghe", "jochems") for place in (1, 2, 3)]
    assert stack_odds(game(got("Anna", *clued)), 0, "green").helps == 0


Draws = list[dict[str, Any]]


def deck_agrees(order: Iterable[str], draws: Draws) -> list[str] | None:
    """What is left of a deck in this order after the draws, None where they could not have been."""
    pile = list(order)
    for draw in draws:
        card = pile.pop(0)
        if draw.get("card", card) != card or any(card.startswith(kind) for kind in draw.get("not", ())):
            return None
        if draw["to"] == "under":
            pile.append(card)
    return pile


@settings(max_examples=40, deadline=None)
@given(data=st.data(), size=st.integers(2, 6), drawn=st.integers(0, 9), half_seen=st.booleans())
def test_stack_odds_agree_with_every_order_of_the_deck(
    data: st.DataObject, size: int, drawn: int, half_seen: bool
) -> None:
    names = ["poison-left", "poison-right", "blunt-left", "firearm-right"]
    deck = data.draw(st.lists(st.sampled_from(names), min_size=size, max_size=size))
    counts = {**dict.fromkeys(HALVES, 0), **Counter(deck)}
    draws: Draws = []
    pile = list(deck)
    laid = {"poison-left": False, "poison-right": False}
    for _ in range(drawn):
        if not pile:
            break
        card = pile.pop(0)
        event: dict[str, Any] = {"type": "red", "player": "Anna", "card": card, "to": "under"}
        if laid.get(card) is False and data.draw(st.booleans()):
            laid[card] = True
            event["to"] = 1
        else:
            pile.append(card)
            if half_seen and data.draw(st.booleans()):
                del event["card"]
                event["not"] = [data.draw(st.sampled_from([k for k in KINDS if not card.startswith(k)]))]
        draws.append(event)
    turns = [event for draw in draws for event in (land("Anna", "red"), draw)]
    odds = stack_odds(game(found("Anna", 1, "poison"), turns, red=counts), 0, "red")

    useful = {card for card, there in laid.items() if not there}
    left = [pile for order in permutations(deck) if (pile := deck_agrees(order, draws)) is not None]
    first = [next((i for i, card in enumerate(pile, 1) if card in useful), None) for pile in left]
    if not left[0]:
        assert odds.within == ()
        return
    share = {card: Fraction(n, len(left)) for card, n in Counter(pile[0] for pile in left).items()}
    assert odds.next == share
    assert odds.helps == sum(p for card, p in share.items() if card in useful)
    for k, chance in enumerate(odds.within, 1):
        assert chance == Fraction(sum(at is not None and at <= k for at in first), len(left))
    certain = Fraction(sum(at or 0 for at in first), len(left))
    assert odds.expected_draws == (None if None in first else certain)


def test_the_odds_of_a_played_game_add_up() -> None:
    state = final_state(record(got("Anna", red("Anna", "poison-left"), green("Anna", "lowietje"))))
    for colour in ("red", "green"):
        assert sum(stack_odds(state, 1, colour).next.values()) == 1
    assert all(sum(kinds.values()) == 1 for kinds in token_odds(state).values())
