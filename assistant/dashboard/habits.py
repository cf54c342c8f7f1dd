"""How a group's players play, from its earlier games: the prior of the next one if the group wants it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from assistant.dashboard import session
from assistant.deduction import Parameters, shipped
from assistant.game import GameError
from assistant.records import Record, RecordError, print_json
from assistant.records.store_record import KIND, record_of
from assistant.review import appearances
from assistant.review.history import Appearance, with_weights

HABITS = "habits"
"""Field of a record's head: `{"games": n, "weights": {type: weight}}`, as it was when the switch was turned on."""


@st.cache_data(show_spinner=False, max_entries=500)
def _seen(text: str, _record: Record) -> tuple[Appearance, ...]:
    return appearances(_record)


def finished_games() -> list[tuple[Appearance, ...]]:
    """What every game on this machine says about its players; games behind a PIN are their owner's."""
    found = []
    for listed in session.store().games(KIND):
        if listed.has_pin:
            continue
        try:
            record = record_of(session.store().load(listed.id))
            found.append(_seen(print_json(record), record))
        except (RecordError, GameError, ValueError):
            continue  # half-entered games are in the list too
    return found


def parameters(record: Record) -> Parameters:
    """The behaviour model for this game: with the group's habits as its prior where they are switched on."""
    field = record.unknown.get(HABITS)
    weights = field.get("weights") if isinstance(field, dict) else None
    if not isinstance(weights, dict):
        return shipped()
    return _tuned(json.dumps(weights, sort_keys=True))


@st.cache_resource(show_spinner=False, max_entries=32)
def _tuned(text: str) -> Parameters:
    weights: Mapping[str, Any] = json.loads(text)
    try:
        return with_weights(shipped(), {name: float(value) for name, value in weights.items()})
    except (TypeError, ValueError):
        return shipped()  # weights of another model's types, or none at all
