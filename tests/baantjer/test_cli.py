"""The command line: what it prints, and that bad input of any kind ends with 2, words and no traceback."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from assistant.baantjer.cli import app
from assistant.baantjer.record import load

from .table import play

SAMPLES = sorted((Path(__file__).parents[2] / "sample_games" / "baantjer").glob("*.json"))
COMMANDS = (["check"], ["replay"], ["odds"], ["odds", "--json"])


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def is_refused(result: Result, file: Path) -> bool:
    """Ended with 2, and said on standard error which file, why, and what to do."""
    return (
        result.exit_code == 2
        and result.stderr.startswith(f"{file}: ")
        and "; " in result.stderr
        and "Traceback" not in result.stderr
        and result.stdout == ""
    )


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.stem for sample in SAMPLES])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_takes_every_sample(sample: Path, command: list[str]) -> None:
    result = run(*command, str(sample))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout


def test_check_says_what_the_game_is() -> None:
    result = run("check", str(next(s for s in SAMPLES if s.stem == "short-game")))
    assert "legal: 115 events" in result.stdout and "winner" in result.stdout


def test_check_names_the_first_event_that_cannot_be_and_why(tmp_path: Path) -> None:
    data = play(3, 2).record()
    event = next(i for i, e in enumerate(data["events"]) if e["type"] == "red")
    data["events"].insert(event, {"type": "close", "player": "Anna", "file": data["players"][0]["files"][0]})
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    for command in COMMANDS:
        result = run(*command, str(file))
        assert is_refused(result, file)
        assert f"event {event + 1}: file" in result.stderr and "lacks" in result.stderr


def test_odds_as_json() -> None:
    file = next(s for s in SAMPLES if s.stem == "two-players")
    data = json.loads(run("odds", "--json", "--at", "40", str(file)).stdout)
    assert list(data) == ["turn", "winner", "tokens", "players", "closest", "alerts"]
    for kinds in data["tokens"].values():
        assert sum(kinds.values()) == pytest.approx(1)
    for player in data["players"].values():
        assert sum(case["p"] for case in player["joint_tokens"]) == pytest.approx(1)
        assert len(player["files"]) == 3
        for colour in ("red", "green"):
            assert sum(player[colour]["next"].values()) == pytest.approx(1)
            assert player[colour]["within"][0] == player[colour]["helps"]


def test_odds_look_at_the_moment_asked_for() -> None:
    file = str(SAMPLES[0])
    assert json.loads(run("odds", "--json", "--at", "0", file).stdout)["turn"] == 0
    events = len(load(SAMPLES[0]).events)
    assert run("odds", "--json", "--at", str(events), file).stdout == run("odds", "--json", file).stdout
    for at in (events + 1, 99999, 10**30):
        for form in ([], ["--json"]):
            result = run("odds", *form, "--at", str(at), file)
            assert is_refused(result, SAMPLES[0])
            assert f"there is no event {at} in a record of {events}; ask for an event from 0" in result.stderr


def test_odds_that_cannot_be_counted_are_said(tmp_path: Path) -> None:
    pairs = [{"type": "compare", "places": [n, n + 1], "same": False} for n in range(1, 12)]
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**play(1, 2, most_turns=0).record(), "events": pairs}))
    assert run("check", str(file)).exit_code == 0
    result = run("odds", str(file))
    assert is_refused(result, file) and "more than 10000 cases" in result.stderr


GOOD = json.dumps(play(3, 2, most_turns=6).record())
BROKEN = {
    "empty": b"",
    "binary": bytes(range(256)) * 4,
    "utf-16": GOOD.encode("utf-16"),
    "cut off": GOOD[:-20].encode(),
    "a list": b"[]",
    "a number": b"1" * 6000,
    "nan": GOOD.replace('"version": 1', '"version": NaN').encode(),
    "huge version": GOOD.replace('"version": 1', '"version": ' + "9" * 4000).encode(),
    "huge float": GOOD.replace('"version": 1', '"version": 1e999').encode(),
    "nan in an unknown field": GOOD.replace('"version": 1', '"version": 1, "x": NaN').encode(),
    "infinite float in an unknown field": GOOD.replace('"version": 1', '"version": 1, "x": 1e999').encode(),
    "huge place": GOOD.replace('"files": [', '"files": [' + "7" * 4000 + ", ").encode(),
    "deep list": b"[" * 100_000,
    "deep object": GOOD.replace(
        '"version": 1', '"version": 1, "x": ' + '{"a":' * 900 + "1" + "}" * 900
    ).encode(),
    "deep event": GOOD.replace('"events": [', '"events": [' + "[" * 60 + "]" * 60 + ", ").encode(),
    "lone surrogate": GOOD.replace("Anna", "\\ud800").encode(),
    "terminal control": GOOD.replace("Anna", "\\u001b[31m").encode(),
    "null byte": GOOD.replace("Anna", "\\u0000").encode(),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_broken_file_is_refused(content: bytes, command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    result = run(*command, str(file))
    assert is_refused(result, file), result.output
    assert len(result.stderr) < 1000


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        assert is_refused(run("check", str(path)), path)


def test_a_file_beyond_all_games_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with file.open("wb") as opened:
        opened.truncate(10_000_001)
    assert "larger than" in run("check", str(file)).stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no such device")
def test_a_file_without_end_is_refused() -> None:
    assert is_refused(run("check", "/dev/zero"), Path("/dev/zero"))


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert run("check", str(file)).exit_code == 0


def test_texts_cannot_drive_the_terminal(tmp_path: Path) -> None:
    data = json.loads(GOOD)
    data["events"] = [{"type": "note", "text": "\x1b[2Jboo\u202e"}]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    shown = run("replay", str(file)).stdout
    assert "boo" in shown and "\x1b" not in shown and "\u202e" not in shown


VALUES = st.sampled_from(
    [None, True, -1, 0, 13, 10**40, 1.5, "", "under", "poison", "Anna", "{x}", "\x00", [], [1], {}, {"a": 1}]
)


def somewhere(data: Any, draw: st.DrawFn) -> Any:
    """A copy of JSON data with one value, anywhere, replaced or removed."""
    if isinstance(data, dict) and data and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(data)))
        rest = {k: v for k, v in data.items() if k != key}
        return rest if not draw(st.integers(0, 5)) else {**data, key: somewhere(data[key], draw)}
    if isinstance(data, list) and data and draw(st.integers(0, 4)):
        at = draw(st.integers(0, len(data) - 1))
        return [*data[:at], somewhere(data[at], draw), *data[at + 1 :]]
    return draw(VALUES)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    if draw(st.booleans()):
        text = bytearray(GOOD.encode())
        for _ in range(draw(st.integers(1, 4))):
            text[draw(st.integers(0, len(text) - 1))] = draw(st.integers(0, 255))
        return bytes(text)
    sample = SAMPLES[draw(st.integers(0, len(SAMPLES) - 1))]
    data = {"options": {}, **json.loads(sample.read_text("utf-8"))}
    data["events"] = data["events"][:30]
    for _ in range(draw(st.integers(1, 3))):
        data = somewhere(data, draw)
    return json.dumps(data).encode()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=damaged(), command=st.sampled_from(COMMANDS))
def test_a_damaged_file_is_taken_or_refused_and_never_a_crash(
    content: bytes, command: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    result = run(*command, str(file))
    assert is_refused(result, file) or (result.exit_code == 0 and result.stderr == ""), result.output


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_junk_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    assert is_refused(run("check", str(file)), file)
