"""What may leave the table, and what it tells when the cards are turned over."""

from __future__ import annotations

from assistant.records import Player, Record, RevealEvent, TurnEvent


def without_secrets(record: Record) -> Record:
    """The public part of a record: head, players' names, turns, and cards that were shown during the game.

    Left out are the owners, the viewer, dossiers, clues, notes, tags, fields that nobody here knows, and cards
    turned over after the last turn.
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
        edition=record.edition,
        agents=record.agents,
        players=tuple(Player(name=player.name) for player in record.players),
        events=tuple(_plain(event) for event in public),
        **head,
    )


def turned_over(record: Record) -> Record:
    """The record with its `owners` filled in from the reveals, where every player's card was shown.

    Games noted at the table end with reveals; given `owners` stay as they are, and so does a record in which
    somebody's card was never shown.
    """
    if record.owners is not None:
        return record
    shown = {event.player: event.agent for event in record.events if isinstance(event, RevealEvent)}
    if set(shown) != set(record.names) or len(set(shown.values())) != len(shown):
        return record
    return record.model_copy(update={"owners": shown})


def _plain(event: TurnEvent | RevealEvent) -> TurnEvent | RevealEvent:
    """The event without fields that version 1 does not name: they may say anything."""
    known = {
        name: getattr(event, name) for name in event.model_fields_set if name in type(event).model_fields
    }
    return type(event)(**known)
