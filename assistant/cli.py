"""Command line, `python -m assistant` (DESIGN.md, "Command line").

Exit 0 when done, 2 for bad input: file, line, event, reason and remedy on standard error, never a traceback.
What a command needs beyond the record is imported inside it, so that `check` starts at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.game import GameError
from assistant.records import Record, RecordError, Replay, load, replay, save
from assistant.records.errors import from_game
from assistant.wording import N_, Message, say, visible

BAD_INPUT = 2
PIPE_WIDTH = 160
"""Columns of a table that is not shown on a terminal."""

app = typer.Typer(
    help="Who controls which agent? An assistant for Heimlich & Co.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A game: .json, .heimlich, or a log of the TU Wien engine.")
]


def main(args: list[str] | None = None) -> None:
    """Runs the command line; ends the process with 0, or with 2 for bad input.

    Args:
        args: the arguments; those of the process by default.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name may not be in the terminal's encoding
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app(args=args)
        finally:
            sys.stdout.flush()  # what cannot be written is told here, not when Python closes down
    except (RecordError, GameError) as error:
        complain(error)
        raise SystemExit(BAD_INPUT) from None
    except BrokenPipeError:  # whoever read the answer has seen enough, such as `head`
        _forget_output()
        raise SystemExit(0) from None
    except OSError as error:
        complain(_from_system(error))
        raise SystemExit(BAD_INPUT) from None


def _from_system(error: OSError) -> RecordError:
    """What the system refused: a file by its name, or, where it names none, the answer."""
    why = error.strerror or str(error)
    if error.filename is not None:
        reason = say(N_("the file cannot be used: {why}"), why=why)
        return RecordError(
            reason, say(N_("check that it is there and yours to use")), file=str(error.filename)
        )
    _forget_output()
    return RecordError(
        say(N_("the answer cannot be written: {why}"), why=why),
        say(N_("make room there, or write to another place")),
    )


def _forget_output() -> None:
    """Nothing more goes to standard output, so that closing it says nothing either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(error: RecordError | GameError) -> None:
    """The error on standard error, on one line."""
    print(visible(f"{error}"), file=sys.stderr)


def remark(file: Path, message: Message | RecordError | str) -> None:
    """Something worth knowing that stops nothing, on standard error."""
    text = str(message)
    prefix = "" if text.startswith(f"{file}: ") else f"{file}: "
    print(visible(f"{prefix}{text}"), file=sys.stderr)


def console(stderr: bool = False) -> Any:
    """A rich console on which names are never taken for markup or emoji codes."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(
        file=stream,
        markup=False,
        emoji=False,
        highlight=False,
        width=None if stream.isatty() else PIPE_WIDTH,
    )


@contextmanager
def about(file: Path) -> Iterator[None]:
    """Errors inside are about the game in `file`, and say so.

    Raises:
        RecordError: whatever was refused, the file named.
    """
    try:
        yield
    except GameError as error:
        raise from_game(error).at(file=str(file)) from None
    except RecordError as error:
        raise error.at(file=str(file)) from None


def make_folder(folder: Path) -> None:
    """Makes a folder for results, before any work that would be lost without it.

    Raises:
        RecordError: that is not possible.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(
            say(N_("cannot be written: {error}"), error=error.strerror or type(error).__name__),
            say(N_("name a folder that can be made or written to")),
            file=str(folder),
        ) from None


def read_record(path: Path) -> Record:
    """The record in a file; what an importer warns of goes to standard error.

    Raises:
        RecordError: as `assistant.records.load`.
    """
    record = load(path)
    for warning in record.source.warnings:
        remark(path, warning)
    return record


def read_game(path: Path) -> Replay:
    """The record in a file, replayed.

    Raises:
        RecordError: the file is no record, or its first event that cannot be.
    """
    return replay(read_record(path))


@app.command()
def check(file: FileArgument) -> None:
    """Validate a game; name the first event that cannot be, and why."""
    from assistant.records.remarks import remarks

    game = read_game(file)
    for line in remarks(game):
        remark(file, line)
    contrary = _contrary(game)
    if contrary is not None:
        remark(file, contrary)
    state = game.state
    summary = say(
        N_("{turns} turns, {scorings} scorings, leader {leader} at {marker}, {end}"),
        turns=state.turns,
        scorings=state.scorings,
        leader=state.agents[state.markers.index(state.leader_marker)],
        marker=state.leader_marker,
        end=say(N_("game over")) if state.finished else say(N_("game not over")),
    )
    print(visible(f"{file}: {summary}"))


def _contrary(game: Replay) -> Message | None:
    """Which clues, reveals and own card cannot all be true; None where they can."""
    if game.record.viewer is None and not any(e.type in ("clue", "reveal") for e in game.record.events):
        return None
    from assistant.deduction import Beliefs
    from assistant.deduction.analysis import consistent

    found = consistent(Beliefs.of(game))[1]
    return None if found is None else found.message


@app.command("replay")
def replay_command(file: FileArgument) -> None:
    """Show a game turn by turn: positions, markers, scorings, and the final ranking."""
    from assistant.records.transcript import ranking_table, replay_table

    game = read_game(file)
    out = console()
    out.print(replay_table(game))
    table = ranking_table(game)
    if table is None:
        out.print(str(say(N_("no final ranking: the record does not say who owns which agent"))))
    else:
        out.print(table)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A game in any form that is read.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="Where to write it: .json or .heimlich.")],
) -> None:
    """Write a game in another form, chosen by the suffix of OUT."""
    record = read_record(source)
    for problem in replay(record, strict=False).problems:
        place = say(N_("event {n}"), n=problem.number) if problem.number else say(N_("head"))
        remark(source, f"{place}: {problem}")
    save(record, target)
    print(visible(f"{target}: {say(N_('{n} events written'), n=len(record.events))}"))


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
def baantjer(context: typer.Context) -> None:
    """Commands for the second game, Baantjer: `baantjer --help` lists them."""
    from assistant.baantjer.cli import app as room

    room(args=context.args or ["--help"], prog_name=f"{context.info_name}")
