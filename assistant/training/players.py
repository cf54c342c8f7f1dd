"""The population of self-play players: who plays how, in the terms of the behaviour model.

A `Policy` scores every legal turn with weighted terms for the agent it acts for and picks by softmax; its other
fields bend that in the ways people and bots bend it: lapses, disguise early in the game, acting for somebody
else's agent, hiding from a sleuth, searching with a noisy eye.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS, safe_terms, split_terms
from assistant.game.board import RUIN, SIZE
from assistant.game.legal import legal_splits, safe_targets
from assistant.game.state import GameState
from assistant.game.turns import Turn, play

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Policy:
    """One kind of player.

    Attributes:
        name: the kind, written into the `controller` tag of simulated records.
        split: weight of each split term.
        safe: weight of each safe term.
        crowd: exponent of the utility's scale in (alternatives / 50): below 0 for players whose judgement
            gets noisier the more there is to choose from, as a search with a fixed budget does.
        lapse: share of turns chosen uniformly.
        uniform_until: turns of the game during which every choice is uniform.
        wakes_at: progress of the leading marker (0 to 1) below which every choice is uniform.
        acts_for: the agent whose weal it seeks: its own, the one with its seat number, a fixed other one, or
            a new random one every turn.
        acts_share: share of turns in which `acts_for` holds; it acts for its own agent otherwise.
        mask_until: turns of the game after which it acts for its own agent alone; None for never.
        hides: how many nats of utility one nat given away to a sleuth costs.
        search_noise: standard deviation of the error of its judgement at 50 alternatives; it then takes the best.
        crowd_of_seat: before choosing, keeps only the largest of the three classes of splits by where the agent
            of its seat number ends (a public bot does so by mistake).
    """

    name: str
    split: Mapping[str, float] = field(default_factory=dict)
    safe: Mapping[str, float] = field(default_factory=dict)
    crowd: float = 0.0
    lapse: float = 0.0
    uniform_until: int = 0
    wakes_at: float = 0.0
    acts_for: str = "own"
    acts_share: float = 1.0
    mask_until: int | None = None
    hides: float = 0.0
    search_noise: float = 0.0
    crowd_of_seat: bool = False

    def __post_init__(self) -> None:
        unknown = (set(self.split) - set(SPLIT_TERMS)) | (set(self.safe) - set(SAFE_TERMS))
        if unknown:
            raise ValueError(f"no such terms: {sorted(unknown)}")


def _weights(named: Mapping[str, float], order: tuple[str, ...]) -> Floats:
    return np.array([named.get(name, 0.0) for name in order])


def _softmax(utility: Floats) -> Floats:
    shifted = np.exp(utility - utility.max(axis=0))
    result: Floats = shifted / shifted.sum(axis=0)
    return result


class Seat:
    """A policy sitting at a table: remembers its own agent and whom it pretends to be."""

    def __init__(self, policy: Policy, seat: int, own: int, agents: int, rng: np.random.Generator) -> None:
        self.policy = policy
        self.seat = seat
        self.own = own
        self.rng = rng
        others = [agent for agent in range(agents) if agent != own]
        self.decoy = int(rng.choice(others))
        self.agents = agents

    def take_turn(self, state: GameState, die: int | str) -> Turn:
        """Chooses a split and, after a scoring, the safe's building."""
        policy = self.policy
        table = legal_splits(state, die)
        acting = self._acts_for(state.turns)
        sleeping = self._sleeps(state)
        if sleeping:
            row = int(self.rng.integers(len(table)))
        else:
            terms = split_terms(state, table)
            utility = np.tensordot(_weights(policy.split, SPLIT_TERMS), terms, axes=1)
            allowed = self._seat_class(state, table) if policy.crowd_of_seat else np.arange(len(table))
            row = int(allowed[self._pick(utility[allowed], acting)])
        steps = tuple(int(n) for n in table[row])
        turn = Turn(player=self.seat, steps=steps, die=die)
        return self._with_safe(state, turn, acting, sleeping)

    def _with_safe(self, state: GameState, turn: Turn, acting: int, sleeping: bool) -> Turn:
        positions = tuple((at + n) % SIZE for at, n in zip(state.positions, turn.steps, strict=True))
        if not any(n and at == state.safe for at, n in zip(positions, turn.steps, strict=True)):
            return turn
        targets = safe_targets(state.edition, state.safe, positions)
        scored = play(state, Turn(turn.player, turn.steps, turn.die, safe=targets[0])).scored
        if scored is None or scored.finished:
            return turn
        if sleeping:
            target = int(self.rng.integers(len(targets)))
        else:
            terms = safe_terms(scored, targets)
            target = self._pick(np.tensordot(_weights(self.policy.safe, SAFE_TERMS), terms, axes=1), acting)
        return Turn(turn.player, turn.steps, turn.die, safe=targets[target])

    def _sleeps(self, state: GameState) -> bool:
        progress = (state.leader_marker - state.edition.start_score) / state.edition.finish
        return (
            state.turns < self.policy.uniform_until
            or progress < self.policy.wakes_at
            or self.rng.random() < self.policy.lapse
        )

    def _acts_for(self, turns: int) -> int:
        policy = self.policy
        unmasked = policy.mask_until is not None and turns >= policy.mask_until
        if policy.acts_for == "own" or unmasked or self.rng.random() >= policy.acts_share:
            return self.own
        if policy.acts_for == "seat":
            return self.seat
        if policy.acts_for == "decoy":
            return self.decoy
        return int(self.rng.integers(self.agents))

    def _pick(self, utility: Floats, acting: int) -> int:
        """Index of the chosen alternative from utilities (n, agents)."""
        policy = self.policy
        n = utility.shape[0]
        scaled = utility * (n / 50.0) ** policy.crowd
        mine = scaled[:, acting].copy()
        if policy.hides:
            read = np.log(_softmax(scaled))
            mine -= policy.hides * (read[:, self.own] - np.log(np.exp(read).mean(axis=1)))
        if policy.search_noise:
            mine += self.rng.normal(0.0, policy.search_noise * np.sqrt(n / 50.0), n)
            return int(mine.argmax())
        return int(self.rng.choice(n, p=_softmax(mine)))

    def _seat_class(self, state: GameState, table: NDArray[np.int64]) -> NDArray[np.int64]:
        ends = (state.positions[self.seat] + table[:, self.seat]) % SIZE
        middle = (ends >= 4) & (ends <= 7)
        high = (ends >= 8) & (ends < RUIN)
        groups = [np.flatnonzero(mask) for mask in (~middle & ~high, middle, high)]
        return max(groups, key=len)


