"""The autosave: games of any kind in one SQLite file, each the list of its events with every change kept.

A game is a head and a tree of changes (add, insert, replace, remove, head). Its events are the fold of the
changes from the root to the current one; undo moves that mark to the parent, redo to the newest child, and
nothing is ever overwritten. Events keep an id for life, so that two devices mean the same event even where
one of them has not seen the other's last change. The store knows nothing of any game's rules: heads and
events are plain data, `kind` says whose.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir

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
from assistant.records.store_schema import prepare

__all__ = ["Clash", "Entry", "Game", "Listed", "Plain", "Store", "StoreError", "UnknownGame", "data_folder"]

BUSY_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list; `changed` in seconds since 1970."""

    id: str
    kind: str
    title: str
    players: tuple[str, ...]
    changed: float
    has_pin: bool


def data_folder() -> Path:
    """Where games are kept: `HEIMLICH_DATA`, or the user's data folder of this system."""
    given = os.environ.get("HEIMLICH_DATA")
    return Path(given) if given else Path(user_data_dir("heimlich-assistant", appauthor=False))


def _unguessable() -> str:
    """A word of 22 signs for an address. Without underscores: Streamlit has a use of its own for two of them."""
    return secrets.token_urlsafe(16).replace("_", "-")


_ANCHORS: dict[Path, sqlite3.Connection] = {}
"""One idle connection for each file. Without it every call would be the last to leave, and SQLite then empties
its write-ahead log into the file each time, at the price of several more waits for the disk."""


class Store:
    """The games in one folder. Holds no game: every call reads the file."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or data_folder()) / "games.sqlite"
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.path.touch(mode=0o600)
        if self.path not in _ANCHORS:
            with self._connected() as db:
                prepare(db)
            anchor = sqlite3.connect(self.path, timeout=BUSY_SECONDS, check_same_thread=False)
            anchor.execute("SELECT count(*) FROM games").fetchone()
            _ANCHORS[self.path] = anchor

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        db = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            db.execute("PRAGMA synchronous=FULL")  # a committed turn survives the plug being pulled
            db.execute("PRAGMA foreign_keys=ON")
            yield db
        finally:
            db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that no other writer can come between."""
        with self._connected() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    # -- making and reading ---------------------------------------------------------------------------

    def create(self, kind: str, head: Plain, events: Iterable[Plain] = (), title: str = "") -> str:
        """Stores a new game and returns its unguessable id."""
        game, now = _unguessable(), time.time()
        with self._writing() as db:
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
        with self._connected() as db:
            db.execute("BEGIN")  # one snapshot for both tables
            return read(db, game)

    def by_table_key(self, key: str) -> Game:
        """The game whose view without secrets has this key.

        Raises:
            UnknownGame: there is none.
        """
        with self._connected() as db:
            db.execute("BEGIN")
            row = db.execute("SELECT id FROM games WHERE table_key=? AND deleted IS NULL", (key,)).fetchone()
            return read(db, row[0] if row else "")

    def revision(self, game: str) -> int:
        """The game's revision alone, cheap enough to ask every second; 0 where there is no such game."""
        with self._connected() as db:
            row = db.execute("SELECT revision FROM games WHERE id=? AND deleted IS NULL", (game,)).fetchone()
        return int(row[0]) if row else 0

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
        """Changes the head (viewer, owners, edition). Raises as `add`."""
        return self._change(game, {"op": "head", "head": head}, seen)

    def _change(self, game: str, change: Plain, seen: int | None, nonce: str | None = None) -> Game:
        with self._writing() as db:
            if not is_known(db, game, nonce):
                check_seen(db, game, seen)
                append(db, game, change, nonce)
            return read(db, game)

    def undo(self, game: str, seen: int | None = None) -> Game:
        """Takes the last change back; the game as it is where there is none. Raises as `add`."""
        with self._writing() as db:
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
        with self._writing() as db:
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
        with self._connected() as db:
            rows = db.execute(
                "SELECT id, kind, title, head, changed, pin IS NOT NULL FROM games"
                " WHERE deleted IS NULL AND (?1 IS NULL OR kind=?1) ORDER BY changed DESC",
                (kind,),
            ).fetchall()
        return [
            Listed(game, kind_, title, _players(json.loads(head)), changed, bool(pin))
            for game, kind_, title, head, changed, pin in rows
        ]

    def rename(self, game: str, title: str) -> None:
        """Gives the game another title; the list alone shows it, so it is no change of the game."""
        with self._writing() as db:
            db.execute("UPDATE games SET title=?, revision=revision+1 WHERE id=?", (title, game))

    def duplicate(self, game: str, title: str) -> str:
        """A copy of the game as it stands, without its PIN, and its id.

        Raises:
            UnknownGame: there is none.
        """
        original = self.load(game)
        return self.create(original.kind, original.head, original.events, title)

    def delete(self, game: str) -> None:
        """Takes the game out of the list; `restore` brings it back whole."""
        with self._writing() as db:
            db.execute("UPDATE games SET deleted=? WHERE id=?", (time.time(), game))

    def restore(self, game: str) -> None:
        """Undoes `delete`."""
        with self._writing() as db:
            db.execute("UPDATE games SET deleted=NULL WHERE id=?", (game,))

    def players(self, kind: str) -> list[str]:
        """Names of players of earlier games of that kind, the most recent first, each once."""
        return list(dict.fromkeys(name for game in self.games(kind)[:50] for name in game.players))


def _players(head: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the players in a head of either game."""
    players = head.get("players", ())
    return tuple(str(p["name"]) for p in players if isinstance(p, dict) and "name" in p)
