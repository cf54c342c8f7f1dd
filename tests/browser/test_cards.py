"""The Top Secret game in Chromium: card rounds by taps, hands and what they may hold, cards in the review."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect
from tables import PATIENCE, Live, new, stored

from assistant.deduction import Viewpoint, explain
from assistant.game import CARDS, CardPlay, Turn
from assistant.game.hands import hand_odds
from assistant.records import Record, Viewer, replay
from assistant.training.card_play import CARD_POPULATION, play_card_game
from assistant.training.players import POPULATION

APP = "app.py"
DESKTOP, SMALL_PHONE, PHONE = "desktop", "phone 360", "Pixel 7"
TURNS = 10
SEED = 59


@pytest.fixture(scope="module")
def whole() -> Record:
    """A game of three eager card players, Anna among them."""
    sly = next(policy for policy in POPULATION if policy.name == "sly")
    record = play_card_game([sly] * 3, "amigo-topsecret", SEED, player=CARD_POPULATION[1])
    agent = (record.owners or {})["Anna"]
    return record.model_copy(update={"owners": None, "viewer": Viewer(player="Anna", agent=agent)})


def card_taps(live: Live, record: Record, plays: tuple[CardPlay, ...]) -> None:
    """The plays of a round by the pad's chips; passes take no tap."""
    chips = live.page.locator(".pad .round")

    def chip(text: str) -> None:
        live.tap(chips.get_by_role("button", name=text, exact=True))

    for play in plays:
        if play.card is None:
            continue
        card = CARDS[play.card]
        chip("Card played")
        chip(record.names[play.player])
        chip(card.label)
        for agent in play.agents:
            chip(record.agents[agent])
        if len(play.agents) < max(card.agents):
            chip("That is all")
        if play.card == "safe-anywhere":
            chip({0: "church", 11: "ruin"}.get(play.number, str(play.number)))
        elif play.number:
            chip(f"−{-play.number}" if play.number < 0 else f"+{play.number}")


def enter(live: Live, record: Record, turn: Turn) -> None:
    pad = live.page.locator(".pad")
    live.tap(pad.locator(f'.face[data-face="{turn.face}"]'))
    for agent, n in enumerate(turn.steps):
        for _ in range(n):
            live.tap(pad.locator(f'.agent[data-agent="{agent}"] .step'))
    card_taps(live, record, turn.cards)
    if turn.safe is not None:
        live.tap(pad.locator(f'.plot[data-plot="{turn.safe}"]'))


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_a_card_game_by_taps(
    url: str, folder: Path, open_page: Callable[..., Page], whole: Record, device: str
) -> None:
    """Turn by turn the stored game stands as the played one: positions, markers, hands, cards played."""
    game = new(folder, whole.with_events(()))
    live = Live(open_page(f"{url}/live?game={game}", device))
    steps = replay(whole).turns[:TURNS]
    assert sum(play.card is not None for step in steps for play in step.outcome.turn.cards) >= 4  # type: ignore[union-attr]
    for number, step in enumerate(steps, start=1):
        assert step.outcome is not None
        live.ready(number)
        enter(live, whole, step.outcome.turn)
        live.commit(number + 1)
        now = replay(stored(folder, game)).state
        for what in ("positions", "markers", "safe", "hands", "played", "stack", "to_move"):
            assert getattr(now, what) == getattr(step.state, what), (number, what)


@pytest.fixture
def started(folder: Path, whole: Record) -> str:
    """The same game, its first turns stored."""
    return new(folder, whole.with_events(whole.events[:TURNS]))


