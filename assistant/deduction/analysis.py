"""The answer to "who is who" at a moment: posterior, extras, best worlds, dossier, and whether to trust it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.beliefs import Beliefs, Viewpoint
from assistant.deduction.clues import Clue, allowed
from assistant.deduction.dossier import Dossier, advise_dossier
from assistant.deduction.moment import At
from assistant.deduction.parameters import Parameters
from assistant.deduction.players import surprise
from assistant.deduction.worlds import Worlds
from assistant.records.record import Record
from assistant.records.replay import Replay
from assistant.wording import N_, Message, decimal, say

if TYPE_CHECKING:
    from assistant.deduction.constraints import Contradiction

Floats = NDArray[np.float64]
TOP_WORLDS = 10


@dataclass(frozen=True)
class Analysis:
    """What a viewer can know at a moment. P players, A agents.

    Attributes:
        turn: turns played.
        viewpoint: whose eyes.
        players, agents: names in the record's order.
        posterior: P(player owns agent), shape (P, A); every row sums to 1.
        extras: P(agent belongs to nobody), shape (A,).
        worlds: number of possible worlds.
        top_worlds: the most probable worlds: agent of every seat, and the probability.
        dossier: the sheet with the most expected points under the edition.
        joint: the joint posterior that all of it comes from.
        readable: chance that each player plays for the own agent, shape (P,).
        surprise: nats per choice by which the table falls below what the known types expect of themselves.
        strangeness: said when that is too much to trust the reading; None otherwise.
        contradiction: entries that cannot all be true; the rest was computed without the ones to drop.
    """

    turn: int
    viewpoint: Viewpoint
    players: tuple[str, ...]
    agents: tuple[str, ...]
    posterior: Floats
    extras: Floats
    worlds: int
    top_worlds: tuple[tuple[tuple[int, ...], float], ...]
    dossier: Dossier
    joint: Worlds
    readable: Floats
    surprise: float
    strangeness: Message | None
    contradiction: Contradiction | None

    @property
    def strange(self) -> bool:
        """Whether the table plays like nobody the model knows."""
        return self.strangeness is not None


def consistent(beliefs: Beliefs) -> tuple[tuple[Clue, ...], Contradiction | None]:
    """The clues that can be true together, and the contradiction among all of them if there is one."""
    clues = beliefs.clues()
    if allowed(clues, *beliefs.size).any():
        return clues, None
    from assistant.deduction.constraints import contradiction  # OR-tools takes half a second to import

    found = contradiction(clues, *beliefs.size)
    if found is None:
        return clues, None
    return tuple(clue for clue in clues if clue not in found.dropped), found


def analyse(
    record: Record | Replay,
    viewpoint: Viewpoint | None = None,
    at: At = "end",
    parameters: Parameters | None = None,
) -> Analysis:
    """Who is who at a moment.

    Args:
        record: a record, or its replay.
        viewpoint: whose eyes; the record's viewer by default, else an observer.
        at: "end", "dossier", or a number of turns.
        parameters: the behaviour model's; the shipped ones by default.

    Raises:
        GameError: no game can start from the head, or `at` is no moment of it.
    """
    beliefs = Beliefs.of(record, viewpoint, at, parameters)
    clues, clash = consistent(beliefs)
    sums = beliefs.tallies()[-1]
    worlds = beliefs.worlds(sums, clues)
    gap = surprise(sums, beliefs.parameters)
    return Analysis(
        turn=beliefs.when.turns,
        viewpoint=beliefs.viewpoint,
        players=beliefs.game.start.players,
        agents=beliefs.game.start.agents,
        posterior=worlds.marginals,
        extras=worlds.extras,
        worlds=len(worlds.owners),
        top_worlds=worlds.best(TOP_WORLDS),
        dossier=advise_dossier(worlds, beliefs.game.start.edition, beliefs.viewpoint.seat),
        joint=worlds,
        readable=beliefs.reading(sums).readable,
        surprise=gap,
        strangeness=_strangeness(gap, float(sums.choices.sum()), beliefs.parameters),
        contradiction=clash,
    )


def _strangeness(gap: float, choices: float, parameters: Parameters) -> Message | None:
    alarm, enough = parameters.surprise
    if choices < enough or gap >= alarm:
        return None
    return say(
        N_("This table plays like nobody I know: its choices are {gap} times less likely than I expect, "
           "where {alarm} is still usual. Trust the figures less."),
        gap=decimal(float(np.exp(-gap)), 2), alarm=decimal(float(np.exp(-alarm)), 2),
    )  # fmt: skip


def timeline(
    record: Record | Replay, viewpoint: Viewpoint | None = None, parameters: Parameters | None = None
) -> Floats:
    """The posterior after every turn.

    Returns:
        Array (turns + 1, players, agents); row n is what `analyse(record, viewpoint, n)` finds, row 0 the
        moment before the first turn.
    """
    whole = Beliefs.of(record, viewpoint, "end", parameters)
    sums = whole.tallies()
    rows = []
    for turn, one in enumerate(sums):
        here = Beliefs.of(whole.game, whole.viewpoint, turn, whole.parameters)
        rows.append(here.worlds(one, consistent(here)[0]).marginals)
    return np.stack(rows)
