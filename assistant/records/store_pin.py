"""The PIN that a game's owner sets: kept as a salted hash, slow to guess."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
import time

from assistant.records.store import Store
from assistant.records.store_changes import check_seen

FREE_TRIES = 5
WAIT_SECONDS = 30.0
"""After `FREE_TRIES` wrong ones in a row each further try has to wait this long: a PIN has few digits."""


def set_pin(store: Store, game: str, pin: str) -> None:
    """Sets the PIN, or takes it away where `pin` is empty. No change of the game itself.

    Raises:
        UnknownGame: there is none.
    """
    salt = secrets.token_bytes(16)
    value = f"{salt.hex()}:{_hash(pin, salt)}" if pin else None
    with store.writing() as db:
        check_seen(db, game, None)
        db.execute("UPDATE games SET pin=?, tries=0 WHERE id=?", (value, game))


def wait_seconds(store: Store, game: str) -> float:
    """How long until the next try is looked at."""
    with store.connected() as db:
        return _wait(db, game)


def _wait(db: sqlite3.Connection, game: str) -> float:
    row = db.execute("SELECT tries, tried FROM games WHERE id=?", (game,)).fetchone()
    if row is None or row[0] < FREE_TRIES:
        return 0.0
    # Where the clock was put back the last try lies ahead; nobody waits longer than for a try just made.
    return min(max(0.0, float(row[1]) + WAIT_SECONDS - time.time()), WAIT_SECONDS)


def check_pin(store: Store, game: str, pin: str) -> bool:
    """Whether `pin` is the game's; False too while `wait_seconds` is above 0, and where none is set."""
    with store.writing() as db:  # tries that come at once are counted one after the other
        row = db.execute("SELECT pin FROM games WHERE id=?", (game,)).fetchone()
        if row is None or row[0] is None or _wait(db, game) > 0:
            return False
        salt, kept = row[0].split(":")
        right = hmac.compare_digest(_hash(pin, bytes.fromhex(salt)), kept)
        db.execute(
            "UPDATE games SET tries=CASE WHEN ? THEN 0 ELSE tries+1 END, tried=? WHERE id=?",
            (right, time.time(), game),
        )
    return right


def _hash(pin: str, salt: bytes) -> str:
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1).hex()
