"""The report on one player: when they were found out, by what, how they bluffed, and what their dossier was worth.

Everything is measured at the table's belief in the player's true agent: the table is somebody who knows no card and
hears every clue. Bits are differences of log2 of that probability, so the bits of all turns add up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction import Beliefs, Viewpoint
from assistant.deduction.analysis import consistent
from assistant.deduction.dossier import best_marks, mark_values
from assistant.deduction.worlds import EDGE
from assistant.game import pay_out
from assistant.review.dice import Luck, luck
from assistant.review.timeline import Timelines
from assistant.review.turning_points import reason
from assistant.wording import Message

Floats = NDArray[np.float64]
KNOWN = 0.5
"""An agent counts as known while it is more likely than not."""
LEAST = 0.05
"""Bits below which a turn neither revealed nor bluffed."""


@dataclass(frozen=True)
class TellingTurn:
    """A turn of a player that moved the table's belief in the true agent.

    Attributes:
        turn: its number.
        bits: change of log2 P(true agent); above 0 it revealed, below 0 it bluffed.
        before, after: the probability.
        sentence: why.
    """

    turn: int
    bits: float
    before: float
    after: float
    sentence: Message


@dataclass(frozen=True)
class DossierReport:
    """A dossier against the best that could be filled with what its player could know when it fell due.

    Attributes:
        turn: the moment it was due.
        marks, best: per agent the seat named, None for an extra; an agent that `marks` leaves out is missing.
        points, best_points: what either pays.
        expected, best_expected: what either could expect to pay then.
    """

    turn: int
    marks: Mapping[int, int | None] | None
    best: Mapping[int, int | None]
    points: int | None
    best_points: int
    expected: float | None
    best_expected: float


@dataclass(frozen=True)
class PlayerReport:
    """What the game says about one player.

    Attributes:
        seat, agent: the player and the agent they owned.
        belief: the table's probability of that agent after every turn, shape (turns + 1,).
        known_from: turn from which the table held it more likely than not, to the end; None if it did not.
        known_by: seat -> the same for every opponent.
        revealing: the own turn that revealed most.
        bluff: the own turn that moved the table furthest from the truth.
        bits: bits about the agent that the table had at the end, out of `hidden`.
        hidden: bits that hid it before the first turn.
        own_bits: bits from the player's own turns alone.
        agent_points: marker steps of the own agent.
        dossier: None in editions without.
        luck: of the dice.
    """

    seat: int
    agent: int
    belief: Floats
    known_from: int | None
    known_by: Mapping[int, int | None]
    revealing: TellingTurn | None
    bluff: TellingTurn | None
    bits: float
    hidden: float
    own_bits: float
    agent_points: int
    dossier: DossierReport | None
    luck: Luck


def known_from(belief: Floats) -> int | None:
    """First turn from which `belief` (turns + 1,) stays at `KNOWN` or above to the end."""
    below = np.flatnonzero(belief < KNOWN)
    first = int(below[-1]) + 1 if len(below) else 0
    return first if first < len(belief) else None


def player_report(timelines: Timelines, seat: int) -> PlayerReport | None:
    """The report on the player in `seat`; None where the record does not say who owns what."""
    game = timelines.game
    owners = game.record.owners_by_seat
    if owners is None:
        return None
    agent = owners[seat]
    belief = timelines.table.posterior[:, seat, agent]
    log = np.log2(np.clip(belief, EDGE, 1.0))
    told = np.log2(np.clip(timelines.table.fresh[1:, seat, agent], EDGE, 1.0)) - log[:-1]
    own = np.array([_mover(timelines, turn) == seat for turn in range(1, len(told) + 1)], dtype=bool)
    others = [other for other in range(len(owners)) if other != seat]
    return PlayerReport(
        seat=seat,
        agent=agent,
        belief=belief,
        known_from=known_from(belief),
        known_by={
            other: known_from(timelines.seat(other).posterior[:, seat, agent]) for other in others
        },
        revealing=_telling(timelines, seat, agent, np.where(own, told, 0.0), 1),
        bluff=_telling(timelines, seat, agent, np.where(own, told, 0.0), -1),
        bits=float(log[-1] - log[0]),
        hidden=float(-log[0]),
        own_bits=float(told[own].sum()),
        agent_points=game.state.markers[agent] - game.start.edition.start_score,
        dossier=dossier_report(timelines, seat) if game.start.edition.has_dossier else None,
        luck=luck(game, seat),
    )  # fmt: skip


def player_reports(timelines: Timelines) -> tuple[PlayerReport, ...]:
    """The reports on all players in seat order; empty where the record does not say who owns what."""
    reports = (player_report(timelines, seat) for seat in range(len(timelines.game.start.players)))
    return tuple(report for report in reports if report is not None)


def _mover(timelines: Timelines, turn: int) -> int | None:
    outcome = timelines.step(turn).outcome
    return None if outcome is None else outcome.turn.player


def _telling(timelines: Timelines, seat: int, agent: int, bits: Floats, sign: int) -> TellingTurn | None:
    if not len(bits) or (sign * bits).max() < LEAST:
        return None
    turn = int((sign * bits).argmax()) + 1
    table = timelines.table
    return TellingTurn(
        turn,
        float(bits[turn - 1]),
        float(table.posterior[turn - 1, seat, agent]),
        float(table.fresh[turn, seat, agent]),
        reason(timelines, table.viewpoint, turn, seat, agent),
    )


def dossier_report(timelines: Timelines, seat: int) -> DossierReport:
    """The dossier of `seat` against the best at the moment it was due.

    Raises:
        ValueError: the record does not say who owns what.
    """
    game, edition = timelines.game, timelines.game.start.edition
    owners = game.record.owners_by_seat
    if owners is None:
        raise ValueError("a dossier is judged by the owners")
    eyes = Viewpoint.player(game.record, game.start.players[seat])
    beliefs = Beliefs.of(game, eyes, "dossier", timelines.parameters)
    worlds = beliefs.worlds(beliefs.tallies()[-1], consistent(beliefs)[0])
    value = mark_values(worlds, edition, seat)
    best, best_expected = best_marks(worlds, edition, seat)
    marks = game.dossiers().get(seat)
    ideal = dict(enumerate(best))
    expected = None
    if marks is not None:
        expected = float(sum(value[a, -1 if named is None else named] for a, named in marks.items()))
    return DossierReport(
        turn=beliefs.when.turns,
        marks=marks,
        best=ideal,
        points=None if marks is None else pay_out(game.state, owners, seat, marks).points,
        best_points=pay_out(game.state, owners, seat, ideal).points,
        expected=expected,
        best_expected=best_expected,
    )
