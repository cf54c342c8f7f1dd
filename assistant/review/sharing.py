"""What may leave the table, and what it tells when the cards are turned over."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from assistant.game.editions import PARAMETERS
from assistant.records import CardEvent, Player, Record, RevealEvent, TurnEvent


def without_secrets(record: Record) -> Record:
    """The public part of a record: head, players' names, turns, and cards that were shown during the game.

    Left out are the owners, the viewer, dossiers, clues, notes, tags, which card somebody drew, fields that nobody
    here knows, at any depth, and cards turned over after the last turn. Built anew from what is public, so that a
    secret that somebody adds to the format is not told until it is named here.
    """
    last = max((at for at, event in enumerate(record.events) if isinstance(event, TurnEvent)), default=-1)
    public = [
        event
        for at, event in enumerate(record.events)
        if isinstance(event, TurnEvent) or (isinstance(event, RevealEvent) and at < last)
    ]
    head = {"title": record.title} if record.title else {}
    if record.date is not None:
        head["date"] = record.date
    return Record(
        edition=_edition(record.edition),
        agents=record.agents,
        players=tuple(Player(name=player.name) for player in record.players),
        events=tuple(map(_public, public)),
        **head,
    )


def cards_shown(record: Record) -> dict[str, str]:
    """Player -> the agent on the card that was shown last."""
    return {event.player: event.agent for event in record.events if isinstance(event, RevealEvent)}


def turned_over(record: Record) -> Record:
    """The record with its `owners` filled in from the reveals, where every player's card was shown.

    Games noted at the table end with reveals; given `owners` stay as they are, and so does a record in which
    somebody's card was never shown.
    """
    if record.owners is not None:
        return record
    shown = cards_shown(record)
    if set(shown) != set(record.names) or len(set(shown.values())) != len(shown):
        return record
    return record.model_copy(update={"owners": shown})


def _edition(given: str | dict[str, Any]) -> str | dict[str, Any]:
    """The preset and the parameters that the rules know."""
    if isinstance(given, str):
        return given
    return {name: value for name, value in given.items() if name == "base" or name in PARAMETERS}


_TURN = ("type", "player", "die", "moves", "safe", "scores", "positions", "scored")
_CARD = ("player", "card", "agents", "number", "effect", "other")
_REVEAL = ("type", "player", "agent")


def _public(event: TurnEvent | RevealEvent) -> TurnEvent | RevealEvent:
    """What everybody saw of the event."""
    if isinstance(event, RevealEvent):
        return RevealEvent(**_given(event, _REVEAL))
    fields = _given(event, _TURN)
    if event.cards is not None:
        fields["cards"] = tuple(CardEvent(**_given(card, _CARD)) for card in event.cards)
    if event.drew is not None:  # that a card was drawn is seen, which one is not
        fields["drew"] = bool(event.drew)
    return TurnEvent(**fields)


def _given(model: BaseModel, names: tuple[str, ...]) -> dict[str, Any]:
    """Those of the named fields that were given."""
    return {name: getattr(model, name) for name in names if name in model.model_fields_set}
