"""Tables of the autosave, and its format's version."""

from __future__ import annotations

import sqlite3

from assistant.records.store_changes import StoreError
from assistant.wording import N_, say

_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    table_key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    head TEXT NOT NULL,
    pin TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    tried REAL NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 1,
    current INTEGER NOT NULL DEFAULT 0,
    created REAL NOT NULL,
    changed REAL NOT NULL,
    deleted REAL
);
CREATE TABLE IF NOT EXISTS changes (
    game TEXT NOT NULL REFERENCES games(id),
    number INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    change TEXT NOT NULL,
    nonce TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (game, number),
    UNIQUE (game, nonce)
) WITHOUT ROWID;
"""
VERSION = 1


def prepare(db: sqlite3.Connection) -> None:
    """Makes the tables of an empty file; a file that has them is left alone.

    Raises:
        StoreError: a newer version made them; to write into them could spoil what only that one understands.
    """
    found = db.execute("PRAGMA user_version").fetchone()[0]
    if found > VERSION:
        raise StoreError(
            say(N_("the games on this machine were kept by a newer version of this program")),
            say(N_("update this one, or name another folder in HEIMLICH_DATA")),
        )
    if found == VERSION:
        return
    db.execute("PRAGMA journal_mode=WAL")  # readers never wait for a writer
    db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version={VERSION}; COMMIT;")
