"""What can be wrong with a Baantjer record or event. All are `ValueError`s with a reason and a remedy."""

from __future__ import annotations

from assistant.wording import Message, Refusal


class BaantjerError(Refusal):
    """Something the rules, the options or the record's form forbid."""


class IllegalEvent(BaantjerError):
    """An event that the rules and the options do not allow in this state."""


class TooManyWorlds(BaantjerError):
    """Partial observations that leave more cases than can be counted exactly."""


class RecordError(BaantjerError):
    """A record that cannot be read or replayed; `event` counts from 1 and is None outside the event list."""

    def __init__(self, reason: Message, remedy: Message, event: int | None = None) -> None:
        super().__init__(reason, remedy)
        self.event = event
