"""Turning points: the turns that said most about who somebody is.

How much a turn said about a player is the Kullback-Leibler divergence of that player's row of the posterior after
the turn against the row before it, in bits. Grades go by fixed thresholds, the same for every game and printed
with every list (docs/review.md says how they were chosen).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assistant.deduction import Viewpoint
from assistant.deduction.reasons import Moved, turn_reason
from assistant.deduction.worlds import EDGE
from assistant.review.timeline import Timeline, Timelines
from assistant.wording import N_, Message, say

Floats = NDArray[np.float64]
Grade = Literal["hint", "strong hint", "giveaway"]

THRESHOLDS: tuple[tuple[float, Grade], ...] = ((1.0, "giveaway"), (0.5, "strong hint"), (0.2, "hint"))
"""Bits from which a turn has each grade, the highest first."""
GRADE_NAMES: dict[Grade, str] = {
    "hint": N_("hint"), "strong hint": N_("strong hint"), "giveaway": N_("giveaway"),
}  # fmt: skip


@dataclass(frozen=True)
class TurningPoint:
    """One turn that moved a belief.

    Attributes:
        turn: its number.
        seat: the player about whom it said most; mostly the one who played it.
        agent: the agent whose probability for that player moved most.
        bits: information about that player's identity.
        grade: by `THRESHOLDS`.
        before, after: probability that the player owns the agent.
        sentence: why.
    """

    turn: int
    seat: int
    agent: int
    bits: float
    grade: Grade
    before: float
    after: float
    sentence: Message


def grade(bits: float) -> Grade | None:
    """The grade of so many bits; None below a hint."""
    return next((name for least, name in THRESHOLDS if bits >= least), None)


def legend() -> Message:
    """The thresholds in words."""
    by_name = {name.replace(" ", "_"): least for least, name in THRESHOLDS}
    return say(
        N_("hint from {hint} bits, strong hint from {strong_hint}, giveaway from {giveaway}"), **by_name
    )


def information(timeline: Timeline) -> Floats:
    """Bits that every turn said about every player, shape (turns, players)."""
    before = np.clip(timeline.posterior[:-1], EDGE, 1.0)
    after = timeline.fresh[1:]
    # p log p is 0 at p = 0; an agent that clues ruled out stays at 0 on both sides
    ratio = np.log2(np.clip(after, EDGE, 1.0) / before)
    result: Floats = np.maximum((after * ratio).sum(axis=2), 0.0)
    return result


def turning_points(timelines: Timelines, viewpoint: Viewpoint) -> tuple[TurningPoint, ...]:
    """The turns from a hint upwards, in the order of the game, one each.

    Args:
        timelines: of the game.
        viewpoint: whose eyes; a player learns nothing about themselves.
    """
    timeline = timelines.through(viewpoint)
    bits = information(timeline)
    found = []
    for turn in range(1, timeline.turns + 1):
        seat = int(bits[turn - 1].argmax())
        reached = grade(float(bits[turn - 1, seat]))
        if reached is None:
            continue
        before, after = timeline.posterior[turn - 1, seat], timeline.fresh[turn, seat]
        agent = int(np.abs(after - before).argmax())
        found.append(
            TurningPoint(
                turn, seat, agent, float(bits[turn - 1, seat]), reached, float(before[agent]),
                float(after[agent]), reason(timelines, viewpoint, turn, seat, agent),
            )
        )  # fmt: skip
    return tuple(found)


def reason(timelines: Timelines, viewpoint: Viewpoint, turn: int, seat: int, agent: int) -> Message:
    """Why turn number `turn` moved the belief that `seat` owns `agent`: the sentence of `explain` for it."""
    timeline = timelines.through(viewpoint)
    outcome = timelines.step(turn).outcome
    assert outcome is not None  # `step` is a turn
    sums = (timelines.tallies[turn - 1], timelines.tallies[turn])
    moved = Moved(timeline.posterior[turn - 1], timeline.fresh[turn], sums)
    return turn_reason(timelines.beliefs(viewpoint, turn), outcome, moved, (seat, agent))[0]
