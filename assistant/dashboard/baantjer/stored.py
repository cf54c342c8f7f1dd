"""Records of Baantjer in the autosave, and a stored game replayed for one run of the page."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from assistant.baantjer.errors import RecordError
from assistant.baantjer.events import Event
from assistant.baantjer.record import Record, event_data, from_data, to_data
from assistant.baantjer.replay import Step, replay_fitting
from assistant.baantjer.state import State, start
from assistant.dashboard import session
from assistant.records.store import Game, Plain, Store

KIND = "baantjer"
_KEPT = session.key("baantjer-opened")


def head_of(record: Record) -> Plain:
    """Everything of a record but its events."""
    return {name: value for name, value in to_data(record).items() if name != "events"}


def keep(store: Store, record: Record, title: str = "") -> str:
    """Stores a record as a new game and returns its id."""
    return store.create(KIND, head_of(record), map(event_data, record.events), title or record.title)


def record_of(game: Game) -> Record:
    """The record of a stored game, with the events that no longer fit.

    Raises:
        RecordError: not a record; only where somebody else wrote into the store.
    """
    return from_data({**game.head, "events": game.events})


@dataclass(frozen=True)
class Opened:
    """A game with its record and replay. Events that do not fit stay in `record`, named in `problems`."""

    game: Game
    record: Record
    steps: tuple[Step, ...]
    problems: tuple[RecordError, ...]

    @classmethod
    def of(cls, game: Game) -> Opened:
        """Replays a stored game; raises as `record_of`."""
        record = record_of(game)
        return cls(game, record, *replay_fitting(record))

    @property
    def state(self) -> State:
        """The table now."""
        return self.steps[-1].after if self.steps else start(self.record)

    def at(self, number: int) -> State:
        """The table after the first `number` events of the record."""
        before = [step.after for step in self.steps if step.number <= number]
        return before[-1] if before else start(self.record)

    def number(self, entry: int) -> int | None:
        """Number of the event with id `entry`, from 1; None where it is gone."""
        ids = [e.id for e in self.game.entries]
        return ids.index(entry) + 1 if entry in ids else None

    def event(self, entry: int) -> Event | None:
        """The event with id `entry`."""
        number = self.number(entry)
        return None if number is None else self.record.events[number - 1]


def opened(game: Game) -> Opened:
    """The replay of a game, kept in the session until the game changes. Raises as `record_of`."""
    kept = st.session_state.get(_KEPT)
    if isinstance(kept, Opened) and (kept.game.id, kept.game.revision) == (game.id, game.revision):
        return replace(kept, game=game)  # its PIN and title change without a change of the game
    st.session_state[_KEPT] = found = Opened.of(game)
    return found
