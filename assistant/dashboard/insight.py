"""The deduction as the pages ask for it: whose eyes, cached by what the record says.

The one place that knows the deduction's calls. Caches hold pure results under the record's own text, never
a game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from assistant.dashboard import habits
from assistant.deduction import (
    Analysis,
    Explanation,
    Exposure,
    TurnAdvice,
    Viewpoint,
    advise,
    analyse,
    explain,
    exposure,
    winning_dossier,
)
from assistant.deduction.moment import moment
from assistant.deduction.outlook import WinningDossier
from assistant.deduction.playout import due_chances
from assistant.game import GameState
from assistant.records import Record, Replay, replay
from assistant.records.store_record import event_of, head_of

__all__ = [
    "Analysis",
    "Explanation",
    "Exposure",
    "Fitting",
    "TurnAdvice",
    "Viewpoint",
    "WinningDossier",
    "eyes",
    "observer",
    "who",
]


@dataclass(frozen=True)
class Fitting:
    """A game of which every event fits, replayed once for all that is asked about it.

    Attributes:
        game: the replay, a step for every event.
        lines: head and events as JSON.
    """

    game: Replay
    lines: tuple[str, ...]

    @classmethod
    def of(cls, game: Replay) -> Fitting:
        """Of a replay; events that could not be replayed are left out, and the others numbered anew."""
        if len(game.steps) < len(game.record.events):
            game = replay(game.record.with_events(step.event for step in game.steps), strict=False)
        return cls(game, tuple(map(json.dumps, (head_of(game.record), *map(event_of, game.record.events)))))

    @property
    def record(self) -> Record:
        """The record of these events alone."""
        return self.game.record

    @property
    def text(self) -> str:
        """What the caches know the game by."""
        return "\n".join(self.lines)

    def until(self, turns: int) -> Fitting:
        """The game with all that was entered before turn `turns` + 1: as the caches have met it in its time."""
        ends = [n for n, step in enumerate(self.game.steps) if step.outcome is not None][turns:]
        if not ends:
            return self
        n = ends[0]
        record = self.record.with_events(self.record.events[:n])
        return Fitting(replace(self.game, record=record, steps=self.game.steps[:n]), self.lines[: n + 1])


def observer() -> Viewpoint:
    """The eyes of somebody who knows no card."""
    return Viewpoint(None, None)


def eyes(fitting: Fitting, secret: bool) -> Viewpoint:
    """The viewer's own eyes where secrets may be shown, else an observer's: a viewer's table gives them away."""
    return Viewpoint.of(fitting.record) if secret else observer()


@st.cache_data(max_entries=64, show_spinner=False)
def _analysis(text: str, seat: int | None, agent: int | None, at: str | int, _game: Replay) -> Analysis:
    return analyse(_game, Viewpoint(seat, agent), at, habits.parameters(_game.record))


def who(fitting: Fitting, view: Viewpoint, at: str | int = "end") -> Analysis:
    """Who is who."""
    if isinstance(at, int):
        fitting, at = fitting.until(at), "end"
    return _analysis(fitting.text, view.seat, view.agent, at, fitting.game)


@st.cache_data(max_entries=32, show_spinner=False)
def _winning(text: str, seat: int, agent: int, _game: Replay, _found: Analysis) -> WinningDossier:
    state, safe_open = moment(_game, "dossier").position(_game)
    return winning_dossier(state, _found.joint, seat, _found.readable, safe_open=safe_open)


def winning(fitting: Fitting, view: Viewpoint, found: Analysis) -> WinningDossier | None:
    """The sheet that wins most often from the dossier on; None without an own card or after the game."""
    if view.seat is None or view.agent is None or fitting.game.state.finished:
        return None
    return _winning(f"{found.turn} {fitting.text}", view.seat, view.agent, fitting.game, found)


@st.cache_data(max_entries=64, show_spinner=False)
def _explanation(
    text: str, cell: tuple[int, int], seat: int | None, agent: int | None, _game: Replay
) -> Explanation:
    eyes = Viewpoint(seat, agent)
    return explain(_game, *cell, viewpoint=eyes, parameters=habits.parameters(_game.record))


def why(fitting: Fitting, view: Viewpoint, seat: int, agent: int) -> Explanation:
    """The reasons behind one cell of the matrix."""
    return _explanation(fitting.text, (seat, agent), view.seat, view.agent, fitting.game)


@st.cache_data(max_entries=32, show_spinner=False)
def _cover(text: str, seat: int | None, agent: int | None, _game: Replay) -> Exposure:
    return exposure(_game, Viewpoint(seat, agent), parameters=habits.parameters(_game.record))


def cover(fitting: Fitting, view: Viewpoint) -> Exposure:
    """How exposed the viewer's own agent is, turn by turn."""
    return _cover(fitting.text, view.seat, view.agent, fitting.game)


@st.cache_data(max_entries=32, show_spinner=False)
def _advice(
    text: str, die: int | str, seat: int | None, agent: int | None, _game: Replay
) -> tuple[TurnAdvice, ...]:
    return advise(_game, Viewpoint(seat, agent), die, parameters=habits.parameters(_game.record))


def advice(fitting: Fitting, view: Viewpoint, die: int | str) -> Sequence[TurnAdvice]:
    """Turns for a roll, each with what it gains and what it gives away."""
    return _advice(fitting.text, die, view.seat, view.agent, fitting.game)


@st.cache_data(max_entries=64, show_spinner=False)
def _chances(state: str, horizon: int, _state: GameState) -> NDArray[np.float64]:
    return due_chances(_state, horizon)


def chances(state: GameState, horizon: int) -> NDArray[np.float64]:
    """Chance that the dossier falls due in each of the next turns."""
    return _chances(repr(state), horizon, state)
