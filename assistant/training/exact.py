"""How far the model is from the best there can be: exact Bayes for self-play, where the policies are known.

Given who may sit at the table, the probability of every turn has a closed form for players that choose by softmax:
lapses, sleepy beginnings, acting for another agent and hiding are all mixtures of softmaxes. Kinds and decoys are
summed out, so that what is left is the posterior of a reader who knows the population and nothing else; no reader
can have a lower log loss on average. Kinds that search with a noisy eye have no closed form and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.behaviour import choose, safe_alternatives, split_alternatives
from assistant.deduction.moment import At, moment
from assistant.deduction.parameters import CROWD_UNIT, Parameters
from assistant.deduction.players import logsumexp, read
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS, safe_terms, split_terms
from assistant.deduction.worlds import EDGE, all_worlds, log_weights_of, posterior, viewed
from assistant.game import GameState, Outcome
from assistant.records.record import Record
from assistant.records.replay import replay
from assistant.training.dataset import tally_until
from assistant.training.jobs import Run
from assistant.training.players import Policy

Floats = NDArray[np.float64]


def has_closed_form(policy: Policy) -> bool:
    """Whether the policy chooses by softmax among all legal turns."""
    return not policy.search_noise and not policy.crowd_of_seat


@dataclass(frozen=True)
class Population:
    """Who may sit at a table.

    Attributes:
        policies: the kinds, each as likely as any other.
        one_kind: all players of a table are of the same kind; each is drawn apart otherwise.

    Raises:
        ValueError: a kind has no closed form.
    """

    policies: tuple[Policy, ...]
    one_kind: bool = False

    def __post_init__(self) -> None:
        unknown = [policy.name for policy in self.policies if not has_closed_form(policy)]
        if unknown or not self.policies:
            raise ValueError(f"no closed form for {unknown or 'nobody'}")

    @property
    def names(self) -> frozenset[str]:
        """Names of the kinds."""
        return frozenset(policy.name for policy in self.policies)

    def weights(self, safe: bool) -> Floats:
        """Weights of the split or the safe terms, shape (kinds, terms)."""
        order = SAFE_TERMS if safe else SPLIT_TERMS
        named = [policy.safe if safe else policy.split for policy in self.policies]
        return np.array([[weights.get(term, 0.0) for term in order] for weights in named])


def population_of(records: Sequence[Record], known: Sequence[Policy]) -> Population | None:
    """The population that `records` seem to be drawn from, by their tags; None where no kind has a closed form.

    Where every table is of one kind, tables are taken to be so.
    """
    seen = [_kinds(record) for record in records]
    names = {name for kinds in seen for name in kinds}
    policies = tuple(policy for policy in known if policy.name in names and has_closed_form(policy))
    return Population(policies, all(len(set(kinds)) == 1 for kinds in seen)) if policies else None


def _kinds(record: Record) -> tuple[str, ...]:
    return tuple(str(player.tags.get("controller", "")) for player in record.players)


def _sleep(policy: Policy, state: GameState) -> float:
    """Chance that the policy plays this turn at random."""
    progress = (state.leader_marker - state.edition.start_score) / state.edition.finish
    return 1.0 if state.turns < policy.uniform_until or progress < policy.wakes_at else policy.lapse


def _acting(policy: Policy, state: GameState, seat: int) -> Floats:
    """P(acts for agent x | owns o, pretends to be d), shape (x, o, d)."""
    agents = len(state.agents)
    own = np.broadcast_to(np.eye(agents)[:, :, None], (agents,) * 3)
    if policy.acts_for == "own" or (policy.mask_until is not None and state.turns >= policy.mask_until):
        return own
    if policy.acts_for == "seat":
        other = np.broadcast_to((np.arange(agents) == seat).astype(float)[:, None, None], own.shape)
    elif policy.acts_for == "decoy":
        other = np.broadcast_to(np.eye(agents)[:, None, :], own.shape)
    else:
        other = np.full(own.shape, 1.0 / agents)
    result: Floats = policy.acts_share * other + (1.0 - policy.acts_share) * own
    return result


def _choice(terms: Floats, chosen: int, policies: Sequence[Policy], weights: Floats) -> Floats:
    """Log-probability of an awake choice, shape (kinds, acting for, own); the own agent matters to who hides."""
    crowd = np.array([policy.crowd for policy in policies])
    plain = choose("", terms, chosen, weights, crowd).likelihood
    result = np.repeat(plain[:, :, None], terms.shape[2], axis=2)
    for k, policy in enumerate(policies):
        if policy.hides:
            scale = (terms.shape[1] / CROWD_UNIT) ** policy.crowd
            utility = np.einsum("k,kna->na", weights[k] * scale, terms)
            seen = utility - logsumexp(utility, 0)
            given_away = seen - np.log(np.exp(seen).mean(axis=1, keepdims=True))
            wish = utility[:, :, None] - policy.hides * given_away[:, None, :]
            result[k] = wish[chosen] - logsumexp(wish, 0)
    return result


def turn_likelihood(outcome: Outcome, population: Population, with_safe: bool = True) -> Floats:
    """Log-probability of a turn, shape (kinds, own agent, decoy), given its roll.

    One turn is one mood: whoever sleeps chooses the split and the safe at random, and acts for one agent in both.
    """
    policies, before = population.policies, outcome.before
    agents, seat = len(before.agents), outcome.turn.player
    table, row = split_alternatives(outcome)
    awake = _choice(split_terms(before, table), row, policies, population.weights(safe=False))
    asleep = -float(np.log(len(table)))
    targets = safe_alternatives(outcome) if with_safe else ()
    if targets and outcome.scored is not None and outcome.turn.safe is not None:
        placed = safe_terms(outcome.scored, targets)
        goal = targets.index(outcome.turn.safe)
        awake = awake + _choice(placed, goal, policies, population.weights(safe=True))
        asleep -= float(np.log(len(targets)))
    result = np.empty((len(policies), agents, agents))
    for k, policy in enumerate(policies):
        top = awake[k].max(axis=0)
        mixed = np.einsum("xod,xo->od", _acting(policy, before, seat), np.exp(awake[k] - top))
        sleeps = _sleep(policy, before)
        with np.errstate(divide="ignore"):  # log of 0: who never sleeps, who never acts for that agent
            played = np.log(mixed) + top[:, None]
            result[k] = np.logaddexp(np.log(sleeps) + asleep, np.log1p(-sleeps) + played)
    return result


def owner_likelihoods(record: Record, population: Population, at: At = "dossier") -> Floats:
    """Log-likelihood of all of a player's turns up to a moment, decoys summed out: (players, kinds, agents)."""
    game = replay(record)
    when = moment(game, at)
    players, agents = len(game.start.players), len(game.start.agents)
    sums = np.zeros((players, len(population.policies), agents, agents))
    for step in when.turn_steps:
        assert step.outcome is not None
        sums[step.outcome.turn.player] += turn_likelihood(
            step.outcome, population, when.safe_counts(step.outcome)
        )
    sums[:, :, np.arange(agents), np.arange(agents)] = -np.inf  # nobody pretends to be who they are
    result: Floats = logsumexp(sums, 3) - np.log(agents - 1)
    return result


