"""The live table in Chromium: whole games by taps and by keys, what was lost on the way (nothing), two devices."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from tables import PATIENCE, Live, enter_names, game_in_address, line, new, random_turns, record, stored

from assistant.records import DossierEvent, TurnEvent, replay
from assistant.records.store import Store

APP = "app.py"
DESKTOP, PHONE, TABLET = "desktop", "Pixel 7", "iPad (gen 7)"


def start_game(page: Page, names: list[str], me: str, agent: str) -> None:
    """The form of a new game."""
    enter_names(page, names)
    page.keyboard.press("Escape")
    groups = page.get_by_test_id("stButtonGroup")
    expect(groups.filter(has_text="Who am I?")).to_contain_text(names[-1])
    groups.filter(has_text="Who am I?").get_by_text(me, exact=True).click()
    live = Live(page)
    live.tap_at_rest(groups.filter(has_text="My agent").get_by_text(agent, exact=True))
    live.tap_at_rest(page.get_by_role("button", name="Start", exact=True))


@pytest.mark.slow
@pytest.mark.parametrize("device", [DESKTOP, PHONE, TABLET])
def test_a_game_by_taps_through_reloads_and_a_killed_server(
    servers: Callable[..., object], open_page: Callable[..., Page], tmp_path: Path, device: str
) -> None:
    server = servers(APP, {"HEIMLICH_DATA": str(tmp_path)})
    page = open_page(f"{server.url}/live", device)  # type: ignore[attr-defined]
    page.get_by_role("combobox").first.wait_for()
    began = time.monotonic()
    start_game(page, ["Anna", "Ben", "Cem", "Dora"], "Anna", "red")
    live = Live(page)
    live.ready(1)
    assert time.monotonic() - began < 30
    game = game_in_address(page)
    events = []
    for number, (turn, event, _state) in enumerate(random_turns(stored(tmp_path, game), 7, 21), start=1):
        live.ready(number)
        live.turn(turn)
        events.append(event)
        if (
            replay(stored(tmp_path, game)).state.dossier_turn is not None
            or page.locator(".st-key-alarm").count()
        ):
            dismiss(page)
        expect(page.locator(".h-turn")).to_contain_text(f"Turn {number + 1}:", timeout=PATIENCE)
        if page.locator(".st-key-alarm").count():
            dismiss(page)
        if number == 10:
            os.kill(server.process.pid, signal.SIGKILL)  # type: ignore[attr-defined]
            server.process.wait()  # type: ignore[attr-defined]
            server.start()  # type: ignore[attr-defined]
            page.reload()
        elif number % 3 == 0:
            page.reload()
        if page.locator(".st-key-alarm").count():
            dismiss(page)
    assert len(events) >= 20
    kept = [event for event in stored(tmp_path, game).events if isinstance(event, TurnEvent)]
    assert [(e.player, e.die, e.moves, e.safe) for e in kept] == [
        (e.player, e.die, e.moves, e.safe) for e in events
    ]
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth")


@pytest.mark.slow
def test_the_page_comes_back_by_itself_after_the_server_was_killed(
    servers: Callable[..., object], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    """No reload by hand: the browser connects again, to the same game, with what was half entered."""
    server = servers(APP, {"HEIMLICH_DATA": str(tmp_path)})
    game = new(tmp_path, record())
    page = open_page(f"{server.url}/live?game={game}", PHONE)  # type: ignore[attr-defined]
    page.evaluate("window.notReloaded = true")
    live = Live(page)
    live.ready(1)
    (one, _event, _state), (two, _event, _state), (three, _event, _state) = random_turns(record(), 7, 3)
    live.turn(one)
    live.ready(2)
    live.pick(two)
    os.kill(server.process.pid, signal.SIGKILL)  # type: ignore[attr-defined]
    server.process.wait()  # type: ignore[attr-defined]
    page.wait_for_timeout(3000)
    server.start()  # type: ignore[attr-defined]
    live.commit(until=3)
    live.turn(three)
    live.ready(4)
    moves = [event.moves for event in stored(tmp_path, game).events if isinstance(event, TurnEvent)]
    assert moves == [event.moves for _turn, event, _state in random_turns(record(), 7, 3)]
    assert page.evaluate("window.notReloaded") and game_in_address(page) == game


def entered(event: TurnEvent) -> tuple[object, ...]:
    return event.player, event.die, event.moves, event.safe


def dismiss(page: Page) -> None:
    page.get_by_role("button", name="Not now").click()
    expect(page.locator(".st-key-alarm")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("device", [DESKTOP, PHONE, TABLET])
def test_a_game_by_keyboard_with_undo_edit_insert_and_the_alarm(
    url: str, folder: Path, open_page: Callable[..., Page], device: str
) -> None:
    game = new(folder, record())
    page = open_page(f"{url}/live?game={game}", device)
    live = Live(page)
    live.ready(1)
    plan = [event for _turn, event, _state in random_turns(record(), 38, 23)]
    *first, last = plan
    for event in first:  # faster than the server answers: nothing may be lost, and the order is kept
        live.type(line(event, record()))
    expect(page.locator(".st-key-card-log ol > li")).to_have_count(len(first), timeout=4 * PATIENCE)
    assert [e.moves for e in stored(folder, game).events if isinstance(e, TurnEvent)] == [
        e.moves for e in first
    ]
    undo_edit_insert(page, folder, game)
    live.type(line(last, record()))
    ring_and_lock(page, folder, game)


def ring_and_lock(page: Page, folder: Path, game: str) -> None:
    """The turn that brings a marker to 29 rings, and the dossier is locked in from there."""
    alarm = page.locator(".st-key-alarm")
    expect(alarm).to_contain_text("Dossier!", timeout=PATIENCE)
    assert replay(stored(folder, game)).state.dossier_turn is not None
    box = alarm.bounding_box()
    size = page.viewport_size
    assert box is not None and size is not None
    assert box["width"] >= size["width"] - 10 and box["height"] >= size["height"] - 10
    alarm.get_by_role("button", name="Lock it in").click()
    expect(alarm).to_have_count(0, timeout=PATIENCE)
    assert isinstance(stored(folder, game).events[-1], DossierEvent)


def undo_edit_insert(page: Page, folder: Path, game: str) -> None:
    before = stored(folder, game).events
    live = Live(page)
    page.locator(".h-turn").click()
    page.keyboard.press("Control+z")
    rows = page.locator(".st-key-card-log ol > li")
    expect(rows).to_have_count(len(before) - 1, timeout=PATIENCE)
    page.get_by_role("button", name="Redo").click()
    expect(rows).to_have_count(len(before), timeout=PATIENCE)
    assert stored(folder, game).events == before

    rows.last.locator(".line").click()
    rows.last.get_by_role(
        "button", name="Delete"
    ).click()  # the first turn: the others move up and do not fit
    expect(rows).to_have_count(len(before) - 1, timeout=PATIENCE)
    expect(page.locator(".st-key-card-log li.wrong").first).to_contain_text("turn", timeout=PATIENCE)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".st-key-card-log li.wrong")).to_have_count(0, timeout=PATIENCE)
    assert stored(folder, game).events == before

    rows.last.locator(".line").click()
    rows.last.get_by_role("button", name="Insert before").click()
    expect(page.get_by_text("inserting a turn before turn 1")).to_be_visible(timeout=PATIENCE)
    live.type("Anna 1: yellow 1")
    expect(rows).to_have_count(len(before) + 1, timeout=PATIENCE)
    first = stored(folder, game).events[0]
    assert isinstance(first, TurnEvent) and first.moves == {"yellow": 1}
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(len(before), timeout=PATIENCE)

    rows.last.locator(".line").click()
    rows.last.get_by_role("button", name="Correct").click()
    field = page.locator("input#line")
    expect(page.get_by_text("You are correcting turn 1")).to_be_visible(timeout=PATIENCE)
    expect(field).not_to_have_value("", timeout=PATIENCE)
    field.fill("1: orange 1")
    expect(page.get_by_text("Anna rolls 1")).to_be_visible(timeout=PATIENCE)
    field.press("Enter")
    expect(page.get_by_text("You are correcting turn 1")).to_have_count(0, timeout=PATIENCE)
    edited = stored(folder, game).events[0]
    assert isinstance(edited, TurnEvent) and edited.moves == {"orange": 1}
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".st-key-card-log li.wrong")).to_have_count(0, timeout=PATIENCE)
    expect(rows.last).not_to_contain_text("orange 1,", timeout=PATIENCE)
    assert stored(folder, game).events == before


def test_a_turn_by_taps_asks_the_server_once(url: str, folder: Path, open_page: Callable[..., Page]) -> None:
    """The commit and nothing behind it: a second run of the page would hold up every other table."""
    game = new(folder, record())
    page = open_page(f"{url}/live?game={game}", DESKTOP)
    asked: list[BackMsg] = []
    page.on("websocket", lambda s: s.on("framesent", lambda data: asked.append(BackMsg.FromString(data))))
    page.reload()
    live = Live(page)
    live.ready(1)
    page.wait_for_timeout(1500)  # what the first runs bring with them
    for number, (turn, _event, _state) in enumerate(random_turns(record(), 5, 3), start=1):
        asked.clear()
        live.turn(turn)
        live.ready(number + 1)
        page.wait_for_timeout(1000)
        runs = [message.rerun_script for message in asked if message.HasField("rerun_script")]
        assert len([run for run in runs if not run.is_auto_rerun]) == 1


@pytest.mark.parametrize("entry", ["line", "clue"])
def test_what_a_lost_message_held_is_sent_again(
    url: str, folder: Path, open_page: Callable[..., Page], entry: str
) -> None:
    """Nobody has to press anything once more: it is sent until the server has taken it, and counts once."""
    game = new(folder, record())
    page = open_page(f"{url}/live?game={game}", DESKTOP)
    lost: list[bytes | str] = []

    def drop_the_first(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: bytes | str) -> None:
            if not lost and b"nonce" in (message if isinstance(message, bytes) else message.encode()):
                lost.append(message)
            else:
                server.send(message)

        route.on_message(pass_on)

    page.route_web_socket(re.compile("_stcore/stream"), drop_the_first)
    page.reload()
    live = Live(page)
    live.ready(1)
    page.wait_for_timeout(1500)
    if entry == "line":
        live.type("5: red 3, blue 2")
    else:
        form = page.locator(".st-key-card-clue")
        for name in ("Ben", "blue", "Add the clue"):
            form.get_by_role("button", name=name, exact=True).click()
    rows = page.locator(".st-key-card-log ol > li")
    expect(rows).to_have_count(1, timeout=PATIENCE)
    page.wait_for_timeout(3000)
    assert lost and len(stored(folder, game).events) == 1
    expect(rows).to_have_count(1)


@pytest.mark.slow
def test_two_browsers_on_one_game_and_a_third_on_another(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    shared, other = (
        new(folder, record()),
        new(folder, record(("Xaver", "Yusuf"), "Xaver", "blue", agents=AGENTS4)),
    )
    pages = [open_page(f"{url}/live?game={shared}", device) for device in (DESKTOP, TABLET)]
    third = open_page(f"{url}/live?game={other}", PHONE)
    one, two = (Live(page) for page in pages)
    for live in (one, two, Live(third)):
        live.ready(1)
    one.type("5: red 3, blue 2")
    two.ready(2)  # the other device sees it by itself
    two.type("4: green 4")
    one.ready(3)
    # Both enter the same turn at once, differently: both are kept, the later one is flagged.
    one.page.locator("input#line").fill("3: blue 3")
    two.page.locator("input#line").fill("3: yellow 3")
    one.page.locator("input#line").press("Enter")
    two.page.locator("input#line").press("Enter")
    for page in pages:
        expect(page.locator(".st-key-card-log ol > li")).to_have_count(4, timeout=PATIENCE)
    moves = [event.moves for event in stored(folder, shared).events if isinstance(event, TurnEvent)]
    assert moves[:2] == [{"red": 3, "blue": 2}, {"green": 4}]
    assert sorted(map(str, moves[2:])) == ["{'blue': 3}", "{'yellow': 3}"]
    assert [problem.number for problem in replay(stored(folder, shared), strict=False).problems] == [4]
    for page in pages:
        expect(page.locator(".st-key-card-log li.wrong")).to_have_count(1, timeout=PATIENCE)
    # No leak between games.
    assert "Anna" not in third.content() and "Xaver" not in pages[0].content()
    assert Store(folder).load(other).events == []


AGENTS4 = ("yellow", "red", "purple", "blue")
