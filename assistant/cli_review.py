"""The command that looks back on a finished game: `review`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.cli import FileArgument, app, console, read_game
from assistant.records import Record
from assistant.records.files import write
from assistant.wording import N_, say, visible


@app.command()
def review(
    file: FileArgument,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="OUT", help="Write one self-contained HTML file.")
    ] = None,
    viewer: Annotated[
        str | None, typer.Option("--viewer", help="A player's name, or observer; the record's viewer by default.")
    ] = None,
    secrets: Annotated[
        bool, typer.Option("--secrets/--no-secrets", help="Whether the truth may be told.")
    ] = True,
) -> None:  # fmt: skip
    """Look back on a game: turning points, reports on players and table; or write it all as HTML."""
    from assistant.review import Review, turned_over, without_secrets
    from assistant.review.tables import review_tables

    record = turned_over(read_game(file).record)
    seat = _seat(record, viewer)
    if html is not None:
        _write(html, Review.of(record), seat, secrets)
        return
    shown = Review.of(record if secrets else without_secrets(record))
    out = console()
    for table in review_tables(shown, seat if secrets else None):
        out.print(table)


def _seat(record: Record, name: str | None) -> int | None:
    """Seat of the viewer; None for an observer.

    Raises:
        UnknownName: nobody has that name.
    """
    if name is None:
        return None if record.viewer is None else record.seat(record.viewer.player)
    if name.casefold() == "observer" and name not in record.names:
        return None
    return record.seat(name)


def _write(target: Path, review: Any, seat: int | None, secrets: bool) -> None:
    from assistant.dashboard.board.drawing import (
        board_svg,
    )  # how agents look is the dashboard's; no UI comes along
    from assistant.dashboard.board.palette import agent_styles
    from assistant.review.html import Writer, report_html

    state = review.game.state
    writer = Writer(agent_styles(state.agents), cover=board_svg(state))
    text = report_html(review, writer, seat, secrets)
    write(target, text)
    print(visible(f"{target}: {say(N_('{n} bytes written'), n=len(text.encode()))}"))
