"""What another device does meanwhile: it deletes the game, changes the head, sets a PIN. Nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from page_scenes import app, html
from streamlit.testing.v1 import AppTest

from assistant.baantjer.record import load
from assistant.dashboard import changing, hands, pin, session
from assistant.dashboard.baantjer import stored
from assistant.dashboard.changing import Target
from assistant.dashboard.opened import Opened
from assistant.dashboard.pages import open as start_page
from assistant.dashboard.review import share_view, state
from assistant.records import TurnEvent, loads
from assistant.records.store import Store, StoreError, UnknownGame
from assistant.records.store_pin import set_pin
from assistant.records.store_record import keep
from assistant.review import Review, change_move

ROOT = Path(__file__).parents[2]
GAME = """
edition amigo-topsecret
players Anna, Ben, Cem
agents red, blue, green, yellow, grey
viewer Anna red
1 Anna 5: red 3, blue 2
"""
GONE = "there is no such game on this machine"


@pytest.fixture
def game(store: Store) -> str:
    return keep(store, loads(GAME))


def deletes_first(store: Store, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Lets another device delete the game between the page's look at it and the change of that name."""
    for name in names:
        real = getattr(Store, name)

        def late(self: Store, game: str, *more: object, real: Callable[..., object] = real) -> object:
            store.delete(game)
            return real(self, game, *more)

        monkeypatch.setattr(Store, name, late)


@pytest.mark.parametrize("where", ["live", "review", "baantjer"])
def test_a_game_that_is_gone_is_told_of(store: Store, game: str, where: str) -> None:
    store.delete(game)
    test = app(where, game=game)
    assert not test.exception and GONE in html(test) and "game" not in test.query_params
    assert GONE not in html(test.run())


