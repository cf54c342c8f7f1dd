"""`python -m assistant rank, why, evaluate, fit, simulate`: they run; bad input ends with 2 and one clear line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant import cli, cli_deduction
from assistant.records import load, save
from assistant.records.record import RevealEvent, TurnEvent, Viewer
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game

ROOT = Path(__file__).resolve().parents[1]
KINDS = {policy.name: policy for policy in POPULATION}


def called(capsys: pytest.CaptureFixture[str], *args: str | Path) -> tuple[int, str, str]:
    """The command within this process: exit code, standard output, standard error."""
    with pytest.raises(SystemExit) as caught:
        cli.main([str(arg) for arg in args])
    out = capsys.readouterr()
    code = caught.value.code
    return (code if isinstance(code, int) else 0), out.out, out.err


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three with owners, Ben looking at his card, as text."""
    record = play_game([KINDS["greedy"], KINDS["sly"], KINDS["random"]], "ravensburger-expert", 3)
    owners = record.owners
    assert owners is not None
    path = tmp_path_factory.mktemp("games") / "sample.heimlich"
    save(record.model_copy(update={"viewer": Viewer(player="Ben", agent=owners["Ben"])}), path)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two self-play games and one that does not say who owned what."""
    path = tmp_path_factory.mktemp("folder")
    for seed in range(2):
        save(
            play_game([KINDS["greedy"], KINDS["random"]], "ravensburger-expert", seed), path / f"{seed}.json"
        )
    untold = play_game([KINDS["greedy"], KINDS["random"]], "ravensburger-expert", 9)
    save(untold.model_copy(update={"owners": None}), path / "untold.json")
    return path


@pytest.fixture
def other(corpus: Path) -> Path:
    """A game of other people's bots."""
    return corpus / "plain" / "nocards_4p_allDepthSearch_01.json"


def test_rank_shows_players_dossier_and_worlds(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "rank", sample)
    assert (code, err) == (0, "")
    assert "seen by Ben" in out and "Dossier" in out and "Most probable worlds" in out
    rows = [line.split("│")[1].strip() for line in out.splitlines() if line.startswith("│")]
    assert {"Anna", "Ben", "Cem", "extra"} <= set(rows)


