"""`python -m assistant check, replay, convert`: exit codes, one clear line on standard error, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from cli_scenes import called

from assistant import cli

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(os.environ.get("HEIMLICH_CORPUS", ROOT.parent / "shared" / "corpus"))
GAME = """edition ravensburger-expert finish=10 dossier_at=5
players Anna, Ben
agents red, blue, "[bold]green[/]", grey
1 Anna 5: red 3, blue 2
2 Ben 4: red 4 > 9
dossier Anna: blue=Ben
3 Anna 5: blue 5, "[bold]green[/]" 0
4 Ben 2: red 2 > 8
owners Anna=red, Ben=blue
"""


def run(*args: str | Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a user starts it."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **changes}
    return subprocess.run(
        [sys.executable, "-m", "assistant", *map(str, args)],
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.heimlich"
    path.write_text(GAME)
    return path


def test_check_says_what_it_saw(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "check", game)
    assert (code, err) == (0, "")
    assert out == f"{game}: 4 turns, 2 scorings, leader red at 16, game over\n"


def test_check_names_the_first_event_that_cannot_be(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(GAME.replace("2 Ben 4: red 4", "2 Ben 4: red 3"))
    code, out, err = called(capsys, "check", game)
    assert (code, out) == (2, "")
    assert err == (
        f"{game}: line 5: event 2: the steps add up to 3, but the roll 4 allows 4; add 1 more, or correct the die\n"
    )


def test_check_remarks_on_contradictions_without_refusing(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text(GAME + "viewer Anna grey\nreveal Ben red\n")
    code, _, err = called(capsys, "check", game)
    assert code == 0
    assert err.splitlines() == [
        f"{game}: the viewer Anna holds grey, but `owners` says red",
        f"{game}: event 6: Ben shows red, but `owners` says blue",
    ]


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ("clue Ben owns blue\nclue extra blue\n", ["event 6 (Ben owns blue)", "event 7 (blue is an extra)"]),
        ("viewer Anna grey\nclue Ben owns grey\n", ["the own card", "event 6 (Ben owns grey)"]),
    ],
)
def test_check_names_entries_that_cannot_all_be_true(
    lines: str, named: list[str], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text(GAME.replace("owners Anna=red, Ben=blue\n", lines))
    code, _, err = called(capsys, "check", game)
    assert code == 0 and f"these cannot all be true: {', '.join(named)};" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("command", ["check", "replay", "--help"])
def test_an_answer_that_cannot_be_written_ends_with_2(command: str, game: Path) -> None:
    args = [sys.executable, "-m", "assistant", command, *([] if command == "--help" else [str(game)])]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(args, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and "make room there" in done.stderr


def test_a_file_that_the_system_refuses_is_named(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_path: Path) -> None:
        raise PermissionError(13, "Permission denied", "/somewhere/else")

    monkeypatch.setattr(cli, "read_game", refused)
    code, out, err = called(capsys, "check", game)
    assert (code, out) == (2, "")
    assert (
        err
        == "/somewhere/else: the file cannot be used: Permission denied; check that it is there and yours to use\n"
    )


def test_a_reader_that_has_seen_enough_is_no_error(game: Path) -> None:
    for command in ("check", "replay"):
        args = [sys.executable, "-m", "assistant", command, str(game)]
        with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""


def test_replay_shows_turns_scorings_and_ranking(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "replay", game)
    assert (code, err) == (0, "")
    turns = out[: out.index("final ranking")]
    rows = {line.split("│")[1].strip(): line for line in turns.splitlines() if line.startswith("│")}
    assert [cell.strip() for cell in rows["2"].split("│")[2:-1]] == [
        "Ben", "4", "red 4", "7 → 9", "7 | 7 +7", "2 | 2 +2", "church | 0", "church | 0",
    ]  # fmt: skip
    assert "[bold]green[/]" in out
    assert "dossier Anna: blue=Ben" in out
    ranking = out[out.index("final ranking") :]
    first = next(line for line in ranking.splitlines() if line.startswith("│"))
    assert [cell.strip() for cell in first.split("│")[1:-1]] == ["1", "red", "Anna", "16", "5", "21", "wins"]
    assert "(extra)" in ranking


def test_replay_without_owners_has_no_ranking(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(GAME[: GAME.index("owners")])
    code, out, _ = called(capsys, "replay", game)
    assert code == 0 and "no final ranking" in out


def test_convert_there_and_back(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there, back, again = tmp_path / "a.json", tmp_path / "b.heimlich", tmp_path / "c.json"
    for source, target in ((game, there), (there, back), (back, again)):
        assert called(capsys, "convert", source, target)[0] == 0
    assert json.loads(there.read_text()) == json.loads(again.read_text())
    assert json.loads(there.read_text())["events"][1]["safe"] == 9


def test_convert_passes_an_illegal_turn_with_a_remark(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text(GAME.replace("2 Ben 4: red 4", "2 Ben 4: red 3"))
    code, _, err = called(capsys, "convert", game, tmp_path / "a.json")
    assert code == 0 and "event 2: the steps add up to 3" in err


def test_a_failed_convert_leaves_what_is_there(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "kept.json"
    target.write_text("kept")
    game.write_text(GAME + "Dora 3: red 3\n")
    code, _, err = called(capsys, "convert", game, target)
    assert code == 2 and "line 10: event 6: no player is called Dora" in err
    assert target.read_text() == "kept"
    assert called(capsys, "convert", game, tmp_path / "game.txt")[0] == 2


def test_a_truncated_log_converts_with_a_warning(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "cut.log"
    log.write_text((corpus / "engine-logs" / "two-players-cards.log").read_text()[:60_000])
    code, _, err = called(capsys, "convert", log, tmp_path / "cut.json")
    assert code == 0
    assert err.startswith(f"{log}: line ") and "the log ends within turn" in err
    assert called(capsys, "check", tmp_path / "cut.json")[0] == 0


@pytest.mark.parametrize(
    "path", [CORPUS / "plain/nocards_4p_allMCTS_01.json", *sorted(CORPUS.glob("engine-logs/*.log"))]
)
def test_check_passes_games_of_others(path: Path, corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "check", path)
    assert code == 0 and out.endswith("game over\n")


HOSTILE = {
    "bytes": b"\x80\x81\x82" * 100,
    "big": b"x" * 10_000_000,
    "deep": b"[" * 100_000,
    "number": b'{"format": "heimlich-record", "version": 1, "x": ' + b"9" * 20_000 + b"}",
    "empty": b"",
    "players": GAME.replace("Ben", "Anna").encode(),
    "unknown": GAME.replace("2 Ben 4", "2 Dora 4").encode(),
    "markup": GAME.replace("2 Ben 4", '2 "[red]\u202e👩 x\\u001b[2J" 4').encode(),
}


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("command", ["check", "replay"])
def test_hostile_files_end_with_2_and_one_line(
    kind: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hostile"
    path.write_bytes(HOSTILE[kind])
    begin = time.process_time()
    code, out, err = called(capsys, command, path)
    assert time.process_time() - begin < 2
    assert (code, out) == (2, "")
    assert err.startswith(f"{path}: ") and err.count("\n") == 1 and "; " in err
    assert not any(c in err for c in "\u202e\x1b")


def test_as_a_process_it_ends_with_2_and_no_traceback(tmp_path: Path) -> None:
    done = run("check", tmp_path / "none.json")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"{tmp_path / 'none.json'}: the file cannot be read: No such file")
    assert "Traceback" not in done.stderr


def test_a_terminal_without_unicode_still_gets_its_table(game: Path) -> None:
    game.write_text(GAME.replace("Anna", "Änne"))
    done = run("replay", game, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0 and "\\xc4nne" in done.stdout, done.stderr


def test_usage_errors_end_with_2() -> None:
    assert run("chekc", "x").returncode == 2
    assert run("check").returncode == 2
    assert run("--help").returncode == 0


def test_start_imports_nothing_heavy() -> None:
    code = (
        "import sys, assistant.cli\n"
        "heavy = {'ortools', 'scipy', 'streamlit', 'plotly', 'lark', 'rich.console', 'assistant.baantjer'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


def test_baantjer_is_mounted_with_its_own_commands() -> None:
    done = run("baantjer", "--help")
    assert done.returncode == 0 and "check" in done.stdout
    assert run("baantjer", "check", "none.json").returncode == 2


def test_the_installed_command_is_the_whole_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """`heimlich` of pyproject.toml and `python -m assistant` know the same commands."""
    module, _, name = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"][
        "heimlich"
    ].partition(":")
    code = f"import {module} as m; m.{name}(['--help'])"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    installed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True
    )
    known = run("--help").stdout.splitlines()[2:]
    assert installed.stdout.splitlines()[2:] == known
    assert all(any(command in line for line in known) for command in ("rank", "review", "fit", "baantjer"))
