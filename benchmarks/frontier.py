"""What the best reader there can be pays for readable players where a table says nothing.

`python benchmarks/frontier.py` plays games of random and of seat-number players and of a mixture, and reads them by
exact Bayes over every kind with a closed form that the fit learns from: no reader that knows these policies, but
not who sits down, can do better. One line for each weight of an all-random table; docs/model.md holds the model's
own figures against them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from assistant.deduction.players import logsumexp
from assistant.deduction.worlds import all_worlds, log_weights_of, posterior
from assistant.records import Record
from assistant.training.exact import Population, has_closed_form, owner_likelihoods
from assistant.training.fit import BOOST
from assistant.training.players import POPULATION, Policy
from assistant.training.selfplay import play_game

Floats = NDArray[np.float64]
Seen = tuple[Floats, tuple[int, ...]]
"""A game's likelihoods (players, kinds, agents), and its owners."""
EVERY = tuple(policy for policy in POPULATION if has_closed_form(policy) and BOOST.get(policy.name, 1.0))
FEW = tuple(policy for policy in EVERY if policy.name in ("greedy", "sly", "timid", "decoy", "random"))
RANDOM = [policy.name for policy in EVERY].index("random")
SEATS = 4


def games(kinds: Sequence[Policy], count: int, seed: int) -> list[Record]:
    """Games of four, every player one of `kinds`."""
    rng = np.random.default_rng(seed)
    return [
        play_game(
            [kinds[int(i)] for i in rng.integers(len(kinds), size=SEATS)],
            "ravensburger-expert",
            int(rng.integers(2**31)),
        )
        for _ in range(count)
    ]


def seen(record: Record) -> Seen:
    owners = record.owners_by_seat
    assert owners is not None
    return owner_likelihoods(record, Population(EVERY)), owners


def losses(game: Seen, kinds: Sequence[int], silent: float, one_kind: float) -> list[float]:
    """-ln P(true agent) of every opponent in every player's eyes.

    Args:
        game: likelihoods and owners.
        kinds: numbers of the kinds that the reader thinks of, each as likely as any other.
        silent: prior of a table of random players.
        one_kind: of the tables that are not, the share where all are of one kind; each is drawn apart otherwise.
    """
    likelihoods, owners = game
    players, _, agents = likelihoods.shape
    known = likelihoods[:, kinds]
    by_kind = np.array([log_weights_of(one) for one in known.transpose(1, 0, 2)])
    apart = log_weights_of(logsumexp(known, 1) - np.log(len(kinds)))
    flat = log_weights_of(likelihoods[:, RANDOM])
    with np.errstate(divide="ignore"):  # a share of 0
        shares = np.log([silent, (1 - silent) * one_kind, (1 - silent) * (1 - one_kind)])
    parts = np.array([flat, logsumexp(by_kind, 0) - np.log(len(kinds)), apart]) + shares[:, None]
    worlds, found = all_worlds(players, agents), []
    for viewer, own in enumerate(owners):
        mask = worlds[:, viewer] == own
        table = posterior(np.zeros((players, agents)), mask, logsumexp(parts, 0)).marginals
        found += [-float(np.log(max(table[p, a], 1e-12))) for p, a in enumerate(owners) if p != viewer]
    return found


def mean(all_games: Sequence[Seen], kinds: Sequence[int], silent: float, one_kind: float) -> float:
    return float(np.mean([loss for game in all_games for loss in losses(game, kinds, silent, one_kind)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=778)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    by_name = {policy.name: (policy,) for policy in EVERY}
    who = {"random": by_name["random"], "seat-number": by_name["seat-number"], "mixture": FEW}
    with Parallel(n_jobs=given.jobs) as parallel:
        tables = {
            name: parallel(delayed(seen)(record) for record in games(kinds, given.games, given.seed))
            for name, kinds in who.items()
        }
    uniform = float(np.log(tables["random"][0][0].shape[2] - 1))
    every = list(range(len(EVERY)))
    few = [i for i in every if EVERY[i] in FEW]
    least = mean(tables["mixture"], few, 0.0, 0.0)
    print(f"{given.games} games of four each; uniform {uniform:.3f}; who knows the five kinds {least:.3f}")
    print("prior of a random table | random over uniform | seat-number over uniform | mixture over who knows")
    for silent in (0.0, 0.2, 0.5, 0.7):
        found = {name: mean(some, every, silent, 0.5) for name, some in tables.items()}
        print(
            f"{silent:.1f} | {found['random'] - uniform:+.3f} | {found['seat-number'] - uniform:+.3f} | "
            f"{found['mixture'] - least:+.3f}"
        )


if __name__ == "__main__":
    main()
