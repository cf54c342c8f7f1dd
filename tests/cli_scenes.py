"""The command line within the tests' own process."""

from __future__ import annotations

from pathlib import Path

import pytest

import assistant.__main__  # noqa: F401 - registers every command
from assistant import cli


def called(capsys: pytest.CaptureFixture[str], *args: str | Path) -> tuple[int, str, str]:
    """The command within this process: exit code, standard output, standard error."""
    with pytest.raises(SystemExit) as caught:
        cli.main([str(arg) for arg in args])
    out = capsys.readouterr()
    code = caught.value.code
    return (code if isinstance(code, int) else 0), out.out, out.err
