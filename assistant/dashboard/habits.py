"""How a group's players play, from its earlier games: the prior of the next one if the group wants it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated

import streamlit as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.dashboard import session
from assistant.deduction import Parameters, shipped
from assistant.records import Record, print_json
from assistant.records.store_record import KIND, record_of
from assistant.review import appearances
from assistant.review.history import Appearance, with_weights

HABITS = "habits"
"""Field of a record's head: `{"games": n, "weights": {type: weight}}`, as it was when the switch was turned on."""


class _Kept(BaseModel):
    """What of the field is read."""

    model_config = ConfigDict(strict=True)

    weights: dict[str, Annotated[float, Field(ge=0.0, le=1e9)]]


@st.cache_data(show_spinner=False, max_entries=500)
def _seen(text: str, _record: Record) -> tuple[Appearance, ...]:
    return appearances(_record)


def played_games() -> list[tuple[Appearance, ...]]:
    """What every game on this machine says about its players, unfinished ones too; () where no card is known.

    Games behind a PIN are their owner's, and left out.
    """
    found = []
    for listed in session.store().games(KIND):
        if listed.has_pin:
            continue
        try:
            record = record_of(session.store().load(listed.id))
            found.append(_seen(print_json(record), record))
        except ValueError:
            continue  # half-entered games are in the list too, and others may be deleted just now
    return found


def parameters(record: Record) -> Parameters:
    """The behaviour model for this game: with the group's habits as its prior where they are switched on."""
    try:
        kept = _Kept.model_validate(record.unknown.get(HABITS))
    except ValidationError:  # a record's unknown fields may hold anything
        return shipped()
    return _tuned(json.dumps(kept.weights, sort_keys=True))


@st.cache_resource(show_spinner=False, max_entries=32)
def _tuned(text: str) -> Parameters:
    weights: Mapping[str, float] = json.loads(text)
    try:
        return with_weights(shipped(), weights)
    except ValueError:
        return shipped()  # weights of another model's types
