"""The moment asked about: which events have happened by then, and what of the last turn counts (DESIGN.md)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.game import GameError
from assistant.records.replay import Replay, Step
from assistant.wording import N_, say

At = int | str
"""A number of turns, "dossier" or "end"."""


@dataclass(frozen=True)
class Moment:
    """A point in a game.

    Attributes:
        turns: number of turns that have been played.
        with_safe: whether the last turn's safe move counts; at the dossier it has not happened yet.
        steps: the replayed events up to here. A reveal after the last turn of a finished game is not among
            them: it turns the cards over once everything is decided.
    """

    turns: int
    with_safe: bool
    steps: tuple[Step, ...]

    @property
    def turn_steps(self) -> tuple[Step, ...]:
        """The steps that are turns."""
        return tuple(step for step in self.steps if step.outcome is not None)


def dossier_turn(game: Replay) -> int | None:
    """Number of the turn in which the dossier fell due, None where it has not."""
    return game.state.dossier_turn


def moment(game: Replay, at: At = "end") -> Moment:
    """The moment `at` of a replayed game.

    "dossier" is everything up to and including the move and scoring in which the first marker reaches
    `dossier_at`; the end of the record where that never happened. "end" is after the last turn. A number n is
    after n turns, with the clues and reveals entered before turn n + 1.

    Raises:
        GameError: `at` is no moment of this game.
    """
    total = len(game.turns)
    if at == "dossier":
        due = dossier_turn(game)
        if due is not None and due <= total:
            return _until_turn(game, due)
        at = "end"
    if at == "end":
        return Moment(total, True, _open_steps(game, total))
    if not isinstance(at, int) or not 0 <= at <= total:
        raise GameError(
            say(N_("there is no moment {at!r} in a game of {n} turns"), at=at, n=total),
            say(N_("ask for a turn from 0 to {n}, for dossier or for end"), n=total),
        )
    return Moment(at, True, _open_steps(game, at))


def _until_turn(game: Replay, turn: int) -> Moment:
    steps: list[Step] = []
    seen = 0
    for step in game.steps:
        steps.append(step)
        seen += step.outcome is not None
        if seen == turn:
            break
    return Moment(turn, False, tuple(steps))


def _open_steps(game: Replay, turns: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    seen = 0
    over = False
    for step in game.steps:
        if step.outcome is not None:
            if seen == turns:
                break
            seen += 1
            over = step.state.finished
        elif over and step.event.type == "reveal":
            continue
        steps.append(step)
    return tuple(steps)