@pytest.mark.parametrize(
    ("click", "change"),
    [
        (lambda test: test.button(key="undo-go").click(), "undo"),
        (lambda test: test.toggle(key="cover-switch").set_value(False), "set_fields"),
        (lambda test: test.button(key="lock-panel").click(), "add"),
        (lambda test: test.multiselect[0].set_value([]), "set_fields"),
        (lambda test: next(b for b in test.button if str(b.key).startswith("drop-")).click(), "remove"),
    ],
    ids=["undo", "cover", "lock", "hand", "contradiction"],
)  # fmt: skip
def test_a_change_of_a_game_that_is_gone_is_told_of(
    store: Store, game: str, click: Callable[[AppTest], AppTest], change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is deleted between the look at it and the click."""
    store.set_fields(game, {"edition": {"base": "amigo-topsecret", "dossier_at": 40},
                            "hand": {"turn": 1, "cards": ["swap"]}})  # fmt: skip
    for agent in ("blue", "green"):
        store.add(game, {"type": "clue", "kind": "owns", "player": "Ben", "agent": agent})
    set_pin(store, game, "2468")
    test = app("live", {"this-game": True, "hands-drawer": True}, game=game)
    test.session_state[session.key("unlocked")] = True
    assert not test.run().exception
    deletes_first(store, monkeypatch, change)
    click(test).run()
    assert not test.exception and GONE in html(test)


def test_the_entry_of_a_game_that_is_gone_is_refused_and_not_lost_in_a_crash(store: Store, game: str) -> None:
    seen = store.load(game)
    store.add(game, {"type": "note", "text": "x"})
    store.delete(game)
    event = {"type": "note", "text": "y"}
    for at in (Target(), Target("replace", seen.entries[0].id), Target("insert", seen.entries[0].id)):
        with pytest.raises(StoreError):
            changing.put(store, seen, event, at, "n", lambda one, other: one == other)


@pytest.mark.parametrize("change", ["rename", "duplicate"])
def test_the_list_goes_on_where_a_game_of_it_is_gone(
    store: Store, game: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = app("games")
    deletes_first(store, monkeypatch, change)
    test.button(
        key=f"copy-{game}" if change == "duplicate" else "FormSubmitter:rename-" + game + "-Rename"
    ).click().run()
    assert not test.exception and GONE in html(test) and "No games yet" in html(test)


def test_a_pin_for_a_game_that_is_gone_opens_nothing(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = app("live", {"this-game": True}, game=game)

    def late(kept: Store, id_: str, new: str) -> None:
        raise UnknownGame

    monkeypatch.setattr(pin, "set_pin", late)
    store.delete(game)
    next(field for field in test.text_input if field.label == "New PIN").input("1234")
    next(button for button in test.button if button.label == "Set PIN").click()
    test.run()
    assert not test.exception and session.key("unlocked") not in test.session_state


def test_fields_set_by_two_devices_are_both_kept(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand is entered on a page that has not seen the switch of the other device, and the other way round."""
    stale = Opened.of(store.load(game))
    store.set_fields(game, {"cover": "off"})
    monkeypatch.setattr("streamlit.rerun", lambda: None)
    hands._remember(stale, ["swap"])
    head = store.load(game).head
    assert head["cover"] == "off" and head["hand"] == {"turn": 1, "cards": ["swap"]}
    test = app("live", {"this-game": True}, game=game)
    real = Store.set_fields

    def late(self: Store, id_: str, fields: dict[str, object]) -> object:
        real(self, id_, {"hand": None})
        return real(self, id_, fields)

    monkeypatch.setattr(Store, "set_fields", late)
    test.toggle(key="cover-switch").set_value(True).run()
    assert not test.exception and not {"cover", "hand"} & set(store.load(game).head)


def test_a_switch_follows_the_other_device_and_does_not_take_its_change_back(store: Store, game: str) -> None:
    """The panel stands open here, and its switch has been used, while the other device goes on changing."""
    test = app("live", {"this-game": True}, game=game)
    switch = test.toggle(key="cover-switch")
    for off in (True, False, True):
        store.set_fields(game, {"cover": "off" if off else None})
        seen = store.load(game).revision
        switch = test.run().toggle(key="cover-switch")
        assert switch.value is not off and store.load(game).revision == seen
    switch.set_value(True).run()
    assert "cover" not in store.load(game).head and test.toggle(key="cover-switch").value is True
    store.undo(game)
    assert test.run().toggle(key="cover-switch").value is False and store.load(game).head["cover"] == "off"


def test_renaming_and_a_pin_take_no_ones_turn_away(store: Store, game: str) -> None:
    seen = store.load(game)
    store.rename(game, "Friday")
    set_pin(store, game, "2468")
    after, meanwhile = changing.put(
        store, seen, {"type": "turn", "player": "Ben", "moves": {}}, Target(), None, lambda a, b: a == b
    )
    assert meanwhile == "nothing" and len(after.entries) == 2
    assert isinstance(Opened.of(after).record.events[-1], TurnEvent)


def test_a_pin_of_another_device_is_known_to_a_game_that_is_kept(store: Store) -> None:
    """The replay of the second game is kept in the session; title and PIN are looked up all the same."""
    sample = load(ROOT / "sample_games" / "baantjer" / "four-players.json")
    game = stored.keep(store, sample)
    first = stored.opened(store.load(game))
    set_pin(store, game, "2468")
    second = stored.opened(store.load(game))
    assert second.game.has_pin and second.steps is first.steps


@pytest.mark.parametrize("kind", ["ignore", "pin", "move", "clue"])
def test_what_if_on_a_game_without_turns(store: Store, kind: str) -> None:
    game = keep(store, loads(GAME.split("1 Anna")[0]))
    test = app("review", {"review-section": "whatif", "whatif-kind": kind}, game=game)
    assert not test.exception
    buttons = [button.key for button in test.button]
    assert ("whatif-go" in buttons) == (kind in ("pin", "clue"))
    assert ("no turn yet" in html(test)) == (kind in ("ignore", "move"))
    if "whatif-go" in buttons:
        test.button(key="whatif-go").click().run()
        assert not test.exception and "What if" in html(test)


def test_games_of_a_newer_version_are_told_of_on_every_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEIMLICH_DATA", str(tmp_path))
    with sqlite3.connect(tmp_path / "games.sqlite") as db:
        db.execute("PRAGMA user_version=99")
    monkeypatch.setattr(start_page, "show", lambda: session.store().games())
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert not test.exception and "newer version" in html(test) and "update this one" in html(test)


def test_one_head_that_cannot_be_read_leaves_the_rest_of_the_list(store: Store, game: str) -> None:
    """Another version may have written it."""
    strange = store.create("heimlich", {"agents": ["a", "b"]}, title="Strange")
    unknown = store.create(
        "heimlich", {"edition": "nonsense", "agents": ["a", "b"], "players": [{"name": "A"}, {"name": "B"}]}
    )
    strange_b = store.create("baantjer", {"players": "none"})
    test = app("games")
    assert not test.exception and "cannot be read" in html(test) and "nonsense" in html(test)
    assert len([button for button in test.button if button.label == "Open"]) == 4
    for page, id_ in (("live", strange), ("live", unknown), ("review", strange), ("baantjer", strange_b)):
        assert not app(page, game=id_).exception
    assert not app("baantjer").exception
    assert not app("table", table=store.load(strange).table_key).exception


def test_a_report_without_secrets_stands_under_the_board_of_the_game(store: Store) -> None:
    """Not under that of a branch, which the page says is left out."""
    record = loads(GAME)
    branch = change_move(record, 1, TurnEvent(player="Anna", die=5, moves={"green": 5}))
    shown = state.Shown(record, Review.of(branch))
    main = Review.of(record)
    (html_file, *_rest) = share_view._files(shown, main, None, False)
    assert "green stands in building church" in html_file.content()
