"""Words and signs that the reader and the printer of the text notation share."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from assistant.records.errors import RecordSyntaxError
from assistant.wording import N_, Message, say

HEAD_WORDS = ("edition", "title", "date", "players", "agents", "viewer", "owners", "tags")
EVENT_WORDS = ("clue", "dossier", "reveal", "note")
DETAIL_WORDS = ("cards", "drew", "scored", "field", "without")
KEYWORDS = frozenset({*HEAD_WORDS, *EVENT_WORDS, *DETAIL_WORDS})
"""First words of lines that are no turns; a player who is called so stands in quotes."""

CLUE_WORDS = ("owns", "not-owns", "one-of", "extra", "not-extra", "either")
CARD_WORDS = ("pass", "look", "exchange", "with")
RESERVED = frozenset({*KEYWORDS, *CLUE_WORDS, *CARD_WORDS, "yes", "no", "observer"})

WORD = re.compile(r"[^\W\d_](?:[\w'’.\-]*[\w'’.])?")
"""A name that needs no quotes (the same as WORD in heimlich.lark)."""

JSON_SCALAR = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null")

RULES = ("edition", "players", "agents", "viewer", "owners", "tags", "turn", "scores", "positions", "cards",
         "clue", "dossier", "reveal")  # fmt: skip

EXAMPLES: dict[str, str] = {
    "edition": "edition amigo floor=none",
    "players": "players Anna, Ben, Cem",
    "agents": "agents red, blue, green, yellow, grey",
    "viewer": "viewer Anna red",
    "owners": "owners Anna=red, Ben=blue",
    "tags": 'tags source="club evening"',
    "turn": "3 Anna 5: red 3, blue 2 > 8",
    "scores": "= red 12, blue 7",
    "positions": "@ red 3, blue church",
    "cards": "cards Anna swap green, yellow; Anna pass; Ben pass",
    "clue": 'clue Ben owns blue 70% "said so"',
    "clue either": "clue either Ben=blue, Cem=red 50%",
    "clue one-of": "clue Ben one-of red, blue",
    "dossier": "dossier Anna: blue=Ben green=-",
    "reveal": "reveal Ben blue",
}
"""One right line of each kind, and of some words within it, for error messages."""

MAX_LINE = 30_000
"""Longest line that is parsed; a card round of seven players has about 500 characters."""


@cache
def grammar() -> Lark:
    """The compiled grammar; compiling takes about 70 ms, so only text pays for it."""
    path = Path(__file__).with_name("heimlich.lark")
    return Lark(path.read_text(encoding="utf-8"), parser="lalr", start=list(RULES))


def parse_line(rule: str, line: str) -> Tree[Token]:
    """The tree of one line.

    Args:
        rule: the kind of line, one of `RULES`.
        line: the line with everything that precedes the rule's part blanked, so that columns stay right.

    Raises:
        RecordSyntaxError: with the column and a line of that kind that is right.
    """
    kind = next((word for word in line.split()[:2] if f"{rule} {word}" in EXAMPLES), "")
    example = say(N_("write it like this: {example}"), example=EXAMPLES[f"{rule} {kind}".strip()])
    if len(line) > MAX_LINE:
        raise RecordSyntaxError(
            say(N_("the line has {n} characters, more than {most}"), n=len(line), most=MAX_LINE), example
        )
    try:
        return grammar().parse(line, start=rule)
    except UnexpectedInput as error:
        column = error.column if isinstance(error.column, int) and error.column > 0 else None
        if isinstance(error, UnexpectedToken) and error.token.type == "$END":
            raise RecordSyntaxError(say(N_("the line ends too early")), example) from None
        raise RecordSyntaxError(_unexpected(line, column), example, column=column) from None


def _unexpected(line: str, column: int | None) -> Message:
    rest = line[column - 1 :].split(maxsplit=1) if column is not None else []
    if not rest:
        return say(N_("the line ends too early"))
    word = rest[0] if len(rest[0]) <= 30 else rest[0][:27] + "..."
    return say(N_("{word} is not expected here"), word=quoted(word))


def quoted(text: str) -> str:
    """The text in quotes with JSON's escapes; signs that cannot be seen are escaped too."""
    plain = json.dumps(text, ensure_ascii=False)
    if plain.isprintable():
        return plain
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in plain)


def unquoted(token: str) -> str:
    """The text that a token in quotes stands for.

    Raises:
        RecordSyntaxError: an escape that JSON does not have.
    """
    try:
        text = json.loads(token)
    except ValueError:
        raise RecordSyntaxError(
            say(N_("the text {text} has an escape that JSON does not know"), text=token[:60]),
            say(N_('write \\" for a quote and \\\\ for a backslash')),
        ) from None
    return str(text)


def same(one: Any, other: Any) -> bool:
    """Whether two plain values are written alike in JSON: 1 is not 1.0, and the order of names counts."""
    return json.dumps(one) == json.dumps(other)
