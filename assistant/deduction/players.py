"""From turns to players: what all that a player did says about the agent, the type summed out.

Types are hidden too. What the other players have shown shifts the prior on a player's type (tables are often of
one kind), and a table habit, trained directly on "who owns what", corrects a mixture of types that would be too
sure of strangers (docs/model.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.card_behaviour import card_scores
from assistant.deduction.identities import Identities
from assistant.deduction.modes import HABITS, MODES, mean_over_agents, own_share
from assistant.deduction.parameters import HABIT_SCALE, Parameters
from assistant.deduction.tally import Tally, card_evidence, habit_sums, type_likelihoods

Floats = NDArray[np.float64]


def logsumexp(values: Floats, axis: int) -> Floats:
    """log(sum(exp(values))) along `axis`; scipy's costs 0.3 s of import for the same."""
    top = values.max(axis=axis, keepdims=True)
    result: Floats = np.log(np.exp(values - top).sum(axis=axis)) + np.squeeze(top, axis)
    return result


@dataclass(frozen=True)
class Table:
    """What the other players of a table say about the prior of a player's hypothesis. Leading axes are free.

    Tables are often of one kind: three bots of one make, four careful adults. Either all players share one
    hypothesis, or one class of them (a mode, or the uniform type), or each has their own; which of the three is
    weighed by the likelihood of the *other* players' turns, owners summed out.

    Attributes:
        shared: prior from the shared hypothesis times its weight, shape (..., players, H).
        classes: weight of every shared class, shape (..., players, classes).
        alone: weight of "each their own", shape (..., players).
    """

    shared: Floats
    classes: Floats
    alone: Floats

    def priors(self, prior: Floats) -> Floats:
        """Prior of every hypothesis about every player, (..., players, H), from the common log prior (H,)."""
        inside = in_class(prior)
        common = np.exp(prior - logsumexp(prior, 0))
        result: Floats = (
            self.shared + self.classes[..., class_of(prior.size)] * inside + self.alone[..., None] * common
        )
        return result


def class_of(hypotheses: int) -> NDArray[np.int64]:
    """Class of every hypothesis: its mode's number, and one more for the uniform type, shape (H,)."""
    return np.append(np.arange(hypotheses - 1) % len(MODES), len(MODES))


def in_class(prior: Floats) -> Floats:
    """Prior of every hypothesis within its class, shape (H,), from the log prior."""
    classes = class_of(prior.size)
    weight = np.exp(prior - prior.max())
    result: Floats = weight / np.bincount(classes, weight)[classes]
    return result


TABLE_MIX = (0.4, 0.4, 0.2)
"""Prior of a table that shares a hypothesis, a class, nothing; the corpus and most clubs hold all three."""
SILENT_TABLE = {"seat-number": 0.25, "uniform": 2.5}
"""Log weight, on top of its own, of a class that says nothing of anybody's agent, for a table that is all of it. A
few turns by chance look like intent at such a table, and only all of its players together show it for what it is.
To make every single player more likely to be silent instead costs the readable ones more (docs/model.md)."""
_SILENT = np.array([SILENT_TABLE.get(name, 0.0) for name in (*MODES, "uniform")])


def table(evidence: Floats, prior: Floats) -> Table:
    """Reads a table.

    Args:
        evidence: log-likelihood of every hypothesis about every player, owners summed out, (..., players, H).
        prior: log prior, shape (H,).
    """
    prior = prior - logsumexp(prior, 0)
    classes = class_of(prior.size)
    log_inside = np.log(in_class(prior))
    log_class = np.array([logsumexp(prior[classes == c], 0) for c in range(len(MODES) + 1)])
    by_class = np.stack(
        [logsumexp((evidence + log_inside)[..., classes == c], -1) for c in range(len(MODES) + 1)], axis=-1
    )

    def others(values: Floats, axis: int) -> Floats:
        total: Floats = values.sum(axis=axis, keepdims=True) - values
        return total

    shared = others(evidence, -2) + prior + _SILENT[classes]
    together = others(by_class, -2) + log_class + _SILENT
    alone = others(logsumexp(evidence + prior, -1), -1)
    weights = np.concatenate(
        [
            np.log(TABLE_MIX[0]) + shared,
            np.log(TABLE_MIX[1]) + together,
            (np.log(TABLE_MIX[2]) + alone)[..., None],
        ],
        axis=-1,
    )
    weights = np.exp(weights - logsumexp(weights, -1)[..., None])
    return Table(weights[..., : prior.size], weights[..., prior.size : -1], weights[..., -1])


ODD = 0.01
"""Share of a readable player's mass that lies evenly over the agents: players who move for somebody else's agent,
by design or, like a bot that falls back on its first legal move, by mistake. It bounds how wrong the sure are."""


@dataclass(frozen=True)
class Combined:
    """The pieces of a player's scores; the fit's gradient needs them all. Leading axes are free.

    Attributes:
        shape: how each readable hypothesis's mass lies over the agents, before it is normalised and the odd
            share is laid evenly, (..., H - 1, agents).
        typed: log weight of every readable hypothesis for every agent, (..., H - 1, agents).
        scores: all hypotheses together, the uniform one too, (..., agents).
    """

    shape: Floats
    typed: Floats
    scores: Floats


