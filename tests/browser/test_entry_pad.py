"""The entry pad in Chromium: taps counted, one round trip a turn, cards, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, SMALL_PHONE, TABLET
from pads import BLUE, GREEN, RED, SCORING
from playwright.sync_api import expect

from assistant.dashboard.board.pad import pad_data, parsed
from assistant.game import edition, start

DEVICES = [DESKTOP, SMALL_PHONE, PHONE, TABLET]
NAMES = ("yellow", "red", "purple", "blue", "green", "orange", "grey")


@pytest.mark.parametrize("device", DEVICES)
def test_a_six_over_two_agents_with_a_scoring_takes_at_most_eight_taps(open_pad: Any, device: str) -> None:
    pad = open_pad(device, **SCORING)
    pad.die(6)
    pad.step(BLUE, 3)
    pad.rest(GREEN)
    pad.says("Scoring! Tap where the safe goes")
    expect(pad.page.locator(f'.agent[data-agent="{BLUE}"] .step')).to_have_attribute(
        "aria-label", "blue, 3 steps, from 7 to 10, marker 10: one step more"
    )
    pad.safe(4)
    pad.runs(1, 0)
    pad.commit()
    pad.turn_of("Ben")
    assert pad.taps <= 8
    assert pad.committed() == {
        "die": 6, "moves": {"blue": 3, "green": 3}, "safe": 4, "turn": 0, "player": "Anna",
    }  # fmt: skip
    pad.runs(3, 1)


@pytest.mark.parametrize("device", DEVICES)
def test_a_four_on_one_agent_takes_at_most_four_taps(open_pad: Any, device: str) -> None:
    pad = open_pad(device, edition="ravensburger")
    pad.die(4)
    pad.rest(RED)
    pad.says("Ready to commit")
    pad.commit()
    pad.turn_of("Ben")
    assert pad.taps <= 4
    assert pad.committed()["moves"] == {"red": 4} and pad.committed()["safe"] is None


def test_a_turn_counts_once_whatever_runs_again(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger")
    for n, agent in enumerate((RED, BLUE), start=1):
        pad.die(4)
        pad.rest(agent)
        pad.page.locator(".commit").dblclick()
        pad.turn_of(("Anna", "Ben", "Cem")[n])
    pad.runs(5, 2)
    for extra in range(1, 4):
        pad.page.get_by_role("button", name="Run again").click()
        pad.runs(5 + extra, 2)


EARLY = """pad => { const root = pad.getRootNode();
  root.querySelector(".commit").click(); root.querySelector('.face[data-face="3"]').click(); }"""
"""The commit, and the next roll before its answer."""


@pytest.mark.parametrize("refused", [False, True])
def test_the_next_roll_tapped_before_the_answer_is_not_lost(open_pad: Any, refused: bool) -> None:
    """A refused turn stays as it was tapped."""
    pad = open_pad(edition="ravensburger", **({"refuse": "1"} if refused else {}))
    pad.die(4)
    pad.rest(RED)
    pad.page.locator(".pad").evaluate(EARLY)
    pressed = pad.page.locator('.face[aria-pressed="true"]')
    if refused:
        expect(pad.page.get_by_text("refused", exact=True)).to_be_visible()
        expect(pressed).to_have_attribute("data-face", "4")
        pad.minus(RED)
        pad.step(BLUE)
        pad.commit()
        pad.turn_of("Ben")
        expect(pressed).to_have_count(0)
        return
    pad.turn_of("Ben")
    expect(pressed).to_have_attribute("data-face", "3")
    pad.rest(BLUE)
    pad.commit()
    pad.turn_of("Cem")
    expect(pressed).to_have_count(0)


def test_a_refused_turn_keeps_its_taps(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger", refuse="1")
    pad.die(4)
    pad.rest(RED)
    pad.commit()
    expect(pad.page.get_by_text("refused", exact=True)).to_be_visible()
    assert pad.steps(RED) == 4
    pad.minus(RED)
    pad.step(BLUE)
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["moves"] == {"red": 3, "blue": 1}


def test_taps_that_cannot_be_are_explained(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger", at="0,0,3,7,7,7,2", safe="10")
    pad.step(RED)
    pad.says("First tap the die")
    pad.commit()
    pad.says("First tap the die")
    pad.die(3)
    pad.minus(RED)
    pad.says("red has taken no step")
    pad.step(BLUE, 3)
    pad.step(RED)
    pad.says("All steps of the 3 are taken")
    pad.safe(3)
    pad.says("Building 3 is not empty, purple is there")
    pad.safe(10)
    pad.says("must leave")
    pad.commit()
    pad.says("Scoring! Tap where the safe goes")
    pad.safe(4)
    pad.says("Safe to building 4")
    pad.minus(BLUE)
    pad.says("1 step left")
    pad.die(2)
    pad.says("Ready to commit")
    pad.die(1)
    pad.says("more than the new roll")
    pad.runs(1, 0)


@pytest.mark.parametrize(
    ("spec", "legal"),
    [
        ("ravensburger", {1, 4, 5, 6, 8, 9, 11}),
        ("ravensburger-expert", set(range(12))),
        ("amigo", set(range(12)) - {10}),
    ],
)
def test_the_safe_goes_where_the_edition_lets_it(open_pad: Any, spec: str, legal: set[int]) -> None:
    pad = open_pad(edition=spec, at="0,0,3,7,7,7,2", safe="10")
    pad.die(3)
    pad.rest(BLUE)
    offered = pad.page.locator(".plot.legal")
    expect(offered).to_have_count(len(legal))
    assert {int(str(plot.get_attribute("data-plot"))) for plot in offered.all()} == legal
    pad.safe(10 if 10 in legal else 11)
    pad.commit()
    pad.turn_of("Ben")


def test_a_scoring_that_ends_the_game_needs_no_safe(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger", at="0,0,3,7,7,7,2", safe="10", markers="0,0,0,35,0,0,0")
    pad.die(3)
    pad.rest(BLUE)
    pad.says("the game ends")
    expect(pad.page.locator(".plot:visible")).to_have_count(0)
    pad.commit()
    pad.says("No turn can be entered here")
    assert pad.committed()["safe"] is None


def test_one_to_three_steps_and_none_where_allowed(open_pad: Any) -> None:
    pad = open_pad(edition="amigo")
    pad.die("1-3")
    pad.commit()
    pad.says("3 steps are still to be taken")
    pad.step(RED)
    pad.says("Ready, or up to 2 more steps")
    pad.step(RED)
    pad.says("Ready, or 1 more step")
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["die"] == "1-3" and pad.committed()["moves"] == {"red": 2}


def test_all_pass_takes_no_tap_and_nobody_moves_on_a_1_3(open_pad: Any) -> None:
    pad = open_pad(edition="amigo-topsecret", players="Anna|Ben|Cem")
    pad.die("1-3")
    pad.says("Nobody moves")
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["moves"] == {}
    assert pad.committed()["cards"] == [{"player": p, "card": None} for p in ("Anna", "Ben", "Cem")]


def test_cards_are_played_in_a_few_taps(open_pad: Any) -> None:
    pad = open_pad(
        SMALL_PHONE, edition="amigo-topsecret", players="Anna|Ben|Cem", at="0,0,3,7,7,2", safe="10"
    )
    pad.die(2)
    pad.rest(BLUE)
    pad.chip("Card played")
    pad.commit()
    pad.says("Finish the card first")
    for text in ("Anna", "Forward 1, 2 or 3", "blue", "+1"):
        pad.chip(text)
    pad.says("Scoring!")
    pad.chip("Card played")
    pad.chip("Cem")
    expect(pad.page.get_by_role("button", name="Ruin to church")).to_have_count(0)  # nobody is there
    pad.chip("All pass")
    pad.says("Ready to commit")
    for text in ("Card played", "Ben", "Trade places", "blue", "purple"):
        pad.chip(text)
    for text in ("Card played", "Ben", "Forward 1, 2 or 3", "green", "+3"):
        pad.chip(text)
    pad.says("Scoring!")
    pad.safe(1)
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["cards"] == [
        {"player": "Ben", "card": "swap", "agents": ["blue", "purple"]},
        {"player": "Ben", "card": "forward-1-2-3", "agents": ["green"], "number": 3},
        {"player": "Ben", "card": None},
        {"player": "Cem", "card": None},
    ]
    expect(pad.page.get_by_text("no trouble")).to_be_visible()


def test_a_disabled_pad_takes_nothing(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger", disabled="1")
    pad.die(4)
    pad.step(RED)
    pad.says("No turn can be entered here")
    assert pad.steps(RED) == 0


def test_an_earlier_turn_is_edited_from_what_was_entered(open_pad: Any) -> None:
    draft = {"moves": {"blue": 3}, "safe": 4}
    pad = open_pad(draft=json.dumps(draft), **SCORING)
    pad.says("Safe to building 4")
    pad.minus(BLUE)
    pad.step(RED)
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["die"] == 3 and pad.committed()["moves"] == {"red": 1, "blue": 2}
    assert pad.committed()["safe"] is None


def test_a_draft_that_does_not_fit_comes_as_far_as_it_can() -> None:
    state = start(edition("ravensburger"), ("Anna", "Ben"), NAMES[:4])
    nothing = {"die": None, "steps": [0] * 4, "safe": None, "plays": []}
    assert pad_data(state, draft={"type": "note", "text": "x"})["draft"] == nothing
    assert pad_data(state, draft={"die": "1-3", "moves": {"red": 2}})["draft"] == nothing
    assert pad_data(state, draft={"moves": {"red": 2, "pink": 1}})["draft"]["steps"] == [0, 2, 0, 0]
    strange = [
        {"player": "Eve", "card": "swap"},
        {"player": "Anna", "card": "swap", "agents": ["pink", "red"]},
    ]
    assert pad_data(state, draft={"die": 2, "moves": {"red": 2}, "cards": strange})["draft"]["plays"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"die": True}, {"die": 7}, {"die": [2]}, {"moves": [1]}, {"moves": {"pink": 1}}, {"moves": {"red": "1"}},
        {"safe": "4"}, {"nonce": ""}, {"nonce": "x" * 65}, {"turn": None}, {"player": "Eve"}, {"cards": {}},
        {"cards": [{"player": "Eve", "card": None}]}, {"cards": [{"player": "Anna", "card": ["swap"]}]},
        {"cards": [{"player": "Anna", "card": "swap", "agents": 2}]}, {"cards": [7]},
        {"cards": [{"player": "Anna", "card": None, "x": 1}]},
    ],
)  # fmt: skip
def test_nonsense_from_a_browser_is_no_turn(change: dict[str, Any]) -> None:
    state = start(edition({"base": "amigo-topsecret", "die": "plain"}), ("Anna", "Ben"), NAMES[:5])
    sound = {"die": 2, "moves": {"red": 2}, "safe": None, "nonce": "n", "turn": 0, "player": "Anna"}
    assert parsed(sound | {"extra": 1}, state) == sound
    assert parsed(sound | change, state) is None
    assert parsed(None, state) is None
