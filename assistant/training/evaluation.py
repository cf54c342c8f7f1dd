"""Figures over many games with known owners (DESIGN.md, `evaluate --json`), and the two baselines.

Every game is looked at once through the eyes of each player, who knows their own agent. One case is one opponent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.dossier import best_marks
from assistant.deduction.moment import At, moment
from assistant.deduction.parameters import Parameters, shipped
from assistant.deduction.players import read
from assistant.deduction.worlds import Worlds, all_worlds
from assistant.game import VALUES, pay_out
from assistant.game.state import GameState
from assistant.records.record import Record
from assistant.records.replay import Replay, replay
from assistant.training.dataset import tally_until

Floats = NDArray[np.float64]
CLIP = 1e-12
BINS = 10
MODELS = ("model", "uniform", "count")
PER_POINT = 4.0
"""Marker steps per nat of the `count` baseline's softmax."""
QUIET_WEIGHT = 0.3
"""Weight of a change of house value against a marker step in the `count` baseline."""


@dataclass(frozen=True)
class Case:
    """One opponent seen by one viewer: what the model gave every agent, and the truth.

    Attributes:
        tag: the opponent's `controller` tag.
        players: players at the table.
        turns: turns seen.
        belief: P(opponent owns agent), shape (agents,).
        truth: the opponent's agent.
        hit: whether the dossier row of that agent names the opponent.
    """

    tag: str
    players: int
    turns: int
    belief: Floats
    truth: int
    hit: bool


@dataclass(frozen=True)
class View:
    """One game through one pair of eyes: the cases, and the dossier's points under the record's edition."""

    tag: str
    cases: tuple[Case, ...]
    points: float
    predicted: float


@dataclass(frozen=True)
class Judged:
    """All views of one game, by model."""

    views: dict[str, tuple[View, ...]]


def judge_game(record: Record, at: At = "dossier", parameters: Parameters | None = None) -> Judged:
    """Looks at one game through the eyes of each player.

    Raises:
        ValueError: the record does not say who owns what.
        RecordError: an event cannot be.
    """
    owners = record.owners_by_seat
    if owners is None:
        raise ValueError(f"{record.title or 'the record'} does not say who owns what")
    game = replay(record)
    known = parameters or shipped()
    sums = tally_until(game, at, known)
    players, agents = len(owners), len(game.start.agents)
    counted = count_scores(game, at)
    tags = [str(player.tags.get("controller", "")) for player in record.players]
    turns = moment(game, at).turns
    views: dict[str, list[View]] = {name: [] for name in MODELS}
    for seat, agent in enumerate(owners):
        scores = {
            "model": read(sums, known, (seat, agent)).scores,
            "uniform": np.zeros((players, agents)),
            "count": counted,
        }
        for name, table in scores.items():
            views[name].append(_view(table, game.start, owners, seat, tags, turns))
    return Judged({name: tuple(seen) for name, seen in views.items()})


def _view(
    scores: Floats, start: GameState, owners: Sequence[int], seat: int, tags: Sequence[str], turns: int
) -> View:
    players, agents = scores.shape
    worlds = all_worlds(players, agents)
    worlds = worlds[worlds[:, seat] == owners[seat]]
    weight = scores[np.arange(players), worlds].sum(axis=1)
    chance = np.exp(weight - weight.max())
    joint = Worlds(worlds, chance / chance.sum(), players, agents)
    marginals = joint.marginals
    marks, predicted = best_marks(joint, start.edition, seat)
    result = pay_out(start, owners, seat, dict(enumerate(marks)))
    cases = tuple(
        Case(tags[p], players, turns, marginals[p], owners[p], marks[owners[p]] == p)
        for p in range(players)
        if p != seat
    )
    return View(tags[seat], cases, float(result.points), predicted)


def count_scores(game: Replay, at: At = "dossier") -> Floats:
    """What a careful player counts by hand (DESIGN.md): log weights, shape (players, agents).

    Per player and agent, marker gain minus the mean gain over agents in scorings that the player triggered,
    plus 0.3 times the change of house value minus its mean in other turns; a quarter nat per point.
    """
    total = np.zeros((len(game.start.players), len(game.start.agents)))
    values = np.array(VALUES, dtype=np.float64)
    for step in moment(game, at).turn_steps:
        outcome = step.outcome
        assert outcome is not None
        if outcome.scored is not None:
            gains = np.array(outcome.gains, dtype=np.float64)
        else:
            change = values[list(outcome.moved.positions)] - values[list(outcome.before.positions)]
            gains = QUIET_WEIGHT * change
        total[outcome.turn.player] += gains - gains.mean()
    return total / PER_POINT


