"""The commands of the command line that ask who is who, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.cli import FileArgument, about, app, console, read_game, remark
from assistant.records import Record
from assistant.wording import N_, Message, say

AtOption = Annotated[str, typer.Option("--at", help="A turn's number, dossier, or end.")]
ViewerOption = Annotated[
    str | None, typer.Option("--viewer", help="A player's name, or observer; the record's viewer by default.")
]


def _moment(at: str) -> int | str:
    """The moment as a number where it is one; longer ones than any game has stay words, cut to be told."""
    return int(at) if at.isascii() and at.isdigit() and len(at) < 9 else at[:20]


def _viewpoint(record: Record, name: str | None) -> Any:
    from assistant.deduction import Viewpoint

    if name is None:
        return Viewpoint.of(record)
    if name.casefold() == "observer" and all(player.name != name for player in record.players):
        return Viewpoint()
    eyes = Viewpoint.named(record, name)
    if eyes.agent is None:
        reason = say(
            N_("what is on {name}'s own card is not known; a line `viewer NAME AGENT` tells it"), name=name
        )
        remark(Path(record.source.file), reason)
    return eyes


@app.command()
def rank(
    file: FileArgument,
    viewer: ViewerOption = None,
    at: AtOption = "end",
    as_json: Annotated[bool, typer.Option("--json", help="Figures for programs.")] = False,
) -> None:
    """Rank who controls which agent, and fill the dossier."""
    from assistant.deduction import analyse
    from assistant.deduction.moment import moment
    from assistant.deduction.report import analysis_data, analysis_tables

    game = read_game(file)
    with about(file):
        result = analyse(game, _viewpoint(game.record, viewer), _moment(at))
    if result.strangeness is not None:
        remark(file, result.strangeness)
    if result.contradiction is not None:
        remark(file, result.contradiction.message)
    if as_json:
        print(json.dumps(analysis_data(result), ensure_ascii=False, indent=1))
        return
    out = console()
    for table in analysis_tables(result, game.start.edition):
        out.print(table)
    state, safe_open = moment(game, _moment(at)).position(game)
    if result.viewpoint.card is not None and game.start.edition.has_dossier and not state.finished:
        out.print(str(_best_to_win(state, safe_open, result)))


def _best_to_win(state: Any, safe_open: bool, result: Any) -> Message:
    """What the playouts say about the dossier, the other sheet named where it differs."""
    from assistant.deduction import winning_dossier

    seat, readable = result.viewpoint.seat, result.readable
    found = winning_dossier(state, result.joint, seat, readable, safe_open=safe_open)
    if not found.differs:
        return found.message
    changed = ", ".join(
        f"{agent} {say(N_('extra')) if seat is None else result.players[seat]}"
        for agent, seat, safe in zip(result.agents, found.marks, found.safe_marks, strict=True)
        if seat != safe
    )
    return say(N_("{message} It says: {changed}."), message=found.message, changed=changed)


@app.command()
def why(
    file: FileArgument,
    player: Annotated[str, typer.Argument(metavar="PLAYER")],
    agent: Annotated[str, typer.Argument(metavar="AGENT")],
    viewer: ViewerOption = None,
    at: AtOption = "end",
) -> None:
    """Say which turns moved the belief that PLAYER owns AGENT, and by how much."""
    from assistant.deduction import Beliefs, explain
    from assistant.deduction.report import explanation_table

    game = read_game(file)
    record = game.record
    with about(file):
        eyes = _viewpoint(record, viewer)
        seat, index = record.seat(player), record.agent(agent)
        told = explain(game, seat, index, eyes, _moment(at))
    out = console()
    out.print(explanation_table(told, game.start))
    if told.posterior == 0.0:
        from assistant.deduction.constraints import why_not  # OR-tools takes half a second to import

        beliefs = Beliefs.of(game, eyes, _moment(at))
        reasons = "; ".join(str(clue.text) for clue in why_not(beliefs.clues(), seat, index, *beliefs.size))
        names = {"player": record.players[seat].name, "agent": record.agents[index]}
        out.print(str(say(N_("{player} cannot own {agent}: {reasons}"), reasons=reasons, **names)))
