"""The engine and the independent validator agree on random games: positions, markers, legality, ranking."""

from __future__ import annotations

import ast
import copy
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import validator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_games import damaged, plain, random_turn

from assistant.game import Edition, GameState, IllegalTurn, Turn, apply, edition, final_ranking, start

EXAMPLES, GAMES_PER_EXAMPLE = 250, 4
"""A thousand random games per edition; several in one example, since hypothesis takes as long as a game."""

DAMAGED = 0.1
"""Share of the turns that are also tried in a damaged form."""

EDITIONS: dict[str, dict[str, Any]] = {
    "ravensburger": {"base": "ravensburger"},
    "ravensburger-expert": {"base": "ravensburger-expert"},
    "amigo": {"base": "amigo"},
    "amigo-dossier": {"base": "amigo-dossier"},
    "amigo-topsecret": {"base": "amigo-topsecret"},
    "topsecret-rounds": {"base": "amigo-topsecret", "card_passes": "until-all-pass", "two_agent_cards": "no"},
}
MAX_TURNS = 30
overrides = st.fixed_dictionaries(
    {},
    optional={
        "floor": st.sampled_from([0, "none"]),
        "start_score": st.sampled_from([0, 100]),
        "finish": st.sampled_from([42, 41, 25]),
        "dossier_at": st.sampled_from([29, 20, "end", "off"]),
        "dossier_extras": st.sampled_from(["yes", "no"]),
        "dossier_pay": st.sampled_from([5, 3]),
        "extra_wins": st.sampled_from(["extra", "nobody", "best-player"]),
        "tie_cross": st.sampled_from(["furthest", "most-in-the-last-scoring"]),
        "safe_target": st.sampled_from(["empty", "other", "any"]),
        "zero_on_1_3": st.sampled_from(["yes", "no"]),
    },
)


def parameters(chosen: Edition) -> dict[str, Any]:
    """The edition as a plain dict with nothing left to a default."""
    params = chosen.model_dump()
    params["zero_on_1_3"] = params["zero_on_1_3"] or ("yes" if params["cards"] == "on" else "no")
    params["two_agent_cards"] = params["two_agent_cards"] or "yes"
    return params


def tables(chosen: Edition, rng: random.Random) -> tuple[GameState, validator.Table]:
    players = rng.randint(2, 7)
    agents = chosen.agents_in_play(players)
    state = start(chosen, [f"P{n}" for n in range(players)], [f"a{n}" for n in range(agents)])
    return state, validator.Table(parameters(chosen), players, agents)


def snapshot(state: GameState) -> dict[str, Any]:
    return {
        "positions": list(state.positions),
        "markers": list(state.markers),
        "safe": state.safe,
        "next": state.to_move,
        "over": state.finished,
        "dossier_turn": state.dossier_turn,
        "hands": list(state.hands),
        "stack": state.stack,
    }


@pytest.mark.parametrize("name", EDITIONS)
def test_positions_markers_legality_ranking(name: str) -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 2**32), changes=overrides)
    def agree(seed: int, changes: dict[str, Any]) -> None:
        rng = random.Random(seed)
        for _ in range(GAMES_PER_EXAMPLE):
            one_game(edition({**EDITIONS[name], **changes}), rng, seen)

    agree()
    games = seen["games"]
    assert games >= EXAMPLES * GAMES_PER_EXAMPLE
    assert seen["finished"] > games / 5
    assert seen["scorings"] > 4 * games
    assert seen["illegal"] > games / 2, "too few illegal turns to say anything"
    assert seen["legal"] > games / 10
    assert (seen["full hands"] > 0) == (EDITIONS[name]["base"] == "amigo-topsecret")
    assert (seen["cards"] > games) == (EDITIONS[name]["base"] == "amigo-topsecret")


def one_game(chosen: Edition, rng: random.Random, seen: Counter[str]) -> None:
    """A game to its end, with damaged turns tried on the way and one after it."""
    state, table = tables(chosen, rng)
    eager = rng.choice([0.0, 0.05, 0.35, 0.5])
    while not state.finished and state.turns < MAX_TURNS:
        turn = random_turn(state, rng, eager)
        if rng.random() < DAMAGED:
            seen[check_verdict(state, table, damaged(turn, state, rng))] += 1
        state = apply(state, turn)
        table.take(plain(turn))
        assert snapshot(state) == table.snapshot()
    if state.finished:
        assert check_verdict(state, table, turn) == "illegal"
    seen["games"] += 1
    seen["finished"] += state.finished
    seen["scorings"] += state.scorings
    seen["cards"] += len(state.played)
    seen["full hands"] += 4 in state.hands
    check_ranking(state, table, rng)


def check_verdict(state: GameState, table: validator.Table, turn: Turn) -> str:
    """Both refuse, or both play it to the same position."""
    table = copy.deepcopy(table)
    try:
        after = snapshot(apply(state, turn))
    except IllegalTurn:
        with pytest.raises(validator.Refused):
            table.take(plain(turn))
        return "illegal"
    table.take(plain(turn))
    assert after == table.snapshot()
    return "legal"


def check_ranking(state: GameState, table: validator.Table, rng: random.Random) -> None:
    agents = list(range(len(state.agents)))
    owners = rng.sample(agents, len(state.players))
    dossiers: dict[int, dict[int, int | None]] = {
        seat: {
            agent: rng.choice([None, *range(len(state.players))]) for agent in agents if rng.random() < 0.8
        }
        for seat in range(len(state.players))
        if rng.random() < 0.8
    }
    ranking = final_ranking(state, owners, dossiers)
    totals, places, winners = validator.winners(table, owners, dossiers)
    assert {line.agent: line.total for line in ranking.standings} == dict(enumerate(totals))
    assert {line.agent: line.rank for line in ranking.standings} == dict(enumerate(places))
    assert sorted(ranking.winners) == winners


def test_the_validator_shares_no_code() -> None:
    tree = ast.parse(Path(validator.__file__).read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "typing"}
