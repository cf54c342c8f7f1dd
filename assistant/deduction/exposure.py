"""The same machine from the table's side: what the others can know of the viewer's own agent, and whence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.analysis import consistent
from assistant.deduction.behaviour import TurnEvidence, choose
from assistant.deduction.beliefs import Beliefs, Viewpoint
from assistant.deduction.lookahead import expected_gains
from assistant.deduction.modes import SLOW_TURNS
from assistant.deduction.moment import At
from assistant.deduction.parameters import Parameters
from assistant.deduction.reasons import Reason, explain
from assistant.deduction.terms import split_terms
from assistant.deduction.worlds import log_odds
from assistant.game import Turn, safe_targets
from assistant.game.legal import Die, legal_splits, positions_after, triggers
from assistant.game.scoring import score
from assistant.game.state import GameState
from assistant.records.record import Record
from assistant.records.replay import Replay
from assistant.wording import Message

Floats = NDArray[np.float64]
GIVEAWAY = 0.5
"""Bits from which a turn counts as one that gave the agent away."""
ADVICE = 12
"""How many turns are advised."""
SHORTLIST = 40
"""How many of the legal turns are looked at with their leak; the others make less progress."""


@dataclass(frozen=True)
class Exposure:
    """How far the viewer's own agent is out.

    Attributes:
        probability: what an observer gives the true agent after every turn, shape (turns + 1,).
        bits: change of the log-odds with every turn, shape (turns,).
        giveaways: the turns that gave it away: number, bits, sentence; the worst first.
    """

    probability: Floats
    bits: Floats
    giveaways: tuple[tuple[int, float, Message], ...]


def exposure(
    record: Record | Replay,
    viewpoint: Viewpoint | None = None,
    at: At = "end",
    parameters: Parameters | None = None,
) -> Exposure:
    """What the table, seen as an observer who hears every public clue, knows of the viewer's agent.

    Raises:
        ValueError: the viewpoint does not know its own agent.
    """
    eyes = Beliefs.of(record, viewpoint, at, parameters)
    card = eyes.viewpoint.card
    if card is None:
        raise ValueError("exposure needs a viewer who knows their own agent")
    told = explain(eyes.game, *card, Viewpoint(), at, eyes.parameters)
    turns: dict[int, list[Reason]] = {}
    for reason in told.reasons:
        turns.setdefault(reason.turn, []).append(reason)
    bits = np.array([sum(r.bits for r in turns.get(n, [])) for n in range(1, eyes.when.turns + 1)])
    start = log_odds(told.prior) + sum(r.bits for r in turns.get(0, []))
    odds = np.concatenate([[start], start + np.cumsum(bits)])
    worst = sorted((r for r in told.reasons if r.bits >= GIVEAWAY), key=lambda r: -r.bits)
    return Exposure(
        probability=1.0 / (1.0 + 2.0**-odds),
        bits=bits,
        giveaways=tuple((r.turn, r.bits, r.sentence) for r in worst),
    )


@dataclass(frozen=True)
class TurnAdvice:
    """One turn that the viewer could take with the roll at hand.

    Attributes:
        turn: the turn, the safe placed best for the own agent.
        progress: expected marker lead over the other agents' mean by the next scoring, steps.
        bits: change of an observer's log-odds for the true agent; below 0 it hides.
        probability: what an observer would give the true agent then.
    """

    turn: Turn
    progress: float
    bits: float
    probability: float


def advise(
    record: Record | Replay, viewpoint: Viewpoint | None, die: Die, parameters: Parameters | None = None
) -> tuple[TurnAdvice, ...]:
    """Turns that balance progress against what each gives away: none is beaten in both by another.

    Args:
        record: the game so far.
        viewpoint: the player to move, who knows their own agent.
        die: the face rolled.
        parameters: the behaviour model's.

    Raises:
        ValueError: the viewpoint does not know its own agent.
    """
    beliefs = Beliefs.of(record, viewpoint, "end", parameters)
    card = beliefs.viewpoint.card
    if card is None:
        raise ValueError("advice needs a viewer who knows their own agent")
    state = beliefs.game.state
    table = legal_splits(state, die)
    progress, safes = _progress(state, table, card[1])
    kept = np.argsort(-progress, kind="stable")[:SHORTLIST]
    before, after = _observer(beliefs, card, die, table, kept)
    found = [
        TurnAdvice(
            Turn(card[0], tuple(int(n) for n in table[row]), die, safe=safes.get(int(row))),
            float(progress[row]),
            float(log_odds(p) - log_odds(before)),
            float(p),
        )
        for row, p in zip(kept, after, strict=True)
    ]
    return _front(found)


def _front(found: list[TurnAdvice]) -> tuple[TurnAdvice, ...]:
    """Most progress first, each further one hiding more than all before it."""
    front: list[TurnAdvice] = []
    for one in sorted(found, key=lambda advice: (-advice.progress, advice.bits)):
        if not front or one.bits < front[-1].bits - 0.02:
            front.append(one)
    return tuple(front[:ADVICE])


def _lead(values: Floats, own: int) -> Floats:
    """Own value minus the others' mean, along the last axis."""
    agents = values.shape[-1]
    result: Floats = values[..., own] - (values.sum(axis=-1) - values[..., own]) / (agents - 1)
    return result


def _progress(state: GameState, table: NDArray[np.int64], own: int) -> tuple[Floats, dict[int, int]]:
    """Expected lead of every split, and where the safe best goes after those that score."""
    ends = positions_after(state, table)
    ahead = _lead(expected_gains(ends, state.safe), own)
    safes: dict[int, int] = {}
    for row in np.flatnonzero(triggers(state, table)):
        places = tuple(int(b) for b in ends[row])
        markers = score(state.edition, places, state.markers)
        gains = np.array(markers, dtype=np.float64) - np.array(state.markers)
        if max(markers) >= state.edition.finish_score:
            ahead[row] = _lead(gains, own)
            continue
        targets = safe_targets(state.edition, state.safe, places)
        worth = _lead(expected_gains(np.repeat(ends[row : row + 1], len(targets), 0), np.array(targets)), own)
        best = int(worth.argmax())
        safes[int(row)] = targets[best]
        ahead[row] = float(_lead(gains, own)) + float(worth[best])
    return ahead, safes


def _observer(
    beliefs: Beliefs, card: tuple[int, int], die: Die, table: NDArray[np.int64], rows: NDArray[np.int64]
) -> tuple[float, Floats]:
    """P(the true agent) for an observer who hears every public clue: now, and after each split of `rows`.

    `rows` are row numbers of `table`, all legal splits of the face `die`.

    The safe move that may follow is left out: it is chosen after the split has been seen.
    """
    seat, agent = card
    parameters, state = beliefs.parameters, beliefs.game.state
    watcher = Beliefs(beliefs.game, beliefs.when, Viewpoint(), parameters)
    sums = watcher.tallies()[-1]
    clues, _ = consistent(watcher)
    now = float(watcher.worlds(sums, clues).marginals[seat, agent])
    terms = split_terms(state, table)
    after = np.empty(len(rows))
    for i, row in enumerate(rows):
        choice = choose("split", terms, int(row), parameters.split, parameters.split_crowd)
        steps = tuple(int(n) for n in table[row])
        slow = state.turns < SLOW_TURNS
        then = sums.add(TurnEvidence(state.turns + 1, seat, choice, None, slow, ((die, steps),)))
        after[i] = watcher.worlds(then, clues).marginals[seat, agent]
    return now, after
