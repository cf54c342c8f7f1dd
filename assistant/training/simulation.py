"""Self-play on order: games of a named population, written as records (`python -m assistant simulate`)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from assistant.game import GameError, edition
from assistant.records.files import save
from assistant.training.card_play import play_card_game
from assistant.training.players import POPULATION, Policy
from assistant.training.selfplay import play_game
from assistant.wording import N_, say

MIXED = "mixed"


def policies_named(population: str) -> tuple[Policy, ...]:
    """The policies of a population: `mixed` for all, one kind, or several with commas between.

    Raises:
        GameError: there is no such kind.
    """
    by_name = {policy.name: policy for policy in POPULATION}
    if population == MIXED:
        return POPULATION
    names = [name.strip() for name in population.split(",")]
    for name in names:
        if name not in by_name:
            raise GameError(
                say(N_("there is no kind of player {name!r}"), name=name),
                say(N_("kinds are {names}, or mixed for all"), names=", ".join(by_name)),
            )
    return tuple(by_name[name] for name in names)


def simulation_jobs(
    players: int, games: int, seed: int, population: str, edition_spec: str, folder: Path
) -> list[tuple[list[Policy], str, int, Path]]:
    """The arguments of `write_game` for every game; the same for the same seed, whoever plays them.

    Raises:
        GameError: no such kind or edition.
    """
    policies = policies_named(population)
    edition(edition_spec)
    rng = np.random.default_rng(seed)
    jobs = []
    for number in range(1, games + 1):
        table = [policies[int(i)] for i in rng.integers(len(policies), size=players)]
        name = f"{population.replace(',', '-')}_{players}p_{number:04d}.json"
        jobs.append((table, edition_spec, int(rng.integers(2**31)), folder / name))
    return jobs


def write_game(policies: list[Policy], edition_spec: str, seed: int, path: Path) -> Path:
    """Plays one game, with its cards where the edition has some, and writes its record with every check."""
    play = play_card_game if edition(edition_spec).cards == "on" else play_game
    save(play(policies, edition_spec, seed, title=path.stem, checks=True), path)
    return path
