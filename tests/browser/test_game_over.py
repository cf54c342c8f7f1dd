"""The end of a game on a phone: who was who in one form, the final ranking, on to the review."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from tables import PATIENCE, stored

from assistant.records import RevealEvent
from assistant.records.store import Store
from assistant.records.store_record import keep
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game

POLICIES = {policy.name: policy for policy in POPULATION}


def test_who_was_who_is_asked_once_and_the_ranking_follows(
    url: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    played = play_game([POLICIES["greedy"]] * 3, "ravensburger-expert", 3, title="Over")
    owners = played.owners
    assert owners is not None
    game = keep(Store(folder), played.model_copy(update={"owners": None, "tags": {}}))
    page = open_page(f"{url}/live?game={game}", "Pixel 7")
    expect(page.get_by_role("heading", name="Who was who?")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".h-ranks li")).to_have_count(len(played.agents))
    groups = page.get_by_test_id("stButtonGroup")

    def tell(name: str, agent: str) -> None:
        groups.filter(has_text=name).get_by_text(agent, exact=True).click()

    done = page.get_by_role("button", name="Turn the cards over")
    tell("Anna", owners["Anna"])
    tell("Ben", owners["Anna"])
    done.click()
    expect(page.get_by_role("alert")).to_have_text(f"Two players cannot both have been {owners['Anna']}.")
    assert not any(isinstance(e, RevealEvent) for e in stored(folder, game).events)
    tell("Ben", owners["Ben"])
    tell("Cem", owners["Cem"])
    done.click()
    expect(page.get_by_text("The final ranking")).to_be_visible(timeout=PATIENCE)
    assert {e.player: e.agent for e in stored(folder, game).events if isinstance(e, RevealEvent)} == owners
    first = page.locator(".st-key-card-entry .h-ranks li").first
    expect(first.locator("em")).to_have_text("the winner")
    page.get_by_role("button", name="Review this game").click()
    expect(page).to_have_url(re.compile(r"/review\b"))
