"""The record of a game: players, files, options, events; a JSON file that keeps what it does not know."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from assistant.baantjer.errors import RecordError
from assistant.baantjer.events import Event, Name, Place, Text
from assistant.baantjer.options import Options
from assistant.baantjer.pieces import FILES_EACH, MAX_PLAYERS
from assistant.baantjer.roads import RoadMap
from assistant.wording import N_, Message, say

FORMAT = "baantjer-record"
VERSION = 1
MAX_BYTES = 10_000_000  # a whole game has about 50,000
MAX_NESTING = 50  # a record needs four levels

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


class Player(BaseModel):
    """A detective and the three open files, each named by the number of its place."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    name: Name
    files: Annotated[tuple[Place, ...], Field(strict=False, min_length=FILES_EACH, max_length=FILES_EACH)]

    @model_validator(mode="after")
    def _name_can_be_shown(self) -> Self:
        if self.name != self.name.strip() or not self.name.isprintable():
            raise ValueError("a name must not begin or end with a space or hold control characters")
        return self


class Record(BaseModel):
    """One game. `players` in seat order, the first begins; `places` are names for place numbers."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    format: Literal["baantjer-record"] = "baantjer-record"
    version: Literal[1] = 1
    title: Text = ""
    date: Text = ""
    options: Options = Options()
    players: Annotated[tuple[Player, ...], Field(strict=False, min_length=2, max_length=MAX_PLAYERS)]
    places: dict[str, Text] = {}
    map: RoadMap | None = None
    events: Annotated[tuple[Event, ...], Field(strict=False)] = ()

    @model_validator(mode="after")
    def _everyone_has_their_own(self) -> Self:
        names = [player.name.casefold() for player in self.players]
        if len(set(names)) != len(names):
            raise ValueError("every player needs a name of their own")
        files = [place for player in self.players for place in player.files]
        if len(set(files)) != len(files):
            raise ValueError("a file can belong to one player only, and only once")
        return self


def _wrong(reason: Message, remedy: Message, event: int | None = None) -> RecordError:
    return RecordError(reason, remedy, event)


def _first(error: ValidationError) -> Message:
    """The first of pydantic's complaints, with where it is and without the word for its own error class."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"] if not str(part).startswith("function-"))
    what = first["msg"].removeprefix("Value error, ")
    return say(N_("{where}: {what}"), where=where, what=what) if where else say("{what}", what=what)


def _depth_within(value: object, most: int) -> bool:
    level = [value]
    for _ in range(most):
        level = [
            inner
            for item in level
            if isinstance(item, dict | list)
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return True
    return False


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")


def _finite(digits: str) -> float:
    """A float that can be written again: Python reads 1e999 as infinity, which JSON does not have."""
    number = float(digits)
    if not isfinite(number):
        raise ValueError(f"{digits[:20]} is too large a number")
    return number


def from_json(text: str) -> Record:
    """Reads a record.

    Raises:
        RecordError: not JSON, another format or version, a field or event that is not as described in
            docs/baantjer.md. Whether the events are legal is `replay`'s to say.
    """
    try:
        data = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise _wrong(
            say(N_("this is not JSON: {what}"), what=what),
            say(N_("give a Baantjer record, or mend the file")),
        ) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _wrong(
            say(N_("this is not a Baantjer record")),
            say(N_('a record is a JSON object with "format": "{format}"'), format=FORMAT),
        )
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        raise _wrong(
            say(N_("the record's version is {version}"), version=_short(version)),
            say(N_("this program reads version {version}; a newer program may read it"), version=VERSION),
        )
    if not _depth_within(data, MAX_NESTING):
        raise _wrong(
            say(N_("the record is nested more than {n} levels deep"), n=MAX_NESTING),
            say(N_("take out the nested field; a record needs four levels")),
        )
    return from_data(data)


def _short(value: object) -> str:
    text = "missing" if value is None else ascii(value)
    return text if len(text) <= 30 else text[:30] + "..."


def from_data(data: dict[str, Any]) -> Record:
    """The record in parsed JSON; raises as `from_json`, and names the event that cannot be read."""
    entered = data.get("events", [])
    if not isinstance(entered, list):
        raise _wrong(say(N_("events must be a list")), say(N_('write "events": [...]')))
    events = [read_event(item, number) for number, item in enumerate(entered, start=1)]
    try:
        return Record.model_validate({**data, "events": events})
    except ValidationError as error:
        raise _wrong(
            _first(error), say(N_("correct the record's head as docs/baantjer.md describes it"))
        ) from None


def read_event(data: object, number: int | None = None) -> Event:
    """The event in parsed JSON; raises `RecordError` with `number` where it is none."""
    try:
        return _EVENT.validate_python(data)
    except ValidationError as error:
        raise _wrong(
            _first(error), say(N_("correct the event as docs/baantjer.md describes it")), number
        ) from None


def event_data(event: Event) -> dict[str, Any]:
    """An event as JSON data: what was given, nothing that was not, and always its type."""
    return {"type": event.type, **event.model_dump(mode="json", by_alias=True, exclude_unset=True)}


def to_data(record: Record) -> dict[str, Any]:
    """The record as JSON data, unknown fields included; `from_data` of it is the same record."""
    data = record.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude={"events"})
    return {"format": FORMAT, "version": VERSION, **data, "events": [event_data(e) for e in record.events]}


def to_json(record: Record) -> str:
    """The record as a JSON file's text, one line per event and per field of the head."""
    data = to_data(record)
    lines = ",\n  ".join(json.dumps(event, ensure_ascii=False) for event in data.pop("events"))
    head = "".join(
        f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)},\n "
        for name, value in data.items()
    )
    return f'{{{head}"events": [\n  {lines}]}}\n' if lines else f'{{{head}"events": []}}\n'


def load(path: Path) -> Record:
    """Reads a record file; raises `RecordError` for a file that cannot be read, too, and as `from_json`."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)  # a device has no size and no end
        if len(content) > MAX_BYTES:
            raise _wrong(
                say(N_("the file is larger than {n} megabytes"), n=MAX_BYTES // 1_000_000),
                say(N_("give a Baantjer record; a whole game has about 50 kilobytes")),
            )
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _wrong(
            say(N_("this is not a text file in UTF-8")), say(N_("give a Baantjer record (JSON)"))
        ) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _wrong(
            say(N_("the file cannot be read: {reason}"), reason=reason),
            say(N_("give the path of a Baantjer record")),
        ) from None
    return from_json(text)


def save(record: Record, path: Path) -> None:
    """Writes a record file in UTF-8. A lone surrogate in an unknown field is written as JSON's own escape."""
    path.write_bytes(to_json(record).encode("utf-8", errors="backslashreplace"))
