"""The entry pad as a user handles it, for the tests of its turns, its keys and its looks."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

YELLOW, RED, PURPLE, BLUE, GREEN, ORANGE, GREY = range(7)
SCORING = {"edition": "amigo", "at": "0,0,3,7,7,7,2", "safe": "10"}


class Pad:
    """What a user does to the pad, with the taps counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.touch = bool(page.evaluate("navigator.maxTouchPoints > 0"))
        page.locator(".pad .face").first.wait_for()

    def tap(self, target: str | Locator) -> None:
        locator = self.page.locator(target) if isinstance(target, str) else target
        self.taps += 1
        # What cannot be done now is marked as disabled for readers of the screen, yet taps on it are explained.
        force = locator.get_attribute("aria-disabled") == "true"
        locator.tap(force=force) if self.touch else locator.click(force=force)

    def die(self, face: int | str) -> None:
        self.tap(f'.face[data-face="{face}"]')

    def step(self, agent: int, times: int = 1) -> None:
        for _ in range(times):
            self.tap(f'.agent[data-agent="{agent}"] .step')

    def rest(self, agent: int) -> None:
        self.tap(f'.agent[data-agent="{agent}"] .rest')

    def minus(self, agent: int) -> None:
        self.tap(f'.agent[data-agent="{agent}"] .minus')

    def safe(self, building: int) -> None:
        self.tap(f'.plot[data-plot="{building}"]')

    def commit(self) -> None:
        self.tap(".commit")

    def chip(self, text: str) -> None:
        self.tap(self.page.locator(".round").get_by_role("button", name=text, exact=True))

    def steps(self, agent: int) -> int:
        text = self.page.locator(f'.agent[data-agent="{agent}"] .count').text_content()
        return int(text or 0)

    def says(self, text: str) -> None:
        expect(self.page.locator(".pad .status")).to_contain_text(text)

    def turn_of(self, player: str) -> None:
        expect(self.page.locator(".centre .turn")).to_have_text(player)

    def runs(self, runs: int, commits: int) -> None:
        expect(self.page.get_by_text(f"runs {runs} commits {commits}", exact=True)).to_be_visible()

    def committed(self, die: str = "") -> dict[str, Any]:
        """The last turn that arrived, without what only tells repeats apart; waits for one with `die`."""
        shown = self.page.get_by_text(f'{{"die": {die}')
        expect(shown).to_be_visible()
        turn: dict[str, Any] = json.loads(shown.text_content() or "")
        assert turn.pop("nonce")
        return turn
