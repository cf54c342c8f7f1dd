"""The state of the table: immutable, made only by `start` and by `engine.apply`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from assistant.baantjer.errors import IllegalEvent
from assistant.baantjer.events import Compare, Observe, Square, Tally
from assistant.baantjer.options import Options
from assistant.baantjer.pieces import PLACES, Colour, colour_of, is_red
from assistant.baantjer.record import Record
from assistant.baantjer.roads import RoadMap
from assistant.wording import N_, say

Observation = Observe | Compare | Tally


@dataclass(frozen=True, slots=True)
class File:
    """A murder. `owner` is a seat, None where fewer than four play; `cards` in the order they were laid."""

    place: int
    owner: int | None = None
    token: str | None = None
    cards: tuple[str, ...] = ()
    closed: bool = False

    @property
    def halves(self) -> tuple[str, ...]:
        """The red half cards laid here, at most two."""
        return tuple(card for card in self.cards if is_red(card))


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack: `head` cards in unknown order on top of a `tail` in known order (RULES.md: rejects go under).

    Each card of the tail is the set of what it can be: one name, more where it went under half seen.
    """

    head: int
    tail: tuple[frozenset[str], ...] = ()

    @property
    def size(self) -> int:
        """Cards left to draw."""
        return self.head + len(self.tail)


@dataclass(frozen=True, slots=True)
class Car:
    """Where a car stands: place number or kind of square, and the square's name where it was entered."""

    on: Square = "parking"
    square: str | None = None


@dataclass(frozen=True, slots=True)
class Duty:
    """What the square landed on still asks of a player: to turn the token of `place`, or draw a card."""

    player: int
    what: Literal["token", "red", "green"]
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """`lander` ended on a place of `owner`, who may take `left` cards until the next player's turn begins."""

    owner: int
    lander: int
    place: int
    left: int


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is known at the table. Players are seats, indices into `players`.

    Attributes:
        files: all twelve, `files[place - 1]`.
        skips: turns that each player still has to skip.
        to_move: seat whose turn begins next.
        active: seat whose turn it is, None before the first.
        turns: turns begun, skipped ones included.
        duties: what must be done before the next turn begins.
        windows: open theft windows.
        card_text: a Lowietje or Buitendam card was drawn this turn, so its text may move anything.
        observations: partial looks at tokens.
        winner: seat that has closed enough files; nothing happens after that.
    """

    options: Options
    players: tuple[str, ...]
    files: tuple[File, ...]
    red: Stack
    green: Stack
    cars: tuple[Car, ...]
    skips: tuple[int, ...]
    roads: RoadMap | None = None
    to_move: int = 0
    active: int | None = None
    turns: int = 0
    duties: tuple[Duty, ...] = ()
    windows: tuple[Window, ...] = ()
    card_text: bool = False
    observations: tuple[Observation, ...] = ()
    winner: int | None = None

    def seat(self, name: str) -> int:
        """Seat of a player; raises `IllegalEvent` where nobody has that name."""
        if name not in self.players:
            raise IllegalEvent(
                say(N_("there is no player {name}"), name=name),
                say(N_("the players are {players}"), players=", ".join(self.players)),
            )
        return self.players.index(name)

    def file(self, place: int) -> File:
        """The file of a place from 1 to 12."""
        return self.files[place - 1]

    def own_files(self, seat: int) -> tuple[File, ...]:
        """The three files of a player, closed ones included."""
        return tuple(file for file in self.files if file.owner == seat)

    def closed(self, seat: int) -> int:
        """Files that a player has closed."""
        return sum(file.closed for file in self.own_files(seat))

    def stack(self, colour: Colour) -> Stack:
        """One of the two stacks."""
        return self.red if colour == "red" else self.green

    def with_file(self, file: File) -> State:
        """The state with one file replaced."""
        return replace(self, files=(*self.files[: file.place - 1], file, *self.files[file.place :]))

    def with_stack(self, colour: Colour, stack: Stack) -> State:
        """The state with one stack replaced."""
        return replace(self, red=stack) if colour == "red" else replace(self, green=stack)

    def put_under(self, card: str) -> State:
        """The state with a known card at the bottom of its stack."""
        colour = colour_of(card)
        stack = self.stack(colour)
        return self.with_stack(colour, replace(stack, tail=(*stack.tail, frozenset({card}))))

    def unlocated(self, colour: Colour) -> dict[str, int]:
        """Cards by name whose whereabouts are not known: in the stack's head, or half seen in its tail."""
        left = dict(self.options.cards(colour))
        for file in self.files:
            for card in file.cards:
                if card in left:
                    left[card] -= 1
        for possible in self.stack(colour).tail:
            if len(possible) == 1:
                left[next(iter(possible))] -= 1
        return left


def start(record: Record) -> State:
    """The table before the first turn: tokens face down, stacks shuffled, every car on the parking."""
    owners = {place: seat for seat, player in enumerate(record.players) for place in player.files}
    options = record.options
    n = len(record.players)
    return State(
        options=options,
        players=tuple(player.name for player in record.players),
        files=tuple(File(place, owners.get(place)) for place in PLACES),
        red=Stack(sum(options.cards("red").values())),
        green=Stack(sum(options.cards("green").values())),
        cars=(Car(),) * n,
        skips=(0,) * n,
        roads=record.map,
    )
