"""Clues on the live page: three taps, every kind, what is missing, contradictions with a way out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE
from playwright.sync_api import Locator, Page, expect
from tables import PATIENCE, Live, new, record, stored

from assistant.dashboard.clues import clue_of
from assistant.records import ClueEvent


class Form:
    """The form for a clue in one browser; counts taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.touch = bool(page.evaluate("navigator.maxTouchPoints > 0"))

    def tap(self, name: str, row: int | None = None, group: str | None = None) -> None:
        within: Page | Locator = self.page.locator(".st-key-card-clue")
        if group is not None:
            within = within.get_by_role("group", name=group, exact=True).nth(row or 0)
        button = within.get_by_role("button", name=name, exact=True)
        self.taps += 1
        button.tap() if self.touch else button.click()

    def player(self, name: str, row: int = 0) -> None:
        self.tap(name, row, "Player")

    def agent(self, name: str, row: int = 0) -> None:
        self.tap(name, row, "Agent")

    def add(self) -> None:
        self.tap("Add the clue")

    def trust(self, percent: int) -> None:
        slider = self.page.locator(".st-key-card-clue input[type=range]")
        slider.focus()
        start = int(slider.input_value())
        for _ in range(abs(percent - start) // 5):
            self.page.keyboard.press("ArrowRight" if percent > start else "ArrowLeft")
        expect(self.page.locator(".st-key-card-clue output")).to_have_text(f"{percent} %")


def opened(
    url: str, folder: Path, open_page: Callable[..., Page], device: str = DESKTOP
) -> tuple[str, Page, Form]:
    """A new game on its live page: its id, the page, the form."""
    game = new(folder, record())
    page = open_page(f"{url}/live?game={game}", device)
    Live(page).ready(1)
    return game, page, Form(page)


def clues(page: Page, folder: Path, game: str, entries: int) -> list[ClueEvent]:
    """The clues in the store, once the list on the page has as many entries."""
    expect(page.locator(".st-key-card-log ol > li")).to_have_count(entries, timeout=PATIENCE)
    return [event for event in stored(folder, game).events if isinstance(event, ClueEvent)]


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_a_claim_takes_three_taps_and_what_is_missing_is_said(
    url: str, folder: Path, open_page: Callable[..., Page], device: str
) -> None:
    game, page, form = opened(url, folder, open_page, device)
    form.player("Ben")
    form.agent("blue")
    form.add()
    assert form.taps == 3
    assert clues(page, folder, game, 1) == [ClueEvent(kind="owns", player="Ben", agent="blue", trust=0.7)]
    expect(page.locator('.st-key-card-clue [aria-pressed="true"]')).to_have_count(
        1
    )  # the next one starts empty
    form.add()
    expect(page.locator(".st-key-card-clue [role=alert]")).to_have_text("Tap who and which agent first.")
    form.player("Cem")
    expect(page.locator(".st-key-card-clue [role=alert]")).to_have_count(0)
    # Half a clue outlasts a turn.
    Live(page).type("3: yellow 3")
    clues(page, folder, game, 2)
    form.agent("green")
    form.add()
    assert clues(page, folder, game, 3)[-1].player == "Cem"
    small = page.locator(".st-key-card-clue button, .st-key-card-clue input").evaluate_all(
        "all => all.filter((e) => e.offsetWidth < 44 || e.offsetHeight < 44).length"
    )
    assert small == 0


def test_every_kind_of_clue(url: str, folder: Path, open_page: Callable[..., Page]) -> None:
    game, page, form = opened(url, folder, open_page)
    form.tap("is not")
    form.player("Ben")
    form.agent("blue")
    form.trust(100)
    form.add()
    clues(page, folder, game, 1)
    form.tap("is one of")
    form.player("Cem")
    for agent in ("blue", "green", "red", "red"):  # a second tap takes it out again
        form.agent(agent)
    form.add()
    clues(page, folder, game, 2)
    form.tap("is an extra")
    expect(page.locator(".st-key-card-clue").get_by_role("group", name="Player")).to_have_count(0)
    form.agent("orange")
    form.add()
    clues(page, folder, game, 3)
    form.tap("is no extra")
    form.agent("yellow")
    form.trust(30)
    form.add()
    clues(page, folder, game, 4)
    form.tap("this or that")
    form.player("Ben")
    form.agent("green")
    form.player("Dora", row=1)
    form.agent("yellow", row=1)
    form.add()
    clues(page, folder, game, 5)
    form.tap("I saw the card")
    form.player("Dora")
    form.agent("yellow")
    form.add()
    found = clues(page, folder, game, 6)
    assert found == [
        ClueEvent(kind="not-owns", player="Ben", agent="blue", trust=1),
        ClueEvent(kind="one-of", player="Cem", agents=("blue", "green"), trust=0.7),
        ClueEvent(kind="extra", agent="orange", trust=0.7),
        ClueEvent(kind="not-extra", agent="yellow", trust=0.3),
        ClueEvent(kind="either", pairs=(("Ben", "green"), ("Dora", "yellow")), trust=0.7),
        ClueEvent(kind="owns", player="Dora", agent="yellow", trust=1, source="saw the card"),
    ]
    expect(page.get_by_role("button", name="Dora, yellow: 100 %")).to_be_visible(timeout=PATIENCE)
    page.reload()
    Live(page).ready(1)
    assert clues(page, folder, game, 6) == found  # what waits in the browser is not entered again


def test_a_contradiction_is_named_and_taken_out_by_a_tap(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    game, page, form = opened(url, folder, open_page, PHONE)
    for entries, (player, agent) in enumerate((("Ben", "blue"), ("Cem", "green"), ("Dora", "blue")), start=1):
        form.tap("I saw the card")
        form.player(player)
        form.agent(agent)
        form.add()
        clues(page, folder, game, entries)
    alert = page.locator(".st-key-card-who [role=alert]")
    expect(alert).to_contain_text("contradict each other", timeout=PATIENCE)
    expect(alert.locator("li")).to_have_count(2)
    expect(alert).not_to_contain_text("Cem")
    page.get_by_role("button", name="Take out:").first.click()
    expect(alert).to_have_count(0, timeout=PATIENCE)
    assert len(clues(page, folder, game, 2)) == 2


SOUND = {"nonce": "n", "kind": "owns", "percent": 70, "pairs": [["Ben", ["blue"]]]}


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "knows"},
        {"percent": 0},
        {"percent": "70"},
        {"percent": 101},
        {"pairs": []},
        {"pairs": [["Ben", ["blue"]], ["Cem", ["red"]]]},
        {"pairs": [["Zoe", ["blue"]]]},
        {"pairs": [["Ben", ["pink"]]]},
        {"pairs": [["Ben", []]]},
        {"pairs": [[None, ["blue"]]]},
        {"pairs": [["Ben", ["blue", "red"]]]},
        {"pairs": "Ben"},
        {"kind": "extra"},
        {"kind": "either"},
    ],
)
def test_nonsense_from_a_browser_is_no_clue(change: dict[str, Any]) -> None:
    assert clue_of(SOUND, record()) == ClueEvent(kind="owns", player="Ben", agent="blue", trust=0.7)
    assert clue_of(SOUND | change, record()) is None
