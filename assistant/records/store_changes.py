"""Inside the autosave: a game's events as the fold of its tree of changes (`assistant.records.store`)."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assistant.wording import N_, Refusal, say

Plain = dict[str, Any]
"""A head or an event as plain data (JSON's types)."""


class StoreError(Refusal):
    """Something the store cannot do: `reason` says what, `remedy` what helps, in words for people."""


class UnknownGame(StoreError):
    """No game has that id, or it was deleted."""

    def __init__(self) -> None:
        super().__init__(
            say(N_("there is no such game on this machine")),
            say(N_("it may have been deleted meanwhile: look into the list of games, or start a new one")),
        )


class Clash(StoreError):
    """Somebody changed the game since it was read: read it again, then decide again."""

    def __init__(self) -> None:
        super().__init__(
            say(N_("somebody else changed this game a moment ago")),
            say(N_("look at it as it is now, then try again")),
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a game; `id` stays the same when it is edited or others come and go."""

    id: int
    event: Plain


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands. `revision` grows with every change, undo and redo of anyone.

    `table_key` opens the view without secrets and nothing else.
    """

    id: str
    table_key: str
    kind: str
    title: str
    head: Plain
    entries: tuple[Entry, ...]
    revision: int
    can_undo: bool
    can_redo: bool
    has_pin: bool

    @property
    def events(self) -> list[Plain]:
        """The events in their order."""
        return [entry.event for entry in self.entries]


def read(db: sqlite3.Connection, game: str) -> Game:
    """The game as it stands; the connection holds a transaction.

    Raises:
        UnknownGame: there is none, or it was deleted.
    """
    row = db.execute(
        "SELECT table_key, kind, title, head, revision, current, pin IS NOT NULL FROM games"
        " WHERE id=? AND deleted IS NULL",
        (game,),
    ).fetchone()
    if row is None:
        raise UnknownGame
    table_key, kind, title, head_text, revision, current, pin = row
    changes = {
        number: (parent, json.loads(change))
        for number, parent, change in db.execute(
            "SELECT number, parent, change FROM changes WHERE game=?", (game,)
        )
    }
    path = []
    at = current
    while at:
        path.append(at)
        at = changes[at][0]
    head, entries = json.loads(head_text), list[Entry]()
    for number in reversed(path):
        head = _applied(changes[number][1], number, head, entries)
    can_redo = any(parent == current for parent, _ in changes.values())
    return Game(
        game, table_key, kind, title, head, tuple(entries), revision, bool(current), can_redo, bool(pin)
    )


def _applied(change: Mapping[str, Any], number: int, head: Plain, entries: list[Entry]) -> Plain:
    """Changes `entries` in place and returns the head after `change`; what it meant may be gone by now."""
    ids = [entry.id for entry in entries]
    match change["op"]:
        case "head":
            return dict(change["head"])
        case "add":
            entries.append(Entry(number, change["event"]))
        case "insert":
            place = ids.index(change["before"]) if change["before"] in ids else len(ids)
            entries.insert(place, Entry(number, change["event"]))
        case "replace" if change["id"] in ids:
            entries[ids.index(change["id"])] = Entry(change["id"], change["event"])
        case "remove" if change["id"] in ids:
            del entries[ids.index(change["id"])]
    return head


def append(db: sqlite3.Connection, game: str, change: Plain, nonce: str | None = None) -> None:
    """Stores a change behind the current one and makes it the current one."""
    row = db.execute(
        "SELECT current, (SELECT coalesce(max(number), 0) FROM changes WHERE game=games.id)"
        " FROM games WHERE id=?",
        (game,),
    ).fetchone()
    current, newest = row
    db.execute(
        "INSERT INTO changes (game, number, parent, change, nonce, at) VALUES (?,?,?,?,?,?)",
        (game, newest + 1, current, to_json(change), nonce, time.time()),
    )
    mark(db, game, newest + 1)


def mark(db: sqlite3.Connection, game: str, number: int) -> None:
    """Makes the change `number` the current one; 0 is the start of the game."""
    db.execute(
        "UPDATE games SET current=?, revision=revision+1, changed=? WHERE id=?", (number, time.time(), game)
    )


def is_known(db: sqlite3.Connection, game: str, nonce: str | None) -> bool:
    """Whether the change with this nonce was stored before: a browser may send an entry twice."""
    found = db.execute("SELECT 1 FROM changes WHERE game=? AND nonce=?", (game, nonce)).fetchone()
    return nonce is not None and found is not None


def check_seen(db: sqlite3.Connection, game: str, seen: int | None) -> None:
    """Refuses a change by somebody who has not seen the current revision.

    Raises:
        Clash: `seen` is another revision.
        UnknownGame: there is no such game.
    """
    row = db.execute("SELECT revision FROM games WHERE id=? AND deleted IS NULL", (game,)).fetchone()
    if row is None:
        raise UnknownGame
    if seen is not None and row[0] != seen:
        raise Clash


def to_json(value: Any) -> str:
    """JSON as the store writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
