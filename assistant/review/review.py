"""A game under review: the replay, its timelines, and everything that is told about it, each computed once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from assistant.deduction import Parameters, Viewpoint
from assistant.records import Record, Replay
from assistant.review.branch import Branch
from assistant.review.player_report import PlayerReport, player_reports
from assistant.review.table_report import TableReport, table_report
from assistant.review.timeline import TABLE, Timelines
from assistant.review.turning_points import TurningPoint, turning_points


@dataclass(frozen=True)
class Review:
    """One game, or one branch of it.

    Attributes:
        branch: the game; without changes it is the main line.
        timelines: the beliefs of all eyes.
    """

    branch: Branch
    timelines: Timelines
    _points: dict[Viewpoint, tuple[TurningPoint, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )

    @classmethod
    def of(cls, start: Record | Branch, parameters: Parameters | None = None) -> Review:
        """Opens a record or a branch for review.

        Raises:
            GameError: no game can start from the head.
        """
        branch = Branch.of(start)
        return cls(branch, branch.timelines(parameters))

    @property
    def game(self) -> Replay:
        """The replayed record."""
        return self.timelines.game

    @property
    def turns(self) -> int:
        """Number of turns."""
        return len(self.game.turns)

    @property
    def owners(self) -> tuple[int, ...] | None:
        """Agent of each player; None where the record does not say."""
        return self.game.record.owners_by_seat

    def points(self, viewpoint: Viewpoint = TABLE) -> tuple[TurningPoint, ...]:
        """The turning points through one pair of eyes."""
        if viewpoint not in self._points:
            self._points[viewpoint] = turning_points(self.timelines, viewpoint)
        return self._points[viewpoint]

    @cached_property
    def players(self) -> tuple[PlayerReport, ...]:
        """The reports on all players; empty without owners."""
        return player_reports(self.timelines)

    @cached_property
    def table(self) -> TableReport | None:
        """The report on the table; None without owners."""
        return table_report(self.game)

    def eyes(self, seat: int | None) -> Viewpoint:
        """The viewpoint of a player, who knows their own agent if the record says it; None for the table."""
        return TABLE if seat is None else Viewpoint.player(self.game.record, self.game.start.players[seat])
