"""The commands of the command line that measure the model, fit it and play games for that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.cli import app, console, make_folder, remark
from assistant.cli_deduction import AtOption
from assistant.game import GameError
from assistant.records import Record, RecordError, load
from assistant.records.errors import NoRecord
from assistant.records.files import writable, write
from assistant.wording import N_, say, visible


def _jobs(number: int) -> int:
    if number == 0:
        raise typer.BadParameter("0 processes do nothing; give a number from 1, or -1 for every core.")
    return number


JobsOption = Annotated[
    int, typer.Option("--jobs", min=-1, callback=_jobs, help="Processes; -1 uses every core.")
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, max=2**31 - 1, help="Of the self-play.")]
SchedulerOption = Annotated[
    str | None, typer.Option("--scheduler", help="Address of a Dask scheduler; needs the extra .[dask].")
]
GamesArgument = Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders of games, or games.")]
PARAMETERS = Path(__file__).parent / "deduction" / "parameters.json"


def _games(paths: list[Path]) -> list[Record]:
    """The games in `paths` with known owners; the others are named on standard error."""
    files: list[tuple[Path, bool]] = []
    for path in paths:
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in {".json", ".heimlich", ".log"})
            files += [(p, False) for p in found]
        elif path.exists():
            files.append((path, True))
        else:
            raise RecordError(say(N_("there is no such file")), say(N_("check the path")), file=str(path))
    records = []
    for path, asked_for in files:
        try:
            record = load(path)
        except NoRecord as error:
            if asked_for:
                raise
            remark(path, say(N_("left out: {reason}"), reason=error.reason))
            continue
        if record.owners_by_seat is None:
            remark(path, say(N_("left out: it does not say of everybody who owns which agent")))
        else:
            records.append(record)
    if not records:
        names = ", ".join(map(str, paths))
        raise RecordError(
            say(N_("there are no games with owners")),
            say(N_("name folders with finished games, as .json or .heimlich, that have `owners`")),
            file=names,
        )
    return records


@app.command()
def evaluate(
    folders: GamesArgument,
    at: AtOption = "dossier",
    as_json: Annotated[bool, typer.Option("--json", help="Figures for programs.")] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="On self-play, also the distance to exact Bayes.")
    ] = False,
    without_cards: Annotated[
        bool, typer.Option("--without-cards", help="Leave Top Secret cards out of the evidence, to compare.")
    ] = False,
    strangers: Annotated[
        bool, typer.Option("--strangers", help="Also the shipped fit's figures on kinds it never saw.")
    ] = False,
    jobs: JobsOption = 1,
    scheduler: SchedulerOption = None,
) -> None:
    """Measure the model on games with known owners."""
    from assistant.deduction import shipped
    from assistant.deduction.parameters import blind_to_cards
    from assistant.training.evaluation import judge_game, report
    from assistant.training.jobs import Jobs
    from assistant.training.model_page import shipped_figures

    if at not in {"dossier", "end"}:
        raise GameError(
            say(N_("games cannot be compared at {at!r}"), at=at), say(N_("use --at dossier or --at end"))
        )
    records = _games(folders)
    runner = Jobs(jobs, scheduler)
    known = blind_to_cards(shipped()) if without_cards else shipped()
    judged = runner(judge_game, [(record, at, known) for record in records], "evaluate")
    _note_stop(runner.stopped, len(judged), len(records))
    if not judged:
        return
    data = report(judged)
    if exact and (gap := _bayes_gap(records, at, runner)) is not None:
        data["exact"] = gap
    if strangers:
        data["never_seen"] = shipped_figures()["never_seen"]
    if as_json:
        print(json.dumps({k: v for k, v in data.items() if k != "detail"}, indent=1))
    else:
        _print_figures(data)


def _print_figures(data: dict[str, Any]) -> None:
    """The figures of `evaluate` as tables; exact Bayes and the strangers where they were asked for."""
    from assistant.training.tables import evaluation_tables

    out = console()
    for table in evaluation_tables(data):
        out.print(table)
    if "exact" in data:
        template = N_(
            "exact Bayes, {games} games: log loss {exact:.3f}, the model {model:.3f}, gap {gap:.3f}"
        )
        out.print(str(say(template, **data["exact"])))
    for source, figures in data.get("never_seen", {}).items():
        out.print(f"\nKinds left out of the fit one at a time: {source}")  # as the last fit measured it
        for table in evaluation_tables(figures):
            out.print(table)


def _bayes_gap(records: list[Record], at: str, runner: Any) -> dict[str, float] | None:
    """The distance to exact Bayes on the games of self-play; None, with a remark, where there are none."""
    from assistant.deduction import shipped
    from assistant.training.exact import bayes_gap, population_of
    from assistant.training.players import POPULATION

    played = [record for record in records if record.tags.get("source") == "self-play"]
    population = population_of(played, POPULATION)
    gap = None if population is None else bayes_gap(played, shipped(), population, at, runner)
    if not gap or not gap["games"]:
        remark(Path("exact"), say(N_("none of the games is self-play of kinds with a closed form")))
        return None
    return gap


def _note_stop(stopped: bool, done: int, wanted: int) -> None:
    if stopped:
        remark(
            Path("stopped"), say(N_("{done} of {wanted} games are done and kept"), done=done, wanted=wanted)
        )


@app.command()
def fit(
    folders: GamesArgument,
    seed: SeedOption = 0,
    out: Annotated[Path, typer.Option("--out", help="The parameter file to write.")] = PARAMETERS,
    scale: Annotated[
        float, typer.Option("--scale", min=0.0, max=100.0, help="Factor on the number of self-play games.")
    ] = 1.0,
    strangers: Annotated[bool, typer.Option(help="Also leave one kind out at a time and measure.")] = True,
    jobs: JobsOption = 1,
    scheduler: SchedulerOption = None,
) -> None:
    """Make the behaviour model's parameter file again, from games and self-play, with its figures beside it."""
    from assistant.deduction.parameters import to_data
    from assistant.training.fit import fit as run_fit
    from assistant.training.jobs import Jobs

    records = _games(folders)
    figures = out.with_name(f"{out.stem}.figures.json")
    make_folder(out.parent)
    for target in (out, figures):
        writable(target)
    try:
        result = run_fit(records, seed, Jobs(jobs, scheduler, whole=True), scale, strangers)
    except KeyboardInterrupt:
        remark(Path("stopped"), say(N_("nothing written: half a fit is none")))
        raise typer.Exit(1) from None
    write(out, json.dumps(to_data(result.parameters), indent=1) + "\n")
    write(figures, json.dumps(result.figures, indent=1) + "\n")
    print(visible(f"{out}, {figures}: {say(N_('{n} games'), n=result.figures['games'])}"))


@app.command()
def simulate(
    players: Annotated[int, typer.Option("--players", min=2, max=7)],
    games: Annotated[int, typer.Option("--games", min=1, max=100_000)],
    out: Annotated[Path, typer.Option("--out", help="Folder for the records.")],
    seed: SeedOption = 1,
    population: Annotated[
        str, typer.Option("--population", help="A kind, several with commas, or mixed.")
    ] = "mixed",
    edition: Annotated[str, typer.Option("--edition", help="A preset.")] = "ravensburger-expert",
    jobs: JobsOption = 1,
    scheduler: SchedulerOption = None,
) -> None:
    """Play games of a named population against itself and write their records."""
    from assistant.training.jobs import Jobs
    from assistant.training.simulation import simulation_jobs, write_game

    arguments = simulation_jobs(players, games, seed, population, edition, out)
    make_folder(out)
    runner = Jobs(jobs, scheduler)
    written = runner(write_game, arguments, "simulate")
    _note_stop(runner.stopped, len(written), games)
    print(visible(f"{out}: {say(N_('{n} games'), n=len(written))}"))
