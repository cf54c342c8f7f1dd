"""The named terms of a Top Secret card play: what it does for one agent, seen against passing.

Every way to play every kind of card that is still about is an option; a term is a number for each (option,
agent). As for the die move, terms are pure functions of the position and know nothing of owners or hands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.lookahead import expected_gains
from assistant.game import CARDS, VALUES, GameState
from assistant.game.card_effects import effect, options
from assistant.game.deck import TWO_AGENT_CARDS, copies
from assistant.game.legal import IntArray

Floats = NDArray[np.float64]

CARD_TERMS: tuple[str, ...] = (
    "card_played", "card_ways", "card_worth", "card_worth_others", "card_worth_best", "card_worth_rival",
    "card_value", "card_value_others", "card_marker", "card_late",
)  # fmt: skip
"""Terms of a card play, in the order of `Options.terms`'s first axis.

`worth` is what an agent can expect from the scoring that comes next: the value of its building where one is
due, the look-ahead where none is, and the marker steps of the card itself. All are changes against a pass.
"""
KINDS: tuple[str, ...] = tuple(CARDS)
"""Every kind of card, in the deck's order."""

_VALUES = np.array(VALUES, dtype=np.float64)


@dataclass(frozen=True)
class Options:
    """Everything that could be played at one moment of a card round by somebody who held it.

    Attributes:
        kinds: index into `KINDS` of every option, shape (n,).
        ways: its agents and its number.
        terms: shape (len(CARD_TERMS), n, agents).
    """

    kinds: IntArray
    ways: tuple[tuple[tuple[int, ...], int], ...]
    terms: Floats

    def index(self, card: str, agents: tuple[int, ...], number: int) -> int | None:
        """Which option a play is; None where it is not among them, as in records that break the rules."""
        ordered = CARDS[card].ordered
        wanted = (agents if ordered else tuple(sorted(agents)), number)
        if card not in KINDS or KINDS.index(card) not in self.kinds:
            return None
        for at in np.flatnonzero(self.kinds == KINDS.index(card)):
            if self.ways[at] == wanted or card == TWO_AGENT_CARDS:
                return int(at)
        return None


def card_options(state: GameState, entered: frozenset[int]) -> Options:
    """The options at one moment of a card round.

    Args:
        state: the position at that moment.
        entered: agents that count as having entered the safe's building this turn.
    """
    return _options(_bare(state), entered)


def _bare(state: GameState) -> GameState:
    """The position without what the options do not depend on, so that equal ones are looked up."""
    return replace(state, to_move=0, turns=0, scorings=0, last_gains=(), dossier_turn=None, dossier_markers=None,
                   hands=(), stack=0, played=tuple(sorted(state.played)))  # fmt: skip


@lru_cache(maxsize=2_000)
def _options(state: GameState, entered: frozenset[int]) -> Options:
    left = {
        card: n - state.played.count(card) for card, n in copies(state.edition, len(state.players)).items()
    }
    found = [
        (KINDS.index(card), way, effect(state, card, *way) if card != TWO_AGENT_CARDS else state)
        for card, n in left.items()
        if n > 0
        for way in options(state, card)
    ]
    kinds = np.array([kind for kind, _, _ in found], dtype=np.int64)
    return Options(
        kinds, tuple(way for _, way, _ in found), _terms(state, entered, kinds, [s for *_, s in found])
    )


def _terms(state: GameState, entered: frozenset[int], kinds: IntArray, after: list[GameState]) -> Floats:
    """Terms of every option, shape (terms, n, agents), from the positions after them."""
    every = [state, *after]
    places = np.array([s.positions for s in every], dtype=np.int64)
    markers = np.array([s.markers for s in every], dtype=np.float64)
    safes = np.array([s.safe for s in every], dtype=np.int64)
    due = _due(state, entered, places, safes)
    worth = np.where(due[:, None], _VALUES[places], expected_gains(places, safes)) + markers
    worth, value, marker = (table[1:] - table[:1] for table in (worth, _VALUES[places], markers))
    progress = np.clip((max(state.markers) - state.edition.start_score) / state.edition.finish, 0.0, 1.0)
    rival = int(np.argmax(state.markers))
    terms = np.empty((len(CARD_TERMS), *worth.shape))
    terms[0] = 1.0
    terms[1] = np.log(np.bincount(kinds, minlength=len(KINDS)).clip(1))[kinds][:, None]
    terms[2], terms[3], terms[4] = worth, _others(worth), _best_other(worth)
    terms[5] = worth[:, rival][:, None] * (np.arange(worth.shape[1]) != rival)
    terms[6], terms[7], terms[8] = value, _others(value), marker
    terms[9] = worth * progress
    return terms


def _due(state: GameState, entered: frozenset[int], places: IntArray, safes: IntArray) -> NDArray[np.bool_]:
    """Whether a scoring is due after each option (RULES.md, "Top Secret cards"), the pass first."""
    came = np.zeros(places.shape[1], dtype=bool)
    came[list(entered)] = True
    shifted = places != places[0]
    arrived = shifted & (places == safes[:, None])
    due: NDArray[np.bool_] = ((came & ~shifted) | arrived).any(axis=1) & (safes == safes[0])
    return due


def _others(values: Floats) -> Floats:
    """Mean over the other agents, shape as `values` (n, agents)."""
    result: Floats = (values.sum(axis=1, keepdims=True) - values) / (values.shape[1] - 1)
    return result


def _best_other(values: Floats) -> Floats:
    """Maximum over the other agents, shape as `values` (n, agents)."""
    order = np.sort(values, axis=1)
    result: Floats = np.where(values == order[:, -1:], order[:, -2:-1], order[:, -1:])
    return result
