"""Plain data from outside, for every kind of record here: JSON read strictly, and what is wrong with it in words.

Stricter than the standard library where a file would otherwise be read as something else than it says, or could
not be written again: no name twice in one object, no NaN or infinity, no half of a surrogate pair.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from assistant.wording import N_, Message, Refusal, say

MAX_DEPTH = 60

_WANTED: Mapping[str, str] = {
    "int_type": N_("a whole number is needed"),
    "float_type": N_("a number is needed"),
    "greater_than_equal": N_("it is too small"),
    "less_than_equal": N_("it is too large"),
    "string_type": N_("a text is needed"),
    "string_too_short": N_("it must not be empty"),
    "string_too_long": N_("it is too long"),
    "dict_type": N_("an object with names is needed"),
    "tuple_type": N_("a list is needed"),
    "too_short": N_("it has too few entries"),
    "too_long": N_("it has too many entries"),
    "bool_type": N_("true or false is needed"),
    "model_type": N_("an object is needed"),
    "model_attributes_type": N_("an object is needed"),
}
_MARKS = re.compile(
    r"(constrained-\w+|str|bool|int|float|\[key\]|dict\[str,any\]|(literal|tuple|function-\w+)\[.*\])"
)
"""Parts that pydantic adds to a place for unions, keys and validators."""


class JsonError(Refusal):
    """Text that is no sound JSON, or data that no file can hold; line and column from 1 where they are known."""

    def __init__(
        self, reason: Message, remedy: Message, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(reason, remedy)
        self.line = line
        self.column = column


def read_json(text: str) -> Any:
    """The data in `text`.

    Raises:
        JsonError: no JSON, a name twice in one object, a number that is none or has too many digits.
    """
    try:
        return json.loads(
            text, object_pairs_hook=_once_each, parse_constant=_no_constant, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        raise JsonError(
            say(N_("this is not JSON: {why}"), why=error.msg),
            say(N_("look at this place and just before it: a comma, a quote or a bracket")),
            error.lineno,
            error.colno,
        ) from None
    except JsonError:
        raise
    except ValueError:  # an integer with more digits than Python reads
        raise JsonError(
            say(N_("a number has thousands of digits and is too large")),
            say(N_("numbers of a game have few digits")),
        ) from None
    except RecursionError:
        raise JsonError(
            say(N_("the JSON is nested too deeply to be read")),
            say(N_("flatten it; a record needs five levels")),
        ) from None


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonError(
            say(N_("the name {name} stands twice in one object"), name=shown(twice)),
            say(N_("keep one of the two")),
        )
    return data


def _no_constant(text: str) -> Any:
    raise JsonError(
        say(N_("{value} is no number of JSON"), value=text), say(N_("write a number, or null for none"))
    )


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise JsonError(
            say(N_("the number {value} is too large"), value=text if len(text) < 30 else text[:24] + "..."),
            say(N_("numbers of a game have few digits")),
        )
    return value


def check_values(data: Any) -> None:
    """Refuses nesting beyond `MAX_DEPTH` and text that no file can hold (half of a surrogate pair).

    Raises:
        JsonError: there is some.
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
    raise JsonError(
        say(N_("the data is nested more than {n} levels deep"), n=MAX_DEPTH),
        say(N_("flatten it; a record needs five levels")),
    )


def _check_text(value: str) -> None:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise JsonError(
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


def place(loc: Sequence[int | str]) -> str:
    """Where pydantic found something, without the marks that it adds: `moves.red`."""
    parts = [str(part) for part in loc]
    while len(parts) > 1 and _MARKS.fullmatch(parts[-1]):
        parts.pop()
    return ".".join(parts)


def what_is_wrong(
    found: Mapping[str, Any], where: str, page: str, types: Sequence[str], hint: str | None = None
) -> tuple[Message, Message]:
    """Reason and remedy for one thing that pydantic found.

    Args:
        found: an entry of `ValidationError.errors()`.
        where: its place, "" for the whole.
        page: the page that describes the form.
        types: the types of event that there are.
        hint: a template that says what this place takes; without one the kind of fault says it.
    """
    cause, kind, value = found.get("ctx", {}).get("error"), found["type"], found.get("input")
    form = say(N_("{page} shows the form"), page=page)
    if isinstance(cause, Refusal):
        return cause.reason, cause.remedy
    if kind == "union_tag_invalid":
        given = value.get("type") if isinstance(value, dict) else value
        return (
            say(N_("there is no event of type {value}"), value=shown(given)),
            say(N_("the types are {names}"), names=", ".join(types)),
        )
    if kind == "union_tag_not_found":
        return say(N_("the event has no `type`")), say(N_("the types are {names}"), names=", ".join(types))
    if kind == "missing":
        return say(N_("`{field}` is missing"), field=where), say(
            N_("add it; {page} shows the form"), page=page
        )
    if hint is None and kind == "literal_error":
        takes = re.findall(r"'([^']*)'", found["ctx"]["expected"])
        why = say(N_("it takes: {takes}"), takes=", ".join(takes) or found["ctx"]["expected"])
    else:
        why = say(hint or _WANTED.get(kind, N_("it does not have the form of this field")))
    return say(N_("`{field}` cannot be {value}: {why}"), field=where, value=shown(value), why=why), form
