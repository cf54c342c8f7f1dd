"""A stored game replayed for one run of a page: record, positions, and what does not fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from assistant.dashboard.insight import Fitting
from assistant.game import GameState
from assistant.records import DossierEvent, Problem, Record, Replay, replay
from assistant.records.store import Game
from assistant.records.store_record import record_of


@dataclass(frozen=True)
class Opened:
    """A game with its record and replay. Events that do not fit stay in `record`, named in `problems`."""

    game: Game
    record: Record
    result: Replay

    @classmethod
    def of(cls, game: Game, known: Opened | None = None) -> Opened:
        """Replays a stored game, from where `known` ends if the game goes on from there.

        Raises:
            RecordError: a head from which no game can start.
        """
        record = record_of(game)
        return cls(game, record, replay(record, False, known.result if known else None))

    @property
    def state(self) -> GameState:
        """The position now."""
        return self.result.state

    @cached_property
    def fitting(self) -> Fitting:
        """The game without events that cannot be; what inference reads."""
        return Fitting.of(self.result)

    @cached_property
    def problems(self) -> dict[int, list[Problem]]:
        """Number of an event (0 the head) -> what is wrong with it."""
        found: dict[int, list[Problem]] = {}
        for problem in self.result.problems:
            found.setdefault(problem.number, []).append(problem)
        return found

    @property
    def is_locked_in(self) -> bool:
        """Whether the viewer's dossier stands in the record."""
        viewer = self.record.viewer
        return viewer is not None and any(
            isinstance(event, DossierEvent) and event.player == viewer.player for event in self.record.events
        )

    def before(self, entry: int) -> Opened:
        """The game as it stood before the event with id `entry`; the whole game where that is gone."""
        ids = [e.id for e in self.game.entries]
        if entry not in ids:
            return self
        record = self.record.with_events(self.record.events[: ids.index(entry)])
        return Opened(self.game, record, replay(record, strict=False))
