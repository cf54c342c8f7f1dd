"""Files: what is recognised, what is refused quickly, and that a failed save changes nothing."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_scenes import HEAD, small

from assistant.records import RecordError, load, loads, save
from assistant.records.plain import from_plain

TEXT = HEAD + "Anna 5: red 5\n"
JSON = json.dumps(small())


@pytest.mark.parametrize("name", ["", "game", "game.txt", "game.heimlich"])
def test_text_is_recognised(name: str) -> None:
    assert len(loads(TEXT, name).events) == len(loads(TEXT.encode(), name).events) == 1


@pytest.mark.parametrize("name", ["", "game", "game.txt", "game.json", "GAME.JSON", "game.heimlich"])
def test_json_is_recognised(name: str) -> None:
    assert loads(JSON, name) == loads("\ufeff\n" + JSON, name) == loads(JSON.encode("utf-16"), name)


@pytest.mark.parametrize("suffix", [".json", ".heimlich"])
def test_saved_and_loaded_again(tmp_path: Path, suffix: str) -> None:
    record = from_plain(small(title="ünï \u202e"))
    save(record, tmp_path / f"game{suffix}")
    assert load(tmp_path / f"game{suffix}") == record
    assert [path.name for path in tmp_path.iterdir()] == [f"game{suffix}"]


def test_the_suffix_decides_and_others_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"'.txt' are not written; use one of .json, .heimlich"):
        save(from_plain(small()), tmp_path / "game.txt")
    assert not list(tmp_path.iterdir())


def test_a_failed_save_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "game.json"
    save(from_plain(small()), target)
    before = target.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="cannot be written: No space left on device"):
        save(from_plain(small(title="other")), target)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        save(from_plain(small()), tmp_path / "none" / "game.json")


def test_a_link_stays_a_link_and_rights_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    save(from_plain(small()), link)
    assert link.is_symlink() and load(real) == from_plain(small())
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (b"\xff\xfe\xfa", "the bytes are not UTF-16"),
        (b"abc\n\n\x80", "line 3: this is not text: the bytes are not UTF-8"),
        (b"\x00" * 1000, "`edition` is missing"),
        (b"hello", "`edition` is missing"),
        (b"{", "this is not JSON"),
    ],
)
def test_what_is_no_record_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(content, "x")
    assert words in str(caught.value) and str(caught.value).startswith("x: ")


BIG = 1_999_999
HUGE = 10_000_000


@pytest.mark.parametrize(
    "content",
    [
        b" " * HUGE,
        b"a" * BIG,
        b"[" * BIG,
        b'{"a":' * (BIG // 5),
        b'{"format": "heimlich-record", "version": 1, "x": [' + b"1," * (BIG // 2 - 40) + b"1]}",
        b"\n" * BIG,
        (HEAD + ":\n" * 900_000).encode(),
        (HEAD + ": r\n" + "= red 1\n" * 19_000).encode(),
        (HEAD + "note: " + '\\"' * 900_000).encode(),
        (HEAD + ": " + "r " * 900_000).encode(),
        (HEAD + ": r\ncards " + "Anna pass;" * 2_900 + "\ncards " + "Anna pass;" * 2_900).encode(),
        b"[sge info]: 3 actions " + b"<0, [DieRollAction (random) - roll: 6] " * (BIG // 40),
        b"> AgentMoveAction: PERRY: 3;\n" * (BIG // 30),
        b"CurrentPlayer: 0 -> Agent X\n|       |       |\n" * (BIG // 50),
    ],
    ids=lambda content: repr(content[-24:]),
)
def test_huge_and_hostile_content_is_answered_in_time(content: bytes) -> None:
    begin = time.process_time()
    try:
        loads(content, "huge")
    except RecordError as error:
        assert len(str(error)) < 500
    assert time.process_time() - begin < 2


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["", "x.json", "x.heimlich", "x.log"]))
def test_fuzzed_bytes_give_a_record_error(content: bytes, name: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(content, name)
    assert str(caught.value.reason) and str(caught.value.remedy)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        load(tmp_path / "none.json")
    with pytest.raises(RecordError, match="cannot be read: Is a directory"):
        load(tmp_path)
    with pytest.raises(RecordError, match="cannot be read"):
        load("a\x00b")
