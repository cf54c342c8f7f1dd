"""The figures of `evaluate` against a slow, independent computation, and the `count` baseline by hand."""

from __future__ import annotations

from itertools import permutations
from math import exp, log
from typing import Any

import pytest
from training_scenes import AMIGO, game

from assistant.deduction import Viewpoint, analyse
from assistant.records import Record, loads, replay
from assistant.training.evaluation import (
    Case,
    Judged,
    View,
    calibration,
    count_scores,
    expected_calibration_error,
    figures,
    judge_game,
    report,
)

VALUE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3]


@pytest.fixture(scope="module")
def games() -> list[Record]:
    return [
        game("greedy", "sly", "random", seed=1),
        game("timid", "greedy", seed=2, rules=AMIGO),
        game("sly", "beginner", "sly", "greedy", seed=3),
    ]


@pytest.fixture(scope="module")
def judged(games: list[Record]) -> list[Judged]:
    return [judge_game(record) for record in games]


def slow_count(record: Record) -> list[list[float]]:
    """DESIGN.md, `count`: (marker gain - mean) in own scorings, 0.3 x (change of house value - mean) otherwise."""
    game_ = replay(record)
    due = game_.state.dossier_turn or len(game_.turns)
    total = [[0.0] * len(record.agents) for _ in record.players]
    for step in game_.turns[:due]:
        outcome = step.outcome
        assert outcome is not None
        if outcome.scored is not None:
            points = [
                float(b - a) for a, b in zip(outcome.before.markers, outcome.scored.markers, strict=True)
            ]
        else:
            points = [
                0.3 * (VALUE[b] - VALUE[a])
                for a, b in zip(outcome.before.positions, outcome.after.positions, strict=True)
            ]
        mean = sum(points) / len(points)
        for agent, value in enumerate(points):
            total[outcome.turn.player][agent] += (value - mean) / 4
    return total


def slow_belief(scores: list[list[float]], seat: int, own: int) -> list[list[float]]:
    agents = len(scores[0])
    table = [[0.0] * agents for _ in scores]
    worlds = [w for w in permutations(range(agents), len(scores)) if w[seat] == own]
    weights = [exp(sum(scores[p][a] for p, a in enumerate(world))) for world in worlds]
    for world, weight in zip(worlds, weights, strict=True):
        for player, agent in enumerate(world):
            table[player][agent] += weight / sum(weights)
    return table


def slow_marks(belief: list[list[float]], seat: int, pay_extras: bool) -> tuple[list[int | None], float]:
    """Every way to name players for agents, best expected hits; the own name pays nothing."""
    players, agents = len(belief), len(belief[0])
    extras = [1 - sum(row[a] for row in belief) for a in range(agents)]
    best: tuple[float, list[int | None]] = (-1.0, [])
    for world in permutations(range(agents), players):
        marks: list[int | None] = [None] * agents
        for player, agent in enumerate(world):
            marks[agent] = player
        # Players may be left out where an extra is likelier: try that per agent.
        total = 0.0
        for agent, player in enumerate(marks):
            named = 0.0 if player is None or player == seat else belief[player][agent]
            spare = extras[agent] if pay_extras else 0.0
            if player is None or (player != seat and spare > named):
                marks[agent] = None
                total += spare
            else:
                total += named
        if total > best[0] + 1e-9:
            best = (total, marks)
    return best[1], 5 * best[0]


def slow_figures(cases: list[tuple[list[float], int, bool]]) -> dict[str, float]:
    n = len(cases)
    cells = [(p, agent == truth) for belief, truth, _ in cases for agent, p in enumerate(belief)]
    ece = 0.0
    for b in range(10):
        inside = [(p, t) for p, t in cells if b / 10 <= p < (b + 1) / 10 or (b == 9 and p == 1.0)]
        ece += abs(sum(p for p, _ in inside) - sum(t for _, t in inside)) / len(cells)
    return {
        "n": n,
        "top1": sum(max(range(len(q)), key=q.__getitem__) == t for q, t, _ in cases) / n,
        "hit_rate": sum(hit for *_, hit in cases) / n,
        "log_loss": sum(-log(max(q[t], 1e-12)) for q, t, _ in cases) / n,
        "brier": sum(sum((p - (a == t)) ** 2 for a, p in enumerate(q)) for q, t, _ in cases) / n,
        "ece": ece,
    }


@pytest.mark.parametrize("name", ["model", "uniform", "count"])
def test_all_figures_on_three_games(games: list[Record], judged: list[Judged], name: str) -> None:
    """The model's beliefs from `analyse`, the baselines from plain loops; all figures from plain loops."""
    cases: list[tuple[list[float], int, bool]] = []
    points: list[float] = []
    predicted: list[float] = []
    for record in games:
        owners = record.owners_by_seat
        assert owners is not None
        extras_pay = record.resolved_edition.dossier_extras == "yes"
        for seat, own in enumerate(owners):
            if name == "model":
                seen = analyse(record, Viewpoint.player(record, record.names[seat]), "dossier")
                belief, marks = seen.posterior.tolist(), list(seen.dossier.marks)
                _, expected = slow_marks(belief, seat, extras_pay)
            else:
                flat = [[0.0] * len(record.agents) for _ in owners]
                belief = slow_belief(slow_count(record) if name == "count" else flat, seat, own)
                marks, expected = slow_marks(belief, seat, extras_pay)
            predicted.append(expected)
            if name != "uniform":  # all its dossiers are equally good, so which one is taken is not told here
                owner_of = {agent: player for player, agent in enumerate(owners)}
                points.append(
                    5.0
                    * sum(
                        owner_of.get(a) == mark and mark != seat and (mark is not None or extras_pay)
                        for a, mark in enumerate(marks)
                    )
                )
            cases += [(belief[p], owners[p], marks[owners[p]] == p) for p in range(len(owners)) if p != seat]
    found = figures(view for one in judged for view in one.views[name])
    skipped = {"hit_rate", "top1"} if name == "uniform" else set()
    for key, value in slow_figures(cases).items():
        if key not in skipped:
            assert found[key] == pytest.approx(value, abs=1e-9), key
    assert found["points_predicted"] == pytest.approx(sum(predicted) / len(predicted), abs=1e-9)
    if name != "uniform":
        assert found["points"] == pytest.approx(sum(points) / len(points), abs=1e-9)


