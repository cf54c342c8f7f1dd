"""What can be entered, one model per event. Unknown fields are kept on a round trip.

`by` says why something happens: `rule` for the square, place or turn that the rules name, `card` for the text
of a Lowietje or Buitendam card drawn earlier in the same turn (the texts are the table's, not known here).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt

from assistant.baantjer.pieces import Colour, WeaponKind

Cause = Literal["rule", "card"]
Place = Annotated[int, Field(ge=1, le=12, strict=True)]
Square = Place | Literal["red", "green", "plain", "parking", "roundabout"]
Target = Place | Literal["under"]
Text = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Kinds = Annotated[tuple[WeaponKind, ...], Field(strict=False, max_length=4)]
Cards = Annotated[tuple[Name, ...], Field(strict=False, max_length=32)]
Places = Annotated[tuple[Place, ...], Field(strict=False, min_length=1, max_length=12)]


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow", strict=True, populate_by_name=True)


class Land(_Event):
    """A car comes to a stop; by rule this begins its player's turn.

    `on` is a place number or the colour of the square; `square` its name and `path` the squares driven over
    (the last is `square`), both optional and checked against the record's map where there is one.
    """

    type: Literal["land"] = "land"
    player: Name
    on: Square
    square: Name | None = None
    path: Annotated[tuple[Name, ...], Field(strict=False, max_length=200)] | None = None
    die: Annotated[StrictInt, Field(ge=1, le=99)] | None = None
    by: Cause = "rule"


class Skip(_Event):
    """A player whose car went back to parking lets a turn pass."""

    type: Literal["skip"] = "skip"
    player: Name


class Token(_Event):
    """The token of an own place is turned: `kind` is the weapon kind of that murder."""

    type: Literal["token"] = "token"
    player: Name
    place: Place
    kind: WeaponKind
    by: Cause = "rule"


class Draw(_Event):
    """A red or green card is drawn and laid at an own file (`to` its place) or put `under` the stack.

    A card that went under half seen has no `card` but `not` or `one_of`: names of cards, or of weapon kinds.
    """

    type: Literal["red", "green"]
    player: Name
    card: Name | None = None
    not_: Cards = Field(default=(), alias="not")
    one_of: Cards = ()
    to: Target = "under"
    text: Text | None = None
    by: Cause = "rule"


class Taken(_Event):
    """`player` takes a card from the open file `from_file` of `victim` (JSON: `from`) and lays it at `to`."""

    type: Literal["taken"] = "taken"
    player: Name
    victim: Name = Field(alias="from")
    from_file: Place
    card: Name
    to: Place
    by: Cause = "rule"


class Lost(_Event):
    """By a card's text a player loses a card from an own file; it goes under its stack."""

    type: Literal["lost"] = "lost"
    player: Name
    file: Place
    card: Name


class Close(_Event):
    """A complete file is turned face down; the car goes back to parking and a turn will be skipped."""

    type: Literal["close"] = "close"
    player: Name
    file: Place


class Penalty(_Event):
    """By a card's text a player will skip `turns` turns."""

    type: Literal["penalty"] = "penalty"
    player: Name
    turns: Annotated[int, Field(ge=1, le=9)] = 1


class Observe(_Event):
    """A partial look at a token: it is `not` one of these kinds, or it is `one_of` those."""

    type: Literal["observe"] = "observe"
    place: Place
    not_: Kinds = Field(default=(), alias="not")
    one_of: Kinds = ()


class Compare(_Event):
    """Somebody saw two tokens: they are of the same kind, or not."""

    type: Literal["compare"] = "compare"
    places: Annotated[tuple[Place, Place], Field(strict=False)]
    same: bool


class Tally(_Event):
    """Somebody saw several tokens: `at_least` and `at_most` so many of them are of this kind."""

    type: Literal["tally"] = "tally"
    places: Places
    kind: WeaponKind
    at_least: Annotated[int, Field(ge=0, le=12)] = 0
    at_most: Annotated[int, Field(ge=0, le=12)] = 12


class Shuffle(_Event):
    """The table shuffles a stack, so its known order is gone."""

    type: Literal["shuffle"] = "shuffle"
    stack: Colour


class Note(_Event):
    """Free text; changes nothing."""

    type: Literal["note"] = "note"
    text: Text


Event = Annotated[
    Land | Skip | Token | Draw | Taken | Lost | Close | Penalty | Observe | Compare | Tally | Shuffle | Note,
    Field(discriminator="type"),
]
EVENT_TYPES: tuple[str, ...] = (
    "land", "skip", "token", "red", "green", "taken", "lost", "close", "penalty", "observe", "compare", "tally",
    "shuffle", "note",
)  # fmt: skip
