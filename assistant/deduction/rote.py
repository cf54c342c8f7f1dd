"""Choices made by rote: in the same situation the very option that others at the table took before.

A bot that falls back on its first legal move plays the same split for the same roll whoever is to move, and so do
people in a deadlock. However well such a choice would suit an agent, it says nothing about its player's. What the
*others* did is what counts: somebody who always moves the own agent repeats nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assistant.game.legal import Die

Floats = NDArray[np.float64]

ROTE = (0.3, 29.7)
"""Prior of an option taken by rote at a table, and of one that is chosen: the two counts of a beta distribution."""
FRESH = 1.0
"""Weight of any option at all against one earlier choice of the others in the same situation."""

Situation = Die | str
"""A split's is the roll, a safe move's is "safe"."""
Option = tuple[int, ...]
"""The steps of every agent; the building."""


@dataclass(frozen=True)
class Echo:
    """How an option looks where it may have been taken by rote.

    Attributes:
        share: chance of a choice by rote at this table.
        chance: P(option | the situation, by rote).
    """

    share: float
    chance: float

    def likelihood(self, chosen: Floats) -> Floats:
        """Log-likelihood of the option, chosen or by rote, from that of choosing it; any shape."""
        result: Floats = np.logaddexp(np.log1p(-self.share) + chosen, np.log(self.share * self.chance))
        return result

    def own_doing(self, alternatives: int) -> float:
        """Posterior chance that the option was chosen, by somebody who may choose any of the `alternatives`.

        No type has a say in it: it must be the same whichever types the model knows.
        """
        own = (1.0 - self.share) / alternatives
        return own / (own + self.share * self.chance)


@dataclass(frozen=True)
class Repeats:
    """The table's choices so far; another choice makes new ones.

    Attributes:
        made: seat and option of every choice, by situation.
        choices: number of choices.
        rote: expected number of choices by rote.
    """

    made: Mapping[Situation, tuple[tuple[int, Option], ...]] = field(default_factory=dict)
    choices: int = 0
    rote: float = 0.0

    @property
    def share(self) -> float:
        """Expected share of choices by rote at this table."""
        return (ROTE[0] + self.rote) / (sum(ROTE) + self.choices)

    def echo(self, player: int, situation: Situation, option: Option, alternatives: int) -> Echo:
        """How an option looks that the player in seat `player` takes now.

        By rote it has its share of the other players' choices in that situation; one more, `FRESH`, lies evenly
        over all `alternatives`.
        """
        others = [taken for seat, taken in self.made.get(situation, ()) if seat != player]
        chance = (others.count(option) + FRESH / alternatives) / (len(others) + FRESH)
        return Echo(self.share, chance)

    def after(self, player: int, situation: Situation, option: Option, by_rote: float) -> Repeats:
        """With one more choice, of the player in seat `player`, by rote with chance `by_rote`."""
        before = self.made.get(situation, ())
        made = {**self.made, situation: (*before, (player, option))}
        return Repeats(made, self.choices + 1, self.rote + by_rote)
