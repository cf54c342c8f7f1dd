"""How fast who-is-who is answered, as ratios in one run where a ratio is asked for (README.md beside this file).

`pytest benchmarks/bench_deduction.py --benchmark-enable -s`. Every test fails where its target is missed; the
figures are printed. Times are processor times but for `rank`, so that other work on the machine counts little.
"""
# ruff: noqa: E402 - the path to the plain loop is set before it is imported

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(os.environ.get("HEIMLICH_CORPUS", ROOT.parent / "shared" / "corpus")) / "plain"
sys.path.insert(0, str(ROOT / "tests" / "deduction"))
import plain_model
from model_scenes import POLICIES, game

from assistant.deduction import shipped
from assistant.deduction.behaviour import split_alternatives, turn_evidence
from assistant.deduction.modes import DECOY_SHARES, MODES, UNMASK, ModeSums
from assistant.deduction.parameters import HABIT_SCALE
from assistant.deduction.players import read
from assistant.deduction.tally import FULL_CHOICES, Tally
from assistant.deduction.worlds import posterior
from assistant.game import Outcome
from assistant.records import Record, replay, save
from assistant.training.selfplay import play_game

SEVEN = ("greedy", "sly", "timid", "random", "spoiler", "beginner", "mimic")


@pytest.fixture(scope="module")
def six() -> tuple[Tally, Outcome]:
    """A 7-player game some way on, and a turn with a 6 rolled, 924 splits, no scoring."""
    sums = Tally.empty(7, 7, shipped())
    for step in replay(game(*SEVEN, seed=5)).turns:
        outcome = step.outcome
        assert outcome is not None
        if outcome.before.turns >= 14 and outcome.turn.total == 6 and outcome.scored is None:
            return sums, outcome
        sums = sums.add(turn_evidence(outcome, shipped()))
    raise AssertionError("no 6 rolled")


def answered(sums: Tally, outcome: Outcome) -> Any:
    """One new turn: evidence of all types, players read, joint posterior over 5,040 worlds, marginals."""
    return posterior(read(sums.add(turn_evidence(outcome, shipped())), shipped()).scores).marginals


def in_every_mode(
    modes: ModeSums, p: int, t: int, seen: list[float] | None, quiet: list[float]
) -> list[list[float]]:
    """[mode][agent] of one player and type, after a turn of theirs if `seen` holds one."""
    plain, slow, turns = modes.plain[t].tolist(), modes.slow[t].tolist(), modes.turns
    decoys, unmasked = modes.decoys[:, t].tolist(), modes.unmasked[t].tolist()
    every = range(len(plain))
    if seen is not None:
        for share, decoy in zip(DECOY_SHARES, decoys, strict=True):
            for a in every:
                for d in every:
                    decoy[a][d] += log((1 - share) * exp(seen[a]) + share * exp(seen[d]))
        falls = [plain[d] + turns * log(1 - UNMASK) + log(UNMASK) for d in every]
        unmasked = [[plain_model.log_sum([unmasked[a][d], falls[d]]) + seen[a] for d in every] for a in every]
        plain = [plain[a] + seen[a] for a in every]
        slow = [slow[a] + quiet[a] for a in every]
        turns += 1
    masked = [plain[d] + turns * log(1 - UNMASK) for d in every]
    disguise = [[plain_model.log_sum([unmasked[a][d], masked[d]]) for d in every] for a in every]
    pairs = [
        [plain_model.log_sum([one[a][d] for d in every if d != a]) - log(len(plain) - 1) for a in every]
        for one in (*decoys, disguise)
    ]
    fickle = float(modes.fickle[t]) + (
        plain_model.log_sum(seen) - log(len(seen)) if seen is not None else 0.0
    )
    return [plain, slow, [plain[p]] * len(plain), *pairs, [fickle] * len(plain)]


def answered_plainly(sums: Tally, outcome: Outcome) -> list[list[float]]:
    """The same by plain loops, from sums that are plain lists."""
    parameters = shipped()
    table, row = split_alternatives(outcome)
    likelihood, habit = plain_model.turn_seen(outcome.before, table.tolist(), row, parameters)
    past = [(seat, where, took) for where, kept in sums.repeats.made.items() for seat, took in kept]
    made = (outcome.turn.player, outcome.turn.rolled(outcome.before.edition), outcome.turn.steps)
    likelihood, quietly, chosen = plain_model.by_rote(past, sums.repeats.rote, made, len(table), likelihood)
    by_choice = plain_model.by_choice(sums.repeats.rote + 1.0 - chosen, len(past) + 1)
    slow_starter = outcome.before.turns < 10
    shares = plain_model.lies_in(sums.modes[outcome.turn.player].turns + 1, slow_starter)
    weights = np.concatenate([parameters.habit_split, parameters.habit_safe]).tolist()
    lines, flat, habits = [], [], []
    for p in range(7):
        mine = p == outcome.turn.player
        count = float(sums.choices[p]) + (chosen if mine else 0.0)
        scale = FULL_CHOICES / max(count, FULL_CHOICES) * by_choice
        uniform = float(sums.uniform[p]) + (quietly if mine else 0.0)
        own = []
        for t in range(len(parameters.types)):
            quiet = [plain_model.asleep(likelihood[t], quietly)] * 7 if slow_starter else likelihood[t]
            for line in in_every_mode(sums.modes[p], p, t, likelihood[t] if mine else None, quiet):
                own.append([scale * x for x in line])
        assert len(own) == len(parameters.types) * len(MODES)
        lines.append(own)
        flat.append(scale * uniform)
        told = []
        for kept, part in zip(sums.habit[p].tolist(), shares, strict=True):
            if mine:
                kept[: len(habit)] = [
                    [a + part * chosen * b for a, b in zip(kept[k], habit[k], strict=True)]
                    for k in range(len(habit))
                ]
            told.append(
                [
                    scale * sum(w * r[a] for w, r in zip(weights, kept, strict=True)) / HABIT_SCALE
                    for a in range(7)
                ]
            )
        habits.append(told)
    return plain_model.marginals_of(plain_model.scores_of(lines, flat, habits, parameters))


