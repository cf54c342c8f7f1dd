"""Golden playthroughs: readable transcripts of whole games, one per preset, made again and compared.

A change of the rules shows as a diff of these files. `HEIMLICH_GOLDEN=1 pytest tests/reference` writes them
anew; read the diff before committing it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_games import random_turn

from assistant.game import (
    PRESETS,
    CardPlay,
    GameState,
    Outcome,
    building_name,
    edition,
    final_ranking,
    legal_splits,
    options,
    play,
    safe_targets,
    start,
    triggers,
)

GOLDEN = Path(__file__).parents[1] / "golden"
AGENTS = ("red", "blue", "green", "grey", "orange", "purple", "yellow")
NAMES = ("Anna", "Ben", "Cem", "Dana", "Eli", "Fay", "Gil")
PLAYERS = dict(zip(PRESETS, (2, 3, 4, 5, 3), strict=True))
SEED = 1986
WIDTH = 110


def transcript(preset: str) -> str:
    """A whole game of random legal turns, told line by line."""
    rng = random.Random(SEED)
    rules = edition(preset)
    players = PLAYERS[preset]
    state = start(rules, NAMES[:players], AGENTS[: rules.agents_in_play(players)])
    lines = [f"# {preset}, {players} players, seed {SEED}", f"agents: {', '.join(state.agents)}"]
    lines += [f"{name}: {value}" for name, value in rules.model_dump().items()]
    lines += ["", "start", *position(state)]
    while not state.finished:
        outcome = play(state, random_turn(state, rng))
        lines += ["", *told(outcome)]
        state = outcome.after
    lines += ["", *ending(state, rng)]
    return "\n".join(lines) + "\n"


def told(outcome: Outcome) -> Iterator[str]:
    before, turn = outcome.before, outcome.turn
    table = legal_splits(before, turn.rolled(before.edition))
    yield f"turn {outcome.after.turns}: {before.players[turn.player]} rolls {turn.die}"
    entering = int(triggers(before, table).sum())
    yield f"  legal splits: {len(table)}, of which {entering} enter the safe's building"
    yield f"  moves: {named(before, turn.steps) or 'nobody'}"
    if outcome.cards is not None:
        for stage in outcome.cards.stages:
            yield f"  card: {entry(stage.state, stage.play)}"
        yield f"  hands: {', '.join(map(str, outcome.after.hands))}; stack: {outcome.after.stack}"
    if outcome.scored is not None:
        yield f"  scoring: {named(before, outcome.gains) or 'nothing'}"
        if outcome.after.dossier_turn == outcome.after.turns:
            yield "  the dossier is due"
        targets = safe_targets(before.edition, outcome.scored.safe, outcome.scored.positions)
        yield f"  safe targets: {', '.join(map(building_name, targets))}"
    yield from position(outcome.after)


def entry(state: GameState, play: CardPlay) -> str:
    who = state.players[play.player]
    if play.card is None:
        return f"{who} passes"
    agents = ", ".join(state.agents[a] for a in play.agents)
    ways = sum(1 for _ in options(state, play.card))
    return f"{who} plays {play.card} ({ways} ways): {agents or '-'}, number {play.number}"


def named(state: GameState, numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{agent} {n:+d}" for agent, n in zip(state.agents, numbers, strict=True) if n)


def position(state: GameState) -> Iterator[str]:
    places = (f"{agent} {building_name(at)}" for agent, at in zip(state.agents, state.positions, strict=True))
    markers = (f"{agent} {m}" for agent, m in zip(state.agents, state.markers, strict=True))
    yield f"  positions: {', '.join(places)}"
    yield f"  markers: {', '.join(markers)}"
    yield f"  safe: {building_name(state.safe)}"


def ending(state: GameState, rng: random.Random) -> Iterator[str]:
    """The final ranking for owners and dossiers drawn at random."""
    seats = range(len(state.players))
    agents = range(len(state.agents))
    owners = rng.sample(agents, len(seats))
    dossiers = {seat: {a: rng.choice([None, *seats]) for a in agents if a != owners[seat]} for seat in seats}
    yield f"the game ends with turn {state.turns} after {state.scorings} scorings"
    yield "owners: " + ", ".join(f"{state.players[s]} {state.agents[a]}" for s, a in enumerate(owners))
    if state.edition.has_dossier:
        for seat, marks in dossiers.items():
            row = (f"{state.agents[a]}={'-' if m is None else state.players[m]}" for a, m in marks.items())
            yield f"dossier of {state.players[seat]}: {', '.join(row)}"
    ranking = final_ranking(state, owners, dossiers)
    for line in ranking.standings:
        owner = "extra" if line.player is None else state.players[line.player]
        total = f"{line.marker} + {line.bonus} = {line.total}"
        yield f"{line.rank}. {state.agents[line.agent]} ({owner}): {total}, laps {line.laps}"
    yield f"winners: {', '.join(state.agents[a] for a in ranking.winners) or 'nobody'}"


@pytest.mark.parametrize("preset", PRESETS)
def test_golden_playthrough(preset: str) -> None:
    path = GOLDEN / f"{preset}.txt"
    now = transcript(preset)
    assert max(map(len, now.splitlines())) <= WIDTH
    if os.environ.get("HEIMLICH_GOLDEN"):
        path.write_text(now, encoding="utf-8")
    assert now.splitlines() == path.read_text(encoding="utf-8").splitlines()
