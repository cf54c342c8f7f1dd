"""The autosave: games of any kind in one SQLite file, each the list of its events with every change kept.

A game is a head and a tree of changes (add, insert, replace, remove, head). Its events are the fold of the
changes from the root to the current one; undo moves that mark to the parent, redo to the newest child, and
nothing is ever overwritten. Events keep an id for life, so that two devices mean the same event even where
one of them has not seen the other's last change. The store knows nothing of any game's rules: heads and
events are plain data, `kind` says whose.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.records.store_changes import (
    Clash,
    Entry,
    Game,
    Plain,
    StoreError,
    UnknownGame,
    append,
    check_seen,
    is_known,
    mark,
    read,
    to_json,
)
from assistant.records.store_file import StoreFile, data_folder

__all__ = ["Clash", "Entry", "Game", "Listed", "Plain", "Store", "StoreError", "UnknownGame", "data_folder"]


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list; `changed` in seconds since 1970."""

    id: str
    kind: str
    title: str
    players: tuple[str, ...]
    changed: float
    has_pin: bool


def _unguessable() -> str:
    """A word of 22 signs for an address. Without underscores: Streamlit has a use of its own for two of them."""
    return secrets.token_urlsafe(16).replace("_", "-")


_LIST = """
WITH RECURSIVE
shown AS (
    SELECT * FROM games WHERE deleted IS NULL AND (:kind IS NULL OR kind = :kind)
),
path (game, number) AS (
    SELECT id, current FROM shown
    WHERE EXISTS (SELECT 1 FROM changes c WHERE c.game = id AND c.change LIKE '{"op":"head"%')
    UNION ALL
    SELECT p.game, c.parent FROM path p JOIN changes c ON c.game = p.game AND c.number = p.number
),
latest AS (
    SELECT c.game, max(c.number), c.change FROM path p JOIN changes c ON c.game = p.game AND c.number = p.number
    WHERE c.change LIKE '{"op":"head"%' GROUP BY c.game
)
SELECT id, kind, title, head, latest.change, changed, pin IS NOT NULL
FROM shown LEFT JOIN latest ON latest.game = id ORDER BY changed DESC
"""
"""The list, each game with the head of its start and, where there is one, the newest change of the head between the
start and the current change; numbers grow along that way."""


