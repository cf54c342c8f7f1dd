"""What a user does on the pages, and games to do it with."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Locator, Page, TimeoutError, expect

from assistant.game import GameState, Turn, legal_splits, play, safe_targets, triggers
from assistant.records import Player, Record, TurnEvent, Viewer, replay
from assistant.records.store import Store
from assistant.records.store_record import keep, record_of
from assistant.records.text_printer import print_event

AGENTS = ("yellow", "red", "purple", "blue", "green", "orange")
PATIENCE = 30_000
MOVING = 300
"""Milliseconds for which a browser may still be moving what a run has drawn."""


def record(
    names: Sequence[str] = ("Anna", "Ben", "Cem", "Dora"), viewer: str | None = "Anna", agent: str | None = "red",
    edition: str = "ravensburger-expert", agents: Sequence[str] = AGENTS,
) -> Record:  # fmt: skip
    head = {} if viewer is None else {"viewer": Viewer(player=viewer, **({"agent": agent} if agent else {}))}
    return Record(
        edition=edition, agents=tuple(agents), players=tuple(Player(name=name) for name in names), **head
    )


def random_turns(game: Record, seed: int, most: int) -> Iterator[tuple[Turn, TurnEvent, GameState]]:
    """Legal turns, the record's event of each, and the state before it; few scorings, so that it lasts."""
    dice, state = random.Random(seed), replay(game).state
    for _ in range(most):
        if state.finished:
            return
        die = dice.choice(state.edition.faces)
        table = legal_splits(state, die)
        quiet = table[~triggers(state, table)]
        rows = quiet if len(quiet) and dice.random() < 0.7 else table
        steps = tuple(int(n) for n in dice.choice(list(rows)))
        safe = None
        scored = bool(triggers(state, legal_splits(state, die)[:0]).size) or any(
            n and (at + n) % 12 == state.safe for n, at in zip(steps, state.positions, strict=True)
        )
        if scored:
            after = tuple((at + n) % 12 for n, at in zip(steps, state.positions, strict=True))
            safe = dice.choice(
                [b for b in safe_targets(state.edition, state.safe, after) if b not in after] or [0]
            )
        turn = Turn(state.to_move, steps, die, safe)
        moves = {game.agents[a]: n for a, n in enumerate(steps) if n}
        event = TurnEvent(player=state.players[state.to_move], die=die, moves=moves, safe=safe)
        outcome = play(state, turn)
        if outcome.after.finished:
            event = event.model_copy(update={"safe": None})
            turn = Turn(state.to_move, steps, die, None)
        yield turn, event, state
        state = play(state, turn).after


def line(event: TurnEvent, game: Record) -> str:
    return print_event(event, game)[0].split(" ", 1)[1]


def at_rest(page: Page) -> None:
    """Waits until the answer to what was done last is on the screen: no run while things may still move."""
    rest = page.locator('.stApp[data-test-script-state="notRunning"]')
    rest.wait_for(timeout=PATIENCE)
    page.wait_for_timeout(MOVING)
    rest.wait_for(timeout=PATIENCE)


def enter_names(page: Page, names: Sequence[str]) -> None:
    """Types players into the form of a new game."""
    field = page.get_by_role("combobox").first
    field.wait_for(timeout=2 * PATIENCE)
    for name in names:
        at_rest(page)  # Streamlit's field empties itself as the answer to the name before comes
        field.press_sequentially(name)
        page.get_by_role("option").filter(has_text=name).first.wait_for(timeout=PATIENCE)
        field.press("Enter")
        expect(page.get_by_test_id("stMultiSelect")).to_contain_text(name)


class Live:
    """The live page of one browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touch = bool(page.evaluate("navigator.maxTouchPoints > 0"))

    def tap(self, locator: Locator) -> None:
        locator.tap() if self.touch else locator.click()

    def tap_at_rest(self, locator: Locator) -> None:
        """Taps what a panel that opens brings along, once nothing moves any more.

        A run that ends takes its leftovers away; what stands below then moves under the finger, and a tap that
        begins on it and ends beside it is none.
        """
        locator.wait_for(timeout=PATIENCE)
        for _ in range(20):
            box = locator.bounding_box()
            at_rest(self.page)
            if box is not None and box == locator.bounding_box():
                break
        self.tap(locator)

    def ready(self, turn: int | None = None) -> None:
        """Waits for the pad, and for the turn of that number to be due."""
        self.page.locator(".pad .face").first.wait_for(timeout=2 * PATIENCE)
        if turn is not None:
            expect(self.page.locator(".h-turn")).to_contain_text(f"Turn {turn}:", timeout=PATIENCE)

    def turn(self, turn: Turn) -> None:
        """One turn by taps."""
        self.pick(turn)
        self.tap(self.page.locator('.pad [data-act="commit"]'))

    def commit(self, until: int) -> None:
        """Commits what was picked, as often as the pad asks for, until the turn of that number is due."""
        button = self.page.locator('.pad [data-act="commit"]:not([aria-disabled])')
        due = self.page.locator(".h-turn").filter(has_text=f"Turn {until}:")
        for _ in range(6):
            if button.count():
                self.tap(button)
            try:
                return due.wait_for(timeout=PATIENCE / 3)
            except TimeoutError:
                continue
        return due.wait_for()

    def pick(self, turn: Turn) -> None:
        """Taps a turn together, without the commit."""
        pad = self.page.locator(".pad")
        self.tap(pad.locator(f'.face[data-face="{turn.face}"]'))
        moving = [agent for agent, n in enumerate(turn.steps) if n]
        for agent in moving[:-1]:
            for _ in range(turn.steps[agent]):
                self.tap(pad.locator(f'.agent[data-agent="{agent}"] .step'))
        self.tap(pad.locator(f'.agent[data-agent="{moving[-1]}"] .rest'))
        if turn.safe is not None:
            self.tap(pad.locator(f'.plot[data-plot="{turn.safe}"]'))

    def type(self, text: str) -> None:
        """One entry by keyboard."""
        field = self.page.locator("input#line")
        field.focus()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")


def stored(folder: Path, game: str) -> Record:
    return record_of(Store(folder).load(game))


def new(folder: Path, game: Record) -> str:
    return keep(Store(folder), game, "A title")


def game_in_address(page: Page) -> str:
    page.wait_for_function("new URLSearchParams(location.search).has('game')")
    found: str = page.evaluate("new URLSearchParams(location.search).get('game')")
    return found
