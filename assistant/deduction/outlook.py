"""The dossier that most often wins: the most expected points are not always the best way to the top.

From the moment the dossier is due the game is played to its end many times, with owners from the posterior. Then
every candidate sheet is paid out in every playout, the other players' sheets too: each of them is taken to know
what the table knows and the own card, and fills the sheet from one world drawn from that. A trailing player should
gamble on marks the leaders do not share, a leading one should not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.dossier import best_marks, hits
from assistant.deduction.playout import final_markers
from assistant.deduction.worlds import Worlds
from assistant.game import Edition
from assistant.game.state import GameState
from assistant.wording import N_, Message, say

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Marks = tuple[int | None, ...]
PLAYOUTS = 2000
CANDIDATE_WORLDS = 12
WORTH_SAYING = 0.01
"""Chance of winning from which another sheet than the one with the most points is worth saying."""


@dataclass(frozen=True)
class WinningDossier:
    """What the playouts say.

    Attributes:
        marks: the sheet that wins most often, agent by agent: a seat, None for an extra.
        wins: chance to win with it, ties shared.
        safe_marks: the sheet with the most expected points.
        safe_wins: chance to win with that.
        message: both in words.
    """

    marks: Marks
    wins: float
    safe_marks: Marks
    safe_wins: float
    message: Message

    @property
    def differs(self) -> bool:
        """Whether the two sheets differ by enough to matter."""
        return self.marks != self.safe_marks and self.wins >= self.safe_wins + WORTH_SAYING


def winning_dossier(
    state: GameState,
    worlds: Worlds,
    filler: int,
    readable: Floats,
    seed: int = 0,
    safe_open: bool = False,
) -> WinningDossier:
    """The sheet that most often wins, and the one with the most points beside it.

    Args:
        state: the position from which to play on.
        worlds: the filler's joint posterior.
        filler: seat of the player who fills the sheet.
        readable: chance that each player plays for their own agent, shape (players,), as `Analysis.readable`.
        seed: of worlds and playouts; equal seeds give equal answers.
        safe_open: a scoring has just been and the safe is still to be placed, as where the dossier is asked for.
    """
    random = np.random.default_rng(seed)
    drawn = worlds.owners[random.choice(len(worlds.owners), PLAYOUTS, p=worlds.probability)]
    markers = final_markers(state, drawn, readable, seed, safe_open)
    totals = _with_others(random, state.edition, worlds, drawn, filler, markers)
    safe, _ = best_marks(worlds, state.edition, filler)
    candidates = _candidates(worlds, state.edition, filler, safe)
    chances = [_wins(state.edition, totals, drawn, filler, marks) for marks in candidates]
    best = int(np.argmax(chances))
    return WinningDossier(
        candidates[best],
        chances[best],
        safe,
        chances[0],
        _message(state, worlds, filler, chances[best], chances[0]),
    )


def _with_others(
    random: np.random.Generator, edition: Edition, worlds: Worlds, drawn: Ints, filler: int, markers: Ints
) -> Ints:
    """Markers with the other players' sheets paid out, (playouts, agents)."""
    totals = markers.copy()
    rows = np.arange(len(drawn))
    for seat in range(worlds.players):
        if seat == filler:
            continue
        guess = np.empty_like(drawn)
        for agent in np.unique(drawn[:, seat]):
            knows = np.flatnonzero(worlds.owners[:, seat] == agent)
            here = np.flatnonzero(drawn[:, seat] == agent)
            chance = worlds.probability[knows] / worlds.probability[knows].sum()
            guess[here] = worlds.owners[knows[random.choice(len(knows), len(here), p=chance)]]
        right = (guess == drawn).sum(axis=1) - 1
        if edition.dossier_extras == "yes":
            taken = np.zeros(totals.shape, dtype=bool)
            named = np.zeros(totals.shape, dtype=bool)
            np.put_along_axis(taken, drawn, True, axis=1)
            np.put_along_axis(named, guess, True, axis=1)
            right = right + (~taken & ~named).sum(axis=1)
        totals[rows, drawn[:, seat]] += right * edition.dossier_pay
    return totals


def _wins(edition: Edition, totals: Ints, drawn: Ints, filler: int, marks: Marks) -> float:
    """Chance that the filler wins with `marks`, a shared win counting its share."""
    rows = np.arange(len(drawn))
    paid = totals.copy()
    own = drawn[:, filler]
    paid[rows, own] += hits(drawn, edition, filler, marks) * edition.dossier_pay
    players = np.take_along_axis(paid, drawn, axis=1)
    top = players.max(axis=1)
    mine = paid[rows, own] == top
    share = mine / (players == top[:, None]).sum(axis=1)
    if edition.extra_wins != "best-player":
        share = share * (paid.max(axis=1) <= top)  # an extra in front leaves nobody, or itself, the winner
    return float(share.mean())


def _candidates(worlds: Worlds, edition: Edition, filler: int, safe: Marks) -> list[Marks]:
    """The sheet with the most points first, then the best worlds' sheets, then single changes of the first."""
    found = [safe]
    for owners, _ in worlds.best(CANDIDATE_WORLDS):
        marks: list[int | None] = [None] * worlds.agents
        for seat, agent in enumerate(owners):
            marks[agent] = seat
        found.append(tuple(marks))
    for one in range(worlds.agents):
        for other in range(one):
            swapped = list(safe)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            found.append(tuple(swapped))
    return list(dict.fromkeys(found))


def _message(state: GameState, worlds: Worlds, filler: int, wins: float, safe: float) -> Message:
    own = int(np.argmax(worlds.marginals[filler]))
    behind = max(state.markers) - state.markers[own]
    values = {"wins": f"{wins:.0%}", "safe": f"{safe:.0%}", "behind": behind}
    if wins < safe + WORTH_SAYING:
        return say(
            N_("The sheet with the most points is also the one that wins most often ({safe})."), **values
        )
    if behind > 0:
        return say(
            N_("You are {behind} behind: a bolder sheet wins more often ({wins}) than the one with the most "
               "points ({safe})."), **values,
        )  # fmt: skip
    return say(
        N_("Another sheet wins more often ({wins}) than the one with the most points ({safe})."), **values
    )
