"""From turns to players: what all that a player did says about the agent, the type summed out.

Types are hidden too. What the other players have shown shifts the prior on a player's type (tables are often of
one kind), and a table habit, trained directly on "who owns what", corrects a mixture of types that would be too
sure of strangers (docs/model.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.behaviour import Choice, TurnEvidence
from assistant.deduction.card_behaviour import card_scores
from assistant.deduction.identities import Identities
from assistant.deduction.parameters import HABIT_SCALE, MODES, Parameters
from assistant.deduction.terms import SPLIT_TERMS

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Tally:
    """Sums over the turns of one game so far; adding a turn makes a new one, so undo is keeping the old.

    Attributes:
        plain: log-likelihood of every type, shape (players, types, agents).
        slow: the same for slow starters.
        expected: what every type would expect `plain` to be, shape (players, types, agents).
        uniform: log-likelihood of the uniform type, shape (players,).
        habit: summed habits, shape (players, terms, agents).
        choices: number of decisions per player, shape (players,).
        cards: log-likelihood of card rounds with a play and of those without, shape (2, players, agents).
        last_turn: number of the last turn added, 0 before the first.
        earlier: what was seen before the last exchange of identity; these sums then begin after it.
        identities: who has held which card since; None where everybody holds the own one.
    """

    plain: Floats
    slow: Floats
    expected: Floats
    uniform: Floats
    habit: Floats
    choices: Floats
    cards: Floats
    last_turn: int = 0
    earlier: Tally | None = None
    identities: Identities | None = None

    @classmethod
    def empty(cls, players: int, agents: int, parameters: Parameters) -> Tally:
        """Before the first turn."""
        types = len(parameters.types)
        terms = parameters.habit_split.size + parameters.habit_safe.size
        return cls(
            np.zeros((players, types, agents)),
            np.zeros((players, types, agents)),
            np.zeros((players, types, agents)),
            np.zeros(players),
            np.zeros((players, terms, agents)),
            np.zeros(players),
            np.zeros((2, players, agents)),
        )

    def add(self, evidence: TurnEvidence, with_safe: bool = True) -> Tally:
        """The tally with one more turn; O(types x terms), whatever the game's length."""
        plain, slow, habit = self.plain.copy(), self.slow.copy(), self.habit.copy()
        expected, uniform, count = self.expected.copy(), self.uniform.copy(), self.choices.copy()
        p = evidence.player
        for choice in evidence.choices(with_safe):
            plain[p] += choice.likelihood
            slow[p] += choice.uniform if evidence.slow else choice.likelihood
            expected[p] += choice.expected
            uniform[p] += choice.uniform
            habit[p, _habit_rows(choice)] += choice.habit
            count[p] += choice.alternatives > 1  # a forced move says nothing, nor does it water down the rest
        cards = self.cards
        if evidence.cards:
            cards = cards.copy()
            for one in evidence.cards:
                cards[0 if one.played else 1, one.player] += one.likelihood
        return replace(
            self, plain=plain, slow=slow, expected=expected, uniform=uniform, habit=habit, choices=count,
            cards=cards, last_turn=evidence.turn,
        )  # fmt: skip

    def exchanged(self, identities: Identities) -> Tally:
        """The tally after an exchange of identity: a player's moves speak for another card from here on.

        Types are read anew too; that costs a little of what was learnt, and keeps the parts independent.
        """
        zeros = Tally(
            np.zeros_like(self.plain), np.zeros_like(self.slow), np.zeros_like(self.expected),
            np.zeros_like(self.uniform), np.zeros_like(self.habit), np.zeros_like(self.choices),
            np.zeros_like(self.cards),
        )  # fmt: skip
        return replace(zeros, last_turn=self.last_turn, earlier=self, identities=identities)


def _habit_rows(choice: Choice) -> slice:
    return slice(0, len(SPLIT_TERMS)) if choice.kind == "split" else slice(len(SPLIT_TERMS), None)


FULL_CHOICES = 30.0
"""Choices of one player that count in full. No type is quite right, and its small errors repeat: beyond this many
the evidence is scaled down to as many, so that a very long game cannot make a stranger look certain."""


