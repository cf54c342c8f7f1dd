"""Fit of the card choices: weights by maximum likelihood with the hand summed out, then how far to trust them.

Stage one is a conditional logit whose menu, the hand, is hidden: its gradient is the expected one over the hands
that remain possible (as in the EM algorithm). Stage two holds the weights and finds the powers of plays and
passes and the share of players whose cards say nothing, by the log loss of the true owners; every kind of card
player is a stranger there, read by the weights that the other kinds gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.card_behaviour import (
    PASS,
    PlayerRound,
    card_rounds,
    card_scores,
    possible_hands,
    round_likelihood,
)
from assistant.deduction.card_terms import CARD_TERMS, KINDS
from assistant.deduction.moment import moment
from assistant.deduction.parameters import CardParameters
from assistant.records.record import Record
from assistant.records.replay import replay
from assistant.training.card_play import CARD_POPULATION, CardPlayer, play_card_game
from assistant.training.jobs import Run
from assistant.training.players import POPULATION

Floats = NDArray[np.float64]

DICE = ("greedy", "sly", "searcher", "random", "spoiler", "timid")
"""Kinds that move the agents in the card games of the fit, in turn."""
EDITION = "amigo-topsecret"
GAMES_OF_A_KIND = 12
PASSES = 400
"""Most rounds of a kind without a play that stage one looks at."""
RIDGE = 0.01
STEPS = 40


@dataclass(frozen=True)
class CardGame:
    """One finished card game: the rounds up to the dossier, and the owners."""

    rounds: tuple[PlayerRound, ...]
    owners: tuple[int, ...]
    agents: int


def reduce_card_game(record: Record) -> CardGame:
    """The rounds of a record with owners, up to the moment the dossier falls due.

    Raises:
        ValueError: the record does not say who owns what.
    """
    owners = record.owners_by_seat
    if owners is None:
        raise ValueError(f"{record.title or 'a record'} does not say who owns what")
    game = replay(record)
    rounds = [
        part
        for step in moment(game, "dossier").turn_steps
        if step.outcome is not None
        for part in card_rounds(step.outcome)
    ]
    return CardGame(tuple(rounds), owners, len(game.start.agents))


def play_reduced(player: CardPlayer, dice: str, players: int, seed: int) -> CardGame:
    """Plays one card game of one kind of player and reduces it."""
    policy = next(policy for policy in POPULATION if policy.name == dice)
    return reduce_card_game(play_card_game([policy] * players, EDITION, seed, player=player))


def card_games(seed: int, scale: float = 1.0) -> list[tuple[CardPlayer, str, int, int]]:
    """The arguments of every self-play card game of the fit, kind after kind."""
    rng = np.random.default_rng([seed, 26])
    each = max(2, round(scale * GAMES_OF_A_KIND))
    return [
        (player, DICE[i % len(DICE)], 3 + i % 5, int(rng.integers(2**31)))
        for player in CARD_POPULATION
        for i in range(each)
    ]


def observed(games: Sequence[CardGame]) -> list[tuple[PlayerRound, int]]:
    """Rounds with the agent of their player: all with a play, and every so many of the others."""
    rounds = [(part, game.owners[part.player]) for game in games for part in game.rounds]
    passes = [item for item in rounds if not item[0].plays]
    every = max(1, len(passes) // PASSES)
    return [item for item in rounds if item[0].plays] + passes[::every]


def round_slope(part: PlayerRound, agent: int, weights: Floats) -> tuple[float, Floats]:
    """Log-likelihood of one player's round for the owner of `agent`, and its gradient in the weights."""
    hands, weight = possible_hands(part.left, part.size)
    slope = np.zeros((len(hands), len(weights)))
    for choice in part.choices:
        terms = choice.options.terms[:, :, agent]
        appeal = np.exp(np.clip(weights @ terms, -50.0, 50.0))
        totals = np.zeros((len(KINDS), 1 + len(weights)))
        np.add.at(totals, choice.options.kinds, np.column_stack([appeal, (appeal * terms).T]))
        sums = (hands > 0) @ totals
        menu = 1.0 + sums[:, 0]
        weight = weight / menu
        slope = slope - sums[:, 1:] / menu[:, None]
        if choice.chosen != PASS:
            kind = int(choice.options.kinds[choice.chosen])
            held = hands[:, kind] > 0
            weight, slope = weight[held] * appeal[choice.chosen], slope[held] + terms[:, choice.chosen]
            hands = hands[held].copy()
            hands[:, kind] -= 1
    total = float(weight.sum())
    return float(np.log(total)), (weight @ slope) / total


def fit_weights(rounds: Sequence[tuple[PlayerRound, int]]) -> Floats:
    """Stage one: weight of every card term, shape (len(CARD_TERMS),)."""
    from scipy.optimize import minimize  # 0.3 s, needed by the fit alone

    begin = np.zeros(len(CARD_TERMS))
    begin[0] = -4.0

    def loss(weights: Floats) -> tuple[float, Floats]:
        value, slope = 0.0, np.zeros_like(weights)
        for part, agent in rounds:
            one, gradient = round_slope(part, agent, weights)
            value -= one
            slope -= gradient
        ridge = RIDGE * (weights - begin)
        return value / len(rounds) + 0.5 * float(ridge @ (weights - begin)), slope / len(rounds) + ridge

    result: Floats = minimize(loss, begin, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    return result


def evidence(game: CardGame, weights: Floats) -> Floats:
    """Log-likelihoods of plays and of passes, shape (2, players, agents)."""
    sums = np.zeros((2, len(game.owners), game.agents))
    for part in game.rounds:
        sums[0 if part.plays else 1, part.player] += round_likelihood(part, weights)
    return sums


def fit_trust(games: Sequence[tuple[Floats, tuple[int, ...]]]) -> tuple[float, float, float]:
    """Stage two: powers of plays and passes and the share that says nothing, from `evidence` and owners."""
    from scipy.optimize import minimize

    def loss(x: Floats) -> float:
        trust = CardParameters(np.zeros(len(CARD_TERMS)), *_trust(x))
        total = [
            -float(card_scores(sums, trust)[np.arange(len(owners)), owners].mean()) for sums, owners in games
        ]
        return float(np.mean(total))

    best = minimize(
        loss, np.zeros(3), method="Nelder-Mead", options={"maxiter": 300, "xatol": 1e-3, "fatol": 1e-5}
    )
    return _trust(best.x)


def _trust(x: Floats) -> tuple[float, float, float]:
    """Powers between 0 and 1 and a share between 2 % and 1, from three free numbers."""
    plays, passes, share = 1.0 / (1.0 + np.exp(-x))
    return float(plays), float(passes), 0.02 + 0.98 * float(share)


def fit_cards(seed: int, run: Run, scale: float = 1.0) -> CardParameters:
    """The whole fit of the card choices, from self-play alone."""
    games: list[CardGame] = run(play_reduced, card_games(seed, scale), "card games")
    each = len(games) // len(CARD_POPULATION)
    kinds = [games[i : i + each] for i in range(0, len(games), each)]
    seen = [observed(some) for some in kinds]
    jobs = [([item for j, some in enumerate(seen) if j != i for item in some],) for i in range(len(kinds))]
    jobs.append(([item for some in seen for item in some],))
    weights: list[Floats] = run(fit_weights, jobs, "card choices")
    strangers = [
        (evidence(game, one), game.owners) for one, some in zip(weights, kinds, strict=False) for game in some
    ]
    return CardParameters(weights[-1], *fit_trust(strangers))
