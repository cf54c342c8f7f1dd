"""The evidence board: what is missing, what would fit, who is closest."""

from assistant.baantjer.evidence import closest, events_to_win, evidence_board

from .scene import close, found, full_file, game, got, green, red, skip


def board(state, place):
    return next(b for b in evidence_board(state) if b.place == place)


def test_an_untouched_file_lacks_five_pieces_and_six_events() -> None:
    start = board(game(), 1)
    assert start.missing == ("token", "?-left", "?-right", "koninghe", "jochems")
    assert (start.player, start.token, start.fits) == ("Anna", None, ("koninghe", "jochems"))
    assert start.events_to_close == 6


def test_every_event_that_helps_brings_a_file_one_event_nearer() -> None:
    events = [*full_file("Anna", 1, "poison"), close("Anna", 1)]
    helps = [e for e in events if e["type"] != "land"]
    counts = [board(game(events[: events.index(e) + 1]), 1).events_to_close for e in helps]
    assert counts == [5, 4, 3, 2, 1, 0]


def test_the_slots_show_what_lies_there() -> None:
    laid = got("Anna", red("Anna", "poison-right", 1), green("Anna", "jochems", 1))
    b = board(game(found("Anna", 1, "poison"), laid), 1)
    assert (b.token, b.weapon, b.koninghe, b.jochems) == ("poison", ("poison-right",), False, True)
    assert b.missing == b.fits == ("poison-left", "koninghe")


def test_files_stand_player_by_player() -> None:
    assert [(b.player, b.place) for b in evidence_board(game(players=3))] == [
        *(("Anna", place) for place in (1, 2, 3)),
        *(("Ben", place) for place in (4, 5, 6)),
        *(("Cem", place) for place in (7, 8, 9)),
    ]


def test_the_closest_file_is_named_and_ties_are_too() -> None:
    assert len(closest(game())) == 6
    ben = game(found("Ben", 4, "poison"))
    assert [(b.player, b.place, b.events_to_close) for b in closest(ben)] == [("Ben", 4, 5)]


def test_a_closed_file_is_not_the_closest() -> None:
    state = game(full_file("Anna", 1, "poison"), close("Anna", 1), skip("Anna"), found("Ben", 4, "blunt"))
    assert [b.place for b in closest(state)] == [4]


def test_events_to_win_counts_the_files_still_needed() -> None:
    assert events_to_win(game(), 0) == 18
    assert events_to_win(game(game="short"), 0) == 12
    one = [*full_file("Anna", 1, "poison"), close("Anna", 1)]
    assert events_to_win(game(one), 0) == 12
    assert events_to_win(game(one, game="short"), 0) == 6


def test_a_file_cannot_be_closed_when_its_pieces_are_in_closed_files() -> None:
    only_one = dict.fromkeys(
        [f"{k}-{h}" for k in ("firearm", "stabbing", "poison", "blunt") for h in ("left", "right")], 1
    )
    second = found("Anna", 2, "poison")
    ready = full_file("Anna", 1, "poison")
    # In an open file the halves may still come back, by a theft or a card's text.
    assert board(game(ready, second, red=only_one), 2).events_to_close == 5
    shut = [*ready, close("Anna", 1), skip("Anna"), *second]
    state = game(shut, red=only_one)
    assert board(state, 2).events_to_close is None
    assert events_to_win(state, 0) is None
    assert board(state, 3).events_to_close == 6
    assert events_to_win(game(shut, red=only_one, game="short"), 0) == 6


def test_two_missing_cards_of_a_kind_need_two_copies() -> None:
    red_cards = {"firearm": 8, "stabbing": 8, "poison": 1, "blunt": 8}
    state = game(found("Anna", 1, "poison"), weapon="any-two", red=red_cards)
    assert board(state, 1).missing == ("poison", "poison", "koninghe", "jochems")
    assert board(state, 1).events_to_close is None
    laid = got("Anna", red("Anna", "poison", 1))
    state = game(found("Anna", 1, "poison"), laid, weapon="any-two", red=red_cards)
    assert board(state, 1).missing == ("poison", "koninghe", "jochems")
    assert board(state, 1).events_to_close is None
