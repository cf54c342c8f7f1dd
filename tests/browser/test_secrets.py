"""What may not be seen: hidden things are not in the page, wild names are text, no request leaves the machine."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tables import PATIENCE, Live, line, new, random_turns, record

from assistant.records.store import Store
from assistant.records.store_pin import set_pin

APP = "app.py"
DESKTOP, SMALL_PHONE, PHONE = "desktop", "phone 360", "Pixel 7"
WILD = ("<img src='http://evil.example/a.png' onerror='alert(1)'>", "![x](http://evil.example/b.png)",
        "**[link](http://evil.example)** :material/lock: $x^2$", "שלום עולם", "🕵️‍♀️ \"q\" 'q'",
        "W" * 200)  # fmt: skip
SECRET = re.compile(r"I am red|Secret dossier|My cover")


@pytest.fixture
def server(servers: Callable[..., object], folder: Path) -> object:
    return servers(APP, {"HEIMLICH_DATA": str(folder)})


def with_turns(folder: Path, most: int = 8, **head: object) -> str:
    game = record(**head)  # type: ignore[arg-type]
    events = [event for _turn, event, _state in random_turns(game, 3, most)]
    return new(folder, game.with_events(events))


def whole_page(page: Page) -> str:
    """The page's HTML with what stands in the components' shadow trees."""
    script = """() => { const read = (root) => [...root.querySelectorAll('*')].map((e) =>
        (e.shadowRoot ? read(e.shadowRoot) : '') + (e.childElementCount ? '' : e.textContent)
        + [...e.attributes].map((a) => a.value).join(' ')).join('\\n');
        return document.title + location.href + read(document); }"""
    found: str = page.evaluate(script)
    return found


def test_secrets_are_in_the_page_only_while_the_button_is_held(
    server: object, folder: Path, open_page: Callable[..., Page]
) -> None:
    game = with_turns(folder)
    page = open_page(f"{server.url}/live?game={game}")  # type: ignore[attr-defined]
    Live(page).ready(9)
    button = page.get_by_role("button", name="Hold to see my agent")
    button.wait_for()
    assert not SECRET.search(whole_page(page))
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    expect(page.locator(".st-key-card-cover").get_by_text("I am red")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Secret dossier")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_text("I am red")).to_have_count(0, timeout=PATIENCE)
    expect(page.get_by_text("Secret dossier")).to_have_count(0, timeout=PATIENCE)
    assert not SECRET.search(whole_page(page))
    button.focus()
    page.keyboard.down("Space")
    expect(page.locator(".st-key-card-cover").get_by_text("I am red")).to_be_visible(timeout=PATIENCE)
    page.keyboard.up("Space")
    expect(page.get_by_text("I am red")).to_have_count(0, timeout=PATIENCE)


def test_the_pin_opens_and_the_table_view_closes(
    server: object, folder: Path, open_page: Callable[..., Page]
) -> None:
    game = with_turns(folder)
    set_pin(Store(folder), game, "2468")
    page = open_page(f"{server.url}/live?game={game}", PHONE)  # type: ignore[attr-defined]
    Live(page).ready(9)
    expect(page.get_by_role("button", name="Hold to see my agent")).to_have_count(0)
    for pin in ("1111", "2468"):
        page.get_by_label("PIN", exact=True).first.fill(pin)
        page.get_by_role("button", name="Show", exact=True).first.click()
        if pin == "1111":
            expect(page.get_by_text("That is not the PIN.")).to_be_visible(timeout=PATIENCE)
            assert not SECRET.search(whole_page(page))
    expect(page.locator(".st-key-card-cover").get_by_text("I am red")).to_be_visible(timeout=PATIENCE)
    assert "red" not in page.title() and "2468" not in page.url
    slip = page.locator(".h-slip")
    expect(slip).to_be_visible()
    expect(slip.locator("li")).to_have_count(5)
    below = slip.evaluate("e => e.getBoundingClientRect().bottom - e.ownerDocument.querySelector("
                          "'.st-key-hide-who').getBoundingClientRect().bottom")  # fmt: skip
    assert below < 320, "all of it in view under the button"

    key = Store(folder).load(game).table_key
    page.locator(".st-key-nav").get_by_role("link", name="Table").click()
    page.wait_for_url(re.compile("/table"))
    expect(page.get_by_role("heading", name="The last turns")).to_be_visible(timeout=PATIENCE)
    table = open_page(f"{server.url}/table?table={key}", PHONE)  # type: ignore[attr-defined]
    expect(table.get_by_role("heading", name="The last turns")).to_be_visible(timeout=PATIENCE)
    for view in (page, table):
        text = whole_page(view)
        assert not SECRET.search(text) and game not in text
    page.goto(f"{server.url}/live?game={game}")  # type: ignore[attr-defined]
    Live(page).ready(9)
    assert not SECRET.search(whole_page(page))
    log = server.log.read_text(errors="replace")  # type: ignore[attr-defined]
    assert "Anna" not in log and "2468" not in log and game not in log


@pytest.mark.slow
def test_wild_names_are_text_everywhere(server: object, folder: Path, open_page: Callable[..., Page]) -> None:
    agents = ("<b>red</b>", "![y](http://evil.example/c.png)", "blue", "green", "orange", "purple", "grey")
    head = {"names": WILD, "viewer": WILD[0], "agent": agents[1], "agents": agents}
    game = with_turns(folder, 6, **head)
    Store(folder).rename(game, WILD[1])
    key = Store(folder).load(game).table_key
    for device in (DESKTOP, SMALL_PHONE):
        page = open_page(f"{server.url}/live?game={game}", device)  # type: ignore[attr-defined]
        Live(page).ready()
        page.locator("[data-cell='1-1']").wait_for()
        live = Live(page)
        live.tap(page.locator("[data-cell='1-1']"))
        page.locator(".h-reason, .h-note").first.wait_for()
        live.type(line(next(random_turns(record(**head), 3, 1))[1], record(**head)))
        for path in (f"live?game={game}", "games", f"table?table={key}"):
            page.goto(f"{server.url}/{path}")  # type: ignore[attr-defined]
            page.locator(".h-mark").wait_for(state="attached")
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(700)
            assert page.locator("img[src*=evil], a[href*=evil]").count() == 0
            assert page.evaluate(
                "document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth"
            ), path
    page.goto(f"{server.url}/games")  # type: ignore[attr-defined]
    expect(page.get_by_text(WILD[1], exact=True).first).to_be_visible(timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(server: object, folder: Path, open_page: Callable[..., Page], scheme: str) -> None:
    game = with_turns(folder)
    key = Store(folder).load(game).table_key
    page = open_page(f"{server.url}/", DESKTOP, color_scheme=scheme)  # type: ignore[attr-defined]
    for path in ("", "live", f"live?game={game}", "games", f"table?table={key}"):
        page.goto(f"{server.url}/{path}")  # type: ignore[attr-defined]
        page.locator(".h-mark").wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_timeout(500)
            found = Axe().run(page)
            assert found.violations_count == 0, f"{path} {width}: {found.generate_report()}"
            assert page.evaluate(
                "document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth"
            ), path
