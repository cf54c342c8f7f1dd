"""The record of a game, version 1 (docs/record.md): the list of its events under a head.

Every model is immutable and keeps fields that it does not know. Which fields were given is remembered, so
that a record is written back as it was read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    PrivateAttr,
    StrictStr,
)

from assistant.game import CARDS, SIZE, Card, CardPlay, Edition, GameState, IllegalCard, Turn, edition, start
from assistant.records.errors import RecordError, UnknownName
from assistant.records.events import (
    CLUE_NEEDS,
    EVENT_TYPES,
    CardEvent,
    ClueEvent,
    DossierEvent,
    Event,
    Model,
    Name,
    NoteEvent,
    RevealEvent,
    TurnEvent,
    names_in,
)
from assistant.wording import N_, Message, say

__all__ = ["CLUE_NEEDS", "EVENT_TYPES", "FORMAT", "VERSION", "CardEvent", "ClueEvent", "DossierEvent", "Event",
           "NoteEvent", "Player", "Record", "RevealEvent", "Source", "TurnEvent", "Viewer", "did_you_mean",
           "names_in"]  # fmt: skip

FORMAT = "heimlich-record"
VERSION = 1


class Player(Model):
    """One player: the name, and tags that no inference reads."""

    name: Name
    tags: dict[str, Any] = Field(default_factory=dict)


class Viewer(Model):
    """Through whose eyes the game was noted, and the agent on that player's own card where it is known."""

    player: Name
    agent: Name | None = None


@dataclass(frozen=True)
class Source:
    """Where a record was read: the file's name, the line of each event, and what the importer warns of.

    Never part of the record's value.
    """

    file: str = field(default="", compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False)
    warnings: tuple[RecordError, ...] = field(default=(), compare=False)

    def line(self, event: int | None) -> int | None:
        """Line of event number `event` (from 1), where it is known."""
        return self.lines[event - 1] if event is not None and 1 <= event <= len(self.lines) else None


class Record(Model):
    """A whole game as it was noted.

    `edition` stands as entered: a preset's name, or an object with `base` and overrides. `players` are in
    seat order, the first begins. `owners` (player -> agent) is the truth, given after the game: no
    inference reads it, nor any `tags`.
    """

    format: Literal["heimlich-record"] = "heimlich-record"
    version: Literal[1] = 1
    title: StrictStr = ""
    date: StrictStr | None = None
    edition: StrictStr | dict[str, Any]
    agents: tuple[Name, ...]
    players: tuple[Player, ...]
    viewer: Viewer | None = None
    events: tuple[Annotated[Event, Field(discriminator="type")], ...] = ()
    owners: dict[Name, Name] | None = None
    tags: dict[str, Any] = Field(default_factory=dict)

    _source: Source = PrivateAttr(default_factory=Source)

    @property
    def source(self) -> Source:
        """Where it was read; empty for a record made in memory."""
        return self._source

    def from_source(
        self, file: str, lines: Iterable[int] = (), warnings: Iterable[RecordError] = ()
    ) -> Record:
        """The same record, with the place where it was read, so that errors can name it."""
        copy = self.model_copy()
        copy._source = Source(file, tuple(lines), tuple(warnings))
        return copy

    @property
    def resolved_edition(self) -> Edition:
        """The edition with its overrides.

        Raises:
            UnknownEdition: a preset, parameter or value that RULES.md does not have.
        """
        return edition(self.edition)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players in seat order."""
        return tuple(player.name for player in self.players)

    def seat(self, name: str) -> int:
        """Seat of the player of exactly that name.

        Raises:
            UnknownName: nobody has it.
        """
        return _index(name, self.names, N_("no player is called {name}"), N_("the players are {names}"))

    def agent(self, name: str) -> int:
        """Index of the agent of exactly that name.

        Raises:
            UnknownName: no agent in play has it.
        """
        return _index(
            name, self.agents, N_("no agent in play is called {name}"), N_("the agents are {names}")
        )

    def start(self) -> GameState:
        """The position before the first turn.

        Raises:
            GameError: an unknown edition, or players and agents that do not make a game.
        """
        return start(self.resolved_edition, self.names, self.agents)

    def with_events(self, events: Iterable[Event]) -> Record:
        """A copy with other events under the same head."""
        copy = self.model_copy(update={"events": tuple(events)})
        copy._source = Source(self._source.file)
        return copy

    def turn(self, event: TurnEvent, state: GameState) -> Turn:
        """The turn in the engine's form, players and agents as indices.

        Raises:
            UnknownName: a player or an agent that this game does not have.
            IllegalCard: as `card_play`.
        """
        seat, agent = self.seat, self.agent
        steps = [0] * len(state.agents)
        for name, n in event.moves.items():
            steps[agent(name)] = n
        return Turn(
            player=seat(event.player),
            steps=tuple(steps),
            die=event.die,
            safe=event.safe,
            cards=tuple(map(self.card_play, event.cards or ())),
            drew=event.drew,
            scored=event.scored,
        )

    def check_names(self, event: Event) -> None:
        """Refuses an event with a player or an agent that this game does not have.

        Raises:
            UnknownName: names the first.
        """
        players, agents = names_in(event)
        for name in players:
            if name is not None:
                self.seat(name)
        for name in agents:
            if name is not None:
                self.agent(name)

    def card_play(self, event: CardEvent) -> CardPlay:
        """The card in the engine's form, players and agents as indices.

        Raises:
            UnknownName: a player or an agent that this game does not have.
            IllegalCard: no number though the card is played with one: 0 is the church, not "none".
        """
        facts = CARDS.get(event.card or "")
        if event.number is None and facts is not None and facts.needs_number:
            raise IllegalCard(
                say(N_("the card {card} is played with a number, and none is given"), card=facts.id),
                _numbers_of(facts),
            )
        return CardPlay(
            player=self.seat(event.player),
            card=event.card,
            agents=tuple(map(self.agent, event.agents)),
            number=event.number or 0,
            effect=event.effect or "",
            other=None if event.other is None else self.seat(event.other),
        )

    @property
    def owners_by_seat(self) -> tuple[int, ...] | None:
        """Agent of each player by seat; None unless every player's is given.

        Raises:
            UnknownName: an agent that is not in play.
        """
        owners = self.owners
        if owners is None or any(name not in owners for name in self.names):
            return None
        return tuple(self.agent(owners[name]) for name in self.names)


def _numbers_of(card: Card) -> Message:
    """How to write the number that a card lacks."""
    if card.numbers == tuple(range(SIZE)):
        return say(N_('name the building: `> 8`, or in JSON "number": 8; 0 is the church, 11 the ruin'))
    return say(N_("it takes: {takes}"), takes=", ".join(f"{n:+d}" for n in card.numbers))


def _index(name: str, names: tuple[str, ...], reason: str, remedy: str) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise UnknownName(say(reason, name=name), did_you_mean(name, names, remedy)) from None


def did_you_mean(name: str, names: Iterable[str], otherwise: str) -> Message:
    """The nearest name as a remedy, or the template `otherwise` with all `names`."""
    from difflib import get_close_matches  # only needed once something is wrong

    known = list(names)
    close = get_close_matches(name.casefold(), [n.casefold() for n in known], n=1, cutoff=0.6)
    if close:
        return say(N_("did you mean {close}?"), close=next(n for n in known if n.casefold() == close[0]))
    return say(otherwise, names=", ".join(known))
