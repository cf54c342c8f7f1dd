"""The record in text (docs/notation.md): what people type at the table, one line a turn."""

from __future__ import annotations

from assistant.records.record import Record
from assistant.records.text_printer import print_record
from assistant.records.text_reader import Reader


def parse_text(text: str, file: str = "") -> Record:
    """The record that `text` holds.

    Args:
        text: lines in the form of docs/notation.md.
        file: the file's name, for errors.

    Raises:
        RecordError: the first line that is wrong, with line, column where known, event, reason and remedy;
            `prefix` holds the record up to the event before it.
    """
    return Reader(file).read(text)


def print_text(record: Record) -> str:
    """The record as text, each turn with number, player and die; `parse_text` gives the same record again."""
    return print_record(record)
