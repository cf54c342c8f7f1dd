"""The second game's page as it looks: its replay, wild names, long words, axe and touch targets."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from baantjer_tables import (
    DESKTOP,
    SMALL_PHONE,
    new,
    sample,
    with_theft,
)
from playwright.sync_api import Page, expect
from tables import PATIENCE

from assistant.baantjer.alerts import missed_windows
from assistant.baantjer.record import Record, from_data
from assistant.baantjer.replay import replay
from assistant.records.store import Store

WILD = ("<img src='http://evil.example/a.png' onerror='alert(1)'>",
        "![x](http://evil.example/b.png) :material/lock:",
        "**[l](http://evil.example)** $x^2$ שלום", "W" * 60)  # fmt: skip


def test_the_replay_steps_by_keys_and_marks_missed_thefts(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = sample()
    game = new(folder, record)
    missed = sorted({window.event for window in missed_windows(replay(record))})
    page = open_page(f"{url}/baantjer?game={game}&event=3")
    label = page.locator(".label").filter(has_text=re.compile("^Event"))
    expect(label).to_have_text(f"Event 3 of {len(record.events)}", timeout=2 * PATIENCE)
    for key, event in (("ArrowRight", 4), ("Home", 0), ("n", missed[0]), ("n", missed[1]), ("p", missed[0])):
        page.keyboard.press(key)
        expect(label).to_have_text(f"Event {event} of {len(record.events)}", timeout=PATIENCE)
        page.wait_for_function(f"new URLSearchParams(location.search).get('event') === '{event}'")
    expect(page.locator(".b-missed").first).to_contain_text("could have taken a card", timeout=PATIENCE)
    page.keyboard.press("End")
    expect(page.locator(".b-file.closed")).not_to_have_count(0, timeout=PATIENCE)
    page.keyboard.press("Home")
    expect(page.locator(".b-slots .has")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".b-tokens tbody tr")).to_have_count(12)


def wild_record() -> Record:
    players = [{"name": name, "files": [3 * i + 1, 3 * i + 2, 3 * i + 3]} for i, name in enumerate(WILD)]
    events = [
        {"type": "land", "player": WILD[0], "on": 1},
        {"type": "token", "player": WILD[0], "place": 1, "kind": "poison"},
        {"type": "land", "player": WILD[1], "on": "green"},
        {"type": "green", "player": WILD[1], "card": "koninghe", "to": 4},
        {"type": "note", "text": WILD[0]},
        {"type": "land", "player": WILD[2], "on": "plain"},
        {"type": "land", "player": WILD[3], "on": "plain"},
        {"type": "land", "player": WILD[0], "on": "plain"},
        {"type": "land", "player": WILD[1], "on": 2},
    ]
    places = {str(n): WILD[n % 4] for n in range(1, 13)}
    return from_data(
        {"format": "baantjer-record", "version": 1, "players": players, "places": places, "events": events}
    )


@pytest.mark.parametrize("device", [DESKTOP, SMALL_PHONE])
def test_wild_names_are_text_everywhere(
    device: str, url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = wild_record()
    game = new(folder, record)
    Store(folder).rename(game, WILD[1])
    page = open_page(f"{url}/baantjer", device)
    for address in ("baantjer", f"baantjer?game={game}", f"baantjer?game={game}&event=9"):
        page.goto(f"{url}/{address}")
        page.locator(".h-brand").wait_for()
        expect(page.get_by_text(WILD[1]).first).to_be_attached(timeout=PATIENCE)
        page.wait_for_timeout(700)
        assert page.locator("img[src*=evil], a[href*=evil]").count() == 0
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth"), (
            address
        )
    page.get_by_test_id("stButtonGroup").first.get_by_text("This game", exact=True).click()
    expect(page.get_by_text("Rules of this table")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["de", "it", "nl"])
def test_long_words_of_other_languages_fit_a_small_phone(
    language: str, url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    game = new(folder, sample("two-players", 60))
    page = open_page(f"{url}/baantjer?lang={language}", SMALL_PHONE)
    for address in ("", f"&game={game}", f"&game={game}&event=40"):
        page.goto(f"{url}/baantjer?lang={language}{address}")
        page.locator(".b-odds, .st-key-card-b-new").first.wait_for(timeout=2 * PATIENCE)
        page.wait_for_timeout(700)
        # On a busy machine the page may still be settling; what counts is where it comes to rest.
        page.wait_for_function(
            "document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth", timeout=PATIENCE
        )
        page.wait_for_function(f"document.documentElement.lang === '{language}'", timeout=PATIENCE)
        assert not set(re.findall(r"\b(?:koninghe|jochems|poison|blunt)\b", page.inner_text(".stMain")))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_targets_are_large(
    scheme: str, url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    theft = new(folder, sample(events=with_theft()))
    addresses = {
        "baantjer": "New game", f"baantjer?game={new(folder, sample('two-players', 40))}": "Odds",
        f"baantjer?game={theft}": "may take a card",
        f"baantjer?game={new(folder, sample())}&event=140": "Event 140 of",
    }  # fmt: skip
    page = open_page(f"{url}/baantjer", DESKTOP, color_scheme=scheme)
    for address, sign in addresses.items():
        page.goto(f"{url}/{address}")
        page.get_by_text(sign).first.wait_for(timeout=2 * PATIENCE)
        check(page, address)
    page.get_by_test_id("stButtonGroup").first.get_by_text("This game", exact=True).click()
    page.get_by_text("Rules of this table").wait_for(timeout=PATIENCE)
    check(page, "this game")


SMALL = """() => {
  const under = (e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])];
  const all = (root) => [...root.querySelectorAll('*')].flatMap(under);
  const tapped = 'button, summary, a, textarea, input:is([type=text], [type=password])';
  const inside = '[data-testid=stCheckbox], .stMultiSelect, .stSelectbox';  // their whole label is the target
  return all(document.querySelector('[data-testid=stMain]'))
    .filter((e) => e.matches(tapped) && e.checkVisibility() && !e.closest(inside))
    .map((e) => [e.textContent.slice(0, 40) || e.ariaLabel || e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
    .map(([text, box]) => `${text} ${box.width}x${box.height}`);
}"""
"""What is tapped and smaller than 44 pixels."""


def check(page: Page, where: str) -> None:
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(900)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{where} {width}: {found.generate_report()}"
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth"), (
            where
        )
        if width == 360:
            assert page.evaluate(SMALL) == [], where
