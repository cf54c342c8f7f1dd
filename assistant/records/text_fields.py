"""Lines of the text notation, or parts of them, that hold free text: comments, titles, notes, fields, tags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from lark import Tree

from assistant.records import text_cards, text_lines
from assistant.records.errors import RecordError, RecordSyntaxError
from assistant.records.json_format import read_json
from assistant.records.names import find_player
from assistant.records.notation import unquoted
from assistant.records.text_lines import Table
from assistant.wording import N_, say

ABSENT: Final = object()
"""Stands for a field that `without` takes away."""

_QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')


def split_comment(line: str) -> tuple[str, str]:
    """The line without its comment, and the comment.

    `#` begins one at the start of the line or after a blank, not in quotes.
    """
    at = 0
    while at < len(line):
        if line[at] == '"':
            text = _QUOTED.match(line, at)
            if text is None:
                return line, ""
            at = text.end()
        elif line[at] == "#" and (at == 0 or line[at - 1].isspace()):
            return line[:at], line[at + 1 :].strip()
        else:
            at += 1
    return line, ""


def keep_comment(target: dict[str, Any], comment: str) -> None:
    """Adds the comment behind a line to the event or head that it belongs to."""
    if comment:
        target["comment"] = f"{target['comment']} # {comment}" if "comment" in target else comment


def free_text(rest: str) -> str:
    """The rest of a line as it stands, or what its quotes hold."""
    text = rest.strip()
    return unquoted(text) if len(text) >= 2 and text[0] == text[-1] == '"' else text


def edition_of(tree: Tree[Any]) -> str | dict[str, Any]:
    """`amigo`, or `amigo floor=none` as an object with `base`."""
    name, *rest = tree.children
    found = text_lines.pairs([pair for pair in rest if isinstance(pair, Tree)])
    if name is None:
        return found
    text = text_lines.word(name)[0]
    if not found:
        return text
    if "base" in found:
        raise RecordSyntaxError(say(N_("the edition is named twice")), say(N_("leave out `base`")))
    return {"base": text, **found}


def player_of(node: Tree[Any]) -> dict[str, Any]:
    """`Ben (controller=human)`: name and tags."""
    name, tags = node.children
    player: dict[str, Any] = {"name": text_lines.word(name)[0]}
    if isinstance(tags, Tree):
        player["tags"] = text_lines.pairs(text_lines.nodes(tags))
    return player


def note(rest: str, table: Table) -> dict[str, Any]:
    """`note Ben: hesitated`, `note: a remark on the table`."""
    body = rest.strip()
    name_in_quotes = _QUOTED.match(body)
    start = name_in_quotes.end() if name_in_quotes else 0
    name, colon, text = body[start:].partition(":")
    if not colon or '"' in name or (name_in_quotes and name.strip()):
        raise RecordSyntaxError(
            say(N_("a note needs a colon before its text")),
            say(N_("write it like this: {example}"), example="note Ben: hesitated"),
        )
    event: dict[str, Any] = {"type": "note"}
    if name_in_quotes:
        event["player"] = unquoted(name_in_quotes[0])
    elif name.strip():
        event["player"] = find_player(name.strip(), table.players)
    event["text"] = free_text(text)
    return event


def answer(text: str, keyword: str) -> bool | str:
    """`drew` and `scored`: yes, no, or for `drew` the card."""
    if text.lower() in ("", "yes"):
        return True
    if text.lower() == "no":
        return False
    if keyword == "scored":
        raise RecordSyntaxError(
            say(N_("`scored` is yes or no, not {value}"), value=text[:40]), say(N_("write `scored yes`"))
        )
    return unquoted(text) if text.startswith('"') else text_cards.card_id(text)


_FIELD = re.compile(r'\s*(?P<key>"(?:[^"\\]|\\.)*"|[^\s"]+)(?P<value>\s.*)?$')


def field(keyword: str, rest: str) -> tuple[str, Any]:
    """`field KEY JSON` sets a field, `without KEY` takes one away: the key and its value or `ABSENT`."""
    parts = _FIELD.match(rest)
    if parts is None or (keyword == "field") != bool((parts["value"] or "").strip()):
        example = 'field mood "tense"' if keyword == "field" else "without safe"
        raise RecordSyntaxError(
            say(N_("`{word}` does not have its form"), word=keyword),
            say(N_("write it like this: {example}"), example=example),
        )
    key = unquoted(parts["key"]) if parts["key"].startswith('"') else parts["key"]
    if key in ("type", "format", "version"):
        raise RecordSyntaxError(
            say(N_("`{field}` cannot be changed"), field=key),
            say(N_("use the line of the kind that you want")),
        )
    if keyword == "without":
        return key, ABSENT
    try:
        return key, read_json(parts["value"].strip())
    except RecordError as error:
        error.line = error.column = None  # they count within the value
        raise


def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`data` with what its `field` and `without` lines say: they have the last word."""
    if not changes:
        return dict(data)
    merged = {**data, **changes}
    return {name: value for name, value in merged.items() if value is not ABSENT}
