from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from assistant.records import TurnEvent, loads, replay, store_pin
from assistant.records.store import Clash, Store, StoreError, UnknownGame, data_folder
from assistant.records.store_pin import FREE_TRIES, check_pin, set_pin, wait_seconds
from assistant.records.store_record import KIND, event_from, event_of, keep, record_of

HEAD = {"players": [{"name": "Anna"}, {"name": "Ben"}]}
GAME = """
edition ravensburger
players Anna, Ben
agents red, blue, green, grey
1 Anna 5: red 3, blue 2
2 Ben 4: red 4 > 9
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def numbers(store: Store, game: str) -> list[int]:
    return [event["n"] for event in store.load(game).events]


def test_a_record_comes_back_as_it_was(store: Store) -> None:
    record = loads(GAME)
    game = keep(store, record, "Sunday")
    again = store.load(game)
    assert record_of(again) == record and again.title == "Sunday" and again.kind == KIND
    assert event_from(event_of(record.events[0])) == record.events[0]


def test_every_change_can_be_undone_and_redone(store: Store) -> None:
    game = store.create("any", HEAD)
    for n in (1, 2, 4):
        store.add(game, {"n": n})
    entries = store.load(game).entries
    store.insert(game, entries[2].id, {"n": 3})
    assert numbers(store, game) == [1, 2, 3, 4]
    store.replace(game, entries[0].id, {"n": 10})
    store.remove(game, entries[1].id)
    store.set_head(game, {**HEAD, "viewer": {"player": "Anna"}})
    assert numbers(store, game) == [10, 3, 4] and "viewer" in store.load(game).head
    seen = [numbers(store, game)]
    while store.load(game).can_undo:
        store.undo(game)
        seen.append(numbers(store, game))
    assert seen == [[10, 3, 4], [10, 3, 4], [10, 2, 3, 4], [1, 2, 3, 4], [1, 2, 4], [1, 2], [1], []]
    while store.load(game).can_redo:
        store.redo(game)
    assert numbers(store, game) == [10, 3, 4]
    assert store.redo(game).events == store.load(game).events


def test_a_change_after_undo_keeps_what_was_undone_in_the_history(store: Store) -> None:
    game = store.create("any", HEAD, [{"n": 1}, {"n": 2}])
    store.undo(game)
    store.add(game, {"n": 3})
    assert numbers(store, game) == [1, 3] and not store.load(game).can_redo
    with sqlite3.connect(store.path) as db:
        assert db.execute("SELECT count(*) FROM changes").fetchone() == (3,)


def test_redo_goes_to_the_newest_of_what_was_undone(store: Store) -> None:
    game = store.create("any", HEAD, [{"n": 1}, {"n": 2}])
    store.undo(game)
    store.add(game, {"n": 3})
    store.undo(game)
    assert store.redo(game).events == [{"n": 1}, {"n": 3}]


def test_fields_of_the_head_are_set_each_for_itself(store: Store) -> None:
    """Two devices that read the same head and change different fields both get what they wanted."""
    game = store.create("any", {**HEAD, "cover": "off"})
    store.set_fields(game, {"hand": {"turn": 3, "cards": ["swap"]}})
    store.set_fields(game, {"cover": None, "habits": {"weights": {}}})
    wanted = {**HEAD, "hand": {"turn": 3, "cards": ["swap"]}, "habits": {"weights": {}}}
    assert store.load(game).head == wanted
    store.undo(game)
    assert store.load(game).head == {**HEAD, "cover": "off", "hand": {"turn": 3, "cards": ["swap"]}}
    with pytest.raises(UnknownGame):
        store.set_fields("nothing", {"cover": "off"})


def test_an_event_that_does_not_fit_any_more_is_kept(store: Store) -> None:
    game = keep(store, loads(GAME))
    store.remove(game, store.load(game).entries[0].id)
    record = record_of(store.load(game))
    assert len(record.events) == 1
    assert [problem.number for problem in replay(record, strict=False).problems] == [1]


def test_ids_mean_the_same_event_after_a_change_elsewhere(store: Store) -> None:
    game = store.create("any", HEAD, [{"n": 1}, {"n": 2}, {"n": 3}])
    stale = store.load(game).entries
    store.remove(game, stale[0].id)
    store.replace(game, stale[2].id, {"n": 30})
    store.remove(game, stale[0].id)  # gone already
    store.insert(game, stale[0].id, {"n": 9})  # before something that is gone: nothing is lost
    assert numbers(store, game) == [2, 30, 9]


def test_a_stale_view_clashes_and_changes_nothing(store: Store) -> None:
    game = store.create("any", HEAD)
    seen = store.load(game).revision
    store.add(game, {"n": 1}, seen)
    for attempt in (lambda: store.add(game, {"n": 2}, seen), lambda: store.undo(game, seen)):
        with pytest.raises(Clash):
            attempt()
    assert numbers(store, game) == [1]
    store.add(game, {"n": 2}, store.revision(game))
    assert numbers(store, game) == [1, 2]


def test_an_entry_sent_twice_counts_once(store: Store) -> None:
    game = store.create("any", HEAD)
    seen = store.load(game).revision
    for _ in range(2):
        store.add(game, {"n": 1}, seen, nonce="a")
    store.add(store.create("any", HEAD), {"n": 1}, nonce="a")  # another game's business
    assert numbers(store, game) == [1]


def _write(folder: str, game: str, first: int) -> None:
    store = Store(Path(folder))
    for n in range(first, first + 40):
        while True:
            try:
                store.add(game, {"n": n}, store.revision(game))
                break
            except Clash:
                continue


def test_two_writers_at_once_lose_nothing(store: Store, tmp_path: Path) -> None:
    game = store.create("any", HEAD)
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(str(tmp_path), game, first)) for first in (0, 100)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
        assert writer.exitcode == 0
    found = numbers(store, game)
    assert [n for n in found if n < 100] == list(range(40))
    assert [n for n in found if n >= 100] == list(range(100, 140))


_ENDLESS = """
import sys
from pathlib import Path
from assistant.records.store import Store
store, n = Store(Path(sys.argv[1])), 0
while True:
    store.add(sys.argv[2], {"n": n})
    n += 1
    print(n, flush=True)