def combine(weighted: Floats, habits: Floats, temper: Floats, gain: Floats) -> Combined:
    """Sums out a player's hypothesis.

    Every readable hypothesis keeps the total mass that Bayes gives it; how it lies over the agents is tempered
    and corrected by the table habits, as far as that hypothesis can be trusted, but for the share `ODD`. The
    uniform one stays flat whatever the habits say, so that a random player cannot look certain.

    Args:
        weighted: log-likelihood plus log prior of every hypothesis, the uniform one last, (..., H, agents).
        habits: the habits' score of every agent in every stretch, shape (..., len(STRETCHES), agents).
        temper: power of each readable hypothesis's likelihood, shape (H - 1,).
        gain: weight of the habits under each readable hypothesis, shape (H - 1,).
    """
    owned = weighted[..., :-1, :]
    told = HABITS @ habits
    by_type = gain.reshape(-1, len(MODES), 1) * told[..., None, :, :]
    shape = temper[:, None] * owned + by_type.reshape(owned.shape)
    share = np.exp(shape - logsumexp(shape, -1)[..., None])
    typed = logsumexp(owned, -1)[..., None] + np.log((1.0 - ODD) * share + ODD / shape.shape[-1])
    scores = logsumexp(np.concatenate([typed, weighted[..., -1:, :]], axis=-2), -2)
    return Combined(shape, typed, scores)


@dataclass(frozen=True)
class Reading:
    """What the model reads from a table.

    Attributes:
        scores: log weight of every owner, up to a constant per player, shape (players, agents). The joint
            posterior of a world is the product over players.
        hypotheses: posterior of every hypothesis about every player, its agent summed out,
            shape (players, hypotheses).
    """

    scores: Floats
    hypotheses: Floats

    @property
    def readable(self) -> Floats:
        """Chance that each player plays for their own agent, shape (players,): neither at random nor for another's.

        Whoever has a decoy plays for their own in a share of the turns; a mask is dropped sooner or later.
        """
        modes = self.hypotheses[:, :-1].reshape(len(self.hypotheses), -1, len(MODES)).sum(axis=1)
        result: Floats = modes @ own_share(np.inf, slow=False)
        return result


def read(sums: Tally, parameters: Parameters, viewer: tuple[int, int] | None = None) -> Reading:
    """Reads all players of a table: the log weight of every owner, the types summed out.

    Args:
        sums: the turns so far.
        parameters: the behaviour model's.
        viewer: (seat, agent) where one owner is known. Nobody else can own that agent, so it says nothing about
            the others' types either: they are read over the agents that are left, as the fit reads them.
    """
    likelihoods = type_likelihoods(sums)
    likelihoods -= likelihoods.max(axis=(1, 2), keepdims=True)
    habits = np.concatenate([parameters.habit_split, parameters.habit_safe]) / HABIT_SCALE
    habit = np.einsum("k,pska->psa", habits, habit_sums(sums))
    if viewer is None:
        seen = _read(likelihoods, mean_over_agents(likelihoods), habit, parameters)
        return Reading(seen.scores + card_scores(card_evidence(sums), parameters.cards), seen.hypotheses)
    seat, own = viewer
    left = np.flatnonzero(np.arange(habit.shape[-1]) != own)
    evidence = mean_over_agents(likelihoods[:, :, left])
    evidence[seat] = likelihoods[seat, :, own]
    seen = _read(likelihoods[:, :, left], evidence, habit[..., left], parameters)
    # The agent's column is never asked for under the viewer's own card; it stays finite all the same.
    scores = np.repeat(seen.scores.min(axis=1)[:, None], habit.shape[-1], axis=1)
    scores[:, left] = seen.scores + card_scores(card_evidence(sums)[:, :, left], parameters.cards)
    scores[seat] = 0.0
    return Reading(scores, seen.hypotheses)


def identity_scores(sums: Tally, parameters: Parameters, viewer: tuple[int, int] | None = None) -> Floats:
    """Log weight of every agent on every card dealt, all stretches between exchanges together.

    Args:
        sums: the turns so far.
        parameters: the behaviour model's.
        viewer: (seat, agent) of a card whose agent is known.

    Returns:
        Array (players, agents), by the seat that each card was dealt to.
    """
    total = np.zeros(sums.expected.shape[::2])
    part: Tally | None = sums
    while part is not None:
        held = part.identities or Identities.dealt(len(total))
        known = viewer
        if viewer is not None:
            known = (held.cards.index(viewer[0]), viewer[1]) if viewer[0] in held.cards else None
        total += held.by_card(read(part, parameters, known).scores)
        part = part.earlier
    return total


def _read(likelihoods: Floats, evidence: Floats, habit: Floats, parameters: Parameters) -> Reading:
    """The reading from log-likelihoods (players, H, agents), their sums (players, H), and the habits.

    Habits have the shape (players, len(STRETCHES), agents).
    """
    log_priors = np.log(table(evidence, parameters.prior).priors(parameters.prior))
    parts = combine(likelihoods + log_priors[:, :, None], habit, parameters.temper, parameters.gain)
    whole = evidence + log_priors
    return Reading(
        scores=parts.scores - parts.scores.max(axis=1, keepdims=True),
        hypotheses=np.exp(whole - logsumexp(whole, 1)[:, None]),
    )


def surprise(sums: Tally, parameters: Parameters) -> float:
    """How far the table's choices fall below what the readable types expect of their own, nats per choice.

    Near 0 for players of a known type; clearly negative where nobody known plays like that. Each player is
    read under the readable types' own posterior, so that the uniform type cannot explain everything away.
    """
    if not sums.choices.any():
        return 0.0
    prior = parameters.prior[: -1 : len(MODES)]
    plain = np.stack([modes.plain for modes in sums.modes])
    weighted = plain + prior[None, :, None]
    flat = weighted.reshape(len(weighted), -1)
    share = np.exp(flat - logsumexp(flat, 1)[:, None]).reshape(weighted.shape)
    gap = (share * (plain - sums.expected)).sum(axis=(1, 2))
    return float(gap.sum() / sums.choices.sum())
