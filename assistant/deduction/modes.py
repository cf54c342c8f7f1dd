"""How a player of a type may bend it: what each mode makes of the same turns.

A type says how somebody plays for an agent. A mode says for which agent, and when: from the start or not, for the
own agent or for a decoy. All modes are sums over a player's turns that one more turn brings up to date.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MODES: tuple[str, ...] = ("plain", "slow-start", "seat-number", "decoy", "heavy-decoy", "disguise", "fickle")
"""`plain`: plays for its own agent throughout. `slow-start`: plays at random, or for anybody, in the game's first
`SLOW_TURNS` turns. `seat-number`: plays for the agent with its seat's number, which says nothing about its own.
`decoy` and `heavy-decoy`: in a share of its turns (`DECOY_SHARES`) it plays for one other agent, the same all game.
`disguise`: plays for one other agent at first and drops the mask for good at some turn, `UNMASK` being the chance
at each. `fickle`: plays for any agent, another one each turn, which says nothing about its own either."""
SLOW_TURNS = 10
DECOY_SHARES = (0.5, 0.75)
UNMASK = 0.15
HIDDEN = -1e4
"""Log-likelihood of a type that is hidden from a player (`ModeSums.hidden`): nothing lifts it."""


@dataclass(frozen=True)
class ModeSums:
    """One player's log-likelihoods so far. T types, A agents. A turn makes new ones.

    Attributes:
        plain: of playing for each agent, shape (T, A).
        slow: the same for slow starters, (T, A).
        decoys: of owning the one agent and having the other for a decoy, by share, (2, T, A, A).
        unmasked: of having played for the other agent at first and for the one since some turn, (T, A, A).
        fickle: of having played for any agent, another one each turn, (T,).
        turns: the player's own turns.
    """

    plain: Floats
    slow: Floats
    decoys: Floats
    unmasked: Floats
    fickle: Floats
    turns: int

    @classmethod
    def empty(cls, types: int, agents: int) -> ModeSums:
        """Before the first turn."""
        flat, pairs = (types, agents), (types, agents, agents)
        return cls(
            np.zeros(flat), np.zeros(flat), np.zeros((len(DECOY_SHARES), *pairs)), np.full(pairs, -np.inf),
            np.zeros(types), 0,
        )  # fmt: skip

    def after(self, likelihood: Floats, slow: Floats) -> ModeSums:
        """The sums with one more turn.

        Args:
            likelihood: of all the turn's choices under every type, shape (T, A).
            slow: the same for slow starters.
        """
        acts, bluffs = likelihood[:, :, None], likelihood[:, None, :]
        mixed = [np.logaddexp(np.log1p(-share) + acts, np.log(share) + bluffs) for share in DECOY_SHARES]
        drops = (self._masked + np.log(UNMASK))[:, None, :]
        return ModeSums(
            plain=self.plain + likelihood,
            slow=self.slow + slow,
            decoys=self.decoys + np.array(mixed),
            unmasked=np.logaddexp(self.unmasked, drops) + acts,
            fickle=self.fickle + mean_over_agents(likelihood),
            turns=self.turns + 1,
        )

    @property
    def _masked(self) -> Floats:
        """Log-likelihood of having played for each agent with the mask still on, shape (T, A)."""
        result: Floats = self.plain + self.turns * np.log1p(-UNMASK)
        return result

    def of_types(self, rows: NDArray[np.int64]) -> ModeSums:
        """The types `rows` alone."""
        return ModeSums(
            self.plain[rows], self.slow[rows], self.decoys[:, rows], self.unmasked[rows], self.fickle[rows],
            self.turns,
        )  # fmt: skip

    def hidden(self, which: NDArray[np.bool_]) -> ModeSums:
        """The sums with some types made worthless to the player: `which` is (T,)."""
        one, pair = which[:, None], which[:, None, None]
        return ModeSums(
            plain=np.where(one, HIDDEN, self.plain),
            slow=np.where(one, HIDDEN, self.slow),
            decoys=np.where(pair, HIDDEN, self.decoys),
            unmasked=np.where(pair, HIDDEN, self.unmasked),
            fickle=np.where(which, HIDDEN, self.fickle),
            turns=self.turns,
        )

    @cached_property
    def _covered(self) -> Floats:
        """The modes with a second agent, that one summed out, shape (3, T, A); kept, as most players wait."""
        disguise = np.logaddexp(self.unmasked, self._masked[:, None, :])
        return mean_over_others(np.concatenate([self.decoys, disguise[None]]))

    def hypotheses(self, seat: int) -> Floats:
        """Log-likelihood of every type in every mode, type-major, shape (T * len(MODES), A).

        Args:
            seat: of the player.
        """
        types, agents = self.plain.shape
        for_seat = np.broadcast_to(self.plain[:, seat : seat + 1], (types, agents))
        fickle = np.broadcast_to(self.fickle[:, None], (types, agents))
        lines = np.stack([self.plain, self.slow, for_seat, *self._covered, fickle], axis=1)
        return lines.reshape(types * len(MODES), agents)


def mean_over_agents(likelihood: Floats) -> Floats:
    """Log-likelihood with the agent summed out evenly, log mean exp: (..., A) -> (...)."""
    top = likelihood.max(axis=-1, keepdims=True)
    result: Floats = np.log(np.exp(likelihood - top).mean(axis=-1)) + top[..., 0]
    return result


def mean_over_others(pairs: Floats) -> Floats:
    """Log mean exp over the second agent, which is never the first: (..., A, A) -> (..., A)."""
    agents = pairs.shape[-1]
    same = np.eye(agents, dtype=bool)
    apart = np.where(same, -np.inf, pairs)
    top = apart.max(axis=-1, keepdims=True)
    result: Floats = np.log(np.exp(apart - top).sum(axis=-1) / (agents - 1)) + top[..., 0]
    return result


def asleep(likelihood: Floats, flat: Floats) -> Floats:
    """Log-likelihood of a choice that slow starters make for nobody, (T, A) -> (T, 1).

    They choose at random, or hide behind any agent; for whom they do is nothing that tells of their own.

    Args:
        likelihood: of the choice under every type.
        flat: of one made at random.
    """
    result: Floats = np.logaddexp(flat, mean_over_agents(likelihood))[:, None] - np.log(2.0)
    return result


STRETCHES = ("whole", "awake", "unmasked")
"""Stretches of a game in which a mode may speak: all of it, without what slow starters sleep through, and since the
mask of a disguise fell."""


def stretches(turn: float, slow: bool) -> Floats:
    """How far a turn lies in every stretch, shape (len(STRETCHES),).

    Args:
        turn: the player's own turns, this one counted; infinite for the end of a long game.
        slow: the turn lies in the stretch that slow starters play for nobody.
    """
    return np.array([1.0, 0.0 if slow else 1.0, 1.0 - (1.0 - UNMASK) ** turn])


_OWN = {
    "plain": (1.0, 0.0, 0.0),
    "slow-start": (0.0, 1.0, 0.0),
    "decoy": (1.0 - DECOY_SHARES[0], 0.0, 0.0),
    "heavy-decoy": (1.0 - DECOY_SHARES[1], 0.0, 0.0),
    "disguise": (0.0, 0.0, 1.0),
}
SPEAKS: Floats = np.array([_OWN.get(mode, (0.0, 0.0, 0.0)) for mode in MODES])
"""Share of a turn of each stretch that every mode plays for the own agent, shape (len(MODES), len(STRETCHES))."""

HABITS: Floats = np.where(SPEAKS > 0, 1.0, 0.0)
"""How far the habits of each stretch count under every mode, shape (len(MODES), len(STRETCHES))."""


def own_share(turn: float, slow: bool) -> Floats:
    """How much of a turn is played for the own agent in every mode, shape (len(MODES),); see `stretches`."""
    result: Floats = SPEAKS @ stretches(turn, slow)
    return result
