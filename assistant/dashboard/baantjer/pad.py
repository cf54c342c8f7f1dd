"""The entry pad: the choices of `assistant.baantjer.offers` as buttons, one round trip per event.

Taps are counted in the browser, the event comes whole. Nothing that comes from a browser is trusted: it is read
as a record's event, and the engine judges it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from assistant.baantjer.choices import Choice
from assistant.baantjer.errors import RecordError
from assistant.baantjer.events import Event
from assistant.baantjer.offers import offers
from assistant.baantjer.record import Record, read_event
from assistant.baantjer.state import State
from assistant.dashboard.baantjer import icons
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.changing import Target
from assistant.dashboard.language import _
from assistant.dashboard.parts import ELEMENTS, ignore

_FOLDER = Path(__file__).parent
LONGEST_WORD = 64


@cache
def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


_COMPONENT = st.components.v2.component(
    "heimlich_baantjer_pad",
    html='<div class="root"></div>',
    css=_read("pad.css") + icons.css(),
    js=ELEMENTS + _read("pad.js"),
)


class Entered(NamedTuple):
    """An event that was tapped: where it goes, at which revision of the game, and its own word."""

    event: Event
    target: Target
    revision: int
    nonce: str


def draw(
    record: Record, state: State, target: Target, revision: int, handled: Sequence[str], key: str
) -> None:
    """Draws the pad for what can follow `state`; `entered` tells what was tapped on it."""
    groups = offers(state)
    lists = _Lists()
    data = {
        "version": f"{revision} {target.kind} {target.entry}",
        "acknowledged": list(handled),
        "groups": [
            {"topic": group.topic, "heading": said(group.heading), "choices": lists.name(group.choices)}
            for group in groups
        ],
        "lists": lists.found,
        "places": {str(file.place): _place(record, state, file.place) for file in state.files},
        "shapes": {piece: icons.shape(piece) for piece in lists.pieces},
        "words": {"back": _("Back"), "storing": _("Storing: {event}")},
    }
    _COMPONENT(data=data, key=key, default={"entered": []}, on_entered_change=ignore)


def _place(record: Record, state: State, place: int) -> dict[str, Any]:
    owner = state.file(place).owner
    return {
        "name": record.places.get(str(place), ""),
        "owner": "" if owner is None else state.players[owner],
        "seat": owner,
    }


class _Lists:
    """Choices as JSON; lists that several choices share are sent once."""

    def __init__(self) -> None:
        self.found: dict[str, list[dict[str, Any]]] = {}
        self.pieces: set[str] = set()
        self._names: dict[int, str] = {}

    def name(self, choices: tuple[Choice, ...]) -> str:
        """Name of the list, which is read when it is met first."""
        if id(choices) not in self._names:
            self._names[id(choices)] = name = f"l{len(self._names)}"
            self.found[name] = [self._one(choice) for choice in choices]
        return self._names[id(choices)]

    def _one(self, choice: Choice) -> dict[str, Any]:
        if isinstance(choice.piece, str) and icons.shape(choice.piece):
            self.pieces.add(choice.piece)
        return {
            "label": said(choice.label),
            "fields": dict(choice.fields),
            "piece": choice.piece,
            "then": self.name(choice.then) if choice.then else None,
        }


def entered(key: str) -> list[Entered]:
    """What was tapped and waits, known before the pad is drawn; nonsense from a browser is left out."""
    value = st.session_state.get(key)
    waiting = value.get("entered") if value else None
    found = [_parsed(entry) for entry in waiting] if isinstance(waiting, list) else []
    return [entry for entry in found if entry is not None]


def _parsed(entry: object) -> Entered | None:
    if not isinstance(entry, Mapping):
        return None
    nonce, version, event = entry.get("nonce"), entry.get("version"), entry.get("event")
    if not (isinstance(nonce, str) and 0 < len(nonce) <= LONGEST_WORD and isinstance(version, str)):
        return None
    revision, _space, at = version.partition(" ")
    kind, _space, number = at.partition(" ")
    if kind not in ("add", "replace", "insert") or not (revision.isdecimal() and number.isdecimal()):
        return None
    try:
        read = read_event(event)
    except RecordError:
        return None
    return Entered(read, Target(kind, int(number)), int(revision), nonce)  # type: ignore[arg-type] # checked above
