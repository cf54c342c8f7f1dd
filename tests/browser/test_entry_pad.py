"""The entry pad in Chromium: taps counted, keys, long presses, one round trip a turn, wild names."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from assistant.dashboard.board.pad import card_choices, pad_data, parsed
from assistant.game import CardPlay, GameState, IllegalTurn, Turn, edition, options, play, safe_targets, start
from assistant.game.legal import totals

BOARD = Path("assistant/dashboard/board")
DEMO = BOARD / "demo.py"
DESKTOP, SMALL_PHONE, PHONE, TABLET = "desktop", "phone 360", "Pixel 7", "iPad (gen 7)"
DEVICES = [DESKTOP, SMALL_PHONE, PHONE, TABLET]
NAMES = ("yellow", "red", "purple", "blue", "green", "orange", "grey")
YELLOW, RED, PURPLE, BLUE, GREEN, ORANGE, GREY = range(7)
SCORING = {"edition": "amigo", "at": "0,0,3,7,7,7,2", "safe": "10"}
WILD = ['<img src="http://evil.example/a.png">', "![x](http://evil.example/b.png)", "שלום עולם", "🕵️‍♀️ \"q\" 'q'",
        "W" * 200]  # fmt: skip


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
        text = self.page.locator(f'.agent[data-agent="{agent}"] .count').inner_text()
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
        turn: dict[str, Any] = json.loads(shown.inner_text())
        assert turn.pop("nonce")
        return turn


@pytest.fixture
def open_pad(serve: Callable[..., str], open_page: Callable[..., Page]) -> Any:
    def pad(device: str = DESKTOP, env: dict[str, str] | None = None, **query: str) -> Pad:
        return Pad(open_page(f"{serve(DEMO, env)}/?{urlencode(query)}", device))

    return pad


@pytest.mark.parametrize("device", DEVICES)
def test_a_six_over_two_agents_with_a_scoring_takes_at_most_eight_taps(open_pad: Any, device: str) -> None:
    pad = open_pad(device, **SCORING)
    pad.die(6)
    pad.step(BLUE, 3)
    pad.rest(GREEN)
    pad.says("Scoring! Tap where the safe goes")
    expect(pad.page.locator(f'.agent[data-agent="{BLUE}"] .step')).to_have_attribute(
        "aria-label", "blue, 3 steps, from 7 to 10, marker 10: one step more"
    )
    pad.safe(4)
    pad.runs(1, 0)
    pad.commit()
    pad.turn_of("Ben")
    assert pad.taps <= 8
    assert pad.committed() == {
        "die": 6, "moves": {"blue": 3, "green": 3}, "safe": 4, "turn": 0, "player": "Anna",
    }  # fmt: skip
    pad.runs(3, 1)


@pytest.mark.parametrize("device", DEVICES)
def test_a_four_on_one_agent_takes_at_most_four_taps(open_pad: Any, device: str) -> None:
    pad = open_pad(device, edition="ravensburger")
    pad.die(4)
    pad.rest(RED)
    pad.says("Ready to commit")
    pad.commit()
    pad.turn_of("Ben")
    assert pad.taps <= 4
    assert pad.committed()["moves"] == {"red": 4} and pad.committed()["safe"] is None


def test_a_turn_counts_once_whatever_runs_again(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger")
    for n, agent in enumerate((RED, BLUE), start=1):
        pad.die(4)
        pad.rest(agent)
        pad.page.locator(".commit").dblclick()
        pad.turn_of(("Anna", "Ben", "Cem")[n])
    pad.runs(5, 2)
    for extra in range(1, 4):
        pad.page.get_by_role("button", name="Run again").click()
        pad.runs(5 + extra, 2)


def test_a_refused_turn_keeps_its_taps(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger", refuse="1")
    pad.die(4)
    pad.rest(RED)
    pad.commit()
    expect(pad.page.get_by_text("refused", exact=True)).to_be_visible()
    assert pad.steps(RED) == 4
    pad.minus(RED)
    pad.step(BLUE)
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["moves"] == {"red": 3, "blue": 1}


def test_taps_that_cannot_be_are_explained(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger", at="0,0,3,7,7,7,2", safe="10")
    pad.step(RED)
    pad.says("First tap the die")
    pad.commit()
    pad.says("First tap the die")
    pad.die(3)
    pad.minus(RED)
    pad.says("red has taken no step")
    pad.step(BLUE, 3)
    pad.step(RED)
    pad.says("All steps of the 3 are taken")
    pad.safe(3)
    pad.says("Building 3 is not empty, purple is there")
    pad.safe(10)
    pad.says("must leave")
    pad.commit()
    pad.says("Scoring! Tap where the safe goes")
    pad.safe(4)
    pad.says("Safe to building 4")
    pad.minus(BLUE)
    pad.says("1 step left")
    pad.die(2)
    pad.says("Ready to commit")
    pad.die(1)
    pad.says("more than the new roll")
    pad.runs(1, 0)


@pytest.mark.parametrize(
    ("spec", "legal"),
    [
        ("ravensburger", {1, 4, 5, 6, 8, 9, 11}),
        ("ravensburger-expert", set(range(12))),
        ("amigo", set(range(12)) - {10}),
    ],
)
def test_the_safe_goes_where_the_edition_lets_it(open_pad: Any, spec: str, legal: set[int]) -> None:
    pad = open_pad(edition=spec, at="0,0,3,7,7,7,2", safe="10")
    pad.die(3)
    pad.rest(BLUE)
    offered = pad.page.locator(".plot.legal")
    expect(offered).to_have_count(len(legal))
    assert {int(str(plot.get_attribute("data-plot"))) for plot in offered.all()} == legal
    pad.safe(10 if 10 in legal else 11)
    pad.commit()
    pad.turn_of("Ben")


def test_a_scoring_that_ends_the_game_needs_no_safe(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger", at="0,0,3,7,7,7,2", safe="10", markers="0,0,0,35,0,0,0")
    pad.die(3)
    pad.rest(BLUE)
    pad.says("the game ends")
    expect(pad.page.locator(".plot:visible")).to_have_count(0)
    pad.commit()
    pad.says("No turn can be entered here")
    assert pad.committed()["safe"] is None


def test_one_to_three_steps_and_none_where_allowed(open_pad: Any) -> None:
    pad = open_pad(edition="amigo")
    pad.die("1-3")
    pad.commit()
    pad.says("3 steps are still to be taken")
    pad.step(RED)
    pad.says("Ready, or up to 2 more steps")
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["die"] == "1-3" and pad.committed()["moves"] == {"red": 1}


def test_all_pass_takes_no_tap_and_nobody_moves_on_a_1_3(open_pad: Any) -> None:
    pad = open_pad(edition="amigo-topsecret", players="Anna|Ben|Cem")
    pad.die("1-3")
    pad.says("Nobody moves")
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["moves"] == {}
    assert pad.committed()["cards"] == [{"player": p, "card": None} for p in ("Anna", "Ben", "Cem")]


def test_cards_are_played_in_a_few_taps(open_pad: Any) -> None:
    pad = open_pad(
        SMALL_PHONE, edition="amigo-topsecret", players="Anna|Ben|Cem", at="0,0,3,7,7,2", safe="10"
    )
    pad.die(2)
    pad.rest(BLUE)
    pad.chip("Card played")
    pad.commit()
    pad.says("Finish the card first")
    for text in ("Anna", "Forward 1, 2 or 3", "blue", "+1"):
        pad.chip(text)
    pad.says("Scoring!")
    pad.chip("Card played")
    pad.chip("Cem")
    expect(pad.page.get_by_role("button", name="Ruin to church")).to_have_count(0)  # nobody is there
    pad.chip("All pass")
    pad.says("Ready to commit")
    for text in ("Card played", "Ben", "Trade places", "blue", "purple"):
        pad.chip(text)
    for text in ("Card played", "Ben", "Forward 1, 2 or 3", "green", "+3"):
        pad.chip(text)
    pad.says("Scoring!")
    pad.safe(1)
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["cards"] == [
        {"player": "Ben", "card": "swap", "agents": ["blue", "purple"]},
        {"player": "Ben", "card": "forward-1-2-3", "agents": ["green"], "number": 3},
        {"player": "Ben", "card": None},
        {"player": "Cem", "card": None},
    ]
    expect(pad.page.get_by_text("no trouble")).to_be_visible()


def test_a_turn_by_keyboard_alone(open_pad: Any) -> None:
    pad = open_pad(focus="1", **SCORING)
    press = pad.page.keyboard.press
    expect(pad.page.locator('.face[data-face="1-3"]')).to_be_focused()
    for key in ("6", "b", "b", "b", "b", "Shift+B", "g", "g", "g"):
        press(key)
    pad.says("Scoring!")
    expect(pad.page.locator('.plot[data-plot="11"]')).to_be_focused()
    press("ArrowRight")
    press("ArrowRight")
    press("Enter")
    pad.says("Safe to building 1:")
    for key in ("8", "Enter"):
        press(key)
    pad.turn_of("Ben")
    assert pad.committed()["moves"] == {"blue": 3, "green": 3} and pad.committed()["safe"] == 8
    for key in ("1", "r", "c", "r", "Enter"):  # R and C are Streamlit's own elsewhere
        press(key)
    pad.turn_of("Cem")
    assert pad.committed('"1-3"')["moves"] == {"red": 2}
    for key in ("4", "ArrowRight", "Escape"):
        press(key)
    pad.says("Cem rolls")
    pad.runs(5, 2)


def test_digits_name_the_safe_s_building(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger-expert", focus="1", at="0,0,3,7,7,7,2", safe="10")
    for key in ("3", "b", "b", "b", "1", "1"):
        pad.page.keyboard.press(key)
    pad.says("Safe to building ruin")


def test_tab_stops_are_few_and_arrows_walk(open_pad: Any) -> None:
    pad = open_pad(focus="1", edition="ravensburger")
    press = pad.page.keyboard.press
    press("ArrowRight")
    press("Space")
    press("Tab")
    expect(pad.page.locator(f'.agent[data-agent="{YELLOW}"] .step')).to_be_focused()
    press("ArrowDown")
    press("ArrowRight")
    press("ArrowRight")
    press("Enter")
    assert pad.steps(RED) == 2
    focused = pad.page.locator(f'.agent[data-agent="{RED}"] .rest')
    assert focused.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    press("Tab")
    press("Tab")
    expect(pad.page.locator(".commit")).to_be_focused()


def test_taps_on_the_board_move_an_agent_again_and_again(open_pad: Any) -> None:
    pad = open_pad(PHONE, **SCORING)
    pad.die(4)
    pad.page.locator(".art").scroll_into_view_if_needed()
    pawn = pad.page.locator(f'[data-pawn="{GREEN}"]').first.bounding_box()
    assert pawn is not None
    for _ in range(2):  # the trace stays where the finger is
        pad.page.touchscreen.tap(pawn["x"] + pawn["width"] / 2, pawn["y"] + pawn["height"] / 2)
    assert pad.steps(GREEN) == 2
    plot = pad.page.locator('.art [data-plot="2"] rect').first.bounding_box()
    assert plot is not None  # a lone agent moves by a tap anywhere on its plot
    pad.page.touchscreen.tap(plot["x"] + 8, plot["y"] + plot["height"] - 8)
    assert pad.steps(GREY) == 1


@pytest.mark.parametrize("where", ["roster", "board"])
def test_a_long_press_takes_a_step_back(open_pad: Any, where: str) -> None:
    pad = open_pad(PHONE, **SCORING)
    pad.die(5)
    pad.step(PURPLE, 3)
    selector = f'.agent[data-agent="{PURPLE}"] .step' if where == "roster" else f'[data-pawn="{PURPLE}"]'
    target = pad.page.locator(selector).first
    target.scroll_into_view_if_needed()
    pad.page.wait_for_timeout(300)
    box = target.bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = pad.page.context.new_cdp_session(pad.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    pad.page.wait_for_timeout(700)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    pad.says("3 steps left")
    assert pad.steps(PURPLE) == 2
    pad.step(PURPLE)  # the next tap is an ordinary one again
    assert pad.steps(PURPLE) == 3


def test_a_disabled_pad_takes_nothing(open_pad: Any) -> None:
    pad = open_pad(edition="ravensburger", disabled="1")
    pad.die(4)
    pad.step(RED)
    pad.says("No turn can be entered here")
    assert pad.steps(RED) == 0


def test_an_earlier_turn_is_edited_from_what_was_entered(open_pad: Any) -> None:
    draft = {"moves": {"blue": 3}, "safe": 4}
    pad = open_pad(draft=json.dumps(draft), **SCORING)
    pad.says("Safe to building 4")
    pad.minus(BLUE)
    pad.step(RED)
    pad.commit()
    pad.turn_of("Ben")
    assert pad.committed()["die"] == 3 and pad.committed()["moves"] == {"red": 1, "blue": 2}
    assert pad.committed()["safe"] is None


def test_a_draft_that_does_not_fit_comes_as_far_as_it_can() -> None:
    state = start(edition("ravensburger"), ("Anna", "Ben"), NAMES[:4])
    nothing = {"die": None, "steps": [0] * 4, "safe": None, "plays": []}
    assert pad_data(state, draft={"type": "note", "text": "x"})["draft"] == nothing
    assert pad_data(state, draft={"die": "1-3", "moves": {"red": 2}})["draft"] == nothing
    assert pad_data(state, draft={"moves": {"red": 2, "pink": 1}})["draft"]["steps"] == [0, 2, 0, 0]
    strange = [
        {"player": "Eve", "card": "swap"},
        {"player": "Anna", "card": "swap", "agents": ["pink", "red"]},
    ]
    assert pad_data(state, draft={"die": 2, "moves": {"red": 2}, "cards": strange})["draft"]["plays"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"die": True}, {"die": 7}, {"die": [2]}, {"moves": [1]}, {"moves": {"pink": 1}}, {"moves": {"red": "1"}},
        {"safe": "4"}, {"nonce": ""}, {"nonce": "x" * 65}, {"turn": None}, {"player": "Eve"}, {"cards": {}},
        {"cards": [{"player": "Eve", "card": None}]}, {"cards": [{"player": "Anna", "card": ["swap"]}]},
        {"cards": [{"player": "Anna", "card": "swap", "agents": 2}]}, {"cards": [7]},
        {"cards": [{"player": "Anna", "card": None, "x": 1}]},
    ],
)  # fmt: skip
def test_nonsense_from_a_browser_is_no_turn(change: dict[str, Any]) -> None:
    state = start(edition({"base": "amigo-topsecret", "die": "plain"}), ("Anna", "Ben"), NAMES[:5])
    sound = {"die": 2, "moves": {"red": 2}, "safe": None, "nonce": "n", "turn": 0, "player": "Anna"}
    assert parsed(sound | {"extra": 1}, state) == sound
    assert parsed(sound | change, state) is None
    assert parsed(None, state) is None


@pytest.mark.parametrize("device", DEVICES)
def test_wild_names_are_shown_as_text(open_pad: Any, device: str) -> None:
    env = {"PAD_PLAYERS": "|".join(WILD), "PAD_AGENTS": "|".join([*WILD, "red", "blue"])}
    pad = open_pad(device, env, edition="ravensburger")
    for n, name in enumerate(WILD):
        pad.turn_of(name)
        expect(pad.page.locator(f'.agent[data-agent="{n}"] .name')).to_have_text(name)
        pad.die(2)
        pad.rest(n)
        pad.commit()
        expect(pad.page.get_by_text(f"commits {n + 1}", exact=False)).to_be_visible()
    assert pad.page.locator(".pad img, .pad a, .pad script").count() == 0
    assert sideways(pad.page) <= 0


def sideways(page: Page) -> int:
    return int(
        page.evaluate("""() => Math.max(document.documentElement.scrollWidth - innerWidth,
        ...[...document.querySelectorAll('.stMain')].map(e => e.scrollWidth - e.clientWidth))""")
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("device", DEVICES)
def test_everything_fits_and_can_be_hit(open_pad: Any, device: str, theme: str) -> None:
    pad = open_pad(device, theme=theme, **SCORING)
    pad.die(6)
    pad.step(BLUE, 3)
    pad.rest(GREEN)
    expect(pad.page.locator(".plot:visible")).to_have_count(12)
    small = pad.page.locator(".pad button:visible").evaluate_all(
        "all => all.map(e => [e.className, e.offsetWidth, e.offsetHeight]).filter(([, w, h]) => w < 44 || h < 44)"
    )
    assert small == []
    assert sideways(pad.page) <= 0


def test_motion_is_reduced_on_request(serve: Callable[..., str], open_page: Callable[..., Page]) -> None:
    page = open_page(f"{serve(DEMO)}/?{urlencode(SCORING)}", DESKTOP, reduced_motion="reduce")
    pad = Pad(page)
    moving = page.locator(".art [data-pawn], .plot").evaluate_all(
        "all => all.filter(e => parseFloat(getComputedStyle(e).transitionDuration) > 0"
        " || getComputedStyle(e).animationName !== 'none').length"
    )
    assert pad.taps == 0 and moving == 0


# The script's own arithmetic against the engine's ---------------------------------------------------------

PICTURES = {"picture", "look", "scene", "labels"}
"""What the pad's data holds beside the rules."""


