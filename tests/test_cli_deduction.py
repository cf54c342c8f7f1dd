"""`python -m assistant rank, why`: they run; bad input ends with 2 and one clear line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_scenes import called

from assistant.records import load, save
from assistant.records.record import RevealEvent, Viewer
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game

ROOT = Path(__file__).resolve().parents[1]
KINDS = {policy.name: policy for policy in POPULATION}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three with owners, Ben looking at his card, as text."""
    record = play_game([KINDS["greedy"], KINDS["sly"], KINDS["random"]], "ravensburger-expert", 3)
    owners = record.owners
    assert owners is not None
    path = tmp_path_factory.mktemp("games") / "sample.heimlich"
    save(record.model_copy(update={"viewer": Viewer(player="Ben", agent=owners["Ben"])}), path)
    return path


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
    assert str(arguments[1].format(sample=sample, tmp=tmp_path)) in err, "the file is named"
