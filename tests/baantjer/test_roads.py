"""Driving rules on a map that the user has entered."""

from typing import Any

from .scene import game, got, land, red, refusal

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
    assert game(drive("Anna", 7, "PaXd"), head=MAP).cars[0].on == 7
    assert "no road from a to d" in refusal(drive("Anna", 7, "ad"), head=MAP)
    begun = got("Anna", red("Anna", "poison-left"))
    begun[0] = drive("Anna", "red", "PaXb")
    assert game(begun, drive("Anna", "plain", "X"), head=MAP).cars[0].square == "X"
    assert "no road from b to a" in refusal(begun, drive("Anna", "plain", "a"), head=MAP)


def test_no_u_turn_at_a_crossing() -> None:
    assert game(drive("Anna", "plain", "Pa"), drive("Anna", "plain", "X"), head=MAP).turns == 2
    assert game(drive("Anna", 7, "Xded"), head=MAP).cars[0].square == "d"  # e is the end of its road
    assert "U-turn at the crossing X" in refusal(drive("Anna", "plain", "PaXa"), head=MAP)


def test_a_roundabout_leaves_the_choice_of_exit() -> None:
    assert game(drive("Anna", "plain", "XbRbX"), head=MAP).cars[0].square == "X"
    assert "roundabout" in refusal(drive("Anna", "roundabout", "XbR"), head=MAP)


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
