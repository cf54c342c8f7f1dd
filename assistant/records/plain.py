"""Between records and plain data (dicts, lists, strings, numbers), with errors that people understand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from assistant.game import GameError
from assistant.records.errors import RecordError, RecordSyntaxError, from_game
from assistant.records.record import EVENT_TYPES, FORMAT, VERSION, Record
from assistant.wording import N_, Message, say

MAX_DEPTH = 60
MAX_EVENTS = 2_000
_ALWAYS = frozenset({"type", "format", "version"})

_WANTED: Mapping[str, str] = {
    "int_type": N_("a whole number is needed"),
    "greater_than_equal": N_("it is too small"),
    "less_than_equal": N_("it is too large"),
    "string_type": N_("a text is needed"),
    "string_too_short": N_("it must not be empty"),
    "string_too_long": N_("it is too long"),
    "dict_type": N_("an object with names is needed"),
    "tuple_type": N_("a list is needed"),
    "too_long": N_("it has too many entries"),
    "bool_type": N_("true or false is needed"),
    "model_type": N_("an object is needed"),
    "model_attributes_type": N_("an object is needed"),
}
_HINTS: Mapping[str, str] = {
    "die": N_('the face is a whole number, or "1-3"'),
    "kind": N_("the kinds are owns, not-owns, one-of, extra, not-extra, either"),
    "edition": N_("name a preset, or give an object with `base`"),
    "trust": N_("trust is a number from 0 to 1"),
    "drew": N_("true, false, or the card's id is needed"),
}
_MARKS = frozenset(
    {"constrained-int", "constrained-str", "str", "bool", "dict[str,any]", "int", "float", "[key]"}
)


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
    check_values(data)
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
        raise RecordSyntaxError(
            say(N_("a record is an object, this is {value}"), value=shown(data)),
            say(
                N_("begin with a line like {line}"),
                line=f'{{"format": "{FORMAT}", "version": {VERSION}, ...}}',
            ),
        )
    if data.get("format") != FORMAT:
        raise RecordSyntaxError(
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


def check_values(data: Any) -> None:
    """Refuses nesting beyond `MAX_DEPTH` and text that no file can hold (half of a surrogate pair).

    Raises:
        RecordSyntaxError: there is some.
    """
    level = [data]
    for _ in range(MAX_DEPTH):
        deeper: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                deeper.extend(value)
                deeper.extend(value.values())
            elif isinstance(value, list):
                deeper.extend(value)
            elif isinstance(value, str) and not value.isascii():
                _check_text(value)
        if not deeper:
            return
        level = deeper
    raise RecordSyntaxError(
        say(N_("the data is nested more than {n} levels deep"), n=MAX_DEPTH),
        say(N_("flatten it; a record needs five levels")),
    )


def _check_text(value: str) -> None:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RecordSyntaxError(
            say(N_("the text {value} holds half a character"), value=ascii(value[:40])),
            say(N_("write the character itself, or both \\u escapes of the pair")),
        ) from None


def shown(value: Any) -> str:
    """A value for a message, cut to a readable length."""
    try:
        text = "absent" if value is None else repr(value)
    except (ValueError, RecursionError):  # an int too long to print, or nesting
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


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
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, GameError):
        reason, remedy = cause.reason, cause.remedy
    else:
        reason, remedy = _reason(first["type"], ".".join(_path(loc)), first.get("input"))
    return RecordSyntaxError(reason, remedy, event=event, prefix=prefix)


def _event_index(loc: tuple[int | str, ...]) -> int:
    return loc[1] if len(loc) > 1 and loc[0] == "events" and isinstance(loc[1], int) else -1


def _path(loc: tuple[int | str, ...]) -> list[str]:
    """The place within its event or the head, without the marks that pydantic adds for unions and keys."""
    rest = loc
    if _event_index(loc) >= 0:
        rest = loc[3:] if len(loc) > 2 and loc[2] in EVENT_TYPES else loc[2:]
    parts = [str(part) for part in rest]
    while len(parts) > 1 and (parts[-1] in _MARKS or parts[-1].startswith("literal[")):
        parts.pop()
    return parts


def _reason(kind: str, where: str, value: Any) -> tuple[Message, Message]:
    if kind == "union_tag_invalid":
        known = ", ".join(EVENT_TYPES)
        given = value.get("type") if isinstance(value, dict) else value
        return (
            say(N_("there is no event of type {value}"), value=shown(given)),
            say(N_("the types are {names}"), names=known),
        )
    if kind == "union_tag_not_found":
        return say(N_("the event has no `type`")), say(
            N_("the types are {names}"), names=", ".join(EVENT_TYPES)
        )
    if kind == "missing":
        return say(N_("`{field}` is missing"), field=where), say(N_("add it; docs/record.md shows the form"))
    place = where or "event"
    hint = _HINTS.get(place, _WANTED.get(kind, N_("it does not have the form of this field")))
    why = say(hint)
    return (
        say(N_("`{field}` cannot be {value}: {why}"), field=place, value=shown(value), why=why),
        say(N_("docs/record.md shows the form")),
    )
