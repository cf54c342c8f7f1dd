"""Positions set up by hand, and the two things that every scenario asks: is it legal, and why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from assistant.game import CardPlay, GameState, IllegalTurn, Outcome, Turn, edition, play, start

AGENTS = ("red", "blue", "green", "grey", "orange", "purple", "yellow")
NAMES = ("Anna", "Ben", "Cem", "Dana", "Eli", "Fay", "Gil")
RED, BLUE, GREEN, GREY, ORANGE, PURPLE, YELLOW = range(7)
ANNA, BEN, CEM = range(3)


def scene(
    spec: str | Mapping[str, Any] = "ravensburger",
    *,
    at: Mapping[int, int] | None = None,
    markers: Mapping[int, int] | None = None,
    players: int = 3,
    agents: int | None = None,
    **fields: Any,
) -> GameState:
    """A position: `at` gives buildings and `markers` scores by agent, all others as at the start."""
    chosen = edition(spec)
    count = agents or chosen.agents_in_play(players)
    state = start(chosen, NAMES[:players], AGENTS[:count])
    positions = tuple((at or {}).get(a, 0) for a in range(count))
    scores = tuple((markers or {}).get(a, chosen.start_score) for a in range(count))
    return replace(state, positions=positions, markers=scores, **fields)


def steps(state: GameState, moves: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(moves.get(agent, 0) for agent in range(len(state.agents)))


def turn(state: GameState, moves: Mapping[int, int], player: int | None = None, **fields: Any) -> Turn:
    return Turn(state.to_move if player is None else player, steps(state, moves), **fields)


def played(state: GameState, moves: Mapping[int, int], player: int | None = None, **fields: Any) -> Outcome:
    """The turn played; an `IllegalTurn` is a failure of the test."""
    return play(state, turn(state, moves, player, **fields))


def refused(
    state: GameState, moves: Mapping[int, int], why: str, player: int | None = None, **fields: Any
) -> IllegalTurn:
    """The refusal of the turn; its reason must contain `why`, and there must be a remedy."""
    with pytest.raises(IllegalTurn) as caught:
        play(state, turn(state, moves, player, **fields))
    assert why in str(caught.value.reason), str(caught.value)
    assert str(caught.value.remedy)
    return caught.value


def card(player: int, name: str | None, *agents: int, number: int = 0) -> CardPlay:
    return CardPlay(player, name, agents, number)