def seconds(work: Callable[[], object], rounds: int) -> float:
    """Least processor time of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def told(text: str) -> None:
    print(f"\n{text}", end="")


def test_one_new_turn(benchmark: Any, six: tuple[Tally, Outcome]) -> None:
    """7 agents, a 6 rolled, all types, full posterior: under 5 ms."""
    benchmark(answered, *six)
    best = seconds(lambda: answered(*six), 40)
    told(f"one new turn, {len(shipped().types)} types: {1e3 * best:.2f} ms (under 5)")
    assert best < 0.005


def test_one_new_turn_against_a_plain_loop(six: tuple[Tally, Outcome]) -> None:
    """At least 30 times as fast as a plain-Python loop over the same model, with the same answer."""
    fast = seconds(lambda: answered(*six), 40)
    slow = seconds(lambda: answered_plainly(*six), 2)
    np.testing.assert_allclose(answered(*six), answered_plainly(*six), atol=1e-9)
    told(f"plain loop {slow:.2f} s, ratio {slow / fast:.0f} (at least 30)")
    assert slow / fast >= 30


def mixed(number: int) -> Record:
    """Game `number` of tables of 2 to 7 kinds, as the fit's own."""
    rng = np.random.default_rng(number)
    kinds = list(POLICIES.values())
    table = [kinds[i] for i in rng.integers(len(kinds), size=2 + number % 6)]
    return play_game(table, "ravensburger-expert", number, title=f"game {number}")


@pytest.fixture(scope="module")
def games() -> list[Record]:
    return [mixed(number) for number in range(30)]


SPEED = """
import sys, time
from pathlib import Path
from assistant.records import load
from assistant.training.evaluation import judge_game
games = [load(Path(name)) for name in sys.argv[1:]]
for game in games[::4]: judge_game(game)
best = float("inf")
for _ in range(4):
    begin = time.process_time()
    for game in games: judge_game(game)
    best = min(best, time.process_time() - begin)
print(len(games) / best, sum(len(game.events) for game in games) / len(games))
"""


def test_evaluate(games: list[Record], tmp_path: Path) -> None:
    """At least 25 games a second per core, on games of other people's bots where they are at hand.

    In a process of its own: pytest may have started numpy with more than one thread.
    """
    paths = sorted(CORPUS.glob("*.json"))[::3]
    if not paths:
        paths = [tmp_path / f"{number}.json" for number in range(len(games))]
        for record, path in zip(games, paths, strict=True):
            save(record, path)
    done = subprocess.run(
        [sys.executable, "-c", SPEED, *map(str, paths)], capture_output=True, text=True, cwd=ROOT, check=True
    )
    speed, turns = map(float, done.stdout.split())
    told(f"evaluate: {speed:.0f} games of {turns:.0f} turns a second per core (at least 25)")
    assert speed >= 25


def command(*args: str | Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "assistant", *map(str, args)],
        capture_output=True,
        text=True,
        env=env,
        check=True,
    )


def test_memory_of_a_thousand_games(games: list[Record], tmp_path: Path) -> None:
    """The whole command, on files: under 500 MB at its height."""
    for number in range(1000):
        save(
            games[number % len(games)].model_copy(update={"title": str(number)}),
            tmp_path / f"{number:04}.json",
        )
    done = command("evaluate", tmp_path, "--json")
    assert json.loads(done.stdout)["games"] == 1000
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    told(f"evaluate, a thousand games: {most:.0f} MB at most (under 500)")
    assert most < 500


def test_rank(tmp_path: Path) -> None:
    """`rank` on a 7-player game of 60 turns, import included: under 1.5 s of wall time, most of it Python's start.

    Spoilers play long games.
    """
    record = next(r for seed in range(99) if len((r := game(*["spoiler"] * 7, seed=seed)).events) >= 60)
    path = tmp_path / "sixty.json"
    save(record.with_events(record.events[:60]), path)
    walls = []
    for _ in range(8):
        begin = time.perf_counter()
        command("rank", path, "--json")
        walls.append(time.perf_counter() - begin)
    told(f"rank, 7 players, 60 turns: {min(walls):.2f} s of wall time (under 1.5)")
    assert min(walls) < 1.5
