"""The record in JSON (docs/record.md): what is read is written back, field by field."""

from __future__ import annotations

import json
from typing import Any

from assistant import strict_json
from assistant.records.errors import RecordError, RecordSyntaxError
from assistant.records.plain import from_plain, to_plain
from assistant.records.record import Record


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
    """Plain data from JSON, as strict as `assistant.strict_json` reads it.

    Raises:
        RecordSyntaxError: names line and column where that is known.
    """
    try:
        return strict_json.read_json(text)
    except strict_json.JsonError as error:
        raise RecordSyntaxError(error.reason, error.remedy, line=error.line, column=error.column) from None


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
