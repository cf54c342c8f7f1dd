"""The pad's own arithmetic, in the browser, against the engine's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from assistant.dashboard.board.pad import card_choices, pad_data
from assistant.game import CardPlay, GameState, IllegalTurn, Turn, edition, options, play, safe_targets, start
from assistant.game.legal import totals

BOARD = Path("assistant/dashboard/board")
NAMES = ("yellow", "red", "purple", "blue", "green", "orange", "grey")

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
