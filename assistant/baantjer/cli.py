"""Command line of the Baantjer room, mounted as `python -m assistant baantjer`.

Exit 0 when done, 2 for bad input: `FILE: event N: reason; remedy` on standard error, never a traceback.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from assistant.baantjer.errors import BaantjerError, RecordError
from assistant.baantjer.record import Record, load
from assistant.baantjer.replay import replay
from assistant.baantjer.report import odds_data, odds_lines, transcript
from assistant.baantjer.state import State, start
from assistant.wording import N_, say, visible

BAD_INPUT = 2

app = typer.Typer(
    help="Baantjer: check, replay and weigh a recorded game.", no_args_is_help=True, add_completion=False
)

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A Baantjer record (JSON).")]


def _fail(path: Path, error: BaantjerError) -> typer.Exit:
    """Prints a complaint on standard error; the exception to raise."""
    number = error.event if isinstance(error, RecordError) else None
    where = str(path) if number is None else f"{path}: {say(N_('event {n}'), n=number)}"
    _print([f"{where}: {error}"], err=True)
    return typer.Exit(BAD_INPUT)


def _print(lines: Iterable[str], err: bool = False) -> None:
    """Prints lines so that any terminal's encoding can show them (a name may not be in it)."""
    stream = typer.get_text_stream("stderr" if err else "stdout", errors="backslashreplace")
    for line in lines:
        stream.write(visible(line) + "\n")
    stream.flush()


def _loaded(path: Path, at: int | None = None) -> tuple[Record, State]:
    """The record up to event `at`, and its last state; raises `RecordError` where there is no such event."""
    record = load(path)
    if at is not None:
        if at > len(record.events):
            raise RecordError(
                say(N_("there is no event {at} in a record of {n}"), at=at, n=len(record.events)),
                say(N_("ask for an event from 0 to {n}"), n=len(record.events)),
            )
        record = record.model_copy(update={"events": record.events[:at]})
    steps = replay(record)
    return record, steps[-1].after if steps else start(record)


@app.command()
def check(file: FileArgument) -> None:
    """Validates a record; names the first event that cannot be, and why."""
    try:
        record, state = _loaded(file)
    except BaantjerError as error:
        raise _fail(file, error) from None
    winner = "-" if state.winner is None else state.players[state.winner]
    summary = say(
        N_("legal: {events} events, {turns} turns, winner {winner}"),
        events=len(record.events),
        turns=state.turns,
        winner=winner,
    )
    _print([f"{file}: {summary}"])


@app.command(name="replay")
def replay_command(file: FileArgument) -> None:
    """The game event by event, with alerts and missed windows, and the final evidence board."""
    try:
        lines = list(transcript(load(file)))
    except BaantjerError as error:
        raise _fail(file, error) from None
    _print(lines)


@app.command()
def odds(
    file: FileArgument,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    at: Annotated[int | None, typer.Option(min=0, help="Look after so many events.")] = None,
) -> None:
    """Token and stack odds and the evidence board after the last event, or after event --at."""
    try:
        _, state = _loaded(file, at)
        lines = [json.dumps(odds_data(state))] if json_ else list(odds_lines(state))
    except BaantjerError as error:
        raise _fail(file, error) from None
    _print(lines)
