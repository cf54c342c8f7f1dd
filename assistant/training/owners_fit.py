"""Stage two of the fit: priors of the types, temper and habits, trained on "who owns what".

A model trained on choices alone is too sure of strangers. Here every training player *is* a stranger: the types of
its own kind are hidden from it, and what is left is trained on the log loss of the true owners in the exact joint
posterior of the world, seen by a player who knows their own agent. The gradient is exact but for the table's shown
types, which are held fixed within a round (as in EM) and refreshed between rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.modes import HABITS, MODES, mean_over_agents
from assistant.deduction.parameters import HABIT_SCALE
from assistant.deduction.players import (
    ODD,
    Combined,
    Table,
    class_of,
    combine,
    in_class,
    logsumexp,
    table,
)
from assistant.deduction.tally import habit_sums, type_likelihoods
from assistant.deduction.worlds import EDGE, all_worlds, one_hot
from assistant.training.dataset import Game

Floats = NDArray[np.float64]

PRIOR_RIDGE = 0.02
TEMPER_RIDGE = 0.1
GAIN_RIDGE = 0.1
HABIT_RIDGE = 0.1
ROUNDS = 2
STEPS = 120
MODE_PRIOR = {
    "plain": 0.35,
    "slow-start": 0.15,
    "seat-number": 0.15,
    "decoy": 0.12,
    "heavy-decoy": 0.13,
    "disguise": 0.1,
    "fickle": 0.02,
}
UNIFORM_PRIOR = 0.3


@dataclass(frozen=True)
class Batch:
    """Games of one size, each seen by one viewer; N games, P opponents, A agents that are not the viewer's.

    Attributes:
        likelihoods: (N, P, H, A).
        habits: (N, P, len(STRETCHES), A, terms), scaled.
        truth: index of the true agent of every opponent, (N, P).
        viewer: log-likelihood of every hypothesis about the viewer, whose agent is known, (N, H).
        groups: group of every game.
    """

    likelihoods: Floats
    habits: Floats
    truth: NDArray[np.int64]
    viewer: Floats
    groups: tuple[tuple[str, str], ...]

    @property
    def size(self) -> tuple[int, int, int]:
        """N, P, A."""
        n, p, _, a = self.likelihoods.shape
        return n, p, a


@dataclass(frozen=True)
class OwnersFit:
    """What stage two finds: log priors (H,), temper and gain (H - 1,), habit weights (terms,)."""

    prior: Floats
    temper: Floats
    gain: Floats
    habits: Floats

    def flat(self) -> Floats:
        """As one vector for the optimiser."""
        return np.concatenate([self.prior, self.temper, self.gain, self.habits])

    @classmethod
    def from_flat(cls, x: Floats, hypotheses: int) -> OwnersFit:
        """Inverse of `flat`."""
        prior, temper, gain, habits = np.split(x, np.cumsum([hypotheses, hypotheses - 1, hypotheses - 1]))
        return cls(prior, temper, gain, habits)


def batches(games: Sequence[Game], every_view: bool = False) -> list[Batch]:
    """Sorts games by size and picks the viewers: one per game in turn, or all."""
    seen = [
        (game, viewer)
        for index, game in enumerate(games)
        for viewer in (range(len(game.owners)) if every_view else [index % len(game.owners)])
    ]
    seen.sort(key=lambda item: (len(item[0].owners), item[0].agents))
    return [
        _batch(list(items))
        for _, items in groupby(seen, key=lambda item: (len(item[0].owners), item[0].agents))
    ]


def _batch(items: list[tuple[Game, int]]) -> Batch:
    likelihoods, habits, truth, viewers, groups = [], [], [], [], []
    for game, viewer in items:
        everyone = type_likelihoods(game.sums)
        everyone = everyone - everyone.max(axis=(1, 2), keepdims=True)
        own = game.owners[viewer]
        seats = [seat for seat in range(len(game.owners)) if seat != viewer]
        agents = [agent for agent in range(game.agents) if agent != own]
        likelihoods.append(everyone[seats][:, :, agents])
        habits.append(habit_sums(game.sums)[seats][..., agents].swapaxes(-1, -2) / HABIT_SCALE)
        truth.append([agents.index(game.owners[seat]) for seat in seats])
        viewers.append(everyone[viewer, :, own])
        groups.append(game.group)
    return Batch(np.array(likelihoods), np.array(habits), np.array(truth), np.array(viewers), tuple(groups))


def shown(batch: Batch, prior: Floats) -> Table:
    """What the other players at every opponent's table have shown."""
    evidence = np.concatenate([mean_over_agents(batch.likelihoods), batch.viewer[:, None]], axis=1)
    read = table(evidence, prior)
    return Table(read.shared[:, :-1], read.classes[:, :-1], read.alone[:, :-1])


