"""Taking cards from each other, and what card texts may do: one legal and one illegal scenario per rule."""

import pytest

from .scene import close, found, full_file, game, got, green, land, red, refusal, skip, taken

BEN_HAS = [*found("Ben", 4, "poison"), *got("Ben", red("Ben", "poison-left", 4), green("Ben", "koninghe", 4))]
VISIT = [*BEN_HAS, land("Ben", 1)]
THEFT = taken("Anna", "Ben", 4, "koninghe", 1)


def test_a_card_may_be_taken_from_who_ends_on_ones_place() -> None:
    state = game(VISIT, THEFT)
    assert (state.file(4).cards, state.file(1).cards) == (("poison-left",), ("koninghe",))
    assert "has not ended on a place of Anna" in refusal(BEN_HAS, THEFT)


def test_the_theft_window_closes_when_the_next_turn_begins() -> None:
    assert "has not ended on a place of Anna" in refusal(VISIT, land("Anna", "plain"), THEFT)
    skipped = [*full_file("Anna", 1, "blunt"), close("Anna", 1), *BEN_HAS, land("Ben", 2), skip("Anna")]
    assert "has not ended" in refusal(skipped, taken("Anna", "Ben", 4, "koninghe", 2))


def test_the_theft_window_is_the_owners_of_the_place() -> None:
    assert "place of Cem" in refusal(VISIT, taken("Cem", "Ben", 4, "koninghe", 7), players=3)


def test_a_taken_card_fits_an_own_murder() -> None:
    have = [*got("Anna", green("Anna", "koninghe", 1)), *VISIT]
    assert game(have, taken("Anna", "Ben", 4, "koninghe", 2)).file(2).cards == ("koninghe",)
    assert "one clue of koninghe" in refusal(have, THEFT)
    assert "face down" in refusal(have, taken("Anna", "Ben", 4, "poison-left", 1))
    found_first = [*found("Anna", 1, "poison"), land("Anna", "plain"), *VISIT]
    assert game(found_first, taken("Anna", "Ben", 4, "poison-left", 1)).file(1).halves == ("poison-left",)


def test_a_taken_card_goes_to_an_own_file() -> None:
    assert "not one of Anna" in refusal(VISIT, taken("Anna", "Ben", 4, "koninghe", 7))


def test_a_taken_card_lies_where_it_is_taken_from() -> None:
    assert "no card jochems" in refusal(VISIT, taken("Anna", "Ben", 4, "jochems", 1))
    assert "not one of Ben" in refusal(VISIT, taken("Anna", "Ben", 2, "koninghe", 1))


def test_nobody_takes_from_themselves() -> None:
    assert "from themselves" in refusal(VISIT, taken("Ben", "Ben", 4, "koninghe", 5))


def test_closed_files_are_safe() -> None:
    shut = [*full_file("Ben", 4, "poison"), close("Ben", 4), skip("Ben"), land("Ben", 1)]
    assert "closed and safe" in refusal(shut, THEFT)


def test_one_card_per_visit_unless_the_table_plays_otherwise() -> None:
    ready = [*found("Anna", 1, "poison"), land("Anna", "plain"), *VISIT, THEFT]
    second = taken("Anna", "Ben", 4, "poison-left", 1)
    assert "1 cards may be taken" in refusal(ready, second)
    assert len(game(ready, second, thefts_per_visit=2).file(1).cards) == 2


def test_the_place_of_a_closed_file_opens_no_window_unless_the_table_plays_so() -> None:
    shut = [*full_file("Anna", 1, "blunt"), close("Anna", 1), skip("Anna"), *VISIT]
    theft = taken("Anna", "Ben", 4, "koninghe", 2)
    assert "has not ended" in refusal(shut, theft)
    assert game(shut, theft, closed_places=True).file(2).cards == ("koninghe",)


def test_a_place_with_its_token_face_down_opens_a_window_unless_the_table_plays_otherwise() -> None:
    assert game(VISIT, THEFT).file(1).cards
    assert "has not ended" in refusal(VISIT, THEFT, theft_needs_token=True)
    assert game(found("Anna", 1, "blunt"), land("Anna", "plain"), VISIT, THEFT, theft_needs_token=True)


LOST = {"type": "lost", "player": "Ben", "file": 4, "card": "koninghe"}
TEXT = got("Ben", green("Ben", "buitendam"))
BY_TEXT = [
    (LOST, "file"),
    ({"type": "penalty", "player": "Ben", "turns": 2}, "skips"),
    (taken("Anna", "Ben", 4, "koninghe", 1, by="card"), "taken"),
    (red("Ben", "poison-right", 4, by="card"), "red"),
    ({"type": "token", "player": "Ben", "place": 5, "kind": "blunt", "by": "card"}, "token"),
    (land("Ben", "parking", by="card"), "land"),
]


@pytest.mark.parametrize(("event", "what"), BY_TEXT, ids=[what for _, what in BY_TEXT])
def test_a_lowietje_or_buitendam_text_of_this_turn_may_move_anything(event: dict, what: str) -> None:
    before = game(BEN_HAS, TEXT)
    after = game(BEN_HAS, TEXT, event)
    assert after != before and after.turns == before.turns
    assert "no Lowietje or Buitendam card" in refusal(BEN_HAS, event)
    assert "no Lowietje or Buitendam card" in refusal(BEN_HAS, TEXT, land("Anna", "plain"), event)


def test_a_lost_card_goes_under_its_stack() -> None:
    state = game(BEN_HAS, TEXT, LOST)
    assert state.file(4).cards == ("poison-left",)
    assert state.green.tail[-1] == {"koninghe"}


def test_a_landing_by_a_cards_text_asks_for_what_the_square_gives() -> None:
    moved = [*TEXT, land("Ben", "red", by="card")]
    assert game(moved, red("Ben", "poison-left")).red.tail == ({"poison-left"},)
    assert "turn is not over" in refusal(moved, land("Anna", "plain"))
