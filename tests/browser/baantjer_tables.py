"""Games of Baantjer and its entry pad, for the tests of the page in the browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tables import PATIENCE, enter_names

from assistant.baantjer.alerts import alerts
from assistant.baantjer.choices import Choice, event_of, paths
from assistant.baantjer.offers import offers
from assistant.baantjer.record import Record, load
from assistant.baantjer.replay import replay
from assistant.baantjer.state import State
from assistant.dashboard.baantjer.stored import keep, record_of
from assistant.records.store import Store

APP = "app.py"
DESKTOP, SMALL_PHONE, PHONE = "desktop", "phone 360", "Pixel 7"
SAMPLES = Path(__file__).parents[2] / "sample_games" / "baantjer"
ROWS = ".st-key-card-b-log ol > li"


def sample(name: str = "four-players", events: int | None = None) -> Record:
    record = load(SAMPLES / f"{name}.json")
    return record.model_copy(update={"events": record.events[:events]})


def new(folder: Path, record: Record) -> str:
    return keep(Store(folder), record, "A title")


def stored(folder: Path, game: str) -> Record:
    return record_of(Store(folder).load(game))


def with_theft() -> int:
    """Events of the sample game after which a card may be taken."""
    steps = replay(sample())
    return next(s.number for s in steps if any(alert.kind == "theft" for alert in alerts(s.after)))


class Pad:
    """The entry pad of one browser; counts taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.touch = bool(page.evaluate("navigator.maxTouchPoints > 0"))

    def ready(self, events: int) -> None:
        if events:
            expect(self.page.locator(ROWS)).to_have_count(events, timeout=PATIENCE)
        expect(self.page.locator(".root[aria-busy=false]").first).to_be_visible(timeout=PATIENCE)

    def tap(self, button: Locator) -> None:
        button.tap() if self.touch else button.click()
        self.taps += 1

    def choose(self, topic: str, path: tuple[Choice, ...]) -> None:
        """One event by its path: what is tapped is found by what it says."""
        for depth, choice in enumerate(path):
            group = self.page.locator(f".group.{topic if not depth else 'step'}")
            name = re.compile(rf"^{re.escape(str(choice.label))}(,.*)?$")
            self.tap(group.locator(".tiles").get_by_role("button", name=name))


def way_to(state: State, event: Mapping[str, Any]) -> tuple[str, tuple[Choice, ...]]:
    """Topic and shortest path that enter an event."""
    found = [
        (group.topic, path)
        for group in offers(state)
        for path in paths(group.choices)
        if event_of(path) == {"to": "under", "turns": 1, **event} or event_of(path) == event
        or event_of(path) == {"to": "under", **event} or event_of(path) == {"turns": 1, **event}
    ]  # fmt: skip
    return min(found, key=lambda way: len(way[1]))


def start_game(page: Page, record: Record) -> None:
    """The form of a new game."""
    enter_names(page, [player.name for player in record.players])
    page.keyboard.press("Escape")
    for player in record.players:
        group = page.get_by_test_id("stButtonGroup").filter(has_text=f"files of {player.name}")
        for file in player.files:
            button = group.get_by_role("button", name=str(file), exact=True)
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    if record.options.game == "short":
        page.get_by_text("Where the rulebook is unclear").click()
        page.get_by_text("short: two files win").click()
        expect(page.get_by_role("radio", name="short: two files win")).to_be_checked(timeout=PATIENCE)
    page.get_by_role("button", name="Start", exact=True).click()


def row(page: Page, number: int) -> Locator:
    return page.locator(ROWS).filter(has=page.locator(".n").get_by_text(str(number), exact=True))


def operate(page: Page, number: int, what: str) -> None:
    row(page, number).locator(".line").click()
    row(page, number).get_by_role("button", name=what).click()
