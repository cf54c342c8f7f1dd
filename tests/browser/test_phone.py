"""What a phone's small screen asks for: turns on one screen, taps that count, what happens in view."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from baantjer_tables import Pad as BaantjerPad
from baantjer_tables import new as new_baantjer
from baantjer_tables import operate, sample
from conftest import DESKTOP
from playwright.sync_api import Locator, Page, expect
from tables import PATIENCE, Live, at_rest, enter_names, game_in_address, new, random_turns, record, stored

from assistant.game import GameState
from assistant.records import TurnEvent, replay

AGENTS = ("yellow", "red", "purple", "blue", "green", "orange", "grey")
TALL, SMALL = {"width": 390, "height": 844}, {"width": 360, "height": 640}
TOUCH: dict[str, Any] = {"viewport": TALL, "is_mobile": True, "has_touch": True}
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
OpenPage = Callable[..., Page]


def bounds(locator: Locator) -> tuple[float, float]:
    """Upper and lower edge on the screen."""
    locator.wait_for(timeout=PATIENCE)
    box = locator.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def in_view(page: Page, *selectors: str) -> None:
    """All of each is on the screen, above the bar of the pages, once no run draws it anew."""
    at_rest(page)
    nav = bounds(page.locator(".st-key-nav"))[0]
    size = page.viewport_size
    assert size is not None
    lowest = nav if nav > size["height"] / 2 else size["height"]
    for selector in selectors:
        upper, lower = bounds(page.locator(selector))
        assert upper >= 0 and lower <= lowest + 1, f"{selector} {size}: {upper} to {lower}, bar at {lowest}"


def comes_into_view(page: Page, selector: str) -> None:
    page.locator(selector).wait_for()
    page.wait_for_function(
        "e => { const { top } = e.getBoundingClientRect(); return top >= 0 && top < innerHeight * 0.6; }",
        arg=page.locator(selector).element_handle(),
    )


def scoring(state: GameState) -> tuple[int, int]:
    """A die and an agent that ends at the safe with it."""
    away = [(state.safe - at) % 12 for at in state.positions]
    return next((n, agent) for agent, n in enumerate(away) if 1 <= n <= 6)


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_a_whole_turn_is_on_one_screen(url: str, folder: Path, open_page: OpenPage, count: int) -> None:
    head = record(agents=AGENTS[:count])
    turns = [event for _turn, event, _state in random_turns(head, 5, 9)]
    page = open_page(f"{url}/live?game={new(folder, head.with_events(turns))}", DESKTOP, **TOUCH)
    Live(page).ready(10)
    for size in (TALL, SMALL, TALL):
        page.set_viewport_size(size)
        in_view(page, ".h-turn", ".h-fold summary", ".board", ".die", ".roster", ".pad .bar", ".commit")
        sizes = "all => all.map(e => [e.className, e.offsetWidth, e.offsetHeight])"
        hit = page.locator(".pad button:visible").evaluate_all(sizes)
        assert [each for each in hit if min(each[1:]) < 44] == []
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth")
    for kind in ("place", "marker"):
        shown = page.locator(f".agent .{kind}")
        assert all(text.strip() for text in shown.all_inner_texts()) and shown.count() == count
        assert shown.evaluate_all("all => all.every(e => parseFloat(getComputedStyle(e).fontSize) >= 12)")
    assert page.locator(".art [data-minor]:visible").count() == 0  # numbers too small to read
    page.locator(".h-fold summary").tap()
    expect(page.locator(".h-fold > div .h-chip")).to_have_text(
        [re.compile(w) for w in ("leader", "dossier", "round")]
    )
    expect(page.locator(".h-fold > div")).to_be_visible()
    page.set_viewport_size(SMALL)
    live, (die, agent) = Live(page), scoring(replay(head.with_events(turns)).state)
    live.tap(page.locator(f'.face[data-face="{die}"]'))
    live.tap(page.locator(f'.agent[data-agent="{agent}"] .rest'))
    expect(page.locator(".target:visible")).to_have_count(12)
    in_view(page, ".board", ".die", ".targets", ".pad .bar")
    live.tap(page.locator(".targets .back"))
    live.tap(page.locator(f'.agent[data-agent="{agent}"] .minus'))
    expect(page.locator(".targets")).to_be_hidden()
    live.tap(page.locator(f'.agent[data-agent="{agent}"] .step'))
    live.tap(page.locator(".target.legal").nth(4))
    live.tap(page.locator(".commit"))
    live.ready(11)


def test_the_pad_and_its_line_are_within_the_fold_of_a_laptop(
    url: str, folder: Path, open_page: OpenPage
) -> None:
    head = record(agents=AGENTS)
    page = open_page(f"{url}/live?game={new(folder, head)}", DESKTOP, viewport={"width": 1440, "height": 900})
    Live(page).ready(1)
    in_view(page, ".board", ".roster", ".pad .bar", "input#line")
    expect(page.locator(".agent .name").last).to_be_visible()
    tops = "all => new Set(all.map(e => Math.round(e.getBoundingClientRect().top))).size"
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(f"{url}/games?lang=de")  # the longest words
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator(".st-key-nav a").nth(5).wait_for()
    assert page.locator(".st-key-nav a").evaluate_all(tops) == 1


def test_a_game_starts_with_the_first_tap_and_at_its_top(url: str, folder: Path, open_page: OpenPage) -> None:
    page = open_page(f"{url}/live", DESKTOP, **TOUCH)
    field = page.get_by_role("combobox").first
    start = page.get_by_role("button", name="Start", exact=True)
    field.wait_for(timeout=2 * PATIENCE)

    def enter(*names: str) -> None:
        field.tap()
        enter_names(page, names)
        expect(who.get_by_text(names[-1], exact=True)).to_be_visible(timeout=PATIENCE)
        at_rest(page)

    who = page.get_by_test_id("stButtonGroup").filter(has_text="Who am I?")
    enter("Anna")
    page.keyboard.press("Escape")
    expect(who.get_by_role("radio", name="I only watch")).to_be_checked()
    start.tap()
    trouble = page.locator(".st-key-new-trouble [role=alert]")
    expect(trouble).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(300)
    in_view(page, ".st-key-new-trouble")
    assert bounds(trouble)[1] <= bounds(start)[0]
    enter("Ben", "Cem", "Dora")
    ben = who.get_by_text("Ben", exact=True)
    upper, lower = bounds(ben)
    box = ben.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, (upper + lower) / 2)  # with the field still open
    card = page.get_by_test_id("stButtonGroup").filter(has_text="My agent")
    expect(card).to_be_visible(timeout=PATIENCE)
    marks = card.get_by_role("radio").evaluate_all(
        "all => all.map(e => getComputedStyle(e, '::before').content[1])"
    )
    assert "".join(marks) == "YRPBGO"
    at_rest(page)
    start.tap()
    Live(page).ready(1)
    page.wait_for_timeout(1500)
    assert page.evaluate(SCROLLED) == 0
    viewer = stored(folder, game_in_address(page)).viewer
    assert viewer is not None and viewer.player == "Ben"


def correct(page: Page, number: int) -> None:
    row = page.locator(".st-key-card-log ol > li").filter(has=page.get_by_text(str(number), exact=True))
    row.locator(".line").tap()
    row.get_by_role("button", name="Correct").tap()
    expect(page.locator(".h-turn")).to_contain_text(f"Correcting turn {number}: ", timeout=PATIENCE)


def test_a_correction_comes_into_view_and_leaves_nothing_behind(
    url: str, folder: Path, open_page: OpenPage
) -> None:
    head = record()
    turns = [event for _turn, event, _state in random_turns(head, 5, 9)]
    game = new(folder, head.with_events(turns))
    page = open_page(f"{url}/live?game={game}", DESKTOP, **TOUCH)
    live, line = Live(page), page.locator("input#line")
    live.ready(10)
    line.fill("4: red")  # half a turn, which no correction may take away
    correct(page, 6)
    comes_into_view(page, ".pad")
    in_view(page, ".die", ".roster", ".pad .bar")
    expect(line).to_have_value(re.compile("^Ben "))
    page.get_by_role("button", name="Leave it as it was").tap()
    expect(page.locator(".h-turn")).to_contain_text("Turn 10: ", timeout=PATIENCE)
    expect(line).to_have_value("4: red")
    page.wait_for_function(f"{SCROLLED} > 600")  # back at the list
    line.fill("")
    correct(page, 6)
    live.tap(page.locator(".commit:not([aria-disabled])"))
    expect(page.locator(".h-turn")).to_contain_text("Turn 10: ", timeout=PATIENCE)
    expect(line).to_have_value("")
    expect(page.locator(".st-key-card-entry .h-preview")).to_have_count(0)
    anyway = page.get_by_role("button", name="Note it all the same")
    preview = page.locator(".st-key-card-entry .h-preview")
    line.fill("9: red 9")
    expect(preview).to_contain_text("no 9", timeout=PATIENCE)
    expect(anyway).to_have_count(0)
    line.fill("2: red 5")
    anyway.dblclick(timeout=PATIENCE)
    expect(preview).to_contain_text("does not count", timeout=PATIENCE)
    expect(line).to_have_value("")
    expect(anyway).to_have_count(0)
    page.wait_for_timeout(500)
    kept = [event for event in stored(folder, game).events if isinstance(event, TurnEvent)]
    assert len(kept) == 10 and kept[-1].moves == {"red": 5} and kept[5] == turns[5]


def test_a_correction_of_a_baantjer_game_comes_into_view(url: str, folder: Path, open_page: OpenPage) -> None:
    page = open_page(f"{url}/baantjer?game={new_baantjer(folder, sample(events=20))}", DESKTOP, **TOUCH)
    BaantjerPad(page).ready(20)
    operate(page, 10, "Correct")
    expect(page.locator(".h-turn")).to_have_text("Correcting event 10", timeout=PATIENCE)
    comes_into_view(page, ".st-key-card-banner")
    page.get_by_role("button", name="Leave it as it was").tap()
    expect(page.locator(".h-turn")).to_contain_text("Turn 12: ", timeout=PATIENCE)
    page.wait_for_function(f"{SCROLLED} > 1500")


def test_the_pad_speaks_the_language_that_is_chosen(url: str, folder: Path, open_page: OpenPage) -> None:
    game = new(folder, record())
    page = open_page(f"{url}/live?game={game}", DESKTOP, **TOUCH)
    live = Live(page)
    live.ready(1)
    page.get_by_test_id("stPopoverButton").tap()
    page.get_by_text("Deutsch", exact=True).tap()
    red = page.locator('.agent[data-agent="1"]')
    expect(red.locator(".step")).to_have_attribute(
        "aria-label", re.compile("^rot", re.IGNORECASE), timeout=PATIENCE
    )
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect(red.locator(".name")).to_have_text(re.compile("^rot$", re.IGNORECASE))
    expect(page.locator(".pieces")).to_have_attribute("aria-label", re.compile("gelb.*rot", re.IGNORECASE))
    expect(page.locator("input#line")).to_have_attribute(
        "placeholder", re.compile("gelb 3, rot 1", re.IGNORECASE)
    )
    live.tap(page.locator('.face[data-face="4"]'))
    live.tap(red.locator(".rest"))
    live.tap(page.locator(".commit"))
    expect(page.locator(".st-key-card-log ol > li")).to_have_count(1, timeout=PATIENCE)
    (event,) = stored(folder, game).events
    assert isinstance(event, TurnEvent) and event.moves == {"red": 4}  # records stay English