@dataclass(frozen=True)
class Judged:
    """Loss of a batch: per case -ln P(true agent), (N, P); marginals (N, P, A); gradients when asked for."""

    loss: Floats
    marginals: Floats
    gradient: Floats | None


def judge(batch: Batch, others: Table, fit: OwnersFit, weights: Floats | None) -> Judged:
    """Log loss of the true owners, and its gradient where case weights (N,) are given.

    Args:
        batch: the games.
        others: from `shown`, held fixed.
        fit: the parameters.
        weights: weight of every game in the loss; None for the loss alone.
    """
    n, p, a = batch.size
    weighted = batch.likelihoods + np.log(others.priors(fit.prior))[..., None]
    parts = combine(weighted, batch.habits @ fit.habits, fit.temper, fit.gain)
    worlds = all_worlds(p, a)
    weight = np.zeros((n, len(worlds)))
    for seat in range(p):
        weight += parts.scores[:, seat][:, worlds[:, seat]]
    chance = np.exp(weight - weight.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    hot = one_hot(p, a)
    marginals = (chance @ hot).reshape(n, p, a)
    rows = np.arange(n)
    right = np.maximum(np.stack([marginals[rows, seat, batch.truth[:, seat]] for seat in range(p)], 1), EDGE)
    if weights is None:
        return Judged(-np.log(right), marginals, None)
    slope = np.zeros_like(parts.scores)
    for seat in range(p):
        given = chance * (worlds[:, seat][None] == batch.truth[:, seat][:, None]) / right[:, seat][:, None]
        slope += (weights / p)[:, None, None] * (marginals - (given @ hot).reshape(n, p, a))
    gradient, to_log_prior = _backwards(batch, parts, fit, slope)
    return Judged(-np.log(right), marginals, _through_table(gradient, to_log_prior, others, fit.prior))


def _backwards(batch: Batch, parts: Combined, fit: OwnersFit, slope: Floats) -> tuple[Floats, Floats]:
    """Gradient through `combine`: of all parameters (the priors' part left at 0), and of the table's priors."""
    through = slope[..., None, :] * np.exp(parts.typed - parts.scores[..., None, :])
    total = through.sum(axis=-1)
    share = np.exp(parts.shape - logsumexp(parts.shape, -1)[..., None])
    bent = through * (1.0 - ODD) * share / ((1.0 - ODD) * share + ODD / share.shape[-1])
    to_shape = bent - share * bent.sum(axis=-1)[..., None]
    uniform = slope.sum(axis=-1) - total.sum(axis=-1)
    told = HABITS @ (batch.habits @ fit.habits)
    by_mode = to_shape.reshape(*to_shape.shape[:2], -1, *told.shape[2:])
    gain = fit.gain.reshape(-1, len(MODES))
    gradient = np.concatenate(
        [
            np.zeros(fit.prior.size),
            np.einsum("npha,npha->h", to_shape, batch.likelihoods[:, :, :-1]),
            np.einsum("nptma,npma->tm", by_mode, told).ravel(),
            np.einsum(
                "npsa,npsak->k",
                np.einsum("tm,ms,nptma->npsa", gain, HABITS, by_mode, optimize=True),
                batch.habits,
            ),
        ]
    )
    return gradient, np.concatenate([total, uniform[..., None]], axis=-1)


def _through_table(gradient: Floats, to_log_prior: Floats, others: Table, prior: Floats) -> Floats:
    """Chain rule from the tables' priors to the common prior, what the tables have shown held fixed."""
    classes = class_of(prior.size)
    common, inside = np.exp(prior - logsumexp(prior, 0)), in_class(prior)
    slope = to_log_prior / others.priors(prior)
    to_common = (slope * others.alone[..., None]).reshape(-1, prior.size).sum(axis=0) * common
    to_inside = (slope * others.classes[..., classes]).reshape(-1, prior.size).sum(axis=0) * inside
    gradient = gradient.copy()
    gradient[: prior.size] = (
        to_common - common * to_common.sum() + to_inside - inside * np.bincount(classes, to_inside)[classes]
    )
    return gradient


def start(types: Sequence[str], terms: int) -> OwnersFit:
    """Where the optimiser begins, and what the ridge penalties pull to."""
    each = (1.0 - UNIFORM_PRIOR) / len(types)
    prior = [np.log(each * MODE_PRIOR[mode]) for _ in types for mode in MODES]
    return OwnersFit(
        np.array([*prior, np.log(UNIFORM_PRIOR)]), np.ones(len(prior)), np.ones(len(prior)), np.zeros(terms)
    )


def fit_owners(games: Sequence[Game], types: Sequence[str], boost: Mapping[str, float]) -> OwnersFit:
    """Stage two: priors, temper and habits with the least log loss, every group of games counting the same.

    Args:
        games: reduced games whose own kinds are hidden from them.
        types: names of the types, in the tallies' order.
        boost: factor on the weight of the groups of a kind.
    """
    from scipy.optimize import minimize  # 0.3 s, needed by the fit alone

    data = batches(games)
    sizes: dict[tuple[str, str], int] = {}
    for game in games:
        sizes[game.group] = sizes.get(game.group, 0) + 1
    weights = [np.array([boost.get(g[0], 1.0) / sizes[g] for g in batch.groups]) for batch in data]
    total = sum(float(w.sum()) for w in weights)
    weights = [w / total for w in weights]
    begin = start(types, data[0].habits.shape[-1])
    hypotheses = begin.prior.size
    x = begin.flat()
    for _ in range(ROUNDS):
        now = OwnersFit.from_flat(x, hypotheses)
        tables = [shown(batch, now.prior) for batch in data]

        def loss(x: Floats, tables: list[Table] = tables) -> tuple[float, Floats]:
            fit = OwnersFit.from_flat(x, hypotheses)
            value, slope = 0.0, np.zeros_like(x)
            for batch, others, weight in zip(data, tables, weights, strict=True):
                judged = judge(batch, others, fit, weight)
                assert judged.gradient is not None
                value += float((judged.loss.mean(axis=1) * weight).sum())
                slope += judged.gradient
            return _penalised(value, slope, fit, begin)

        best = minimize(loss, x, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
        x = best.x
    return OwnersFit.from_flat(x, hypotheses)


def _penalised(value: float, slope: Floats, fit: OwnersFit, begin: OwnersFit) -> tuple[float, Floats]:
    pulls = OwnersFit(
        np.full(fit.prior.size, 2.0 * PRIOR_RIDGE / fit.prior.size),
        np.full(fit.temper.size, TEMPER_RIDGE / fit.temper.size),
        np.full(fit.gain.size, GAIN_RIDGE / fit.gain.size),
        np.full(fit.habits.size, HABIT_RIDGE / fit.habits.size),
    ).flat()
    off = fit.flat() - begin.flat()
    return value + 0.5 * float(pulls @ off**2), slope + pulls * off
