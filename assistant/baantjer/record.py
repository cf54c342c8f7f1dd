"""The record of a game: players, files, options, events; a JSON file that keeps what it does not know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from assistant.baantjer.errors import BaantjerError, RecordError
from assistant.baantjer.events import EVENT_TYPES, Event, Name, Place, Text
from assistant.baantjer.options import Options
from assistant.baantjer.pieces import FILES_EACH, MAX_PLAYERS, PLACES
from assistant.baantjer.roads import RoadMap
from assistant.strict_json import JsonError, check_values, place, read_json, shown, what_is_wrong
from assistant.wording import N_, Message, say

FORMAT = "baantjer-record"
VERSION = 1
MAX_BYTES = 10_000_000  # a whole game has about 50,000

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


class Player(BaseModel):
    """A detective and the three open files, each named by the number of its place."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    name: Name
    files: Annotated[tuple[Place, ...], Field(strict=False, min_length=FILES_EACH, max_length=FILES_EACH)]

    @model_validator(mode="after")
    def _name_can_be_shown(self) -> Self:
        if self.name != self.name.strip() or not self.name.isprintable():
            raise BaantjerError(
                say(N_("a name must not begin or end with a space or hold control characters")),
                say(N_("correct the name")),
            )
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
            raise BaantjerError(
                say(N_("every player needs a name of their own")), say(N_("give each its own name"))
            )
        files = [place for player in self.players for place in player.files]
        if len(set(files)) != len(files):
            raise BaantjerError(
                say(N_("a file can belong to one player only, and only once")),
                say(N_("give every player three files of their own")),
            )
        for number in self.places:
            if number not in map(str, PLACES):
                raise BaantjerError(
                    say(N_("there is no place {n}"), n=shown(number)),
                    say(N_("places are named by their numbers, 1 to 12")),
                )
        return self


def _wrong(reason: Message, remedy: Message, event: int | None = None) -> RecordError:
    return RecordError(reason, remedy, event)


_HINTS = {
    "players": N_("two to four players are needed, each with a name and three files"),
    "files": N_("three different places from 1 to 12 are needed"),
    "on": N_("a place from 1 to 12 is needed, or red, green, plain, parking, roundabout"),
    "to": N_("a place from 1 to 12 is needed, or under"),
}


def _explained(error: ValidationError, number: int | None = None) -> RecordError:
    """The first thing pydantic found, in the head or in event `number`, as one of our own errors."""
    first = error.errors(include_url=False)[0]
    loc = first["loc"]
    if loc and loc[0] in EVENT_TYPES:  # pydantic puts the event's type in front
        loc = loc[1:]
    where = place(loc)
    names = [part for part in where.split(".") if not part.isdigit()]
    hint = _HINTS["on"] if names[:2] == ["map", "squares"] and len(names) > 2 else _HINTS.get(names[-1])
    reason, remedy = what_is_wrong(first, where or "event", "docs/baantjer.md", EVENT_TYPES, hint)
    return RecordError(reason, remedy, number)


def _sound(data: object, number: int | None = None) -> None:
    """Refuses data that could not be written again, with the number of the event that holds it."""
    try:
        check_values(data)
    except JsonError as error:
        raise RecordError(error.reason, error.remedy, number) from None


def _read(text: str) -> Any:
    """The data in a text, with the place of what is wrong in the reason."""
    try:
        return read_json(text)
    except JsonError as error:
        reason = error.reason
        if error.line is not None:
            where = say(N_("line {line}, column {column}"), line=error.line, column=error.column)
            reason = say("{where}: {reason}", where=where, reason=reason)
        raise RecordError(reason, error.remedy) from None


def from_json(text: str) -> Record:
    """Reads a record.

    Raises:
        RecordError: no sound JSON (`assistant.strict_json`), another format or version, a field or event that is
            not as described in docs/baantjer.md. Whether the events are legal is `replay`'s to say.
    """
    data = _read(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _wrong(
            say(N_("this is not a Baantjer record")),
            say(N_('a record is a JSON object with "format": "{format}"'), format=FORMAT),
        )
    version = data.get("version")
    if version != VERSION or isinstance(version, bool) or not isinstance(version, int):
        raise _wrong(
            say(N_("the record's version is {version}"), version=_short(version)),
            say(N_("this program reads version {version}; a newer program may read it"), version=VERSION),
        )
    return from_data(data)


def event_from_json(text: str) -> Event:
    """The event in a text, as strict as `from_json`; raises `RecordError`."""
    return read_event(_read(text))


def _short(value: object) -> str:
    text = "missing" if value is None else ascii(value)
    return text if len(text) <= 30 else text[:30] + "..."


def from_data(data: dict[str, Any]) -> Record:
    """The record in parsed JSON; raises as `from_json`, and names the event that cannot be read."""
    entered = data.get("events", [])
    if not isinstance(entered, list):
        raise _wrong(say(N_("events must be a list")), say(N_('write "events": [...]')))
    _sound({**data, "events": []})
    events = [read_event(item, number) for number, item in enumerate(entered, start=1)]
    try:
        return Record.model_validate({**data, "events": events})
    except ValidationError as error:
        raise _explained(error) from None


def read_event(data: object, number: int | None = None) -> Event:
    """The event in parsed JSON; raises `RecordError` with `number` where it is none."""
    _sound(data, number)
    try:
        return _EVENT.validate_python(data)
    except ValidationError as error:
        raise _explained(error, number) from None


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
    """Writes a record file in UTF-8."""
    path.write_bytes(to_json(record).encode())
