"""Luck of the dice: the steps that a player's rolls allowed against what the die gives on average."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from assistant.game import Edition
from assistant.game.legal import Die
from assistant.records import Replay


@dataclass(frozen=True)
class Luck:
    """The dice of one player.

    Attributes:
        rolls: number of rolls.
        rolled: steps that they allowed in all.
        expected: what as many rolls allow on average.
        deviation: standard deviation of that.
    """

    rolls: int
    rolled: int
    expected: float
    deviation: float

    @property
    def surplus(self) -> float:
        """Steps above the average; below 0 the dice were against the player."""
        return self.rolled - self.expected

    @property
    def sigmas(self) -> float:
        """The surplus in standard deviations; 0 without a roll."""
        return self.surplus / self.deviation if self.deviation else 0.0


def steps_allowed(face: Die) -> int:
    """The most steps that a face allows: 3 for "1-3", since taking fewer is the player's choice."""
    return 3 if face == "1-3" else int(face)


def face_moments(edition: Edition) -> tuple[float, float]:
    """Mean and variance of `steps_allowed` over the edition's six faces."""
    steps = [steps_allowed(face) for face in edition.faces]
    mean = sum(steps) / len(steps)
    return mean, sum((n - mean) ** 2 for n in steps) / len(steps)


def luck(game: Replay, seat: int) -> Luck:
    """The luck of the player in `seat` over the whole game."""
    faces = [
        step.outcome.turn.rolled(game.start.edition)
        for step in game.turns
        if step.outcome is not None and step.outcome.turn.player == seat
    ]
    mean, variance = face_moments(game.start.edition)
    n = len(faces)
    return Luck(n, sum(map(steps_allowed, faces)), n * mean, sqrt(n * variance))