"""


def test_a_killed_writer_leaves_every_turn_it_reported(store: Store, tmp_path: Path) -> None:
    game = store.create("any", HEAD)
    root = Path(__file__).parents[2]
    writer = subprocess.Popen(
        [sys.executable, "-c", _ENDLESS, str(tmp_path), game], cwd=root, stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    while int(writer.stdout.readline()) < 25:
        pass
    os.kill(writer.pid, signal.SIGKILL)
    reported = [int(line) for line in writer.stdout.read().split()]
    writer.wait()
    found = numbers(store, game)
    assert found == list(range(len(found))) and len(found) >= max([25, *reported])
    store.add(game, {"n": -1})
    assert numbers(store, game)[-1] == -1


def test_the_list_renames_duplicates_deletes_and_restores(store: Store) -> None:
    first = store.create("heimlich", HEAD, [{"n": 1}], "First")
    time.sleep(0.01)
    second = store.create("baantjer", {"players": [{"name": "Cem"}]}, title="Second")
    assert [game.title for game in store.games()] == ["Second", "First"]
    assert [game.id for game in store.games("baantjer")] == [second]
    store.rename(first, "Renamed")
    copy = store.duplicate(first, "Copy")
    assert store.load(copy).events == [{"n": 1}] and copy != first
    store.delete(first)
    assert {game.title for game in store.games()} == {"Second", "Copy"}
    for gone in (lambda: store.load(first), lambda: store.add(first, {}), lambda: store.load("nothing")):
        with pytest.raises(UnknownGame):
            gone()
    assert store.revision(first) == 0
    store.restore(first)
    assert store.load(first).title == "Renamed" and numbers(store, first) == [1]
    assert store.players("heimlich") == ["Anna", "Ben"]


def test_the_list_shows_the_head_as_it_is_now(store: Store) -> None:
    game = store.create("any", HEAD, [{"n": 1}])
    other = store.create("any", {"players": [{"name": "Cem"}]})
    store.set_head(game, {"players": [{"name": "Zoe"}]})
    store.add(game, {"n": 2})
    assert {one.id: one.players for one in store.games()} == {game: ("Zoe",), other: ("Cem",)}
    assert store.players("any") == ["Zoe", "Cem"]
    store.undo(game)
    store.undo(game)  # the head of the start is the current one again
    assert store.games()[0].players == ("Anna", "Ben")


@pytest.mark.parametrize("change", [lambda s, g: s.rename(g, "x"), lambda s, g: set_pin(s, g, "1")])
def test_title_and_pin_are_no_change_of_the_game(store: Store, change) -> None:  # type: ignore[no-untyped-def]
    game = store.create("any", HEAD)
    seen = store.load(game).revision
    change(store, game)
    store.add(game, {"n": 1}, seen)
    assert numbers(store, game) == [1]
    with pytest.raises(UnknownGame):
        change(store, "nothing")


def test_a_pin_is_seen_by_those_who_watch(store: Store) -> None:
    game = store.create("any", HEAD)
    before = store.standing(game)
    set_pin(store, game, "1234")
    assert store.standing(game) == (before[0], True) and store.standing("nothing") == (0, False)


@pytest.mark.parametrize(
    "names", [["games.sqlite"], ["games.sqlite", "games.sqlite-wal", "games.sqlite-shm"]]
)
def test_a_file_that_is_removed_is_made_anew(store: Store, tmp_path: Path, names: list[str]) -> None:
    store.create("any", HEAD)
    for name in names:
        (tmp_path / name).unlink()
    assert Store(tmp_path).games() == []
    game = store.create("any", HEAD, [{"n": 1}])  # the store that was opened before goes on, too
    assert numbers(Store(tmp_path), game) == [1] and store.path.stat().st_mode & 0o077 == 0


def test_a_file_in_the_place_of_another_is_read(store: Store, tmp_path: Path) -> None:
    store.create("any", HEAD)
    other = tmp_path / "other"
    game = Store(other).create("any", HEAD, [{"n": 7}])
    copy = tmp_path / "copy.sqlite"
    with sqlite3.connect(other / "games.sqlite") as source, sqlite3.connect(copy) as target:
        source.backup(target)
    for name in ("games.sqlite-wal", "games.sqlite-shm"):
        (tmp_path / name).unlink()
    copy.replace(store.path)
    assert numbers(store, game) == [7]


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite") as db:
        db.execute("CREATE TABLE games (id TEXT)")
        db.execute("PRAGMA user_version=2")
    with pytest.raises(StoreError) as refused:
        Store(tmp_path)
    assert "newer version" in str(refused.value.reason) and "update" in str(refused.value.remedy)
    with sqlite3.connect(tmp_path / "games.sqlite") as db:
        assert [row[0] for row in db.execute("SELECT name FROM sqlite_master")] == ["games"]


def test_a_file_that_cannot_be_used_is_told_in_words_and_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("this is no database " * 100)
    (tmp_path / "file").write_text("")
    for folder in (tmp_path, tmp_path / "file" / "below"):
        with pytest.raises(StoreError) as refused:
            Store(folder)
        assert str(refused.value.remedy) and str(tmp_path) not in str(refused.value)


def test_half_a_character_is_refused_with_a_reason(store: Store) -> None:
    for attempt in (
        lambda: store.create("any", {"x": "\ud800"}),
        lambda: store.create("any", {}, title="\ud800"),
    ):
        with pytest.raises(StoreError, match="half a character"):
            attempt()
    assert store.games() == []


def test_ids_cannot_be_guessed_and_the_table_key_is_another(store: Store) -> None:
    games = [store.create("any", HEAD) for _ in range(5)]
    assert len(set(games)) == 5 and min(map(len, games)) >= 22
    loaded = store.load(games[0])
    assert loaded.table_key != loaded.id
    assert store.by_table_key(loaded.table_key).id == loaded.id
    for wrong in (loaded.id, "", "x"):
        with pytest.raises(UnknownGame):
            store.by_table_key(wrong)


def test_no_id_has_two_underscores_in_a_row(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit refuses the name of a component that has them, and names here are made from the game's id."""
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: "_a__b_c-d_" + "x" * 12)
    assert "_" not in store.create("any", HEAD)


