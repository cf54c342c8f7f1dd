"""The record in JSON (docs/record.md): what is read is written back, field by field."""

from __future__ import annotations

import json
import math
from typing import Any

from assistant.records.errors import RecordError, RecordSyntaxError
from assistant.records.plain import from_plain, shown, to_plain
from assistant.records.record import Record
from assistant.wording import N_, say


def parse_json(text: str, file: str = "") -> Record:
    """The record that `text` holds.

    Args:
        text: JSON in the form of docs/record.md.
        file: the file's name, for errors.

    Raises:
        RecordError: no JSON, an unknown version, a field that cannot be, or a head from which no game can
            start; names line and event, and carries the valid events before it in `prefix`.
    """
    try:
        data = read_json(text)
        record = from_plain(data)
    except RecordError as error:
        lines = event_lines(text) if error.event is not None else ()
        if error.prefix is not None:
            error.prefix = error.prefix.from_source(file, lines)
        line = lines[error.event - 1] if error.event is not None and error.event <= len(lines) else None
        raise error.at(file=file, line=line) from None
    return record.from_source(file, event_lines(text))


def print_json(record: Record) -> str:
    """JSON with the fields that were given, one event a line."""
    data = to_plain(record)
    lines = []
    for name, value in data.items():
        key = json.dumps(name, ensure_ascii=False)
        if name == "events" and value:
            inner = ",\n".join("  " + json.dumps(event, ensure_ascii=False) for event in value)
            lines.append(f" {key}: [\n{inner}]")
        else:
            lines.append(f" {key}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_json(text: str) -> Any:
    """Plain data from JSON, stricter than the standard library: no name twice, no NaN, no infinity.

    Raises:
        RecordSyntaxError: names line and column where that is known.
    """
    try:
        data = json.loads(
            text,
            object_pairs_hook=_once_each,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        raise RecordSyntaxError(
            say(N_("this is not JSON: {why}"), why=error.msg),
            say(N_("look at this place and just before it: a comma, a quote or a bracket")),
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecordError:
        raise
    except ValueError:  # an integer with more digits than Python reads
        raise RecordSyntaxError(
            say(N_("a number has thousands of digits and is too large")),
            say(N_("numbers of a game have few digits")),
        ) from None
    except RecursionError:
        raise RecordSyntaxError(
            say(N_("the JSON is nested too deeply to be read")),
            say(N_("flatten it; a record needs five levels")),
        ) from None
    return data


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordSyntaxError(
            say(N_("the name {name} stands twice in one object"), name=shown(twice)),
            say(N_("keep one of the two")),
        )
    return data


def _no_constant(text: str) -> Any:
    raise RecordSyntaxError(
        say(N_("{value} is no number of JSON"), value=text), say(N_("write a number, or null for none"))
    )


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _too_long(text)
    return value


def _too_long(text: str) -> RecordSyntaxError:
    return RecordSyntaxError(
        say(N_("the number {value} is too large"), value=text if len(text) < 30 else text[:24] + "..."),
        say(N_("numbers of a game have few digits")),
    )


def event_lines(text: str) -> tuple[int, ...]:
    """The line, from 1, on which each element of the top level's `events` begins; () if not to be found."""
    decoder = json.JSONDecoder()
    try:
        start = _events_start(text, decoder)
        lines = []
        line, seen = 1, 0
        at = _skip(text, start)
        while text[at] != "]":
            line, seen = line + text.count("\n", seen, at), at
            lines.append(line)
            _, end = decoder.raw_decode(text, at)
            at = _skip(text, end)
            if text[at] == ",":
                at = _skip(text, at + 1)
    except (ValueError, IndexError, RecursionError):
        return ()
    return tuple(lines)


def _events_start(text: str, decoder: json.JSONDecoder) -> int:
    """The place just behind the bracket that opens the events."""
    at = _skip(text, _skip(text, 0) + 1)
    while True:
        name, at = decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        if name == "events" and text[at] == "[":
            return at + 1
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)


def _skip(text: str, at: int) -> int:
    while text[at] in " \t\r\n\ufeff":
        at += 1
    return at