GREEDY_SPLIT = {"gain": 0.5, "gain_others": -0.2, "value": 0.2, "steps": 0.3, "wins": 3.0, "loses": -2.0}
GREEDY_SAFE = {"safe_lookahead": 0.8, "safe_reach_value": 0.3}
SLY_SPLIT = {
    "gain": 0.5, "gain_others": -0.5, "lookahead": 0.8, "lookahead_others": -0.8, "lead": 1.0,
    "steps_in_group": 0.3, "solo": -0.8, "high_while_other_triggers": 0.8, "out_of_ruin": 0.5,
    "wins": 4.0, "loses": -3.0,
}  # fmt: skip
SLY_SAFE = {"safe_lookahead": 1.2, "safe_lookahead_others": -1.0, "safe_reach": -0.3}
SEARCH_SPLIT = {
    "gain": 1.0, "gain_best": -0.4, "gain_others": -0.6, "lookahead": 1.5, "lookahead_others": -1.2,
    "wins": 8.0, "loses": -6.0, "lead": 2.0,
}  # fmt: skip
SEARCH_SAFE = {"safe_lookahead": 1.5, "safe_lookahead_others": -1.0}
GRAB_SPLIT = {term: 3.0 * weight for term, weight in GREEDY_SPLIT.items()}
GRAB_SAFE = {term: 3.0 * weight for term, weight in GREEDY_SAFE.items()}

POPULATION: tuple[Policy, ...] = (
    Policy("greedy", GREEDY_SPLIT, GREEDY_SAFE),
    Policy("sly", SLY_SPLIT, SLY_SAFE),
    Policy("grabber", GRAB_SPLIT, GRAB_SAFE),
    Policy("fox", {k: v * 2.5 for k, v in SLY_SPLIT.items()}, {k: v * 2.5 for k, v in SLY_SAFE.items()}),
    Policy("timid", {k: v * 0.4 for k, v in GREEDY_SPLIT.items()} | {"gain_late": 0.4, "steps_late": 0.4},
           {k: v * 0.5 for k, v in GREEDY_SAFE.items()}),
    Policy("mimic", GREEDY_SPLIT, GREEDY_SAFE, acts_for="any", acts_share=0.5),
    Policy("spoiler", {"gain": 0.25, "gain_best": -0.5, "gain_others": -0.6, "others_into_ruin": 3.0,
                       "into_ruin": -1.5, "value_others": -0.6, "lookahead_best": -0.5, "lead": 1.0},
           {"safe_lookahead_best": -0.8, "safe_lookahead": 0.6}),
    Policy("leader-basher", {"gain": 0.3, "gain_rival": -0.5, "value_rival": -0.4, "lookahead_rival": -0.8,
                             "value": 0.1, "lead": 1.5}, {"safe_lookahead_rival": -1.0, "safe_lookahead": 0.6}),
    Policy("late-grabber", GREEDY_SPLIT, GREEDY_SAFE, wakes_at=0.4),
    Policy("beginner", {"steps": 0.8, "value": 0.1, "gain": 0.2}, {"safe_reach": 1.0}, lapse=0.2),
    Policy("random"),
    Policy("searcher", SEARCH_SPLIT, SEARCH_SAFE, search_noise=1.0),
    Policy("deceiver", SLY_SPLIT, SLY_SAFE, hides=0.7),
    Policy("decoy", GREEDY_SPLIT, GREEDY_SAFE, acts_for="decoy", acts_share=0.5),
    Policy("seat-number", GREEDY_SPLIT, GREEDY_SAFE, acts_for="seat"),
    Policy("slow-starter", SLY_SPLIT, SLY_SAFE, uniform_until=10),
    Policy("seat-searcher", SEARCH_SPLIT, SEARCH_SAFE, acts_for="seat", search_noise=1.0),
    Policy("fickle", GRAB_SPLIT, GRAB_SAFE, acts_for="any"),
    Policy("masked", GRAB_SPLIT, GRAB_SAFE, acts_for="decoy", mask_until=10),
)  # fmt: skip
"""Every kind of player that `fit` learns from and `evaluate` leaves out in turn."""
