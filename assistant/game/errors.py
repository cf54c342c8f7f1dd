"""What can be wrong with a turn, an edition or a dossier: `ValueError`s with a reason and a remedy."""

from __future__ import annotations

from assistant.wording import Message


class GameError(ValueError):
    """Something the rules forbid: `reason` says what and what was expected, `remedy` the nearest fix."""

    def __init__(self, reason: Message, remedy: Message) -> None:
        super().__init__(reason, remedy)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.reason}; {self.remedy}"


class IllegalTurn(GameError):
    """A turn that the edition's rules do not allow in this position."""


class IllegalCard(IllegalTurn):
    """A Top Secret card that cannot be played so."""


class UnknownEdition(GameError):
    """No such preset or parameter, or a value that the parameter does not take."""


class IllegalDossier(GameError):
    """A dossier or an assignment of owners that the table cannot have."""
