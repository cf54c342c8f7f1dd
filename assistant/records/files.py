"""Records in files: what is it, how is it read, how is it written so that nothing is lost when that fails."""

from __future__ import annotations

import codecs
import errno
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

from assistant.records.errors import RecordError, RecordSyntaxError, UnreadableFile
from assistant.records.json_format import parse_json, print_json
from assistant.records.record import Record
from assistant.wording import N_, say

MAX_BYTES = 2_000_000
"""Largest file that is read: a console log of a long game with cards has about 1,000,000 bytes."""

SUFFIXES = (".json", ".heimlich")
"""Suffixes that `save` writes."""

_LOG = re.compile(r"^\[sge |^> (DieRoll|AgentMove|SafeMove|Card)Action|^CurrentPlayer: \d", re.MULTILINE)


def load(path: str | os.PathLike[str]) -> Record:
    """The record in the file at `path`: JSON, text, or a log of the TU Wien engine.

    Raises:
        RecordError: the file cannot be read, or what is in it is no record; names file, line, reason, remedy.
    """
    file = Path(path)
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableFile(
            say(N_("the file cannot be read: {why}"), why=why),
            say(N_("check the name and that it is a file you may read")),
            file=str(path),
        ) from None
    return loads(content, str(path))


def loads(content: str | bytes, name: str = "") -> Record:
    """The record in `content`; `name` is the file's name, for errors and for its suffix.

    Raises:
        RecordError: as `load`.
    """
    if len(content) > MAX_BYTES:
        raise UnreadableFile(
            say(N_("the file has more than {n} bytes, too many for one game"), n=f"{MAX_BYTES:,}"),
            say(N_("keep one game in one file; a long game has about 100,000 bytes")),
            file=name,
        )
    try:
        text = content if isinstance(content, str) else _decoded(content)
        return _parse(text.removeprefix("\ufeff"), name)
    except RecordError as error:
        raise error.at(file=name) from None
    except RecursionError:
        raise RecordSyntaxError(
            say(N_("the file is nested too deeply to be read")),
            say(N_("flatten it; a record needs five levels")),
            file=name,
        ) from None


def _parse(text: str, name: str) -> Record:
    if not text.strip():
        raise RecordSyntaxError(
            say(N_("the file is empty")), say(N_("docs/notation.md shows a whole game in twelve lines"))
        )
    suffix = Path(name).suffix.lower() if name else ""
    if suffix not in SUFFIXES and _LOG.search(text):
        from assistant.records.engine_log import parse_log

        return parse_log(text, name)
    if suffix == ".json" or text.lstrip()[0] in "{[":  # no line of the notation begins so
        return parse_json(text, name)
    from assistant.records.text_format import parse_text  # the grammar is compiled only for text

    return parse_text(text, name)


def _decoded(content: bytes) -> str:
    """UTF-8, or UTF-16 where the mark of it stands in front (consoles of Windows write that)."""
    encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise RecordSyntaxError(
            say(N_("this is not text: the bytes are not {encoding}"), encoding=encoding.upper()),
            say(N_("save the file as UTF-8 text")),
            line=content.count(b"\n", 0, error.start) + 1,
        ) from None


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Writes `record` to `path`, JSON or text by its suffix; whatever stood there stays when that fails.

    Raises:
        RecordError: a suffix that is not written, or a place that cannot be written to.
    """
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise UnreadableFile(
            say(N_("files with the suffix {suffix!r} are not written"), suffix=suffix),
            say(N_("use one of {names}"), names=", ".join(SUFFIXES)),
            file=str(path),
        )
    if suffix == ".json":
        text = print_json(record)
    else:
        from assistant.records.text_format import print_text

        text = print_text(record)
    write(target, text)


def write(target: Path, text: str) -> None:
    """Writes a whole file or nothing; whatever stood there stays when that fails.

    Raises:
        RecordError: a place that cannot be written to.
    """
    try:
        _replace(target, text.encode())
    except (OSError, ValueError) as error:
        raise _no_place(target, error) from None


def writable(target: Path) -> None:
    """Tries whether `target` can be written, before any work that would be lost if not.

    Raises:
        RecordError: it cannot.
    """
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=target.resolve().parent):
            pass
    except (OSError, ValueError) as error:
        raise _no_place(target, error) from None


def _no_place(target: Path, error: Exception) -> RecordError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return UnreadableFile(
        say(N_("the file cannot be written: {why}"), why=why),
        say(N_("check that the folder exists and that you may write there")),
        file=str(target),
    )


def _replace(target: Path, content: bytes) -> None:
    """Writes beside the target and renames, so that the target is the old file or the new one, never half."""
    target = target.resolve()  # a link stays a link
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
