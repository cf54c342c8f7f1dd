"""What the entry pad looks like: sizes, names as text, and what moves when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from conftest import DESKTOP, PAD_DEMO, PHONE, SMALL_PHONE, TABLET
from pads import BLUE, GREEN, RED, SCORING, Pad
from playwright.sync_api import Page, expect

DEVICES = [DESKTOP, SMALL_PHONE, PHONE, TABLET]
WILD = ['<img src="http://evil.example/a.png">', "![x](http://evil.example/b.png)", "שלום עולם", "🕵️‍♀️ \"q\" 'q'",
        "W" * 200]  # fmt: skip


IN_FLIGHT = """async (pad, tap) => {
  const root = pad.getRootNode();
  const wait = (n) => new Promise((done) => setTimeout(done, n));
  root.querySelector(tap).click();
  await wait(30);
  const before = root.getAnimations().length;
  root.querySelector(".commit").click();
  await wait(0);
  return [before, root.getAnimations().length, pad.classList.contains("sent")];
}"""
"""A last tap and the commit right behind it: how many animations run after the one, and after the other."""


@pytest.mark.parametrize("scoring", [False, True])
def test_nothing_moves_on_the_pad_while_a_turn_is_on_its_way(open_pad: Any, scoring: bool) -> None:
    pad = open_pad(**SCORING) if scoring else open_pad(edition="ravensburger")
    last = '.plot[data-plot="4"]' if scoring else f'.agent[data-agent="{RED}"] .rest'
    if scoring:  # buildings where the safe may go call for it
        pad.die(6)
        pad.step(BLUE, 3)
        pad.rest(GREEN)
    else:
        pad.die(4)
    before, after, sent = pad.page.locator(".pad").evaluate(IN_FLIGHT, last)
    assert before > 0 and after == 0 and sent
    pad.turn_of("Ben")
    expect(pad.page.locator(".pad.sent")).to_have_count(0)


@pytest.mark.parametrize("device", DEVICES)
def test_wild_names_are_shown_as_text(open_pad: Any, device: str) -> None:
    env = {"PAD_PLAYERS": "|".join(WILD), "PAD_AGENTS": "|".join([*WILD, "red", "blue"])}
    pad = open_pad(device, env, edition="ravensburger")
    for n, name in enumerate(WILD):
        pad.turn_of(name)
        expect(pad.page.locator(f'.agent[data-agent="{n}"] .name')).to_have_text(name)
        pad.die(2)
        pad.rest(n)
        pad.commit()
        expect(pad.page.get_by_text(f"commits {n + 1}", exact=False)).to_be_visible()
    assert pad.page.locator(".pad img, .pad a, .pad script").count() == 0
    assert sideways(pad.page) <= 0


def sideways(page: Page) -> int:
    return int(
        page.evaluate("""() => Math.max(document.documentElement.scrollWidth - innerWidth,
        ...[...document.querySelectorAll('.stMain')].map(e => e.scrollWidth - e.clientWidth))""")
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("device", DEVICES)
def test_everything_fits_and_can_be_hit(open_pad: Any, device: str, theme: str) -> None:
    pad = open_pad(device, theme=theme, **SCORING)
    pad.die(6)
    pad.step(BLUE, 3)
    pad.rest(GREEN)
    expect(pad.page.locator(".plot:visible")).to_have_count(12)
    small = pad.page.locator(".pad button:visible").evaluate_all(
        "all => all.map(e => [e.className, e.offsetWidth, e.offsetHeight]).filter(([, w, h]) => w < 44 || h < 44)"
    )
    assert small == []
    assert sideways(pad.page) <= 0


RUNNING = """pad => pad.getRootNode().getAnimations().filter(each => each.animationName)
  .map(({animationName, effect}) => [animationName, effect.pseudoElement,
    ...new Set(effect.getKeyframes().flatMap(Object.keys))])
  .map(words => words.filter(word => !["offset", "computedOffset", "easing", "composite"].includes(word)))"""
"""What is animated by name in the pad: the animation, the pseudo-element, the properties that change."""


def _scoring_due(pad: Pad) -> Any:
    pad.die(6)
    pad.step(BLUE, 3)
    pad.rest(GREEN)
    return pad.page.locator(".pad")


def test_buildings_call_for_the_safe_until_one_is_chosen(open_pad: Any) -> None:
    """Only opacity moves, which needs no frame painted: on a slow phone painting holds up the next tap."""
    pad = open_pad(**SCORING)
    root = _scoring_due(pad)
    running = root.evaluate(RUNNING)
    assert running and running == [["call", "::after", "opacity"]] * pad.page.locator(".plot.legal").count()
    pad.safe(4)
    assert root.evaluate(RUNNING) == []


def test_motion_is_reduced_on_request(serve: Callable[..., str], open_page: Callable[..., Page]) -> None:
    page = open_page(f"{serve(PAD_DEMO)}/?{urlencode(SCORING)}", DESKTOP, reduced_motion="reduce")
    root = _scoring_due(Pad(page))
    expect(page.locator(".plot.legal").first).to_be_visible()
    assert root.evaluate(RUNNING) == []
    moving = page.locator(".art [data-pawn], .plot").evaluate_all(
        "all => all.filter(e => parseFloat(getComputedStyle(e).transitionDuration) > 0).length"
    )
    assert moving == 0