class Store(StoreFile):
    """The games in one folder. Holds no game: every call reads the file; `StoreError` where it cannot."""

    # -- making and reading ---------------------------------------------------------------------------

    def create(self, kind: str, head: Plain, events: Iterable[Plain] = (), title: str = "") -> str:
        """Stores a new game and returns its unguessable id."""
        game, now = _unguessable(), time.time()
        with self.writing() as db:
            db.execute(
                "INSERT INTO games (id, table_key, kind, title, head, created, changed)"
                " VALUES (?,?,?,?,?,?,?)",
                (game, _unguessable(), kind, title, to_json(head), now, now),
            )
            for event in events:
                append(db, game, {"op": "add", "event": event})
        return game

    def load(self, game: str) -> Game:
        """The game as it stands.

        Raises:
            UnknownGame: there is none.
        """
        with self.connected() as db:
            db.execute("BEGIN")  # one snapshot for both tables
            return read(db, game)

    def by_table_key(self, key: str) -> Game:
        """The game whose view without secrets has this key.

        Raises:
            UnknownGame: there is none.
        """
        with self.connected() as db:
            db.execute("BEGIN")
            row = db.execute("SELECT id FROM games WHERE table_key=? AND deleted IS NULL", (key,)).fetchone()
            return read(db, row[0] if row else "")

    def standing(self, game: str) -> tuple[int, bool]:
        """Revision and whether a PIN is set, cheap enough to ask every second; (0, False) without such a game."""
        with self.connected() as db:
            row = db.execute(
                "SELECT revision, pin IS NOT NULL FROM games WHERE id=? AND deleted IS NULL", (game,)
            ).fetchone()
        return (int(row[0]), bool(row[1])) if row else (0, False)

    def revision(self, game: str) -> int:
        """The game's revision alone; 0 where there is no such game."""
        return self.standing(game)[0]

    # -- changes --------------------------------------------------------------------------------------

    def add(self, game: str, event: Plain, seen: int | None = None, nonce: str | None = None) -> Game:
        """Appends an event.

        Args:
            game: id of the game.
            event: plain data.
            seen: the revision that the one who enters it has seen; None appends whatever happened since.
            nonce: a word of the entry's own; a second change with the same one changes nothing.

        Raises:
            Clash: `seen` is not the current revision; nothing is stored.
            UnknownGame: there is none.
        """
        return self._change(game, {"op": "add", "event": event}, seen, nonce)

    def insert(
        self, game: str, before: int, event: Plain, seen: int | None = None, nonce: str | None = None
    ) -> Game:
        """Inserts an event before the one with id `before` (at the end if that is gone). Raises as `add`."""
        return self._change(game, {"op": "insert", "before": before, "event": event}, seen, nonce)

    def replace(
        self, game: str, entry: int, event: Plain, seen: int | None = None, nonce: str | None = None
    ) -> Game:
        """Puts another event in the place of the one with id `entry`. Raises as `add`."""
        return self._change(game, {"op": "replace", "id": entry, "event": event}, seen, nonce)

    def remove(self, game: str, entry: int, seen: int | None = None) -> Game:
        """Takes the event with id `entry` out. Raises as `add`."""
        return self._change(game, {"op": "remove", "id": entry}, seen)

    def set_head(self, game: str, head: Plain, seen: int | None = None) -> Game:
        """Changes the whole head (viewer, owners, edition). Raises as `add`."""
        return self._change(game, {"op": "head", "head": head}, seen)

    def set_fields(self, game: str, fields: Mapping[str, Any]) -> Game:
        """Sets single fields of the head, and leaves the others as they are now, whoever changed them last.

        Args:
            game: id of the game.
            fields: name -> value; None takes the field away.

        Raises:
            UnknownGame: there is none.
        """
        with self.writing() as db:
            head = {name: value for name, value in read(db, game).head.items() if name not in fields}
            head |= {name: value for name, value in fields.items() if value is not None}
            append(db, game, {"op": "head", "head": head})
            return read(db, game)

    def _change(self, game: str, change: Plain, seen: int | None, nonce: str | None = None) -> Game:
        with self.writing() as db:
            if not is_known(db, game, nonce):
                check_seen(db, game, seen)
                append(db, game, change, nonce)
            return read(db, game)

    def undo(self, game: str, seen: int | None = None) -> Game:
        """Takes the last change back; the game as it is where there is none. Raises as `add`."""
        with self.writing() as db:
            check_seen(db, game, seen)
            row = db.execute(
                "SELECT c.parent FROM changes c JOIN games g ON g.id=c.game AND g.current=c.number"
                " WHERE g.id=?",
                (game,),
            ).fetchone()
            if row:
                mark(db, game, row[0])
            return read(db, game)

    def redo(self, game: str, seen: int | None = None) -> Game:
        """Brings back what was last undone; the game as it is where there is nothing. Raises as `add`."""
        with self.writing() as db:
            check_seen(db, game, seen)
            row = db.execute(
                "SELECT max(c.number) FROM changes c JOIN games g ON g.id=c.game AND g.current=c.parent"
                " WHERE g.id=?",
                (game,),
            ).fetchone()
            if row[0] is not None:
                mark(db, game, row[0])
            return read(db, game)

    # -- the list -------------------------------------------------------------------------------------

    def games(self, kind: str | None = None) -> list[Listed]:
        """The games that are not deleted, the last changed first."""
        with self.connected() as db:
            rows = db.execute(_LIST, {"kind": kind}).fetchall()
        return [
            Listed(
                game,
                kind_,
                title,
                _players(json.loads(change)["head"] if change else json.loads(head)),
                at,
                pin > 0,
            )
            for game, kind_, title, head, change, at, pin in rows
        ]

    def rename(self, game: str, title: str) -> None:
        """Gives the game another title; the list alone shows it, so it is no change of the game.

        Raises:
            UnknownGame: there is none.
        """
        with self.writing() as db:
            check_seen(db, game, None)
            db.execute("UPDATE games SET title=? WHERE id=?", (title, game))

    def duplicate(self, game: str, title: str) -> str:
        """A copy of the game as it stands, without its PIN, and its id.

        Raises:
            UnknownGame: there is none.
        """
        original = self.load(game)
        return self.create(original.kind, original.head, original.events, title)

    def delete(self, game: str) -> None:
        """Takes the game out of the list; `restore` brings it back whole."""
        with self.writing() as db:
            db.execute("UPDATE games SET deleted=? WHERE id=?", (time.time(), game))

    def restore(self, game: str) -> None:
        """Undoes `delete`."""
        with self.writing() as db:
            db.execute("UPDATE games SET deleted=NULL WHERE id=?", (game,))

    def players(self, kind: str) -> list[str]:
        """Names of players of earlier games of that kind, the most recent first, each once."""
        return list(dict.fromkeys(name for game in self.games(kind)[:50] for name in game.players))


def _players(head: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the players in a head of either game."""
    players = head.get("players", ())
    return tuple(str(p["name"]) for p in players if isinstance(p, dict) and "name" in p)
