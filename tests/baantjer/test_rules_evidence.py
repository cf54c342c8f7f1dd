"""What a murder needs and how much of it: one smallest legal and one smallest illegal scenario per rule."""

import pytest

from .scene import close, found, full_file, game, got, green, land, red, refusal, token


def test_token_of_an_own_place_is_turned() -> None:
    assert game(found("Anna", 1, "poison")).file(1).token == "poison"
    assert "has not landed" in refusal(token("Anna", 1, "poison"))


def test_token_of_somebody_elses_place_stays_down() -> None:
    assert "has not landed" in refusal(land("Anna", 4), token("Anna", 4, "poison"))


def test_token_is_turned_once() -> None:
    again = [land("Anna", "plain"), land("Anna", 1)]
    assert "has not landed" in refusal(found("Anna", 1, "poison"), again, token("Anna", 1, "poison"))


def test_tokens_per_kind_are_counted() -> None:
    three = [found("Anna", 1, "poison"), found("Anna", 2, "poison"), found("Anna", 3, "poison")]
    assert game(*three).file(3).token == "poison"
    assert "no poison token" in refusal(*three, found("Ben", 4, "poison"))
    four = {"firearm": 2, "stabbing": 3, "poison": 4, "blunt": 3}
    assert game(*three, found("Ben", 4, "poison"), tokens=four).file(4).token == "poison"


def test_weapon_half_is_of_the_tokens_kind() -> None:
    state = game(found("Anna", 1, "poison"), got("Anna", red("Anna", "poison-left", 1)))
    assert state.file(1).halves == ("poison-left",)
    wrong = got("Anna", red("Anna", "blunt-left", 1))
    assert "weapon of file 1 is poison" in refusal(found("Anna", 1, "poison"), wrong)


def test_weapon_half_waits_for_the_token() -> None:
    early = got("Anna", red("Anna", "poison-left", 1))
    assert "face down" in refusal(early)
    assert game(early, halves_before_token=True).file(1).halves == ("poison-left",)


def test_halves_laid_before_the_token_are_of_one_kind() -> None:
    one = got("Anna", red("Anna", "poison-left", 1))
    assert game(one, got("Anna", red("Anna", "poison-right", 1)), halves_before_token=True).file(1).halves
    other = got("Anna", red("Anna", "blunt-right", 1))
    assert "weapon of file 1 is poison" in refusal(one, other, halves_before_token=True)


def test_halves_of_another_kind_than_the_token_go_under_the_stack() -> None:
    early = got("Anna", red("Anna", "poison-left", 1), green("Anna", "koninghe", 1))
    state = game(early, found("Anna", 1, "blunt"), halves_before_token=True)
    assert state.file(1).cards == ("koninghe",)
    assert state.red.tail == (frozenset({"poison-left"}),)
    state = game(early, found("Anna", 1, "poison"), halves_before_token=True)
    assert state.file(1).cards == ("poison-left", "koninghe")


def test_two_weapon_halves_per_murder() -> None:
    both = [
        found("Anna", 1, "poison"),
        got("Anna", red("Anna", "poison-left", 1), red("Anna", "poison-right", 1)),
    ]
    assert game(*both).file(1).halves == ("poison-left", "poison-right")
    assert "two weapon halves" in refusal(*both, got("Anna", red("Anna", "poison-left", 1)))


def test_the_two_halves_are_a_left_and_a_right_one() -> None:
    one = [found("Anna", 1, "poison"), got("Anna", red("Anna", "poison-left", 1))]
    assert "has its poison-left half" in refusal(*one, got("Anna", red("Anna", "poison-left", 1)))


def test_any_two_cards_of_the_kind_where_the_table_plays_so() -> None:
    two = [found("Anna", 1, "poison"), got("Anna", red("Anna", "poison", 1), red("Anna", "poison", 1))]
    assert game(*two, weapon="any-two").file(1).halves == ("poison", "poison")
    assert "two weapon halves" in refusal(*two, got("Anna", red("Anna", "poison", 1)), weapon="any-two")
    assert "no red card poison-left" in refusal(got("Anna", red("Anna", "poison-left")), weapon="any-two")


@pytest.mark.parametrize("clue", ["koninghe", "jochems"])
def test_one_clue_of_each_kind_per_murder(clue: str) -> None:
    one = got("Anna", green("Anna", clue, 1))
    assert game(one).file(1).cards == (clue,)
    assert game(one, got("Anna", green("Anna", clue, 2))).file(2).cards == (clue,)
    assert f"one clue of {clue}" in refusal(one, got("Anna", green("Anna", clue, 1)))


@pytest.mark.parametrize("card", ["lowietje", "buitendam"])
def test_lowietje_and_buitendam_go_under_the_stack(card: str) -> None:
    assert game(got("Anna", green("Anna", card))).green.tail == (frozenset({card}),)
    assert "acted upon" in refusal(got("Anna", green("Anna", card, 1)))


def test_cards_are_laid_at_own_files() -> None:
    assert game(got("Anna", green("Anna", "koninghe", 1))).file(1).cards
    assert "not one of Anna" in refusal(got("Anna", green("Anna", "koninghe", 4)))
    assert "not one of Anna" in refusal(got("Anna", green("Anna", "koninghe", 12)))


def test_a_file_is_closed_when_it_has_everything() -> None:
    assert game(full_file("Anna", 1, "poison"), close("Anna", 1)).file(1).closed
    assert "lacks jochems" in refusal(full_file("Anna", 1, "poison")[:-2], close("Anna", 1))
    assert "closed already" in refusal(full_file("Anna", 1, "poison"), close("Anna", 1), close("Anna", 1))


def test_a_file_is_closed_by_its_owner() -> None:
    assert "not one of Ben" in refusal(full_file("Anna", 1, "poison"), close("Ben", 1))


def test_a_closed_file_takes_no_more_cards() -> None:
    shut = [full_file("Anna", 1, "poison"), close("Anna", 1), {"type": "skip", "player": "Anna"}]
    assert "file 1 is closed" in refusal(*shut, got("Anna", green("Anna", "koninghe", 1)))


def test_closing_in_the_own_turn_only_where_the_table_plays_so() -> None:
    ready = full_file("Anna", 1, "poison")
    assert game(ready, close("Anna", 1), close="own-turn").file(1).closed
    later = [land("Ben", "plain"), close("Anna", 1)]
    assert game(ready, later).file(1).closed
    assert "owner's turn" in refusal(ready, later, close="own-turn")
