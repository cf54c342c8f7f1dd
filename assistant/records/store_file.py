"""The autosave's file: made where it is missing, opened for each call, written one transaction at a time."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_dir

from assistant.records.store_changes import StoreError
from assistant.records.store_schema import prepare
from assistant.wording import N_, say

BUSY_SECONDS = 15.0

_ANCHORS: dict[tuple[Path, int, int], sqlite3.Connection] = {}
"""One idle connection for each file. Without it every call would be the last to leave, and SQLite then empties its
write-ahead log into the file each time, at the price of several more waits for the disk. Known by path, device and
inode, since somebody may remove the file, or put another in its place, while the program runs."""

_ANCHORING = threading.Lock()


def data_folder() -> Path:
    """Where games are kept: `HEIMLICH_DATA`, or the user's data folder of this system."""
    given = os.environ.get("HEIMLICH_DATA")
    return Path(given) if given else Path(user_data_dir("heimlich-assistant", appauthor=False))


class StoreFile:
    """The SQLite file `games.sqlite` in one folder.

    Raises:
        StoreError: at the making and in every call: the file cannot be used, or a newer version wrote it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or data_folder()) / "games.sqlite"
        with _told():
            self._anchored()

    @contextmanager
    def connected(self) -> Iterator[sqlite3.Connection]:
        """A connection to the file, which is made anew where it was removed meanwhile."""
        with _told():
            self._anchored()
            db = _opened(self.path)
            try:
                yield db
            finally:
                db.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that no other writer can come between; all of it or nothing is stored."""
        with self.connected() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    def _anchored(self) -> None:
        """Makes sure that there is a file with tables, and a connection that keeps its log."""
        if self._identity() in _ANCHORS:
            return
        with _ANCHORING:
            if not self.path.exists():
                # What is left of a removed file goes first: its log would be taken for the new one's.
                for old in [known for known in _ANCHORS if known[0] == self.path]:
                    _ANCHORS.pop(old).close()
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self.path.touch(mode=0o600)
            found = self._identity()
            if found is None or found in _ANCHORS:
                return
            db = _opened(self.path)
            try:
                prepare(db)
            finally:
                db.close()
            anchor = sqlite3.connect(self.path, timeout=BUSY_SECONDS, check_same_thread=False)
            anchor.execute("SELECT count(*) FROM games").fetchone()
            _ANCHORS[found] = anchor

    def _identity(self) -> tuple[Path, int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return self.path, found.st_dev, found.st_ino


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    db.execute("PRAGMA synchronous=FULL")  # a committed turn survives the plug being pulled
    db.execute("PRAGMA foreign_keys=ON")
    return db


@contextmanager
def _told() -> Iterator[None]:
    """Turns what SQLite and the disk refuse into words for people. No path in them: other devices read them too."""
    try:
        yield
    except UnicodeEncodeError as error:
        raise StoreError(
            say(
                N_("the text {value} holds half a character"),
                value=ascii(error.object[error.start : error.end]),
            ),
            say(N_("write the character itself, or both \\u escapes of the pair")),
        ) from error
    except (sqlite3.Error, OSError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StoreError(
            say(N_("the file of the games cannot be used: {why}"), why=why),
            say(N_("see that its disk is neither full nor locked, or name another folder in HEIMLICH_DATA")),
        ) from error
