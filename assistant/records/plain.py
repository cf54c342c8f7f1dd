"""Between records and plain data (dicts, lists, strings, numbers), with errors that people understand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from assistant.game import GameError
from assistant.records.errors import NoRecord, RecordError, RecordSyntaxError, from_game
from assistant.records.record import EVENT_TYPES, FORMAT, VERSION, Record
from assistant.strict_json import JsonError, check_values, place, shown, what_is_wrong
from assistant.wording import N_, say

MAX_EVENTS = 2_000
_ALWAYS = frozenset({"type", "format", "version"})

_HINTS: Mapping[str, str] = {
    "die": N_('the face is a whole number, or "1-3"'),
    "kind": N_("the kinds are owns, not-owns, one-of, extra, not-extra, either"),
    "edition": N_("name a preset, or give an object with `base`"),
    "trust": N_("trust is a number from 0 to 1"),
    "drew": N_("true, false, or the card's id is needed"),
}


def to_plain(value: Any) -> Any:
    """Models as dicts with the fields that were given, in the order of the format, unknown fields last."""
    if isinstance(value, BaseModel):
        given = value.model_fields_set
        data = {
            name: to_plain(getattr(value, name))
            for name in type(value).model_fields
            if name in given or name in _ALWAYS
        }
        data.update((name, to_plain(extra)) for name, extra in (value.model_extra or {}).items())
        return data
    if isinstance(value, Mapping):
        return {name: to_plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(inner) for inner in value]
    return value


def from_plain(data: Any) -> Record:
    """The record that `data` describes, its head checked so that a game can start from it.

    Raises:
        RecordError: data without the form of a record, with the number of the first event that is wrong
            and the record up to there; or a head from which no game can start.
    """
    try:
        check_values(data)
    except JsonError as error:
        raise RecordSyntaxError(error.reason, error.remedy) from None
    _check_version(data)
    try:
        record = Record.model_validate(data)
    except ValidationError as error:
        raise _explained(error, data) from None
    _check_head(record)
    _check_names(record)
    return record


def _check_head(record: Record) -> None:
    try:
        record.start()
    except GameError as error:
        raise from_game(error) from None


def _check_names(record: Record) -> None:
    for number, event in enumerate(record.events, start=1):
        try:
            record.check_names(event)
        except RecordError as error:
            raise error.at(event=number, prefix=record.with_events(record.events[: number - 1])) from None


def _check_version(data: Any) -> None:
    if not isinstance(data, dict):
        raise NoRecord(
            say(N_("a record is an object, this is {value}"), value=shown(data)),
            say(
                N_("begin with a line like {line}"),
                line=f'{{"format": "{FORMAT}", "version": {VERSION}, ...}}',
            ),
        )
    if data.get("format") != FORMAT:
        raise NoRecord(
            say(N_("`format` is {value}, so this is no game record"), value=shown(data.get("format"))),
            say(N_('a record has "format": "{format}"'), format=FORMAT),
        )
    version = data.get("version")
    if version != VERSION or isinstance(version, bool) or not isinstance(version, int):
        raise RecordSyntaxError(
            say(N_("version {value} of the record format is unknown"), value=shown(version)),
            say(N_("this program reads version {version}; a newer one may read this file"), version=VERSION),
        )
    events = data.get("events")
    if isinstance(events, list) and len(events) > MAX_EVENTS:
        raise RecordSyntaxError(
            say(N_("the record has {n} events, more than {most}"), n=len(events), most=MAX_EVENTS),
            say(N_("keep one game in one file")),
        )


def _explained(error: ValidationError, data: Mapping[str, Any]) -> RecordError:
    """The first thing pydantic found, as one of our own errors."""
    first = min(error.errors(include_url=False), key=lambda found: _event_index(found["loc"]))
    loc = first["loc"]
    index = _event_index(loc)
    event = index + 1 if index >= 0 else None
    prefix = None
    if event is not None:
        try:
            prefix = Record.model_validate({**data, "events": data["events"][:index]})
        except ValidationError:
            prefix = None
    where = _where(loc)
    reason, remedy = what_is_wrong(first, where, "docs/record.md", EVENT_TYPES, _HINTS.get(where))
    return RecordSyntaxError(reason, remedy, event=event, prefix=prefix)


def _event_index(loc: tuple[int | str, ...]) -> int:
    return loc[1] if len(loc) > 1 and loc[0] == "events" and isinstance(loc[1], int) else -1


def _where(loc: tuple[int | str, ...]) -> str:
    """The place within its event or the head."""
    if _event_index(loc) >= 0:
        loc = loc[3:] if len(loc) > 2 and loc[2] in EVENT_TYPES else loc[2:]
    return place(loc) or "event"
