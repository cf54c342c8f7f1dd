"""`python -m assistant evaluate, fit, simulate`: they run; bad input ends with 2 and one clear line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_scenes import called

from assistant import cli_training
from assistant.records import load, save
from assistant.records.record import TurnEvent
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game

ROOT = Path(__file__).resolve().parents[1]
KINDS = {policy.name: policy for policy in POPULATION}


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


def test_the_parameter_file_is_where_fit_writes_it() -> None:
    assert cli_training.PARAMETERS.exists()


GAME = "{sample}"
BAD: dict[str, tuple[list[str], str, str]] = {
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
    case: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, reason, remedy = BAD[case]
    code, out, err = called(capsys, *(a.format(sample=folder / "0.json", tmp=tmp_path) for a in arguments))
    assert (code, out) == (2, "")
    assert reason in err and remedy in err and "; " in err, err
    assert err.count("\n") == 1 and "Traceback" not in err
