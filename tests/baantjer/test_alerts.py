"""Alerts now, and windows missed in a replayed game."""

from assistant.baantjer.alerts import alerts, missed_windows
from assistant.baantjer.replay import replay

from .scene import close, found, full_file, game, got, green, land, record, red, skip, taken

BEN_HAS = [*found("Ben", 4, "poison"), *got("Ben", red("Ben", "poison-left", 4), green("Ben", "koninghe", 4))]
VISIT = [*BEN_HAS, land("Ben", 1)]
THEFT = taken("Anna", "Ben", 4, "koninghe", 1)


def kinds(state) -> list[tuple[str, str]]:
    return [(alert.kind, alert.player) for alert in alerts(state)]


def test_no_alert_at_the_start() -> None:
    assert alerts(game()) == ()


def test_a_complete_file_can_be_closed() -> None:
    state = game(full_file("Anna", 1, "poison"))
    assert kinds(state) == [("complete", "Anna")]
    assert str(alerts(state)[0].message) == "Anna can close file 1"
    assert kinds(game(full_file("Anna", 1, "poison")[:-2])) == []


def test_a_theft_window_says_what_may_be_taken_and_for_which_files() -> None:
    (alert,) = alerts(game(VISIT))
    assert (alert.kind, alert.player) == ("theft", "Anna")
    assert [(loot.card, loot.from_file, loot.to) for loot in alert.loot] == [("koninghe", 4, (1, 2, 3))]
    assert "Ben is on place 1: Anna may take koninghe (4 > 1, 2, 3)" in str(alert.message)


def test_a_theft_window_with_nothing_that_fits_is_no_alert() -> None:
    assert kinds(game(land("Ben", 1))) == []
    sated = got("Anna", *(green("Anna", "koninghe", place) for place in (1, 2, 3)))
    assert kinds(game(sated, VISIT)) == []


def test_a_used_theft_window_is_no_alert() -> None:
    assert kinds(game(VISIT, THEFT)) == []


def test_a_turn_to_skip() -> None:
    shut = [*full_file("Anna", 1, "poison"), close("Anna", 1)]
    assert kinds(game(shut)) == [("skip", "Anna")]
    assert kinds(game(shut, skip("Anna"))) == []


def test_what_the_square_still_gives() -> None:
    assert str(alerts(game(land("Anna", "red")))[0].message) == "Anna has to draw a red card"
    assert str(alerts(game(land("Anna", 1)))[0].message) == "Anna has to turn the token of place 1"
    assert kinds(game(got("Anna", red("Anna", "poison-left")))) == []


def test_nothing_is_alerted_after_the_end() -> None:
    one = [*full_file("Anna", 1, "poison"), close("Anna", 1), skip("Anna")]
    assert alerts(game(one, full_file("Anna", 2, "blunt"), close("Anna", 2), game="short")) == ()


def test_an_unused_theft_window_was_missed() -> None:
    events = [*VISIT, land("Anna", "plain")]
    (missed,) = missed_windows(replay(record(events)))
    assert (missed.event, missed.owner, missed.lander, missed.place) == (len(events), "Anna", "Ben", 1)
    assert [loot.card for loot in missed.loot] == ["koninghe"]


def test_a_used_or_empty_window_was_not_missed() -> None:
    assert missed_windows(replay(record(VISIT, THEFT, land("Anna", "plain")))) == ()
    assert missed_windows(replay(record(land("Ben", 1), land("Anna", "plain")))) == ()


def test_a_window_still_open_at_the_end_is_not_missed_yet() -> None:
    assert missed_windows(replay(record(VISIT))) == ()


def test_a_skipped_turn_closes_the_window_too() -> None:
    shut = [*full_file("Anna", 1, "blunt"), close("Anna", 1)]
    (missed,) = missed_windows(replay(record(shut, BEN_HAS, land("Ben", 2), skip("Anna"))))
    assert missed.place == 2
