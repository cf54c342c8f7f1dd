"""Driving rules on a map that the user has entered."""

from typing import Any

from .scene import close, full_file, game, got, green, land, red, refusal, skip

# P - a - X - b - R(roundabout) - c      X is a crossing: also X - d - e
MAP = {
    "map": {
        "squares": {
            "P": "parking",
            "a": "plain",
            "X": "plain",
            "b": "red",
            "R": "roundabout",
            "c": "plain",
            "d": 7,
            "e": "green",
        },
        "roads": [["P", "a"], ["a", "X"], ["X", "b"], ["b", "R"], ["R", "c"], ["X", "d"], ["d", "e"]],
    }
}


def drive(player: str, on: Any, path: str, die: int | None = None) -> dict[str, Any]:
    return land(player, on, square=path[-1], path=list(path), **({"die": die} if die else {}))


def test_squares_are_those_of_the_map() -> None:
    assert game(land("Anna", 7, square="d"), head=MAP).cars[0].square == "d"
    assert "no square z" in refusal(land("Anna", "plain", square="z"), head=MAP)
    assert "d is 7, not plain" in refusal(land("Anna", "plain", square="d"), head=MAP)


def test_cars_drive_along_roads() -> None:
    assert game(drive("Anna", 7, "aXd"), head=MAP).cars[0].on == 7
    assert "no road from a to d" in refusal(drive("Anna", 7, "ad"), head=MAP)
    begun = got("Anna", red("Anna", "poison-left"))
    begun[0] = drive("Anna", "red", "aXb")
    assert game(begun, drive("Anna", "plain", "X"), head=MAP).cars[0].square == "X"
    assert "no road from b to a" in refusal(begun, drive("Anna", "plain", "a"), head=MAP)


def test_no_u_turn_at_a_crossing() -> None:
    assert game(drive("Anna", "plain", "a"), drive("Anna", "plain", "X"), head=MAP).turns == 2
    assert game(drive("Anna", 7, "aXded"), head=MAP).cars[0].square == "d"  # e is the end of its road
    assert "U-turn at the crossing X" in refusal(drive("Anna", "plain", "aXa"), head=MAP)


def test_a_roundabout_leaves_the_choice_of_exit() -> None:
    assert game(drive("Anna", "plain", "aXbRbX"), head=MAP).cars[0].square == "X"
    assert "roundabout" in refusal(drive("Anna", "roundabout", "aXbR"), head=MAP)


def test_a_roll_that_ends_on_a_roundabout_goes_on_to_the_next_square_of_free_choice() -> None:
    assert "roundabout" in refusal(drive("Anna", "roundabout", "aXbR", 4), head=MAP)  # and the remedy works:
    assert game(drive("Anna", "plain", "aXbRc", 4), head=MAP).cars[0].square == "c"
    begun = got("Anna", red("Anna", "poison-left"))
    begun[0] = drive("Anna", "red", "aXbRb", 4)
    assert game(begun, head=MAP).cars[0].square == "b"  # back by the same road is a choice too
    assert game(drive("Anna", "plain", "aXbRc", 5), head=MAP).cars[0].square == "c"  # a roll may pass over it
    assert "roll was 3, the drive has 5" in refusal(drive("Anna", "plain", "aXbRc", 3), head=MAP)
    there = drive("Ben", "plain", "aXbRc", 5)
    assert "another car stands there" in refusal(there, drive("Anna", "plain", "aXbRc", 4), head=MAP)


def test_the_first_drive_begins_on_the_parking_of_the_map() -> None:
    assert "no road from P to X" in refusal(drive("Anna", "plain", "X"), head=MAP)
    assert "no road from P to d" in refusal(drive("Anna", 7, "d", 1), head=MAP)
    assert game(drive("Anna", "plain", "a", 1), head=MAP).cars[0].square == "a"


def test_with_two_parkings_a_drive_begins_on_either_and_with_none_anywhere() -> None:
    def head(**squares: str) -> dict[str, Any]:
        return {"map": {**MAP["map"], "squares": {**MAP["map"]["squares"], **squares}}}

    for first in ("a", "R"):  # next to P, next to c
        game(drive("Anna", "plain", first), head=head(c="parking", R="plain"))
    assert "no road from P to X" in refusal(drive("Anna", "plain", "X"), head=head(c="parking"))
    assert game(drive("Anna", "plain", "X"), head=head(P="plain")).cars[0].square == "X"


def test_a_car_on_a_place_stands_on_its_square_with_or_without_a_name() -> None:
    assert "no road from d to a" in refusal(land("Anna", 7), drive("Anna", "plain", "a"), head=MAP)
    assert game(land("Anna", 7), drive("Anna", "plain", "X", 1), head=MAP).cars[0].square == "X"
    assert game(land("Anna", "plain"), drive("Anna", "plain", "X", 1), head=MAP).cars[0].square == "X"
    begun = got("Ben", green("Ben", "koninghe"))
    begun[0] = drive("Ben", "green", "aXde", 3)
    assert game(land("Anna", 7), begun, head=MAP).cars[1].square == "e"


def test_after_a_closing_the_car_starts_from_the_parking_again() -> None:
    whole = full_file("Anna", 1, "poison")
    assert "no road from P to X" in refusal(
        whole, close("Anna", 1), skip("Anna"), drive("Anna", "plain", "X"), head=MAP
    )


def test_a_car_drives_its_roll() -> None:
    assert game(drive("Anna", "plain", "aX", 2), head=MAP).turns == 1
    assert "roll was 3, the drive has 2" in refusal(drive("Anna", "plain", "aX", 3), head=MAP)
    assert "roll was 1, the drive has 2" in refusal(drive("Anna", "plain", "aX", 1), head=MAP)


def test_a_taken_square_is_passed_to_the_next_empty_one() -> None:
    there = drive("Anna", "plain", "aX")
    assert game(there, drive("Ben", 7, "aXd", 2), head=MAP).cars[1].square == "d"
    assert "roll was 1" in refusal(there, drive("Ben", 7, "aXd", 1), head=MAP)


def test_a_path_ends_on_the_square() -> None:
    assert "does not end" in refusal(land("Anna", "plain", square="X", path=["a"]), head=MAP)
    assert "does not end" in refusal(land("Anna", "plain", path=[]))