@pytest.fixture(scope="module")
def rules(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    script = Path(BOARD, "rules.js").read_text(encoding="utf-8")
    page.evaluate(f"""() => {{ {script}
        window.judge = (game, draft) => {{
            const outcome = project(game, draft);
            const cards = game.cards ? cardRound(game, draft.plays) : [];
            return {{ ...outcome, entered: [...outcome.entered], cards }};
        }};
    }}""")
    yield page
    page.close()


def random_case(rng: random.Random, spec: str) -> tuple[GameState, dict[str, Any], Turn]:
    players = rng.randint(2, 6)
    rules = edition(spec).with_changes(card_passes=rng.choice(["once", "until-all-pass"]))
    count = rules.agents_in_play(players)
    state = replace(
        start(rules, [f"P{n}" for n in range(players)], NAMES[:count]),
        positions=tuple(rng.randrange(12) for _ in range(count)),
        markers=tuple(rng.randint(0, 44 if rng.random() < 0.2 else 34) for _ in range(count)),
        safe=rng.randrange(12),
        to_move=rng.randrange(players),
    )
    face = rng.choice(rules.faces)
    total = rng.choice(totals(rules, face))
    moves = [0] * count
    for _ in range(total):
        moves[rng.randrange(count)] += 1
    turn = Turn(state.to_move, tuple(moves), face)
    return state, {"die": face, "steps": moves, "safe": None, "plays": []}, turn


def with_card(rng: random.Random, state: GameState, turn: Turn, draft: dict[str, Any]) -> Turn:
    """The turn with one card that can be played after its steps."""
    moved = tuple((at + n) % 12 for at, n in zip(state.positions, turn.steps, strict=True))
    ways = [(choice["id"], way) for choice in card_choices(state)
            for way in options(replace(state, positions=moved), choice["id"])]  # fmt: skip
    card, (agents, number) = rng.choice(ways)
    seat = rng.randrange(len(state.players))
    draft["plays"] = [{"player": seat, "card": card, "agents": list(agents), "number": number}]
    return replace(turn, cards=(CardPlay(seat, card, agents, number),))


@pytest.mark.parametrize("spec", ["ravensburger", "ravensburger-expert", "amigo-dossier", "amigo-topsecret"])
def test_the_script_and_the_engine_agree(rules: Page, spec: str) -> None:
    rng = random.Random(spec)
    for _ in range(150):
        state, draft, turn = random_case(rng, spec)
        cards = card_choices(state) if state.edition.cards == "on" else None
        if cards:
            turn = with_card(rng, state, turn, draft)
        judged = rules.evaluate(
            "([game, draft]) => judge(game, draft)", [pad_data(state, cards=cards), draft]
        )
        if judged["needsSafe"]:
            with pytest.raises(IllegalTurn, match="the safe must be placed"):
                play(state, turn)
            turn = replace(turn, safe=rng.choice(judged["targets"]))
        entries = [entry for entry in judged["cards"] if entry["card"] is None]
        passes = tuple(CardPlay(state.players.index(entry["player"]), None) for entry in entries)
        outcome = play(state, replace(turn, cards=(*turn.cards, *passes)))
        assert list(outcome.moved.positions) == judged["positions"]
        assert (outcome.scored is not None) == judged["due"]
        assert outcome.after.finished == judged["finished"]
        if outcome.scored is not None:
            assert list(outcome.scored.markers) == judged["scored"]
            if not outcome.scored.finished:
                targets = safe_targets(state.edition, outcome.scored.safe, outcome.scored.positions)
                assert list(targets) == judged["targets"]
