"""Turns, cars, closing and winning: one smallest legal and one smallest illegal scenario per rule."""

import pytest

from .scene import close, found, full_file, game, got, green, land, red, refusal, skip


def closed_file(player: str, place: int, kind: str) -> list[dict[str, object]]:
    return [*full_file(player, place, kind), close(player, place), skip(player)]


def test_players_move_in_seat_order() -> None:
    assert game(land("Anna", "plain"), land("Ben", "plain"), turn_order="seats").turns == 2
    assert "turn of Ben" in refusal(land("Anna", "plain"), land("Anna", "plain"), turn_order="seats")
    assert "turn of Anna" in refusal(land("Ben", "plain"), turn_order="seats")


def test_the_first_player_follows_the_last() -> None:
    assert game(land("Anna", "plain"), land("Ben", "plain"), turn_order="seats").to_move == 0


def test_only_players_of_the_game_move() -> None:
    assert "no player Zoe" in refusal(land("Zoe", "plain"))


def test_cars_share_no_place() -> None:
    assert game(land("Anna", 7), land("Ben", 8)).cars[1].on == 8
    assert "another car" in refusal(land("Anna", 7), land("Ben", 7))


def test_cars_share_no_named_square() -> None:
    assert game(land("Anna", "plain", square="Dam"), land("Ben", "plain", square="Spui")).turns == 2
    stop = land("Ben", "plain", square="Dam")
    assert "another car" in refusal(land("Anna", "plain", square="Dam"), stop)


def test_a_car_may_stay_where_it_is_and_all_may_park() -> None:
    assert game(land("Anna", 1), found("Anna", 1, "poison")[1], land("Anna", 1)).cars[0].on == 1
    parked = land("Ben", "parking", square="HQ")
    assert game(land("Anna", "parking", square="HQ"), parked).cars[1].square == "HQ"


def test_no_stop_on_a_roundabout() -> None:
    assert "roundabout" in refusal(land("Anna", "roundabout"))


def test_a_red_square_gives_a_red_card() -> None:
    assert game(land("Anna", "red"), red("Anna", "poison-left")).red.size == 32
    assert "not on a square" in refusal(land("Anna", "green"), red("Anna", "poison-left"))
    assert "not on a square" in refusal(land("Anna", "red"), red("Ben", "poison-left"))


def test_a_green_square_gives_a_green_card() -> None:
    assert game(land("Anna", "green"), green("Anna", "koninghe")).green.size == 48
    assert "not on a square" in refusal(land("Anna", "red"), green("Anna", "koninghe"))


def test_a_square_gives_one_card() -> None:
    assert "not on a square" in refusal(got("Anna", red("Anna", "poison-left")), red("Anna", "poison-left"))


@pytest.mark.parametrize("on", ["red", "green", 1])
def test_the_turn_ends_when_the_square_has_been_answered(on: object) -> None:
    assert "turn is not over" in refusal(land("Anna", on), land("Ben", "plain"))


def test_own_place_revisited_gives_a_clue_card() -> None:
    back = [found("Anna", 1, "poison"), land("Anna", "plain"), land("Anna", 1)]
    assert game(*back, green("Anna", "koninghe", 1)).file(1).cards == ("koninghe",)
    first = land("Anna", 1)
    assert "not on a square" in refusal(first, green("Anna", "koninghe", 1))


def test_a_closed_place_gives_no_clue_card_unless_the_table_plays_so() -> None:
    back = [*closed_file("Anna", 1, "poison"), land("Anna", 1), green("Anna", "koninghe")]
    assert "not on a square" in refusal(back)
    assert game(back, closed_places=True).green.size == 46


def test_a_place_of_nobody_gives_nothing() -> None:
    state = game(land("Anna", 12))
    assert state.duties == () and state.windows == ()
    assert "not on a square" in refusal(land("Anna", 12), green("Anna", "koninghe"))


def test_closing_sends_the_car_to_parking() -> None:
    state = game(full_file("Anna", 1, "poison"), land("Anna", "plain", square="Dam"), close("Anna", 1))
    assert (state.cars[0].on, state.cars[0].square) == ("parking", None)


def test_closing_costs_a_turn() -> None:
    shut = [full_file("Anna", 1, "poison"), close("Anna", 1)]
    assert game(*shut, skip("Anna"), land("Anna", "plain")).skips == (0, 0)
    assert "has to skip" in refusal(*shut, land("Anna", "plain"))
    assert "no turn to skip" in refusal(*shut, skip("Anna"), skip("Anna"))
    assert "no turn to skip" in refusal(*shut, skip("Ben"))


def test_two_files_closed_at_once_cost_two_turns_unless_the_table_plays_otherwise() -> None:
    ready = [*full_file("Anna", 1, "poison"), *full_file("Anna", 2, "blunt")]
    shut = [*ready, close("Anna", 1), close("Anna", 2)]
    assert game(shut).skips == (2, 0)
    assert game(shut, skips_add_up=False).skips == (1, 0)


def test_three_closed_files_win() -> None:
    two = [*closed_file("Anna", 1, "poison"), *closed_file("Anna", 2, "blunt")]
    assert game(two).winner is None
    third = [*full_file("Anna", 3, "firearm"), close("Anna", 3)]
    assert game(two, third).winner == 0


def test_two_closed_files_win_the_short_game() -> None:
    one = closed_file("Anna", 1, "poison")
    assert game(one, game="short").winner is None
    assert game(one, full_file("Anna", 2, "blunt"), close("Anna", 2), game="short").winner == 0


def test_nothing_happens_after_the_end() -> None:
    won = [*closed_file("Anna", 1, "poison"), *full_file("Anna", 2, "blunt"), close("Anna", 2)]
    assert game(won, {"type": "note", "text": "well played"}, game="short").winner == 0
    assert "already won" in refusal(won, land("Ben", "plain"), game="short")