def test_the_count_baseline_is_a_plain_loop(games: list[Record]) -> None:
    for record in games:
        assert count_scores(replay(record)).tolist() == [
            pytest.approx(row, abs=1e-12) for row in slow_count(record)
        ]


def test_uniform_is_uniform(judged: list[Judged]) -> None:
    for one in judged:
        for view in one.views["uniform"]:
            for case in view.cases:
                assert sorted(set(case.belief.round(12))) == [0.0, pytest.approx(1 / (len(case.belief) - 1))]


def test_figures_by_tag_are_of_the_opponent_and_points_of_the_viewer() -> None:
    def case(tag: str, p: float) -> Case:
        import numpy as np

        return Case(tag, 2, 5, np.array([p, 1 - p]), 0, p > 0.5)

    views = [View("a", (case("b", 0.5), case("a", 1.0)), 10.0, 7.0), View("b", (case("a", 0.25),), 0.0, 3.0)]
    assert figures(views, "a") == {
        "n": 2, "top1": 0.5, "hit_rate": 0.5, "log_loss": pytest.approx(log(4) / 2),
        "brier": pytest.approx(2 * 0.75**2 / 2), "ece": pytest.approx(0.375), "points": 10.0,
        "points_predicted": 7.0,
    }  # fmt: skip
    assert figures(views)["points"] == 5.0
    assert figures([views[1]], "a")["points"] is None


def test_calibration_has_ten_equal_bins_the_last_one_closed() -> None:
    import numpy as np

    belief, truth = np.array([0.0, 0.05, 0.1, 0.95, 1.0]), np.array([0.0, 1.0, 0.0, 1.0, 1.0])
    assert calibration(belief, truth) == [
        (2, pytest.approx(0.025), 0.5), (1, 0.1, 0.0), (2, pytest.approx(0.975), 1.0),
    ]  # fmt: skip
    wanted = (2 * 0.475 + 0.1 + 2 * 0.025) / 5
    assert expected_calibration_error(belief, truth) == pytest.approx(wanted)


def test_the_report_has_the_keys_of_the_design(judged: list[Judged]) -> None:
    data: dict[str, Any] = report(judged)
    assert list(data) == ["games", "views", "all", "by_tag", "baselines", "detail"]
    assert (data["games"], data["views"]) == (3, 3 + 2 + 4)
    assert set(data["by_tag"]) == {"greedy", "sly", "random", "timid", "beginner"}
    assert list(data["baselines"]) == ["uniform", "count"]
    measures = ["n", "top1", "hit_rate", "log_loss", "brier", "ece", "points", "points_predicted"]
    for one in (data["all"], *data["by_tag"].values(), *data["baselines"].values()):
        assert list(one) == measures
    assert data["all"]["n"] == 3 * 2 + 2 * 1 + 4 * 3
    detail = data["detail"]
    for groups in (detail["by_players"], detail["by_turns"]):
        assert sum(group["n"] for group in groups.values()) == data["all"]["n"]
        weighted = sum(group["n"] * group["log_loss"] for group in groups.values()) / data["all"]["n"]
        assert weighted == pytest.approx(data["all"]["log_loss"])
    assert set(detail["by_players"]) == {"2", "3", "4"}
    worst = max(data["by_tag"], key=lambda tag: data["by_tag"][tag]["log_loss"])
    assert detail["worst_kind"] == worst


def test_the_end_of_the_game_sees_more_than_the_dossier(games: list[Record]) -> None:
    at_dossier, at_end = (
        judge_game(games[0], at).views["model"][0].cases[0].turns for at in ("dossier", "end")
    )
    assert at_dossier == replay(games[0]).state.dossier_turn
    assert at_end == len(games[0].events) >= at_dossier


EXCHANGE = """edition amigo-topsecret
players Anna, Ben, Cem
agents red, blue, green, yellow, grey
Anna 3: red 3
Ben 4: blue 3, green 1
Cem 5: green 5
  cards Cem two-agent-cards exchange {card}
Anna 2: red 2
Ben 6: blue 2, red 4
Cem 4: green 4
"""
"""Cem changes cards in the third turn."""


@pytest.mark.parametrize(("card", "owners"), [("with Ben", (0, 2, 1)), ("grey", (0, 1, 4))])
def test_a_game_with_an_exchange_is_read_whole(card: str, owners: tuple[int, ...]) -> None:
    record = loads(EXCHANGE.format(card=card))
    names = {record.names[seat]: record.agents[agent] for seat, agent in enumerate(owners)}
    record = record.model_copy(update={"owners": names})
    views = judge_game(record, "end").views["model"]
    assert len(views) == 3
    for seat, view in enumerate(views):
        found = analyse(record, Viewpoint.player(record, record.names[seat]), "end").posterior
        others = [p for p in range(3) if p != seat]
        assert [case.truth for case in view.cases] == [owners[p] for p in others]
        for case, p in zip(view.cases, others, strict=True):
            assert case.belief == pytest.approx(found[p], abs=1e-12)


def test_a_game_without_owners_cannot_be_judged(games: list[Record]) -> None:
    with pytest.raises(ValueError, match="who owns what"):
        judge_game(games[0].model_copy(update={"owners": None}))