def _damping(sums: Tally) -> Floats:
    """Factor on the evidence about every player, shape (players,)."""
    result: Floats = FULL_CHOICES / np.maximum(sums.choices, FULL_CHOICES)
    return result


def habit_sums(sums: Tally) -> Floats:
    """The habits as they count, shape (players, terms, agents)."""
    result: Floats = sums.habit * _damping(sums)[:, None, None]
    return result


def type_likelihoods(sums: Tally) -> Floats:
    """Log-likelihood of every hypothesis about every player, as it counts.

    Returns:
        Array (players, hypotheses, agents), in the order of `Parameters.hypotheses`.
    """
    players, types, agents = sums.plain.shape
    seats = np.arange(players)
    result = np.empty((players, types * len(MODES) + 1, agents))
    result[:, 0:-1:3] = sums.plain
    result[:, 1:-1:3] = sums.slow
    result[:, 2:-1:3] = sums.plain[seats, :, seats][:, :, None]
    result[:, -1] = sums.uniform[:, None]
    return result * _damping(sums)[:, None, None]


def logsumexp(values: Floats, axis: int) -> Floats:
    """log(sum(exp(values))) along `axis`; scipy's costs 0.3 s of import for the same."""
    top = values.max(axis=axis, keepdims=True)
    result: Floats = np.log(np.exp(values - top).sum(axis=axis)) + np.squeeze(top, axis)
    return result


def hypothesis_evidence(likelihoods: Floats) -> Floats:
    """Log-likelihood of every hypothesis with the agent summed out evenly: (..., H, agents) -> (..., H)."""
    result: Floats = logsumexp(likelihoods, -1) - np.log(likelihoods.shape[-1])
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

    shared = others(evidence, -2) + prior
    together = others(by_class, -2) + log_class
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


ODD = 0.02
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
        habits: the habits' score of every agent, shape (..., agents).
        temper: power of each readable hypothesis's likelihood, shape (H - 1,).
        gain: weight of the habits under each readable hypothesis, shape (H - 1,).
    """
    owned = weighted[..., :-1, :]
    shape = temper[:, None] * owned + gain[:, None] * habits[..., None, :]
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
    habit = np.einsum("k,pka->pa", habits, habit_sums(sums))
    if viewer is None:
        seen = _read(likelihoods, hypothesis_evidence(likelihoods), habit, parameters)
        return Reading(seen.scores + card_scores(sums.cards, parameters.cards), seen.hypotheses)
    seat, own = viewer
    left = np.flatnonzero(np.arange(habit.shape[1]) != own)
    evidence = hypothesis_evidence(likelihoods[:, :, left])
    evidence[seat] = likelihoods[seat, :, own]
    seen = _read(likelihoods[:, :, left], evidence, habit[:, left], parameters)
    # The agent's column is never asked for under the viewer's own card; it stays finite all the same.
    scores = np.repeat(seen.scores.min(axis=1)[:, None], habit.shape[1], axis=1)
    scores[:, left] = seen.scores + card_scores(sums.cards[:, :, left], parameters.cards)
    scores[seat] = 0.0
    return Reading(scores, seen.hypotheses)


def card_scores_of(sums: Tally, parameters: Parameters, viewer: tuple[int, int] | None = None) -> Floats:
    """Log weight of every agent on every card dealt, all stretches between exchanges together.

    Args:
        sums: the turns so far.
        parameters: the behaviour model's.
        viewer: (seat, agent) of a card whose agent is known.

    Returns:
        Array (players, agents), by the seat that each card was dealt to.
    """
    total = np.zeros(sums.plain.shape[::2])
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
    """The reading from log-likelihoods (players, H, agents), their sums (players, H), habits (players, agents)."""
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
    weighted = sums.plain + prior[None, :, None]
    flat = weighted.reshape(len(weighted), -1)
    share = np.exp(flat - logsumexp(flat, 1)[:, None]).reshape(weighted.shape)
    gap = (share * (sums.plain - sums.expected)).sum(axis=(1, 2))
    return float(gap.sum() / sums.choices.sum())