def figures(views: Iterable[View], tag: str | None = None) -> dict[str, float | int | None]:
    """The figures M of DESIGN.md over the cases of `views`, of opponents with `tag` where one is given.

    `points` and `points_predicted` are means per view; with a tag, over the viewers with that tag, and None
    where there is none.
    """
    seen = list(views)
    cases = [case for view in seen for case in view.cases if tag is None or case.tag == tag]
    paid = [view for view in seen if tag is None or view.tag == tag]
    right = np.array([case.belief[case.truth] for case in cases])
    brier = [float(((case.belief - _truth(case)) ** 2).sum()) for case in cases]
    return {
        "n": len(cases),
        "top1": float(np.mean([case.belief.argmax() == case.truth for case in cases])),
        "hit_rate": float(np.mean([case.hit for case in cases])),
        "log_loss": float(-np.log(np.maximum(right, CLIP)).mean()),
        "brier": float(np.mean(brier)),
        "ece": expected_calibration_error(*_cells(cases)),
        "points": float(np.mean([view.points for view in paid])) if paid else None,
        "points_predicted": float(np.mean([view.predicted for view in paid])) if paid else None,
    }


def _truth(case: Case) -> Floats:
    hot = np.zeros_like(case.belief)
    hot[case.truth] = 1.0
    return hot


def _cells(cases: Sequence[Case]) -> tuple[Floats, Floats]:
    belief = np.concatenate([case.belief for case in cases])
    truth = np.concatenate([_truth(case) for case in cases])
    return belief, truth


def calibration(belief: Floats, truth: Floats) -> list[tuple[int, float, float]]:
    """Calibration curve over ten equal bins: (cells, mean belief, share true), empty bins left out."""
    place = np.minimum((belief * BINS).astype(int), BINS - 1)
    return [
        (int(inside.sum()), float(belief[inside].mean()), float(truth[inside].mean()))
        for b in range(BINS)
        if (inside := place == b).any()
    ]


def expected_calibration_error(belief: Floats, truth: Floats) -> float:
    """Mean distance between belief and share true over ten equal bins, weighted by cells."""
    curve = calibration(belief, truth)
    return sum(n * abs(mean - share) for n, mean, share in curve) / belief.size


def report(judged: Sequence[Judged]) -> dict[str, object]:
    """What `evaluate --json` prints, and a few tables more under `detail`."""
    model = [view for one in judged for view in one.views["model"]]
    tags = sorted({case.tag for view in model for case in view.cases})
    cases = [case for view in model for case in view.cases]
    by_tag = {tag: figures(model, tag) for tag in tags}
    return {
        "games": len(judged),
        "views": len(model),
        "all": figures(model),
        "by_tag": by_tag,
        "baselines": {
            name: figures(view for one in judged for view in one.views[name]) for name in MODELS[1:]
        },
        "detail": {
            "worst_kind": max(by_tag, key=lambda tag: by_tag[tag]["log_loss"] or 0.0),
            "uniform_by_tag": {
                tag: figures((view for one in judged for view in one.views["uniform"]), tag)["log_loss"]
                for tag in tags
            },
            "by_players": _split(cases, lambda case: case.players),
            "by_turns": _split(cases, lambda case: 10 * (case.turns // 10)),
            "calibration": calibration(*_cells(cases)),
        },
    }


def _split(cases: Sequence[Case], key: object) -> dict[str, dict[str, float]]:
    assert callable(key)
    groups: dict[int, list[Case]] = {}
    for case in cases:
        groups.setdefault(int(key(case)), []).append(case)
    return {
        str(name): {
            "n": len(some),
            "log_loss": float(np.mean([-np.log(max(case.belief[case.truth], CLIP)) for case in some])),
            "hit_rate": float(np.mean([case.hit for case in some])),
        }
        for name, some in sorted(groups.items())
    }
