"""Figures over many games with known owners (DESIGN.md, `evaluate --json`), and the two baselines.

Every game is looked at once through the eyes of each player, who knows their own agent. One case is one opponent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.beliefs import Beliefs, Viewpoint
from assistant.deduction.dossier import best_marks
from assistant.deduction.identities import Identities, dealt_agent
from assistant.deduction.moment import At, moment
from assistant.deduction.parameters import Parameters, shipped
from assistant.deduction.players import read
from assistant.deduction.tally import Tally
from assistant.deduction.worlds import EDGE, Worlds, knowing
from assistant.game import VALUES, pay_out
from assistant.records.record import Record
from assistant.records.replay import Replay, replay
from assistant.training.dataset import tally_until

Floats = NDArray[np.float64]
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
    # The truth of the moment: an exchange of identity may still be to come.
    held = owners if sums.identities is None else _held(record, sums.identities)
    views: dict[str, list[View]] = {name: [] for name in MODELS}
    for seat, agent in enumerate(held):
        if agent is None:
            continue
        joints = {
            "model": _seen(game, sums, known, seat, agent, at),
            "uniform": knowing(np.zeros((players, agents)), (seat, agent)),
            "count": knowing(counted, (seat, agent)),
        }
        for name, joint in joints.items():
            views[name].append(_view(game, joint, seat, owners, held, at))
    return Judged({name: tuple(seen) for name, seen in views.items()})


def _held(record: Record, identities: Identities) -> tuple[int | None, ...]:
    """Agent on the card that each player holds; None for a card that was given up since, which nobody can tell."""
    return tuple(
        taken if card is None else dealt_agent(record, card)
        for card, taken in zip(identities.cards, identities.taken, strict=True)
    )


def _seen(game: Replay, sums: Tally, parameters: Parameters, seat: int, agent: int, at: At) -> Worlds:
    """The model's joint posterior in one player's eyes; what was entered as a clue counts for nothing here."""
    if sums.identities is None:
        return knowing(read(sums, parameters, (seat, agent)).scores, (seat, agent))
    eyes = Viewpoint.player(game.record, game.start.players[seat])
    beliefs = Beliefs.of(game, eyes, at, parameters)
    return beliefs.worlds(sums, beliefs.clues(entered=False))


def _view(
    game: Replay, joint: Worlds, seat: int, owners: Sequence[int], held: Sequence[int | None], at: At
) -> View:
    marginals = joint.marginals
    marks, predicted = best_marks(joint, game.start.edition, seat)
    result = pay_out(game.start, owners, seat, dict(enumerate(marks)))
    tags = [str(player.tags.get("controller", "")) for player in game.record.players]
    turns = moment(game, at).turns
    cases = tuple(
        Case(tags[p], joint.players, turns, marginals[p], agent, marks[agent] == p)
        for p, agent in enumerate(held)
        if p != seat and agent is not None
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
        "log_loss": float(-np.log(np.maximum(right, EDGE)).mean()),
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
            "log_loss": float(np.mean([-np.log(max(case.belief[case.truth], EDGE)) for case in some])),
            "hit_rate": float(np.mean([case.hit for case in some])),
        }
        for name, some in sorted(groups.items())
    }