@pytest.mark.parametrize("device", [DESKTOP, SMALL_PHONE])
def test_sizes_are_shown_and_what_a_hand_may_hold(
    url: str, started: str, folder: Path, open_page: Callable[..., Page], device: str
) -> None:
    """Each player's number of cards; every kind's chance as the game room counts it."""
    page = open_page(f"{url}/live?game={started}", device)
    card = page.locator(".st-key-card-hands")
    card.get_by_text("Cards in hand").wait_for(timeout=2 * PATIENCE)
    state = replay(stored(folder, started)).state
    # textContent: innerText is empty while a card below the fold has not been painted.
    assert card.locator(".h-hands b").all_text_contents() == [str(size) for size in state.hands]
    seat = next(s for s in (1, 2) if state.hands[s])
    Live(page).tap_at_rest(card.locator(".st-key-hands-of").get_by_text(state.players[seat], exact=True))
    rows = card.locator(".h-odds li")
    expect(rows).to_have_count(len(CARDS))
    shown = [int(text.removesuffix(" %")) for text in rows.locator("b").all_text_contents()]
    assert shown == sorted((round(100 * p) for p in hand_odds(state, seat).values()), reverse=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_own_hand_is_kept_and_counted_with(
    url: str, started: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    """Entered behind its drawer; the only copy of a card that Anna holds is nowhere else. Hidden after a reload."""
    state = replay(stored(folder, started)).state
    if not state.hands[0]:
        pytest.fail("the game was to leave Anna a card")
    single = next(card for card in ("all-to-church", "swap", "join") if card not in state.played)
    page = open_page(f"{url}/live?game={started}", DESKTOP)
    card = page.locator(".st-key-card-hands")
    card.get_by_text("My hand").first.click()
    field = card.get_by_role("combobox")
    option = page.get_by_role("option", name=CARDS[single].label)
    for _ in range(6):  # on a busy machine the field may be drawn anew while it is typed into
        field.click()
        field.fill(CARDS[single].label)
        try:
            option.click(timeout=PATIENCE / 6)
            break
        except TimeoutError:
            continue
    chosen = card.get_by_role("button", name=f"Remove {CARDS[single].label}")
    expect(chosen).to_be_visible(timeout=PATIENCE)
    seat = next(s for s in (1, 2) if state.hands[s])
    Live(page).tap_at_rest(card.locator(".st-key-hands-of").get_by_text(state.players[seat], exact=True))
    row = card.locator(".h-odds li").filter(has_text=CARDS[single].label)
    expect(row.locator("b")).to_have_text("0 %", timeout=PATIENCE)
    assert stored(folder, started).unknown["hand"]["cards"] == [single]
    page.reload()
    card.get_by_text("Cards in hand").wait_for(timeout=2 * PATIENCE)
    # Not innerText: it is empty in a card that the browser has not painted yet, and would hide a leak.
    expect(card).not_to_contain_text(CARDS[single].label)


def test_card_plays_are_told_and_on_the_timeline(
    url: str, started: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    """A mark under the turn in every player's picture, and the card in the turn's words."""
    game = replay(stored(folder, started))
    turn, outcome = next(
        (n, step.outcome) for n, step in enumerate(game.turns, start=1)
        if step.outcome and any(play.card for play in step.outcome.turn.cards)
    )  # fmt: skip
    page = open_page(f"{url}/review?game={started}", DESKTOP)
    marks = page.locator('[data-mark="cards"]')
    marks.first.wait_for(state="attached", timeout=2 * PATIENCE)
    played = sum(any(p.card for p in step.outcome.turn.cards) for step in game.turns if step.outcome)
    assert marks.count() == played * 3, "in every player's timeline"
    page.locator(f'.col[data-turn="{turn}"]').first.click()
    label = next(CARDS[play.card].label for play in outcome.turn.cards if play.card)
    expect(page.locator(".st-key-card-turn")).to_contain_text(label, timeout=PATIENCE)
    expect(page.locator(".st-key-card-hands .h-hands")).to_be_visible()


def test_a_card_play_is_among_the_reasons(
    url: str, started: str, folder: Path, open_page: Callable[..., Page]
) -> None:
    """The cell that a card moved most says which card, on whom, and what it was worth."""
    game = replay(stored(folder, started))
    told = {
        (seat, agent): reason.bits
        for seat in range(3)
        for agent in range(len(game.start.agents))
        for reason in explain(game, seat, agent, Viewpoint()).strongest(3)
        if "played" in reason.sentence.template
    }
    seat, agent = max(told, key=lambda cell: abs(told[cell]))
    page = open_page(f"{url}/live?game={started}", PHONE)
    cell = page.locator(f'[data-cell="{seat}-{agent}"]')
    cell.tap(timeout=2 * PATIENCE)
    reasons = page.locator(".st-key-card-who .h-reason")
    expect(reasons.filter(has_text="played “").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    url: str, started: str, folder: Path, open_page: Callable[..., Page], scheme: str
) -> None:
    """Hand, odds and own hand open, a card half entered; the replay with its hands."""
    page = open_page(f"{url}/live?game={started}", SMALL_PHONE, color_scheme=scheme)
    live = Live(page)
    live.ready(TURNS + 1)
    state = replay(stored(folder, started)).state
    live.tap(page.locator('.pad .face[data-face="2"]'))
    live.tap(page.locator('.pad .agent[data-agent="0"] .rest'))
    live.tap(page.locator(".pad .round").get_by_role("button", name="Card played"))
    card = page.locator(".st-key-card-hands")
    card.get_by_text("My hand").first.click()
    card.get_by_role("combobox").wait_for()
    seat = next(s for s in (1, 2) if state.hands[s])
    Live(page).tap_at_rest(card.locator(".st-key-hands-of").get_by_text(state.players[seat], exact=True))
    card.locator(".h-odds").wait_for()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.goto(f"{url}/review?game={started}")
    page.locator('[data-mark="cards"]').first.wait_for(state="attached", timeout=2 * PATIENCE)
    page.wait_for_load_state("networkidle")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth")


def test_the_hand_noted_card_is_entered_with_its_effect(
    url: str, folder: Path, open_page: Callable[..., Page], whole: Record
) -> None:
    """An exchange with Cem: five taps after the steps, and the record says so."""
    game = new(folder, whole.with_events(()))
    live = Live(open_page(f"{url}/live?game={game}", DESKTOP))
    live.ready(1)
    enter(live, whole, Turn(0, (2, 0, 0, 0, 0), 2))
    chips = live.page.locator(".pad .round")
    for text in ("Card played", "Ben", "Two agent cards", "exchange with Cem"):
        live.tap(chips.get_by_role("button", name=text, exact=True))
    expect(chips.get_by_role("button", name="Two agent cards: exchange with Cem")).to_be_visible()
    live.commit(2)
    play = next(play for play in stored(folder, game).events[0].cards if play.card)  # type: ignore[union-attr]
    assert (play.player, play.card, play.effect, play.other) == ("Ben", "two-agent-cards", "exchange", "Cem")
