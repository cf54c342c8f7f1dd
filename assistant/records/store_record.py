"""Records of Heimlich & Co. in the autosave: between `Record` and the store's plain heads and events."""

from __future__ import annotations

from pydantic import TypeAdapter, ValidationError

from assistant.records.errors import RecordSyntaxError
from assistant.records.plain import to_plain
from assistant.records.record import Event, Record
from assistant.records.store import Game, Plain, Store
from assistant.wording import N_, say

KIND = "heimlich"
_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def head_of(record: Record) -> Plain:
    """Everything of a record but its events."""
    plain: Plain = to_plain(record)
    return {name: value for name, value in plain.items() if name != "events"}


def event_of(event: Event) -> Plain:
    """An event as the store keeps it."""
    plain: Plain = to_plain(event)
    return plain


def keep(store: Store, record: Record, title: str = "") -> str:
    """Stores a record as a new game and returns its id."""
    return store.create(KIND, head_of(record), map(event_of, record.events), title or record.title)


def record_of(game: Game) -> Record:
    """The record of a stored game. Events that no longer fit are in it: replay it without `strict`.

    Raises:
        RecordError: not a record; only where something else wrote into the store, such as another version.
    """
    try:
        return Record.model_validate({**game.head, "events": game.events})
    except ValidationError as error:
        where = ".".join(map(str, error.errors(include_url=False)[0]["loc"]))
        raise RecordSyntaxError(
            say(
                N_("the stored game cannot be read: `{field}` is not as this version writes it"), field=where
            ),
            say(N_("another version of this program may read it")),
        ) from error


def event_from(plain: Plain) -> Event:
    """The event that `plain` describes."""
    return _EVENT.validate_python(plain)
