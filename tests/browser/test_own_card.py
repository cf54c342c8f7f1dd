"""What a player sees who has opened the own secrets: reasons, the sheet and its tools, the cover and its switch."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tables import PATIENCE, Live, new, random_turns, record, stored

from assistant.deduction import advise, analyse, explain
from assistant.deduction.beliefs import Viewpoint
from assistant.records import Record
from assistant.records.store import Store
from assistant.records.store_pin import set_pin
from assistant.wording import percent

APP = "app.py"
DESKTOP, PHONE = "desktop", "Pixel 7"
PIN = "2468"
TURNS = 8
"""After two rounds of four it is the viewer's turn."""
RECORDER = """() => {
  window.noted = [];
  navigator.clipboard.writeText = async (text) => { window.noted.push(text); };
  window.print = () => window.noted.push("printed");
}"""


@pytest.fixture
def url(servers: Callable[..., object], folder: Path) -> str:
    address: str = servers(APP, {"HEIMLICH_DATA": str(folder)}).url  # type: ignore[attr-defined]
    return address


@pytest.fixture
def game(folder: Path) -> str:
    head = record()
    events = [event for _turn, event, _state in random_turns(head, 3, TURNS)]
    game = new(folder, head.with_events(events))
    set_pin(Store(folder), game, PIN)
    return game


Opened = tuple[Page, Live, Record]


@pytest.fixture
def laid_open(url: str, folder: Path, game: str, open_page: Callable[..., Page]) -> Callable[[str], Opened]:
    """`laid_open(device) -> page, user, record`: the game with its secrets open."""

    def on(device: str) -> Opened:
        page = open_page(f"{url}/live?game={game}", device)
        return page, unlock(page), stored(folder, game)

    return on


def unlock(page: Page) -> Live:
    live = Live(page)
    live.ready(TURNS + 1)
    page.get_by_label("PIN", exact=True).first.fill(PIN)
    page.get_by_role("button", name="Show", exact=True).first.click()
    expect(page.locator(".st-key-card-dossier")).to_be_visible(timeout=PATIENCE)
    return live


def words(text: str | None) -> str:
    return " ".join((text or "").split())


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_a_tapped_cell_tells_its_reasons_until_it_is_tapped_again(
    laid_open: Callable[[str], Opened], device: str
) -> None:
    page, live, whole = laid_open(device)
    seat, agent = 1, whole.agent("yellow")
    live.tap(page.locator(f"[data-cell='{seat}-{agent}']"))
    card = page.locator(".st-key-card-who")
    expect(card.locator(".h-reason").first).to_be_visible(timeout=PATIENCE)
    found = explain(whole, seat, agent)
    told = sorted(found.reasons, key=lambda reason: -abs(reason.bits))
    shown = card.locator(".h-reason")
    expect(shown).to_have_count(min(6, len(told)))
    for row, reason in zip(shown.all(), told, strict=False):
        assert words(str(reason.sentence)) in words(row.text_content())
        assert f"Turn {reason.turn}" in words(row.text_content())
    live.tap(page.locator(f"[data-cell='{seat}-{agent}']"))
    expect(shown).to_have_count(0, timeout=PATIENCE)


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_the_sheet_is_the_best_one_and_can_be_copied_and_printed(
    laid_open: Callable[[str], Opened], device: str
) -> None:
    page, live, whole = laid_open(device)
    found = analyse(whole, Viewpoint.of(whole))
    rows = page.locator(".st-key-card-dossier .h-sheet tr")
    expect(rows).to_have_count(len(whole.agents) - 1)
    lines = []
    for row, text in zip((row for row in found.dossier.rows if row.agent != found.viewpoint.agent),
                         rows.all_text_contents(), strict=True):  # fmt: skip
        who = "extra" if row.named is None else whole.names[row.named]
        assert who in text and (f"({percent(row.probability)}%)" in text or "certain" in text)
        lines.append(f"{whole.agents[row.agent]}: {who}")
    page.evaluate(RECORDER)
    live.tap(page.get_by_role("button", name="Copy", exact=True))
    expect(page.get_by_role("button", name="Copied", exact=True)).to_be_visible()
    live.tap(page.get_by_role("button", name="Print", exact=True))
    assert page.evaluate("window.noted") == ["\n".join(lines), "printed"]
    page.emulate_media(media="print")
    expect(page.locator(".st-key-card-dossier .h-sheet")).to_be_visible()
    expect(page.locator(".h-brand")).to_be_hidden()


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_the_cover_lists_turns_for_the_roll_and_a_switch_takes_it_away(
    laid_open: Callable[[str], Opened], folder: Path, game: str, device: str
) -> None:
    page, live, whole = laid_open(device)
    cover = page.locator(".st-key-card-cover")
    expect(cover).to_contain_text("I am red")
    live.tap(cover.get_by_test_id("stButtonGroup").get_by_role("radio", name="3", exact=True))
    expect(cover.get_by_text("gives away").first).to_be_visible(timeout=PATIENCE)
    told = re.findall(r"(?:gives away|hides) [\d.]+ bit", words(cover.text_content()))
    assert told == _advised(whole)
    assert {sentence.split()[0] for sentence in told} == {"gives", "hides"}
    page.get_by_text("This game", exact=True).click()
    live.tap_at_rest(page.get_by_text("Show my cover and advice"))
    expect(cover).to_have_count(0, timeout=PATIENCE)
    page.reload()
    unlock(page)
    expect(page.locator(".st-key-card-dossier")).to_be_visible()
    expect(cover).to_have_count(0)
    assert stored(folder, game).unknown["cover"] == "off"


def _advised(whole: Record) -> list[str]:
    """What the listed turns tell the table, as the page puts it."""
    found = [turn.bits for turn in advise(whole, Viewpoint.of(whole), 3)][:6]
    return [f"gives away {bits:.2f} bit" if bits > 0 else f"hides {-bits:.2f} bit" for bits in found]
