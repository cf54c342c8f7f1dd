"""What can be wrong with a record: `ValueError`s that name the place, the reason and the remedy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Self

from assistant.game import GameError
from assistant.wording import N_, Message, Refusal, say, untranslated

if TYPE_CHECKING:
    from assistant.records.record import Record


class RecordError(Refusal):
    """Something in a record that cannot be.

    Attributes:
        reason: what is wrong, and what was expected.
        remedy: the nearest fix.
        file: name of the file as the user knows it, or "".
        line: line in that file, from 1, or None.
        column: column in that line, from 1, or None.
        event: number of the event, from 1, or None where the head or the whole file is meant.
        prefix: the record up to the last event before the trouble, or None where there is none.
    """

    def __init__(
        self,
        reason: Message,
        remedy: Message,
        *,
        file: str = "",
        line: int | None = None,
        column: int | None = None,
        event: int | None = None,
        prefix: Record | None = None,
    ) -> None:
        super().__init__(reason, remedy)
        self.file = file
        self.line = line
        self.column = column
        self.event = event
        self.prefix = prefix

    def at(
        self,
        *,
        file: str = "",
        line: int | None = None,
        event: int | None = None,
        prefix: Record | None = None,
    ) -> Self:
        """The same error, with those parts of the place filled in that it does not know yet."""
        self.file = self.file or file
        self.line = self.line if self.line is not None else line
        self.event = self.event if self.event is not None else event
        self.prefix = self.prefix if self.prefix is not None else prefix
        return self

    def text(self, translate: Callable[[str], str] = untranslated) -> str:
        """`FILE: line 7: event 3: reason; remedy` in the language of `translate`."""
        parts = [self.file] if self.file else []
        if self.line is not None and self.column is not None:
            place = say(N_("line {line}, column {column}"), line=self.line, column=self.column)
            parts.append(place.text(translate))
        elif self.line is not None:
            parts.append(say(N_("line {line}"), line=self.line).text(translate))
        if self.event is not None:
            parts.append(say(N_("event {n}"), n=self.event).text(translate))
        remedy = self.remedy.text(translate)
        parts.append(self.reason.text(translate) + (f"; {remedy}" if remedy else ""))
        return ": ".join(parts)

    def __str__(self) -> str:
        return self.text()


class RecordSyntaxError(RecordError):
    """Text, JSON or a log that does not have the form of a record."""


class NoRecord(RecordSyntaxError):
    """Well-formed data of another kind, such as the record of another game."""


class UnreadableFile(RecordError):
    """A file that is missing, too large, not text, or of a kind that nobody here reads."""


class UnknownName(RecordError):
    """A player, an agent, a building or a card that this game does not have."""


class AmbiguousName(UnknownName):
    """The beginning of a name that several names share."""


class IllegalEvent(RecordError):
    """An event that the edition's rules do not allow at that moment."""


class CheckDisagrees(RecordError):
    """Markers or positions noted after a turn that differ from what the replay gives."""


def from_game(error: GameError, event: int | None = None) -> IllegalEvent:
    """The engine's refusal as an error of the record's event number `event`."""
    return IllegalEvent(error.reason, error.remedy, event=event)
