"""Stacks and tokens as far as they are known: what can be drawn, what an observation excludes."""

from .scene import found, game, got, green, land, red, refusal

TWO = {f"{kind}-{half}": 0 for kind in ("firearm", "stabbing", "blunt") for half in ("left", "right")}
SMALL = {**TWO, "poison-left": 1, "poison-right": 1}


def test_what_cannot_be_used_goes_to_the_bottom() -> None:
    state = game(got("Anna", red("Anna", "poison-left"), red("Anna", "blunt-left")))
    assert (state.red.head, state.red.tail) == (30, ({"poison-left"}, {"blunt-left"}))


def test_after_one_pass_the_order_is_known() -> None:
    once = got("Anna", red("Anna", "poison-left"), red("Anna", "poison-right"))
    assert game(once, got("Anna", red("Anna", "poison-left")), red=SMALL).red.size == 2
    assert "next comes poison-left" in refusal(once, got("Anna", red("Anna", "poison-right")), red=SMALL)


def test_a_shuffle_forgets_the_order() -> None:
    once = got("Anna", red("Anna", "poison-left"), red("Anna", "poison-right"))
    mixed = [*once, {"type": "shuffle", "stack": "red"}]
    assert game(mixed, got("Anna", red("Anna", "poison-right")), red=SMALL).red.size == 2


def test_no_more_cards_than_the_box_has() -> None:
    once = got("Anna", red("Anna", "poison-left"))
    assert "can be left" in refusal(once, got("Anna", red("Anna", "poison-left")), red=SMALL)
    assert "can be left" in refusal(got("Anna", red("Anna", "blunt-left")), red=SMALL)
    assert "no red card dagger" in refusal(got("Anna", red("Anna", "dagger")))


def test_a_red_card_names_its_half() -> None:
    assert "which half" in refusal(got("Anna", red("Anna", "poison")))


def test_an_empty_stack_gives_nothing() -> None:
    none = dict.fromkeys(SMALL, 0)
    assert game(land("Anna", "red"), land("Ben", "plain"), red=none).turns == 2
    assert "empty" in refusal(land("Anna", "red"), red("Anna", "poison-left"), red=none)


def test_a_card_that_fits_may_be_declined_unless_the_table_plays_otherwise() -> None:
    decline = got("Anna", green("Anna", "koninghe"))
    assert game(decline).green.tail == ({"koninghe"},)
    assert "koninghe fits a file of Anna" in refusal(decline, may_decline=False)
    assert game(got("Anna", red("Anna", "poison-left")), may_decline=False).red.tail


def half_seen(**seen: object) -> list[dict[str, object]]:
    return [land("Anna", "red"), {"type": "red", "player": "Anna", **seen}]


def test_a_half_seen_card_lies_under_the_stack_as_what_it_can_be() -> None:
    state = game(half_seen(one_of=["poison"]))
    assert state.red.tail == ({"poison-left", "poison-right"},)
    assert "known" in refusal(half_seen(one_of=["poison"], to=1))


def test_a_half_seen_card_that_had_to_be_kept_is_none_that_fits() -> None:
    state = game(found("Anna", 1, "poison"), half_seen(one_of=["poison", "blunt-left"]), may_decline=False)
    assert state.red.tail == ({"blunt-left"},)


def test_half_seen_cards_cannot_be_more_than_there_are() -> None:
    first = half_seen(one_of=["poison-left"])
    assert game(first, half_seen(one_of=["poison"]), red=SMALL).red.size == 2
    assert "can be left" in refusal(first, half_seen(one_of=["poison-left"]), red=SMALL)
    assert "can be left" in refusal(half_seen(**{"not": ["poison"]}), red=SMALL)


def test_a_half_seen_card_drawn_again_is_one_of_what_it_can_be() -> None:
    passed = [*half_seen(one_of=["poison"]), *got("Anna", red("Anna", "poison-right"))]
    assert game(passed, got("Anna", red("Anna", "poison-left")), red=SMALL).red.size == 2
    # The other card was the right half, so the half-seen one was the left.
    assert "can be left" in refusal(passed, got("Anna", red("Anna", "poison-right")), red=SMALL)


def observe(place: int, **seen: object) -> dict[str, object]:
    return {"type": "observe", "place": place, **seen}


def test_an_observation_excludes_kinds_of_a_token() -> None:
    seen = observe(1, **{"not": ["poison"]})
    assert game(seen, found("Anna", 1, "blunt")).file(1).token == "blunt"
    assert "no poison token" in refusal(seen, found("Anna", 1, "poison"))
    assert "contradicts" in refusal(found("Anna", 1, "poison"), seen)
    assert "contradicts" in refusal(seen, observe(1, one_of=["poison"]))


def test_two_tokens_seen_to_be_alike_or_not() -> None:
    alike = {"type": "compare", "places": [1, 2], "same": True}
    assert game(alike, found("Anna", 1, "blunt"), found("Anna", 2, "blunt")).file(2).token == "blunt"
    assert "no poison token" in refusal(alike, found("Anna", 1, "blunt"), found("Anna", 2, "poison"))
    assert "contradicts" in refusal(alike, {**alike, "same": False})


def test_several_tokens_seen_to_hold_so_many_of_a_kind() -> None:
    seen = {"type": "tally", "places": [1, 2], "kind": "poison", "at_least": 1}
    assert game(seen, found("Anna", 1, "blunt"), found("Anna", 2, "poison")).file(2).token == "poison"
    assert "no blunt token" in refusal(seen, found("Anna", 1, "blunt"), found("Anna", 2, "blunt"))
    assert "contradicts" in refusal({**seen, "places": [1, 2, 3, 4], "at_least": 4})
