"""The review in Chromium: stepping, timelines, guesses, branches, files, on a desktop and a phone."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from tables import PATIENCE, new

sys.path.insert(0, str(Path(__file__).parents[1] / "review"))
from review_scenes import WILD, game, renamed, with_clue

from assistant.records import Viewer, loads, print_json
from assistant.records.store import Store
from assistant.records.store_pin import set_pin
from assistant.records.store_record import record_of
from assistant.review import Review

DESKTOP, PHONE = "desktop", "phone 360"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reviewed-games")


@pytest.fixture
def url(serve: Callable[..., str], folder: Path) -> str:
    return serve("app.py", {"HEIMLICH_DATA": str(folder)})


def opened(
    open_page: Callable[..., Page], url: str, game_id: str, device: str = DESKTOP, turn: int = 3
) -> Page:
    page = open_page(f"{url}/review?game={game_id}&turn={turn}", device)
    expect(page.locator(".label")).to_have_text(re.compile(f"Turn {turn} of"), timeout=2 * PATIENCE)
    return page


def at(page: Page, turn: int) -> None:
    """Waits until transport, address and board agree on the turn."""
    expect(page.locator(".label")).to_have_text(re.compile(f"^Turn {turn} of"), timeout=PATIENCE)
    page.wait_for_function(f"new URLSearchParams(location.search).get('turn') === '{turn}'", timeout=PATIENCE)


def section(page: Page, name: str) -> None:
    page.get_by_test_id("stButtonGroup").first.get_by_text(name, exact=True).click()


def whole_page(page: Page) -> str:
    """Texts and attributes of the page, with what stands in the components' shadow trees."""
    script = """() => { const read = (root) => [...root.querySelectorAll('*')].map((e) =>
        (e.shadowRoot ? read(e.shadowRoot) : '') + (e.childElementCount ? '' : e.textContent) + '\\n'
        + [...e.attributes].map((a) => a.value).join('\\n')).join('\\n'); return read(document); }"""
    found: str = page.evaluate(script)
    return found


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_keys_buttons_and_the_timeline_lead_through_the_game(
    device: str, url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = game()
    review = Review.of(record)
    page = opened(open_page, url, new(folder, record), device)
    points = [point.turn for point in review.points()]
    for key, turn in (("ArrowRight", 4), ("ArrowLeft", 3), ("Home", 0), ("n", points[0]), ("n", points[1]),
                      ("p", points[0]), ("End", review.turns)):  # fmt: skip
        page.keyboard.press(key)
        at(page, turn)
    page.locator('[data-act="back"]').click()
    at(page, review.turns - 1)
    column = page.locator('.picture >> nth=0 >> .col[data-turn="2"]')
    column.dispatch_event("click")
    at(page, 2)
    shown = [float(p) for p in (column.get_attribute("data-p") or "").split()]
    np.testing.assert_allclose(shown, review.timelines.table.posterior[2, 0], atol=1e-6)
    page.locator(f'button[data-turn="{points[-1]}"]').click()
    at(page, points[-1])
    expect(page.locator(".h-point")).to_contain_text(f"Turn {points[-1]}:")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if device == DESKTOP:
        page.reload()
        at(page, points[-1])
        page.keyboard.press("End")
        page.locator('[data-act="back"]').click()
        page.locator('[data-act="play"]').click()
        at(page, review.turns)
        expect(page.locator('[data-act="play"]')).to_have_attribute("aria-label", "Play", timeout=PATIENCE)


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_the_truth_is_not_in_the_page_before_it_is_asked_for(
    device: str, url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = game()
    owners = record.owners
    assert owners is not None
    page = opened(open_page, url, new(folder, record), device)
    truth = page.locator(".h-truth")
    pairs = re.compile("|".join(f"{p}( =|'s| ·)? ?{a}|{a} · {p}" for p, a in list(owners.items())[1:]))
    believed = r"bits about [^\n]*|aria-label=[^\n]*"  # a turning point names what the table believes
    assert not truth.count() and not pairs.search(re.sub(believed, "", whole_page(page)))
    section(page, "Guess first")
    page.get_by_role("button", name="Lock in my dossier").wait_for()
    assert not pairs.search(whole_page(page)) and "✓" not in whole_page(page)
    page.locator(".st-key-card-guess").get_by_text("extra", exact=True).first.click()
    page.get_by_role("button", name="Lock in my dossier").click()
    page.get_by_text("The assistant's dossier").wait_for()
    assert "✓" not in whole_page(page) and not truth.count()
    page.get_by_role("button", name="Now show the truth").click()
    expect(truth).to_contain_text(f"{owners['Ben']} · Ben", timeout=PATIENCE)
    expect(page.get_by_role("status").filter(has_text="the assistant:")).to_contain_text("You: ")


def test_a_branch_has_one_badge_and_one_click_restores_the_game(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = with_clue(game())
    game_id = new(folder, record)
    page = opened(open_page, url, game_id, turn=5)
    page.locator(".picture svg").first.wait_for()
    before, address = page.locator(".picture").evaluate_all("all => all.map((e) => e.innerHTML)"), page.url
    section(page, "What if")
    page.get_by_role("button", name="See what would be").click()
    badge = page.locator(".st-key-review-badge")
    expect(badge).to_contain_text("turn 5", timeout=PATIENCE)
    section(page, "Replay")
    page.locator(".picture svg").first.wait_for()
    page.wait_for_function(
        "(old) => { const now = [...document.querySelectorAll('*')].filter((e) => e.shadowRoot)"
        ".flatMap((e) => [...e.shadowRoot.querySelectorAll('.picture')].map((p) => p.innerHTML));"
        " return now.length === old.length && now.join() !== old.join(); }", arg=before, timeout=PATIENCE,
    )  # fmt: skip
    assert badge.count() == 1
    badge.get_by_role("button").click()
    expect(badge).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".picture")).to_have_count(len(before))
    page.wait_for_timeout(300)
    assert page.locator(".picture").evaluate_all("all => all.map((e) => e.innerHTML)") == before
    assert page.url == address and record_of(Store(folder).load(game_id)) == record


def test_files_are_made_with_and_without_secrets(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = game()
    page = opened(open_page, url, new(folder, record))
    section(page, "Share")

    def saved(name: str) -> str:
        with page.expect_download(timeout=PATIENCE) as download:
            page.get_by_role("button", name=name).click()
        return Path(download.value.path()).read_text(encoding="utf-8")

    public = saved("Report as HTML")
    assert "Best bluff" not in public and "svg" in public
    assert json.loads(saved("Record as JSON")).get("owners") is None
    page.get_by_text("With secrets").click()
    page.get_by_text("Seen by").wait_for()
    page.wait_for_timeout(300)
    assert "Best bluff" in saved("Report as HTML")
    assert print_json(loads(saved("Record as text"))) == print_json(loads(print_json(record)))
    assert saved("Timeline as SVG").count('class="belief"') == len(record.players)


def test_a_game_with_a_pin_is_closed_and_one_going_on_shows_no_secret(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = game()
    closed = new(folder, record)
    set_pin(Store(folder), closed, "2468")
    page = open_page(f"{url}/review?game={closed}")
    page.get_by_text("This game is closed").wait_for(timeout=2 * PATIENCE)
    assert not page.locator(".label").count()
    viewer = Viewer(player="Anna", agent=(record.owners or {})["Anna"])
    going_on = record.with_events(record.events[:6]).model_copy(update={"owners": None, "viewer": viewer})
    page = opened(open_page, url, new(folder, going_on))
    page.get_by_text("not turned over yet").wait_for()
    section(page, "Guess first")
    page.get_by_text("nothing to check a guess by").wait_for()
    assert "Your card says" not in whole_page(page)


def test_wild_names_are_text_in_every_section(url: str, folder: Path, open_page: Callable[..., Page]) -> None:
    page = opened(
        open_page,
        url,
        new(
            folder, renamed(renamed(game(), "Anna", WILD), "yellow", WILD + "![x](http://evil.example/b.png)")
        ),
        PHONE,
    )
    signs = {"Guess first": "You are", "What if": "The record is never touched", "Report": "Found out",
             "Many games": "The group", "Share": "Take it along", "Replay": "Seen by"}  # fmt: skip
    for name, sign in signs.items():
        section(page, name)
        page.get_by_text(sign).first.wait_for(timeout=PATIENCE)
        assert page.locator('img[src="x"]').count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
