"""The deduction as the pages ask for it: whose eyes, cached by what the record says.

The one place that knows the deduction's calls. Caches hold pure results under the record's own text, never
a game.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

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
)
from assistant.deduction.playout import due_chances
from assistant.game import GameState
from assistant.records import Record, print_json, replay

__all__ = ["Analysis", "Explanation", "Exposure", "TurnAdvice", "Viewpoint", "eyes", "observer", "who"]


def observer() -> Viewpoint:
    """The eyes of somebody who knows no card."""
    return Viewpoint(None, None)


def eyes(record: Record, secret: bool) -> Viewpoint:
    """The viewer's own eyes where secrets may be shown, else an observer's: a viewer's table gives them away."""
    return Viewpoint.of(record) if secret else observer()


def fitting(record: Record) -> Record:
    """The record without events that cannot be replayed; inference takes legal games only."""
    result = replay(record, strict=False)
    return record.with_events(step.event for step in result.steps)


@st.cache_data(max_entries=64, show_spinner=False)
def _analysis(text: str, seat: int | None, agent: int | None, at: str | int, _record: Record) -> Analysis:
    return analyse(_record, Viewpoint(seat, agent), at=at)


def who(record: Record, view: Viewpoint, at: str | int = "end") -> Analysis:
    """Who is who in a record whose events all fit, see `fitting`."""
    return _analysis(print_json(record), view.seat, view.agent, at, record)


@st.cache_data(max_entries=64, show_spinner=False)
def _explanation(
    text: str, cell: tuple[int, int], seat: int | None, agent: int | None, _record: Record
) -> Explanation:
    return explain(_record, *cell, viewpoint=Viewpoint(seat, agent))


def why(record: Record, view: Viewpoint, seat: int, agent: int) -> Explanation:
    """The reasons behind one cell of the matrix."""
    return _explanation(print_json(record), (seat, agent), view.seat, view.agent, record)


@st.cache_data(max_entries=32, show_spinner=False)
def _cover(text: str, seat: int | None, agent: int | None, _record: Record) -> Exposure:
    return exposure(_record, Viewpoint(seat, agent))


def cover(record: Record, view: Viewpoint) -> Exposure:
    """How exposed the viewer's own agent is, turn by turn."""
    return _cover(print_json(record), view.seat, view.agent, record)


@st.cache_data(max_entries=32, show_spinner=False)
def _advice(
    text: str, die: int | str, seat: int | None, agent: int | None, _record: Record
) -> tuple[TurnAdvice, ...]:
    return advise(_record, Viewpoint(seat, agent), die)


def advice(record: Record, view: Viewpoint, die: int | str) -> Sequence[TurnAdvice]:
    """Turns for a roll, each with what it gains and what it gives away."""
    return _advice(print_json(record), die, view.seat, view.agent, record)


@st.cache_data(max_entries=64, show_spinner=False)
def _chances(state: str, horizon: int, _state: GameState) -> NDArray[np.float64]:
    return due_chances(_state, horizon)


def chances(state: GameState, horizon: int) -> NDArray[np.float64]:
    """Chance that the dossier falls due in each of the next turns."""
    return _chances(repr(state), horizon, state)
