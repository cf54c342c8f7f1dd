"""axe on what only shows after a tap: the sections of the review, the opened secrets, the alarm; light and dark."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tables import PATIENCE, Live, new, random_turns, record

sys.path.insert(0, str(Path(__file__).parents[1] / "review"))
from review_scenes import game, with_clue

from assistant.records import replay
from assistant.records.store import Store
from assistant.records.store_pin import set_pin

DESKTOP, WIDTHS, PIN = "desktop", (1280, 360), "2468"
SECTIONS = ("Replay", "Guess first", "What if", "Report", "Many games", "Share")
pytestmark = [pytest.mark.slow, pytest.mark.parametrize("scheme", ["light", "dark"])]


@pytest.fixture
def url(servers: Callable[..., object], folder: Path) -> str:
    address: str = servers("app.py", {"HEIMLICH_DATA": str(folder)}).url  # type: ignore[attr-defined]
    return address


def nothing_found(page: Page, where: str) -> None:
    """At a laptop's width and a small phone's."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(300)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{where} {width}: {found.generate_report()}"


def test_every_section_of_the_review(
    url: str, folder: Path, open_page: Callable[..., Page], scheme: str
) -> None:
    page = open_page(f"{url}/review?game={new(folder, with_clue(game()))}", DESKTOP, color_scheme=scheme)
    expect(page.locator(".label")).to_have_text(re.compile("Turn"), timeout=2 * PATIENCE)
    for name in SECTIONS:
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        page.get_by_test_id("stButtonGroup").first.get_by_text(name, exact=True).click()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(700)
        nothing_found(page, name)


def test_a_branch_and_its_badge(url: str, folder: Path, open_page: Callable[..., Page], scheme: str) -> None:
    page = open_page(f"{url}/review?game={new(folder, game())}", DESKTOP, color_scheme=scheme)
    expect(page.locator(".label")).to_have_text(re.compile("Turn"), timeout=2 * PATIENCE)
    page.get_by_test_id("stButtonGroup").first.get_by_text("What if", exact=True).click()
    page.get_by_text("Change a move", exact=True).click()
    page.get_by_label("What was played instead").wait_for(timeout=PATIENCE)
    nothing_found(page, "change a move")
    page.get_by_text("Ignore a turn", exact=True).click()
    page.get_by_role("button", name="See what would be").click()
    page.get_by_role("button", name="Back to the game as it was").wait_for(timeout=PATIENCE)
    nothing_found(page, "branch")


def test_secrets_laid_open(url: str, folder: Path, open_page: Callable[..., Page], scheme: str) -> None:
    head = record()
    events = [event for _turn, event, _state in random_turns(head, 3, 8)]
    opened = new(folder, head.with_events(events))
    set_pin(Store(folder), opened, PIN)
    page = open_page(f"{url}/live?game={opened}", DESKTOP, color_scheme=scheme)
    Live(page).ready(9)
    nothing_found(page, "closed")
    page.get_by_label("PIN", exact=True).first.fill(PIN)
    page.get_by_role("button", name="Show", exact=True).first.click()
    cover = page.locator(".st-key-card-cover")
    cover.get_by_test_id("stButtonGroup").get_by_role("radio", name="3", exact=True).click(timeout=PATIENCE)
    expect(cover.get_by_text("gives away").first).to_be_visible(timeout=PATIENCE)
    page.locator("[data-cell='1-1']").click()
    expect(page.locator(".st-key-card-who .h-reason").first).to_be_visible(timeout=PATIENCE)
    page.get_by_text("By the track", exact=True).click()
    page.get_by_text("This game", exact=True).click()
    page.wait_for_timeout(1000)
    nothing_found(page, "open")


def test_the_alarm(url: str, folder: Path, open_page: Callable[..., Page], scheme: str) -> None:
    head = record()
    events = [event for _turn, event, _state in random_turns(head, 38, 23)]
    assert replay(head.with_events(events)).state.dossier_turn is not None
    page = open_page(f"{url}/live?game={new(folder, head.with_events(events))}", DESKTOP, color_scheme=scheme)
    expect(page.locator(".st-key-alarm")).to_contain_text("Dossier!", timeout=2 * PATIENCE)
    page.wait_for_load_state("networkidle")
    nothing_found(page, "alarm")
