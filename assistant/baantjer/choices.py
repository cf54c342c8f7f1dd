"""Choices, the buttons of an entry pad: a path through them gives an event (`assistant.baantjer.offers`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from assistant.baantjer.drawing import drawable
from assistant.baantjer.engine import apply
from assistant.baantjer.errors import IllegalEvent
from assistant.baantjer.events import Token
from assistant.baantjer.fitting import Loot, usable
from assistant.baantjer.pieces import PLACES, WEAPON_KINDS, Colour
from assistant.baantjer.state import State
from assistant.baantjer.words import SQUARES, piece
from assistant.wording import N_, Message, say

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """One button.

    Attributes:
        label: what it says.
        fields: what it adds to the event, by the names of the record; lists are joined to those given before.
        then: what is asked next; the event is complete where nothing is.
        piece: what the button shows: a place, a card, a kind, the colour of a square; None for words alone.
    """

    label: Message
    fields: Fields
    then: tuple[Choice, ...] = ()
    piece: str | int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Choices under one heading. `topic` says what they are about, the most urgent group comes first."""

    topic: Literal["duty", "theft", "close", "text", "turn", "look"]
    heading: Message
    choices: tuple[Choice, ...]


def paths(choices: Sequence[Choice], before: tuple[Choice, ...] = ()) -> Iterator[tuple[Choice, ...]]:
    """Every way through choices to a complete event."""
    for choice in choices:
        if choice.then:
            yield from paths(choice.then, (*before, choice))
        else:
            yield (*before, choice)


def event_of(path: Sequence[Choice]) -> dict[str, Any]:
    """The event's data that a path through the choices gives."""
    event: dict[str, Any] = {}
    for choice in path:
        for name, value in choice.fields.items():
            event[name] = [*event.get(name, ()), *value] if isinstance(value, list) else value
    return event


def kinds(state: State, fields: Fields) -> tuple[Choice, ...]:
    """The kinds that a token can be of."""
    found = []
    for kind in WEAPON_KINDS:
        try:
            apply(state, Token.model_validate({**fields, "kind": kind}))
        except IllegalEvent:
            continue
        found.append(Choice(piece(kind), {**fields, "kind": kind}, (), kind))
    return tuple(found)


def cards(state: State, seat: int, colour: Colour, fields: Fields) -> tuple[Choice, ...]:
    """The cards that can be drawn, then where they go; and those that were not quite seen."""
    drawn = {"type": colour, "player": state.players[seat], **fields}
    possible = drawable(state, colour)
    return (
        *(_card(state, seat, card, drawn) for card in possible),
        *_half_seen(state, seat, possible, {**drawn, "to": "under"}),
    )


def _card(state: State, seat: int, card: str, drawn: Fields) -> Choice:
    files = usable(state, seat, card)
    under = say(N_("Under the stack"))
    where = tuple(Choice(say(N_("File {place}"), place=place), {"to": place}, (), place) for place in files)
    if not files:
        return Choice(piece(card), {**drawn, "card": card, "to": "under"}, (), card)
    if state.options.may_decline:
        where = (*where, Choice(under, {"to": "under"}, (), "under"))
    return Choice(piece(card), {**drawn, "card": card}, where, card)


def _half_seen(state: State, seat: int, possible: Sequence[str], drawn: Fields) -> Iterator[Choice]:
    """A card that went under without all having seen it: what it was not, or one of two."""
    kept = [c for c in possible if state.options.may_decline or not usable(state, seat, c)]
    words = list(dict.fromkeys(card.partition("-")[0] for card in kept))
    if len(words) < 2:
        return
    nots = (Choice(say(N_("Not {piece}"), piece=piece(w)), {"not": [w]}, (), w) for w in words)
    pairs = (
        Choice(say(N_("{a} or {b}"), a=piece(a), b=piece(b)), {"one_of": [a, b]})
        for i, a in enumerate(words)
        for b in words[i + 1 :]
    )
    unknown = Choice(say(N_("Not seen at all")), {})
    yield Choice(say(N_("Not quite seen, under the stack")), drawn, (*nots, *pairs, unknown), "?")


def loot_choices(loot: Sequence[Loot], fields: Fields) -> tuple[Choice, ...]:
    """Cards to take, then the own file where more than one wants it."""
    found = []
    for item in loot:
        label = say(N_("{card} of file {place}"), card=piece(item.card), place=item.from_file)
        taken = {**fields, "from_file": item.from_file, "card": item.card}
        if len(item.to) == 1:
            found.append(Choice(label, {**taken, "to": item.to[0]}, (), item.card))
            continue
        files = tuple(Choice(say(N_("File {place}"), place=to), {"to": to}, (), to) for to in item.to)
        found.append(Choice(label, taken, files, item.card))
    return tuple(found)


def stops(state: State, seat: int, fields: Fields) -> tuple[Choice, ...]:
    """Where a car can stop: places without another car, colours, and the squares of the map where there is one."""
    taken = {car.on for other, car in enumerate(state.cars) if other != seat}
    places = tuple(
        Choice(say(N_("Place {place}"), place=place), {**fields, "on": place}, (), place)
        for place in PLACES
        if place not in taken
    )
    colours = tuple(Choice(say(text), {**fields, "on": on}, (), on) for on, text in SQUARES.items())
    return (*places, *colours, *_squares(state, seat, fields))


def _squares(state: State, seat: int, fields: Fields) -> Iterator[Choice]:
    if state.roads is None:
        return
    taken = {car.square for other, car in enumerate(state.cars) if other != seat and car.on != "parking"}
    named = tuple(
        Choice(say("{square}", square=square), {"on": on, "square": square}, (), on)
        for square, on in sorted(state.roads.squares.items())
        if on != "roundabout" and square not in taken
    )
    yield Choice(say(N_("A square of the map")), fields, named)
