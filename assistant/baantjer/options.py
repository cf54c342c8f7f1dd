"""Where the rulebook is silent or unclear: one option each; docs/baantjer.md explains the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from assistant.baantjer.errors import BaantjerError
from assistant.baantjer.pieces import GREEN_CARDS, HALVES, PLACES, WEAPON_KINDS, Colour
from assistant.wording import N_, say

TOKEN_NAMES: tuple[str, ...] = WEAPON_KINDS  # counts are keyed by plain strings, as JSON objects are
Count = Annotated[int, Field(ge=0, le=99, strict=True)]


class Options(BaseModel):
    """The table's rules. Every field has a default; unknown fields are kept on a round trip.

    Attributes:
        game: `full` is won with three closed files, `short` with two.
        tokens: location tokens per weapon kind, twelve in all. The split is not stated anywhere; 3 each.
        weapon: `left-and-right` needs one half of each side, `any-two` any two cards of the kind.
        red: red cards by name; four of each half (`any-two`: eight of each kind) unless given.
        green: green cards by name; twelve of each unless given.
        halves_before_token: halves may be laid at a file whose token is still face down. Those of another
            kind than the token go under the red stack when it is turned.
        may_decline: a card that fits may all the same be put under its stack.
        close: a complete file may be closed at `any-time`, or only in its owner's `own-turn`.
        closed_places: the place of a closed file still gives clue cards and opens theft windows.
        theft_needs_token: only a place whose token its owner has taken opens a theft window.
        thefts_per_visit: cards that may be taken in one theft window.
        skips_add_up: two files closed in one turn cost two turns, not one.
        turn_order: `seats` holds players to the order around the table, `free` takes the record's own.
    """

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    game: Literal["full", "short"] = "full"
    tokens: dict[str, Count] = Field(default_factory=lambda: dict.fromkeys(TOKEN_NAMES, 3))
    weapon: Literal["left-and-right", "any-two"] = "left-and-right"
    red: dict[str, Count] | None = None
    green: dict[str, Count] = Field(default_factory=lambda: dict.fromkeys(GREEN_CARDS, 12))
    halves_before_token: bool = False
    may_decline: bool = True
    close: Literal["any-time", "own-turn"] = "any-time"
    closed_places: bool = False
    theft_needs_token: bool = False
    thefts_per_visit: Annotated[int, Field(ge=0, le=99, strict=True)] = 1
    skips_add_up: bool = True
    turn_order: Literal["seats", "free"] = "seats"

    @model_validator(mode="after")
    def _counts_name_the_pieces(self) -> Self:
        for field, given, names in (
            ("tokens", self.tokens, WEAPON_KINDS),
            ("red", self.cards("red"), self.red_names),
            ("green", self.green, GREEN_CARDS),
        ):
            if set(given) != set(names):
                raise BaantjerError(
                    say(N_("{field} must give a count for each of {names}, and nothing else"),
                        field=field, names=", ".join(names)),
                    say(N_("add what is missing, and take the rest out")),
                )  # fmt: skip
        if sum(self.tokens.values()) != len(PLACES):
            raise BaantjerError(
                say(N_("tokens must add up to {n}, one for each place; these add up to {total}"),
                    n=len(PLACES), total=sum(self.tokens.values())),
                say(N_("correct the counts")),
            )  # fmt: skip
        return self

    @property
    def files_to_win(self) -> int:
        """Closed files that win: three, two in the short game."""
        return 3 if self.game == "full" else 2

    @property
    def red_names(self) -> tuple[str, ...]:
        """Names of the red cards that the table tells apart."""
        if self.weapon == "any-two":
            return WEAPON_KINDS
        return tuple(f"{kind}-{half}" for kind in WEAPON_KINDS for half in HALVES)

    def cards(self, colour: Colour) -> Mapping[str, int]:
        """Cards of one stack by name, as they are in the box: 32 red and 48 green by default."""
        if colour == "green":
            return self.green
        return self.red if self.red is not None else dict.fromkeys(self.red_names, 32 // len(self.red_names))
