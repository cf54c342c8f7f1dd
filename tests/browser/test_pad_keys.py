"""The entry pad by keyboard alone, by taps on the board, and by long presses."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import PHONE
from pads import GREEN, GREY, PURPLE, RED, SCORING, YELLOW
from playwright.sync_api import expect


def test_a_turn_by_keyboard_alone(open_pad: Any) -> None:
    pad = open_pad(focus="1", **SCORING)
    press = pad.page.keyboard.press
    expect(pad.page.locator('.face[data-face="1-3"]')).to_be_focused()
    for key in ("6", "b", "b", "b", "b", "Shift+B", "g", "g", "g"):
        press(key)
    pad.says("Scoring!")
    expect(pad.page.locator('.plot[data-plot="11"]')).to_be_focused()
    press("ArrowRight")
    press("ArrowRight")
    press("Enter")
    pad.says("Safe to building 1:")
    for key in ("8", "Enter"):
        press(key)
    pad.turn_of("Ben")
    assert pad.committed()["moves"] == {"blue": 3, "green": 3} and pad.committed()["safe"] == 8
    for key in ("1", "r", "c", "r", "Enter"):  # R and C are Streamlit's own elsewhere
        press(key)
    pad.turn_of("Cem")
    assert pad.committed('"1-3"')["moves"] == {"red": 2}
    for key in ("4", "ArrowRight", "Escape"):
        press(key)
    pad.says("Cem rolls")
    pad.runs(5, 2)


def test_digits_name_the_safe_s_building(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger-expert", focus="1", at="0,0,3,7,7,7,2", safe="10")
    for key in ("3", "b", "b", "b", "1", "1"):
        pad.page.keyboard.press(key)
    pad.says("Safe to building ruin")


def test_tab_stops_are_few_and_arrows_walk(open_pad: Any) -> None:
    pad = open_pad(focus="1", edition="ravensburger")
    press = pad.page.keyboard.press
    press("ArrowRight")
    press("Space")
    press("Tab")
    expect(pad.page.locator(f'.agent[data-agent="{YELLOW}"] .step')).to_be_focused()
    press("ArrowDown")
    press("ArrowRight")
    press("ArrowRight")
    press("Enter")
    assert pad.steps(RED) == 2
    focused = pad.page.locator(f'.agent[data-agent="{RED}"] .rest')
    assert focused.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    press("Tab")
    press("Tab")
    expect(pad.page.locator(".commit")).to_be_focused()


def test_taps_on_the_board_move_an_agent_again_and_again(open_pad: Any) -> None:
    pad = open_pad(PHONE, **SCORING)
    pad.die(4)
    pad.page.locator(".art").scroll_into_view_if_needed()
    pawn = pad.page.locator(f'[data-pawn="{GREEN}"]').first.bounding_box()
    assert pawn is not None
    for _ in range(2):  # the trace stays where the finger is
        pad.page.touchscreen.tap(pawn["x"] + pawn["width"] / 2, pawn["y"] + pawn["height"] / 2)
    assert pad.steps(GREEN) == 2
    plot = pad.page.locator('.art [data-plot="2"] rect').first.bounding_box()
    assert plot is not None  # a lone agent moves by a tap anywhere on its plot
    pad.page.touchscreen.tap(plot["x"] + 8, plot["y"] + plot["height"] - 8)
    assert pad.steps(GREY) == 1


@pytest.mark.parametrize("where", ["roster", "board"])
def test_a_long_press_takes_a_step_back(open_pad: Any, where: str) -> None:
    pad = open_pad(PHONE, **SCORING)
    pad.die(5)
    pad.step(PURPLE, 3)
    selector = f'.agent[data-agent="{PURPLE}"] .step' if where == "roster" else f'[data-pawn="{PURPLE}"]'
    target = pad.page.locator(selector).first
    target.scroll_into_view_if_needed()
    pad.page.wait_for_timeout(300)
    box = target.bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = pad.page.context.new_cdp_session(pad.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    pad.page.wait_for_timeout(700)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    pad.says("3 steps left")
    assert pad.steps(PURPLE) == 2
    pad.step(PURPLE)  # the next tap is an ordinary one again
    assert pad.steps(PURPLE) == 3
