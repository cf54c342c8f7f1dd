"""The second game in Chromium: a whole game by taps, nothing lost on the way, edits, refusals, two devices."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from baantjer_tables import (
    APP,
    DESKTOP,
    PHONE,
    ROWS,
    SMALL_PHONE,
    Pad,
    new,
    operate,
    row,
    sample,
    start_game,
    stored,
    way_to,
    with_theft,
)
from playwright.sync_api import Page, expect
from tables import PATIENCE, game_in_address

from assistant.baantjer.choices import event_of, paths
from assistant.baantjer.offers import MOST_TAPS, offers
from assistant.baantjer.record import event_data
from assistant.baantjer.replay import replay, replay_fitting
from assistant.baantjer.state import start


@pytest.mark.slow
def test_a_whole_short_game_by_taps_through_reloads_and_a_killed_server(
    servers: Callable[..., Any], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    server = servers(APP, {"HEIMLICH_DATA": str(tmp_path)})
    plan = sample("short-game")
    page = open_page(f"{server.url}/baantjer", PHONE)
    start_game(page, plan)
    game = game_in_address(page)
    page.locator(".st-key-card-b-entry").wait_for(timeout=PATIENCE)
    page.wait_for_timeout(800)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    pad, state, most = Pad(page), start(stored(tmp_path, game)), 0
    for number, step in enumerate(replay(plan)):
        pad.ready(number)
        before = pad.taps
        pad.choose(*way_to(state, event_data(step.event)))
        most = max(most, pad.taps - before)
        expect(page.locator(ROWS)).to_have_count(number + 1, timeout=PATIENCE)
        state = step.after
        if number == 40:
            os.kill(server.process.pid, signal.SIGKILL)
            server.process.wait()
            server.start()
            page.reload()
        elif number % 25 == 5:
            page.reload()
    assert most <= MOST_TAPS and pad.taps < 2 * len(plan.events)
    print(f"{pad.taps} taps for {len(plan.events)} events, {most} at most")
    kept = stored(tmp_path, game)
    assert replay(kept)[-1].after.winner == replay(plan)[-1].after.winner is not None
    assert [(e.type, getattr(e, "player", "")) for e in kept.events] == [
        (e.type, getattr(e, "player", "")) for e in plan.events
    ]
    assert replay(kept)[-1].after.files == replay(plan)[-1].after.files
    expect(page.locator(".h-turn")).to_contain_text("has won")
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth")


def test_undo_correct_insert_and_delete_anywhere_and_nothing_is_dropped(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = sample(events=20)
    game = new(folder, record)
    page = open_page(f"{url}/baantjer?game={game}")
    pad = Pad(page)
    pad.ready(20)
    page.locator(".h-turn").click()
    page.keyboard.press("Control+z")
    pad.ready(19)
    assert stored(folder, game).events == record.events[:19]
    page.get_by_role("button", name="Redo").click()
    pad.ready(20)

    token = next(n for n, event in enumerate(record.events, 1) if event.type == "token")
    operate(page, token - 1, "Delete")  # the landing: what followed from it does not fit any more
    pad.ready(19)
    expect(page.locator(f"{ROWS}.wrong").first).to_contain_text("enter the landing first", timeout=PATIENCE)
    assert len(stored(folder, game).events) == 19 and replay_fitting(stored(folder, game))[1]
    page.get_by_role("button", name="Undo").click()
    pad.ready(20)
    expect(page.locator(f"{ROWS}.wrong")).to_have_count(0, timeout=PATIENCE)

    operate(page, token, "Correct")
    expect(page.get_by_text(f"You are correcting event {token}")).to_be_visible(timeout=PATIENCE)
    before = replay(record)[token - 1].before
    other = next(p for g in offers(before) if g.topic == "duty" for p in paths(g.choices)
                 if event_of(p)["kind"] != record.events[token - 1].kind)  # type: ignore[union-attr] # a token  # fmt: skip
    pad.choose("duty", other)
    expect(page.get_by_text("You are correcting")).to_have_count(0, timeout=PATIENCE)
    assert event_data(stored(folder, game).events[token - 1]) == event_of(other)

    operate(page, 1, "Insert before")
    expect(page.get_by_text("You are inserting an event before event 1")).to_be_visible(timeout=PATIENCE)
    page.get_by_text("A note, or an event typed by hand").click()
    page.get_by_label("Note", exact=True).fill("the first <b>game</b>")
    page.get_by_role("button", name="Write the note down").click()
    pad.ready(21)
    assert event_data(stored(folder, game).events[0]) == {"type": "note", "text": "the first <b>game</b>"}
    expect(row(page, 1)).to_contain_text("the first <b>game</b>")


def test_a_refusal_names_event_reason_and_remedy_and_stores_nothing(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    record = sample(events=0)
    game = new(folder, record)
    page = open_page(f"{url}/baantjer?game={game}")
    pad = Pad(page)
    pad.ready(0)
    for most in ("Exactly 0", "Exactly 2"):  # the second cannot be true together with the first
        for label in ("Several tokens were seen", "Those of Jurre", "Poison", most):
            pad.tap(page.locator(".group .tiles").get_by_role("button", name=re.compile(rf"^{label}")).first)
        pad.ready(1)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("2 to 2 of the tokens", timeout=PATIENCE)
    expect(alert).to_contain_text("contradicts")
    expect(alert).to_contain_text("What helps: correct this observation or an earlier one")
    assert len(stored(folder, game).events) == 1
    page.get_by_text("A note, or an event typed by hand").click()
    page.get_by_label("For experts: an event in JSON").fill('{"type": "land", "player": "Jurre", "on": 77}')
    page.get_by_role("button", name="Enter the event").click()
    expect(page.get_by_role("alert").filter(has_text="docs/baantjer.md")).to_be_visible(timeout=PATIENCE)
    assert len(stored(folder, game).events) == 1


def test_a_second_device_comes_to_the_same_game_and_both_entries_are_kept(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    game = new(folder, sample(events=0))
    one, two = (Pad(open_page(f"{url}/baantjer?game={game}", device)) for device in (DESKTOP, PHONE))
    for pad in (one, two):
        pad.ready(0)
    one.tap(one.page.get_by_role("button", name="Red square", exact=True))
    two.ready(1)
    expect(two.page.locator(".group.duty h3")).to_contain_text("has to draw a red card", timeout=PATIENCE)
    one.tap(one.page.get_by_role("button", name="Poison (left)"))
    two.tap(two.page.get_by_role("button", name="Blunt weapon (left)"))
    for pad in (one, two):
        pad.ready(3)
        expect(pad.page.locator(f"{ROWS}.wrong")).to_have_count(1, timeout=PATIENCE)
    assert sorted(e.card for e in stored(folder, game).events[1:]) == ["blunt-left", "poison-left"]  # type: ignore[union-attr]


def test_a_theft_window_is_called_out_and_closes_with_the_next_turn(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    events = with_theft()
    game = new(folder, sample(events=events))
    page = open_page(f"{url}/baantjer?game={game}", SMALL_PHONE)
    pad = Pad(page)
    pad.ready(events)
    theft = page.locator(".group.theft")
    expect(theft).to_contain_text("may take a card")
    pad.tap(theft.get_by_role("button").first)
    step = page.locator(".group.step .tiles").get_by_role("button")
    if step.count():
        pad.tap(step.first)
    expect(theft).to_have_count(0, timeout=PATIENCE)
    pad.ready(events + 1)
    assert pad.taps <= 2 and stored(folder, game).events[-1].type == "taken"
    page.get_by_role("button", name="Undo").click()
    expect(theft).to_have_count(1, timeout=PATIENCE)
    pad.tap(page.get_by_role("button", name="Plain square", exact=True))
    expect(theft).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".st-key-card-b-log")).to_contain_text("1 theft missed", timeout=PATIENCE)
