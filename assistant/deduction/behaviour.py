"""What one turn says about its player: a discrete choice over all legal turns (docs/model.md).

P(turn | the player owns agent a and is of type t) = softmax of weighted terms over every legal split, times
softmax over every building the safe might have gone to. Only turns and positions go in; owners never do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.card_behaviour import card_rounds, round_likelihood
from assistant.deduction.modes import SLOW_TURNS
from assistant.deduction.parameters import CROWD_UNIT, Parameters
from assistant.deduction.rote import Option, Situation
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS, safe_terms, split_terms
from assistant.game.legal import IntArray, legal_splits, safe_targets
from assistant.game.state import GameState
from assistant.game.turns import Outcome

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Choice:
    """One decision: the split, or the safe's building.

    Attributes:
        kind: "split" or "safe".
        alternatives: how many there were.
        chosen: index of the one taken.
        likelihood: log-likelihood of the choice, shape (types, agents).
        expected: what each type expects it to be, minus the entropy of its choice, shape (types, agents).
        habit: terms of the chosen alternative minus their mean over all, shape (terms, agents).
    """

    kind: str
    alternatives: int
    chosen: int
    likelihood: Floats
    expected: Floats
    habit: Floats

    @property
    def uniform(self) -> float:
        """Log-likelihood under a player who picks at random."""
        return -float(np.log(self.alternatives))


@dataclass(frozen=True)
class CardEvidence:
    """What a player's part of a card round holds for every owner.

    Attributes:
        player: seat of the player.
        played: whether any card was played.
        likelihood: log-likelihood, the hand summed out, shape (agents,).
    """

    player: int
    played: bool
    likelihood: Floats


@dataclass(frozen=True)
class TurnEvidence:
    """What one turn holds for and against every owner.

    Attributes:
        turn: number of the turn, from 1.
        player: seat of the player.
        split: the choice of the split.
        safe: the choice of the safe's building; None without one.
        slow: the turn lies in the stretch that slow starters play uniformly.
        made: situation and option of the split, and of the safe's building where there was one to choose.
        cards: the card round, of every player who had a choice; empty without cards.
    """

    turn: int
    player: int
    split: Choice
    safe: Choice | None
    slow: bool
    made: tuple[tuple[Situation, Option], ...]
    cards: tuple[CardEvidence, ...] = ()

    def choices(self, with_safe: bool = True) -> tuple[Choice, ...]:
        """The turn's decisions in order; without the safe where the dossier is asked for before it moves."""
        return (self.split, self.safe) if self.safe is not None and with_safe else (self.split,)


def choose(kind: str, terms: Floats, chosen: int, weights: Floats, crowd: Floats) -> Choice:
    """The choice of alternative `chosen` from terms (terms, n, agents), under weights (types, terms)."""
    count, alternatives, agents = terms.shape
    by_agent = np.ascontiguousarray(terms.transpose(0, 2, 1))  # a view where `terms` came from `split_terms`
    scaled = weights * crowd_scale(alternatives, crowd)[:, None]
    utility = (scaled @ by_agent.reshape(count, -1)).reshape(-1, agents, alternatives)
    utility -= utility.max(axis=2, keepdims=True)
    taken = utility[:, :, chosen].copy()
    mass = np.exp(utility)
    log_total = np.log(mass.sum(axis=2))
    utility *= mass
    expected = utility.sum(axis=2) / np.exp(log_total) - log_total
    habit = by_agent[:, :, chosen] - by_agent.mean(axis=2)
    return Choice(kind, alternatives, chosen, taken - log_total, expected, habit)


def crowd_scale(alternatives: int, crowd: Floats) -> Floats:
    """Factor on each type's utilities when there are so many alternatives, shape as `crowd`.

    A search with a fixed budget judges each alternative the worse the more there are.
    """
    result: Floats = (alternatives / CROWD_UNIT) ** crowd
    return result


def split_choice(state: GameState, table: IntArray, chosen: int, parameters: Parameters) -> Choice:
    """The choice of row `chosen` among the splits in `table`, shape (n, agents)."""
    terms = split_terms(state, table)
    return choose("split", terms, chosen, parameters.split, parameters.split_crowd)


def safe_choice(scored: GameState, targets: tuple[int, ...], chosen: int, parameters: Parameters) -> Choice:
    """The choice of building number `chosen` among `targets`, in the position after the scoring."""
    terms = safe_terms(scored, targets)
    return choose("safe", terms, chosen, parameters.safe, parameters.safe_crowd)


def split_alternatives(outcome: Outcome) -> tuple[IntArray, int]:
    """Every split that the roll allowed, shape (n, agents), and the row that was taken."""
    table = legal_splits(outcome.before, outcome.turn.rolled(outcome.before.edition))
    return table, int(np.flatnonzero((table == np.array(outcome.turn.steps)).all(axis=1))[0])


def safe_alternatives(outcome: Outcome) -> tuple[int, ...]:
    """The buildings that the safe might have gone to; empty where it was not the player's free choice."""
    scored, safe = outcome.scored, outcome.turn.safe
    if scored is None or safe is None or scored.finished:
        return ()
    targets = safe_targets(scored.edition, scored.safe, scored.positions)
    return targets if safe in targets else ()


def turn_evidence(outcome: Outcome, parameters: Parameters) -> TurnEvidence:
    """The evidence of one replayed turn.

    Args:
        outcome: from `assistant.game.play`.
        parameters: the behaviour model's.
    """
    before, turn = outcome.before, outcome.turn
    table, row = split_alternatives(outcome)
    split = split_choice(before, table, row, parameters)
    safe = None
    made: list[tuple[Situation, Option]] = [(turn.rolled(before.edition), turn.steps)]
    targets = safe_alternatives(outcome)
    if targets and outcome.scored is not None and turn.safe is not None:
        safe = safe_choice(outcome.scored, targets, targets.index(turn.safe), parameters)
        made.append(("safe", (turn.safe,)))
    return TurnEvidence(
        turn=before.turns + 1,
        player=turn.player,
        split=split,
        safe=safe,
        slow=before.turns < SLOW_TURNS,
        made=tuple(made),
        cards=card_evidence(outcome, parameters),
    )


def card_evidence(outcome: Outcome, parameters: Parameters) -> tuple[CardEvidence, ...]:
    """The evidence of a turn's card round; empty without cards."""
    return tuple(
        CardEvidence(part.player, part.plays, round_likelihood(part, parameters.cards.weights))
        for part in card_rounds(outcome)
    )


TERM_NAMES: tuple[str, ...] = SPLIT_TERMS + SAFE_TERMS
"""All terms, those of the split first."""
