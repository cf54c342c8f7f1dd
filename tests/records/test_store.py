from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assistant.records import TurnEvent, loads, replay
from assistant.records.store import Clash, Store, UnknownGame, data_folder
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