def test_the_pin_is_hashed_and_slow_to_guess(store: Store) -> None:
    game = store.create("any", HEAD)
    assert not check_pin(store, game, "") and not store.load(game).has_pin
    set_pin(store, game, "2468")
    assert store.load(game).has_pin and b"2468" not in store.path.read_bytes()
    assert check_pin(store, game, "2468")
    for _ in range(FREE_TRIES):
        assert not check_pin(store, game, "1111")
    assert wait_seconds(store, game) > 0
    assert not check_pin(store, game, "2468")
    set_pin(store, game, "")
    assert not store.load(game).has_pin and wait_seconds(store, game) == 0


def test_pins_tried_at_once_are_counted_one_by_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game = store.create("any", HEAD)
    set_pin(store, game, "2468")
    looked_at, hashed, together = [], store_pin._hash, threading.Barrier(12)
    monkeypatch.setattr(store_pin, "_hash", lambda pin, salt: looked_at.append(pin) or hashed(pin, salt))

    def guess(n: int) -> None:
        together.wait()
        check_pin(store, game, f"{n:04d}")

    guesses = [threading.Thread(target=guess, args=(n,)) for n in range(12)]
    for one in guesses:
        one.start()
    for one in guesses:
        one.join()
    assert len(looked_at) == FREE_TRIES


def test_a_clock_that_was_put_back_locks_nobody_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game = store.create("any", HEAD)
    set_pin(store, game, "2468")
    for _ in range(FREE_TRIES):
        check_pin(store, game, "1111")
    monkeypatch.setattr("time.time", lambda: 1000.0)
    assert 0 < wait_seconds(store, game) <= store_pin.WAIT_SECONDS


def test_the_folder_can_be_chosen_and_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEIMLICH_DATA", str(tmp_path / "a" / "b"))
    assert data_folder() == tmp_path / "a" / "b"
    path = Store().path
    assert path.stat().st_mode & 0o077 == 0
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_names_come_back_letter_by_letter(store: Store) -> None:
    hostile = ["<img src=x>", "**Anna**", 'say "hi", Ben', "😀", "\u202eabc", "x" * 200]
    head = {"players": [{"name": name} for name in hostile]}
    game = store.create("any", head)
    assert store.load(game).head == head and store.players("any") == hostile
    assert isinstance(event_from({"type": "turn", "player": hostile[0]}), TurnEvent)
