"""Cards in hand: what everybody may see, what a hand may hold, and the viewer's own hand through the game."""

from __future__ import annotations

import re

import pytest

from assistant.dashboard.habits import HABITS
from assistant.dashboard.hands import HAND, odds, own_hand, sizes
from assistant.game import edition, start
from assistant.game.hands import hand_odds
from assistant.records import Record, loads, print_json, replay
from assistant.review import without_secrets

HEAD = "edition amigo-topsecret\nplayers Anna, Ben, Cem\nagents red, blue, green, yellow, grey\nviewer Anna red\n"


def record(text: str, hand: object = None) -> Record:
    found = loads(HEAD + text)
    return found if hand is None else found.model_copy(update={HAND: hand})


def held(text: str, hand: object) -> tuple[str, ...] | None:
    found = record(text, hand)
    return own_hand(found, replay(found, strict=False))


def test_sizes_show_every_player_and_nothing_without_cards() -> None:
    """Two cards each after the deal, and what is left of 26."""
    state = start(edition("amigo-topsecret"), ["Anna", "<b>Ben</b>", "Cem"], list("rbgyp"))
    shown = sizes(state)
    assert shown.count('class="held"') == 6 and "20 left in the stack, 0 played." in shown
    assert "&lt;b&gt;Ben&lt;/b&gt;" in shown and "<b>Ben</b>" not in shown
    assert sizes(start(edition("amigo"), ["Anna", "Ben"], list("rbgyp"))) == ""


def test_odds_are_those_of_the_game_room_the_likeliest_first() -> None:
    """Every kind once, its chance in whole percent; the viewer's own cards are counted in."""
    state = start(edition("amigo-topsecret"), ["Anna", "Ben", "Cem"], list("rbgyp"))
    known = {0: ["swap", "to-safe"]}
    shown = [int(p) for p in re.findall(r"<b>(\d+) %</b>", odds(state, 1, known))]
    wanted = sorted((round(100 * p) for p in hand_odds(state, 1, known).values()), reverse=True)
    assert shown == wanted and shown[-1] == 0


@pytest.mark.parametrize(
    ("text", "hand", "now"),
    [
        ("", {"turn": 0, "cards": ["swap", "to-safe"]}, ("swap", "to-safe")),
        ("", {"turn": 0, "cards": ["to-ruin", "to-ruin"]}, ("to-ruin", "to-ruin")),
        (
            "Anna 3: red 3\n  cards Anna swap red blue\n",
            {"turn": 0, "cards": ["swap", "to-safe"]},
            ("to-safe",),
        ),
        ("Anna 3: red 3\n  cards Ben swap red blue\n", {"turn": 0, "cards": ["to-safe"]}, ("to-safe",)),
        ("Anna 3: red 3\n  cards Anna swap red blue\n", {"turn": 1, "cards": ["to-safe"]}, ("to-safe",)),
        ("Anna 1-3:\n  drew swap\n", {"turn": 0, "cards": ["to-safe"]}, ("swap", "to-safe")),
        ("Anna 1-3:\n  drew\n", {"turn": 0, "cards": ["to-safe"]}, None),
        ("Anna 3: red 3\nBen 1-3:\n  drew\n", {"turn": 0, "cards": ["to-safe"]}, ("to-safe",)),
        ("", None, None),
        ("", {"turn": "soon"}, None),
        ("", {"turn": 0, "cards": ["nonsense", "swap"]}, ("swap",)),
        ("", {"turn": 0}, ()),
        ("", {"turn": 0, "cards": [["swap"]]}, None),
        ("", {"turn": 0, "cards": "swap"}, None),
        ("", {"turn": 0, "cards": None}, None),
        ("", {"turn": True, "cards": ["swap"]}, None),
        ("", ["swap"], None),
        ("Anna 3: red 3\n  cards Anna swap red blue\n", {"turn": -1, "cards": ["swap"]}, None),
        ("Anna 3: red 3\n", {"turn": 10**400, "cards": ["swap"]}, ("swap",)),
    ],
)
def test_the_own_hand_follows_plays_and_draws(text: str, hand: object, now: tuple[str, ...] | None) -> None:
    """What was entered, less what was played since, with the draws that are known; unknown draws end it."""
    assert held(text, hand) == now


def test_an_observer_has_no_hand() -> None:
    """Nobody is at the table: the field means nothing."""
    found = loads("edition amigo-topsecret\nplayers Anna, Ben\nagents red, blue, green, yellow, grey\n")
    found = found.model_copy(update={HAND: {"turn": 0, "cards": ["swap"]}})
    assert own_hand(found, replay(found)) is None


def test_the_own_hand_and_the_habits_do_not_leave_the_table() -> None:
    """What is shared without secrets holds neither."""
    found = record("", {"turn": 0, "cards": ["swap"]}).model_copy(
        update={HABITS: {"games": 1, "weights": {}}}
    )
    assert HAND in print_json(found) and HABITS in print_json(found)
    shared = print_json(without_secrets(found))
    assert HAND not in shared and HABITS not in shared
