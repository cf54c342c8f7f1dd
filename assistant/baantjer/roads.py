"""The map, where the user has entered one: squares with names, roads between them, and how cars may drive.

Rules: no U-turn at a crossing; a roundabout leaves the choice of exit free and is never stopped on; a car
whose last square is taken goes on to the next empty one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from assistant.baantjer.errors import BaantjerError, IllegalEvent
from assistant.baantjer.events import Name, Square
from assistant.wording import N_, say


class RoadMap(BaseModel):
    """Squares by name with what they are (`on`, as in a `land` event), and roads as pairs of square names."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    squares: Annotated[dict[Name, Square], Field(max_length=400)]
    roads: Annotated[tuple[tuple[Name, Name], ...], Field(strict=False, max_length=2000)]

    @model_validator(mode="before")
    @classmethod
    def _lists_are_pairs(cls, data: object) -> object:
        # JSON has no tuples, and strict validation takes no list for one.
        if isinstance(data, dict) and isinstance(data.get("roads"), list):
            return {**data, "roads": [tuple(r) if isinstance(r, list) else r for r in data["roads"]]}
        return data

    @model_validator(mode="after")
    def _roads_join_squares(self) -> Self:
        for road in self.roads:
            for end in road:
                if end not in self.squares:
                    raise BaantjerError(
                        say(N_("the road {a} to {b} leads to {end}, which is no square"),
                            a=road[0], b=road[1], end=end),
                        say(N_("correct the road, or add the square to the map")),
                    )  # fmt: skip
        return self

    def neighbours(self, square: str) -> frozenset[str]:
        """Squares one step away; three or more make `square` a crossing."""
        return frozenset(
            other for a, b in self.roads for here, other in ((a, b), (b, a)) if here == square != other
        )

    def is_roundabout(self, square: str) -> bool:
        """Whether cars may turn there into every road, but not stop."""
        return self.squares.get(square) == "roundabout"

    def where(self, on: Square, square: str | None) -> frozenset[str]:
        """The squares on which a car may stand that was entered as standing `on`, with or without a name.

        Without one a place and the parking are known all the same; of the coloured squares a map may lack some,
        so there nothing is known: empty.
        """
        if square is not None:
            return frozenset({square})
        if on != "parking" and not isinstance(on, int):
            return frozenset()
        return frozenset(name for name, what in self.squares.items() if what == on)


def check_square(roads: RoadMap, square: str, on: Square) -> None:
    """Holds a named square against the map.

    Raises:
        IllegalEvent: the map has no such square, or it is of another colour or place.
    """
    if square not in roads.squares:
        raise IllegalEvent(
            say(N_("the map has no square {square}"), square=square),
            say(N_("correct the name, or add the square to the map")),
        )
    if roads.squares[square] != on:
        raise IllegalEvent(
            say(
                N_("the map says {square} is {is_}, not {on}"),
                square=square,
                is_=roads.squares[square],
                on=on,
            ),
            say(N_("correct the square, or the map")),
        )


def check_path(
    roads: RoadMap, starts: Collection[str], path: Sequence[str], die: int | None, taken: Collection[str]
) -> None:
    """Holds a drive of a car over `path` against the driving rules.

    Args:
        roads: the map.
        starts: names of the squares on which the car may have stood; empty where nothing is known.
        path: squares entered, in order, the last is where the car stops.
        die: the roll, None where it was not entered; then the length is not checked.
        taken: squares on which another car stands.

    Raises:
        IllegalEvent: a step without a road, a U-turn at a crossing, a length other than the roll (and the
            roundabout or the taken squares on which it would end).
    """
    drives = [[start, *path] for start in sorted(starts)] or [list(path)]
    faults = [_fault(roads, drive) for drive in drives]
    if all(faults):
        raise next(fault for fault in faults if fault)
    if die is None or len(path) == die:
        return
    passed = path[die - 1 : -1]
    if len(path) < die or any(square not in taken and not roads.is_roundabout(square) for square in passed):
        raise IllegalEvent(
            say(N_("the roll was {die}, the drive has {n} squares"), die=die, n=len(path)),
            say(N_("a car drives its roll, and further only from a taken square or a roundabout")),
        )


def _fault(roads: RoadMap, drive: Sequence[str]) -> IllegalEvent | None:
    """What is wrong with driving over these squares, from the first to the last."""
    for here, there in pairwise(drive):
        if there not in roads.neighbours(here):
            return IllegalEvent(
                say(N_("the map has no road from {here} to {there}"), here=here, there=there),
                say(N_("enter every square of the drive, or add the road to the map")),
            )
    for before, here, after in zip(drive, drive[1:], drive[2:], strict=False):
        if before == after and len(roads.neighbours(here)) > 2 and not roads.is_roundabout(here):
            return IllegalEvent(
                say(N_("a car may not make a U-turn at the crossing {here}"), here=here),
                say(N_("leave the crossing by another road")),
            )
    return None