def exact_marginals(likelihoods: Floats, viewer: tuple[int, int], one_kind: bool) -> Floats:
    """P(player owns agent) for a viewer (seat, agent), kinds summed out, shape (players, agents).

    Args:
        likelihoods: from `owner_likelihoods`.
        viewer: who looks, and the agent on that player's card.
        one_kind: all players share one kind.
    """
    players, _, agents = likelihoods.shape
    if not one_kind:
        return viewed(logsumexp(likelihoods, 1), viewer)
    by_kind = np.array([log_weights_of(one) for one in likelihoods.transpose(1, 0, 2)])
    mask = all_worlds(players, agents)[:, viewer[0]] == viewer[1]
    return posterior(np.zeros((players, agents)), mask, logsumexp(by_kind, 0)).marginals


def game_losses(
    record: Record, parameters: Parameters, population: Population, at: At = "dossier"
) -> tuple[list[float], list[float]]:
    """-ln P(true agent) of every opponent in every player's eyes: the model's, and exact Bayes'.

    Raises:
        ValueError: the record does not say who owns what.
    """
    owners = record.owners_by_seat
    if owners is None:
        raise ValueError(f"{record.title or 'the record'} does not say who owns what")
    exact = owner_likelihoods(record, population, at)
    sums = tally_until(replay(record), at, parameters)
    losses: tuple[list[float], list[float]] = [], []
    for card in enumerate(owners):
        tables = (
            viewed(read(sums, parameters, card).scores, card),
            exact_marginals(exact, card, population.one_kind),
        )
        for table, kept in zip(tables, losses, strict=True):
            kept += [
                -float(np.log(max(table[seat, agent], EDGE)))
                for seat, agent in enumerate(owners)
                if seat != card[0]
            ]
    return losses


def bayes_gap(
    records: Sequence[Record],
    parameters: Parameters,
    population: Population,
    at: At = "dossier",
    run: Run | None = None,
) -> dict[str, float]:
    """The model's log loss on self-play beside that of the exact posterior.

    Args:
        records: games with owners and kinds; those with a kind outside the population are left out.
        parameters: the behaviour model's.
        population: whom the tables are drawn from.
        at: the moment.
        run: how to run many jobs (`assistant.training.jobs`); in this process by default.

    Returns:
        `games` and cases `n` that were judged, mean log loss `model` and `exact`, and the `gap` between them;
        nan without a game.
    """
    known = [record for record in records if set(_kinds(record)) <= population.names]
    jobs = [(record, parameters, population, at) for record in known]
    found = [game_losses(*job) for job in jobs] if run is None else run(game_losses, jobs, "exact Bayes")
    model = [loss for one, _ in found for loss in one]
    exact = [loss for _, one in found for loss in one]
    means = (float(np.mean(model)), float(np.mean(exact))) if model else (float("nan"),) * 2
    return {
        "games": len(found),
        "n": len(model),
        "model": means[0],
        "exact": means[1],
        "gap": means[0] - means[1],
    }
