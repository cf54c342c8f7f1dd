"""What can be wrong with a turn, an edition or a dossier: `ValueError`s with a reason and a remedy."""

from __future__ import annotations

from assistant.wording import Refusal


class GameError(Refusal):
    """Something the rules forbid."""


class IllegalTurn(GameError):
    """A turn that the edition's rules do not allow in this position."""


class IllegalCard(IllegalTurn):
    """A Top Secret card that cannot be played so."""


class UnknownEdition(GameError):
    """No such preset or parameter, or a value that the parameter does not take."""


class IllegalDossier(GameError):
    """A dossier or an assignment of owners that the table cannot have."""