def test_rank_as_json_is_for_programs(other: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = load(other)
    name = record.names[1]
    code, out, err = called(capsys, "rank", other, "--viewer", name, "--at", "dossier", "--json")
    assert code == 0 and "own card is not known" in err
    data = json.loads(out)
    assert data["viewer"] == name and data["players"] == list(record.names)
    assert max(data["posterior"][name].values()) < 1.0, "`owners` is read by nobody"
    again = called(capsys, "rank", other, "--viewer", name, "--at", "dossier", "--json")
    assert again == (code, out, err)


def test_rank_for_an_observer_and_at_a_turn(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = called(capsys, "rank", sample, "--viewer", "observer", "--at", "4", "--json")
    data = json.loads(out)
    assert (data["viewer"], data["turn"], data["worlds"]) == (None, 4, 60)
    _, out, _ = called(capsys, "rank", sample, "--at", "0", "--json")
    assert json.loads(out)["worlds"] == 12


def test_rank_says_on_standard_error_what_contradicts(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = load(sample)
    turns = record.events[:6]
    shown = [RevealEvent(player="Anna", agent="red"), RevealEvent(player="Cem", agent="red")]
    path = tmp_path / "clash.json"
    save(record.with_events([*turns, *shown]).model_copy(update={"owners": None, "viewer": None}), path)
    code, out, err = called(capsys, "rank", path, "--json")
    assert code == 0 and json.loads(out)["worlds"] == 12
    assert err.startswith(f"{path}: ") and "Anna" in err and "Cem" in err


def test_why_gives_a_sentence_per_event(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "why", sample, "Anna", "red", "--at", "6")
    assert (code, err) == (0, "")
    assert out.lstrip().startswith("Anna owns red: ") and "bits" in out
    turns = [line.split("│")[1].strip() for line in out.splitlines() if line.startswith("│")]
    assert [turn for turn in turns if turn] == ["1", "2", "3", "4", "5", "6"]


def test_why_names_the_clues_that_rule_an_owner_out(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = load(sample)
    own = (record.owners or {})["Ben"]
    code, out, _ = called(capsys, "why", sample, "Anna", own)
    assert code == 0 and f"Anna cannot own {own}: the own card" in out


def test_why_on_a_game_of_others(other: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = load(other)
    code, out, _ = called(capsys, "why", other, record.names[0], record.agents[0], "--at", "dossier")
    assert code == 0 and f"{record.names[0]} owns {record.agents[0]}" in out


def test_evaluate_shows_tables_and_names_what_is_left_out(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = called(capsys, "evaluate", folder)
    assert code == 0
    assert "2 games, 4 views" in out and "baseline count" in out and "Worst kind: " in out
    assert f"{folder / 'untold.json'}: left out" in err


def test_evaluate_as_json_has_the_keys_of_the_design(
    folder: Path, other: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = called(capsys, "evaluate", folder, other, "--json", "--at", "end")
    data = json.loads(out)
    assert code == 0 and list(data) == ["games", "views", "all", "by_tag", "baselines"]
    assert (data["games"], data["views"], data["all"]["n"]) == (3, 2 * 2 + 4, 2 * 2 + 4 * 3)
    assert set(data["by_tag"]) == {"greedy", "random", "DepthSearch"}


def test_evaluate_exact_gives_the_distance_to_bayes(
    folder: Path, other: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = called(capsys, "evaluate", folder, other, "--exact", "--json")
    exact = json.loads(out)["exact"]
    assert (exact["games"], exact["n"]) == (2, 4)
    assert exact["gap"] == pytest.approx(exact["model"] - exact["exact"])
    code, out, _ = called(capsys, "evaluate", folder, "--exact")
    assert code == 0 and "exact Bayes, 2 games: log loss" in out
    code, out, err = called(capsys, "evaluate", other, "--exact", "--json")
    assert code == 0 and "exact" not in json.loads(out) and "none of the games is self-play" in err


def test_evaluate_strangers_tells_what_the_last_fit_found(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every kind left out beside its uniform log loss, as tables and for programs."""
    data = json.loads(called(capsys, "evaluate", folder, "--strangers", "--json")[1])
    reports = data["never_seen"]
    assert {"corpus", "self-play ravensburger-expert"} <= set(reports)
    out = called(capsys, "evaluate", folder, "--strangers")[1]
    for report in reports.values():
        for kind, figures in report["by_tag"].items():
            wanted = {f"{figures['log_loss']:.3f}", f"{report['detail']['uniform_by_tag'][kind]:.3f}"}
            assert any(
                wanted <= set(line.replace("│", " ").split()) for line in out.splitlines() if kind in line
            )


def test_simulated_games_pass_and_are_the_same_for_the_same_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        code, out, _ = called(
            capsys, "simulate", "--players", "3", "--games", "2", "--seed", "5", "--population", "greedy,random",
            "--edition", "amigo-dossier", "--out", tmp_path / name,
        )  # fmt: skip
        assert code == 0 and out == f"{tmp_path / name}: 2 games\n"
    files = sorted((tmp_path / "a").iterdir())
    assert [path.read_bytes() for path in files] == [
        p.read_bytes() for p in sorted((tmp_path / "b").iterdir())
    ]
    assert len(files) == 2
    for path in files:
        assert called(capsys, "check", path)[0] == 0


def test_ctrl_c_leaves_the_figures_of_what_is_done(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.training import evaluation

    judge, seen = evaluation.judge_game, []

    def second_is_interrupted(*args: object) -> evaluation.Judged:
        seen.append(args)
        if len(seen) == 2:
            raise KeyboardInterrupt
        return judge(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(evaluation, "judge_game", second_is_interrupted)
    code, out, err = called(capsys, "evaluate", folder, "--json")
    assert code == 0 and json.loads(out)["games"] == 1
    assert "1 of 2 games are done and kept" in err


def test_fit_stops_at_the_first_ctrl_c_and_writes_nothing(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.training import fit

    begun = []

    def interrupted(*args: object) -> None:
        begun.append(args)
        raise KeyboardInterrupt

    monkeypatch.setattr(fit, "play_game", interrupted)
    monkeypatch.setattr(fit, "fit_kind", lambda *_: pytest.fail("a later stage was begun"))
    code, out, err = called(capsys, "fit", folder, "--out", tmp_path / "p.json", "--scale", "0.01")
    assert (code, out, len(begun)) == (1, "", 1)
    assert "half a fit is none" in err and not list(tmp_path.iterdir())


def test_fit_asks_for_its_place_before_it_works(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder where a file is to be written, for either of the two files."""
    from assistant.training import fit

    monkeypatch.setattr(fit, "fit", lambda *_: pytest.fail("the fit was begun"))
    (tmp_path / "p.figures.json").mkdir()
    for out in (tmp_path, tmp_path / "p.json"):
        code, _, err = called(capsys, "fit", folder, "--out", out)
        assert code == 2 and "cannot be written" in err and "you may write there" in err


def test_games_with_half_the_owners_are_left_out(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = load(folder / "0.json")
    half = dict(list((record.owners or {}).items())[:1])
    save(record, tmp_path / "whole.json")
    save(record.model_copy(update={"owners": half}), tmp_path / "half.json")
    code, out, err = called(capsys, "evaluate", tmp_path, "--json")
    assert code == 0 and json.loads(out)["games"] == 1
    assert "half.json: left out" in err


def test_a_folder_may_hold_other_things_than_games(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(load(folder / "0.json"), tmp_path / "game.json")
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "other.json").write_text('{"format": "baantjer-record"}')
    code, out, err = called(capsys, "evaluate", tmp_path, "--json")
    assert code == 0 and json.loads(out)["games"] == 1
    assert "list.json: left out: a record is an object" in err and "other.json: left out: `format`" in err


def test_the_dossier_to_win_is_that_of_the_moment_asked_about(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any scoring nobody is ahead, whatever the game's end says."""
    said = called(capsys, "rank", sample, "--at", "1")[1].splitlines()[-1]
    cut = sample.with_name("cut.heimlich")
    record = load(sample)
    save(record.with_events(record.events[:1]), cut)
    assert said == called(capsys, "rank", cut)[1].splitlines()[-1]
    assert said != called(capsys, "rank", sample, "--at", "12")[1].splitlines()[-1]


def test_names_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "names.heimlich"
    path.write_text(
        'edition amigo\nplayers "A\\n\\u001b[31mX", Ben\nagents red, blue, green, yellow, grey\n'
        "1 A 5: red 5\nreveal Ben blue\n"
    )
    for args in (["rank"], ["why", 1, 2], ["why", 2, 1]):
        command, *names = args
        code, out, err = called(capsys, str(command), path, *(("Ben", "red") if names else ()))
        assert code == 0, err
        assert "\x1b" not in out and "\\x1b[31mX" in out


def test_what_is_merely_likely_is_not_told_as_certain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "likely.heimlich"
    path.write_text(
        "edition amigo\nplayers Anna, Ben\nagents red, blue, green, yellow, grey\nclue Ben owns blue 99.99%\n"
    )
    who = called(capsys, "rank", path)[1].split("Dossier")[0]
    (ben,) = (line for line in who.splitlines() if line.startswith("│ Ben"))
    assert [cell.strip() for cell in ben.split("│")[2:-1]] == ["<1%", ">99%", "<1%", "<1%", "<1%"]


def test_a_simulated_top_secret_game_is_played_with_its_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["--players", "3", "--games", "1", "--out", tmp_path, "--edition", "amigo-topsecret"]
    assert called(capsys, "simulate", *args)[0] == 0
    (path,) = tmp_path.iterdir()
    turns = [e for e in load(path).events if isinstance(e, TurnEvent)]
    assert all(turn.cards and turn.scores for turn in turns), "a round of cards, and checks, in every turn"
    assert sum(play.card is not None for turn in turns for play in turn.cards or ()) >= 3
    assert called(capsys, "check", path)[0] == 0


GAME = "{sample}"
BAD: dict[str, tuple[list[str], str, str]] = {
    "rank: no such viewer": (["rank", GAME, "--viewer", "Dora"], "no player is called Dora", "Anna, Ben, Cem"),
    "rank: a slip in the viewer's name": (["rank", GAME, "--viewer", "Benn"], "Benn", "did you mean Ben?"),
    "rank: no such moment": (["rank", GAME, "--at", "soon"], "no moment", "dossier or for end"),
    "rank: a turn beyond the end": (["rank", GAME, "--at", "999"], "no moment", "dossier or for end"),
    "rank: a turn of endless digits": (["rank", GAME, "--at", "9" * 5000], "no moment", "dossier or for end"),
    "rank: a turn below 0": (["rank", GAME, "--at", "-1"], "no moment", "dossier or for end"),
    "rank: a turn in other digits": (["rank", GAME, "--at", "²"], "no moment", "dossier or for end"),
    "rank: no such file": (["rank", "{tmp}/none.json"], "cannot be read", "check"),
    "why: no such player": (["why", GAME, "Dora", "red"], "no player is called Dora", "Anna, Ben, Cem"),
    "why: no such agent": (["why", GAME, "Anna", "pink"], "no agent in play is called pink", "red"),
    "why: no such moment": (["why", GAME, "Anna", "red", "--at", "noon"], "no moment", "dossier or for end"),
    "why: no such file": (["why", "{tmp}/none.json", "Anna", "red"], "cannot be read", "check"),
    "evaluate: no such folder": (["evaluate", "{tmp}/none"], "no such file", "check the path"),
    "evaluate: no games": (["evaluate", "{tmp}"], "no games with owners", "owners"),
    "evaluate: no such moment": (["evaluate", GAME, "--at", "7"], "cannot be compared", "--at dossier"),
    "fit: no games": (["fit", "{tmp}"], "no games with owners", "owners"),
    "evaluate: another game's record": (
        ["evaluate", str(ROOT / "sample_games/baantjer/short-game.json")], "no game record", "heimlich-record",
    ),
    "simulate: no such kind": (
        ["simulate", "--players", "3", "--games", "1", "--out", "{tmp}/x", "--population", "saint"],
        "no kind of player 'saint'", "greedy",
    ),
    "simulate: no such edition": (
        ["simulate", "--players", "3", "--games", "1", "--out", "{tmp}/x", "--edition", "amiga"],
        "no edition 'amiga'", "amigo",
    ),
    "simulate: out is a file": (
        ["simulate", "--players", "2", "--games", "1", "--out", GAME], "cannot be written", "folder",
    ),
    "fit: out under a file": (["fit", GAME, "--out", GAME + "/x.json"], "cannot be written", "folder"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_ends_with_2_reason_and_remedy(
    case: str, sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, reason, remedy = BAD[case]
    code, out, err = called(capsys, *(a.format(sample=sample, tmp=tmp_path) for a in arguments))
    assert (code, out) == (2, "")
    assert reason in err and remedy in err and "; " in err, err
    assert err.count("\n") == 1 and "Traceback" not in err
    if arguments[0] in {"rank", "why"}:
        assert str(arguments[1].format(sample=sample, tmp=tmp_path)) in err, "the file is named"


NO_JOBS = [("--jobs=0", "-1 for every core"), ("--jobs=-2", "than or equal to -1")]
NO_SEED = [("--seed=-1", "than or equal to 0")]


@pytest.mark.parametrize(
    ("command", "option", "remedy"),
    [
        *(("evaluate {games}", *no) for no in NO_JOBS),
        *(("fit {games}", *no) for no in NO_JOBS + NO_SEED),
        *(("simulate --players 2 --games 1 --out {out}", *no) for no in NO_JOBS + NO_SEED),
    ],
)
def test_numbers_that_no_option_takes_end_with_2(
    command: str, option: str, remedy: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = called(capsys, *command.format(games=folder, out=tmp_path / "x").split(), option)
    assert (code, out) == (2, "") and "Invalid value" in err and remedy in err


def test_a_broken_game_in_a_folder_is_named_with_its_event(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads((folder / "0.json").read_text())
    data["events"][3]["player"] = data["events"][2]["player"]
    (tmp_path / "broken.json").write_text(json.dumps(data))
    code, out, err = called(capsys, "evaluate", tmp_path)
    assert (code, out) == (2, "")
    assert "broken.json" in err and "event 4" in err and "Traceback" not in err


def test_as_processes_they_end_with_2_and_no_traceback(sample: Path, tmp_path: Path) -> None:
    for args in (
        ["rank", sample, "--viewer", "Nobody"],
        ["why", sample, "Anna", "mauve"],
        ["evaluate", tmp_path],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "assistant", *map(str, args)], capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
        )  # fmt: skip
        assert done.returncode == 2 and done.stdout == "" and "Traceback" not in done.stderr, done.stderr


def test_rank_needs_no_solver_where_nothing_contradicts(sample: Path) -> None:
    """OR-tools take half a second to import."""
    code = (
        "import sys\nfrom assistant import cli, cli_deduction\n"
        f"try: cli.main(['rank', {str(sample)!r}, '--json'])\nexcept SystemExit: pass\n"
        "print(sorted({'ortools', 'streamlit', 'plotly', 'joblib', 'lark'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr.strip().splitlines()[-1] in {"['lark']", "[]"}


def test_the_parameter_file_is_where_fit_writes_it() -> None:
    assert cli_deduction.PARAMETERS.exists()
