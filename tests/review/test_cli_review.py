"""`review` on the command line: what it prints, what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from review_scenes import game

import assistant.__main__  # registers every command
from assistant.cli import main
from assistant.records import save

assert assistant.__main__


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as done:
        main(list(args))
    return int(done.value.code or 0)


@pytest.fixture
def file(tmp_path: Path) -> str:
    save(game(), tmp_path / "game.json")
    return str(tmp_path / "game.json")


def test_it_prints_ranking_turning_points_and_players(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("review", file) == 0
    out = capsys.readouterr().out
    assert "final ranking" in out and "Turning points" in out and "giveaway from 1.0" in out
    assert all(name in out for name in game().names) and "Best bluff" in out


def test_without_secrets_no_owner_is_told(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("review", file, "--no-secrets", "--viewer", "Ben") == 0
    out = capsys.readouterr().out
    assert "Turning points" in out and "Best bluff" not in out and "Anna ·" not in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--viewer", "Nobody"], "no player is called Nobody"),
        (["--html", "/no/such/folder/x.html"], "cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    args: list[str], message: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("review", file, *args) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1 and "Traceback" not in error
