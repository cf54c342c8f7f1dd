"""The moment asked about: which events have happened by then, and what of the last turn counts (DESIGN.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.game import GameError, GameState, Outcome
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

    def safe_counts(self, outcome: Outcome) -> bool:
        """Whether the safe move of a turn up to here counts: not where the dossier is asked for before it."""
        return self.with_safe or outcome.before.turns + 1 != self.turns

    def position(self, game: Replay) -> tuple[GameState, bool]:
        """The position of `game` at the moment, and whether the safe is still to be placed after a scoring."""
        if not self.turns:
            return game.start, False
        last = game.turns[self.turns - 1]
        assert last.outcome is not None
        if self.with_safe or last.outcome.scored is None:
            return last.state, False
        return replace(last.state, safe=last.outcome.before.safe), True

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
