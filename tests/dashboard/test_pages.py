"""Pages without a browser: what AppTest can drive. Components and fragments alone are the browser tests'."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from page_scenes import app, html
from streamlit.testing.v1 import AppTest

from assistant.dashboard import habits, importing, insight, session
from assistant.dashboard.entry import Target, enter, line_of, read_line
from assistant.dashboard.insight import Fitting
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc, md
from assistant.deduction import analyse, shipped
from assistant.records import RecordError, RevealEvent, TurnEvent, Viewer, loads, replay
from assistant.records.store import Store
from assistant.records.store_pin import set_pin
from assistant.records.store_record import KIND, keep, record_of
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game
from assistant.wording import say

ROOT = Path(__file__).parents[2]
POLICIES = {policy.name: policy for policy in POPULATION}
GAME = """
edition ravensburger-expert
players Anna, Ben, Cem
agents red, blue, green, yellow, grey
viewer Anna red
1 Anna 5: red 3, blue 2
2 Ben 4: red 4 > 9
"""


def test_the_app_starts(store: Store) -> None:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert not test.exception
    assert "Who plays whom?" in html(test)


@pytest.mark.parametrize(
    ("code", "title"), [("de", "Wer spielt wen?"), ("it", "Chi gioca chi?"), ("nl", "Wie speelt wie?")]
)
def test_the_language_comes_from_the_address(store: Store, code: str, title: str) -> None:
    test = app(lang=code)
    assert not test.exception and title in html(test)
    assert test.query_params["lang"] == code


def test_a_new_game_is_stored_before_it_is_shown(store: Store) -> None:
    test = app("live")
    test.multiselect(key="new-players").set_value(["Anna", "Ben"]).run()
    test.button(key="new-start").click().run()
    assert not test.exception
    (game,) = store.games(KIND)
    record = record_of(store.load(game.id))
    assert record.names == ("Anna", "Ben") and len(record.agents) == 4 and record.viewer is None
    assert test.query_params["game"] == game.id
    again = app("live").multiselect(key="new-players")
    assert sorted(again.options) == ["Anna", "Ben"] and again.value == []


def test_a_new_game_that_cannot_be_is_refused_with_a_reason(store: Store) -> None:
    test = app("live")
    test.button(key="new-start").click().run()
    assert "2 to 7" in html(test) and store.games() == []


def test_the_live_page_shows_no_secret(store: Store) -> None:
    game = keep(store, loads(GAME))
    test = app("live", game=game)
    assert not test.exception
    assert "Turn 3" in html(test) and "I am red" not in html(test) and "Secret dossier" not in html(test)


def test_the_cards_of_the_pad_are_named_in_the_users_language(store: Store) -> None:
    cards = GAME.replace("ravensburger-expert", "amigo-topsecret").split("1 Anna")[0]
    test = app("live", game=keep(store, loads(cards)), lang="de")
    assert not test.exception
    shown = "".join(str(element.proto) for element in test.get("bidi_component"))
    assert "Trade places" not in shown and r"Pl\\u00e4tze tauschen" in shown


def test_undo_and_redo(store: Store) -> None:
    game = keep(store, loads(GAME))
    test = app("live", game=game)
    test.button(key="undo-go").click().run()
    assert len(store.load(game).events) == 1 and "Turn 2" in html(test)
    test.button(key="redo-go").click().run()
    assert len(store.load(game).events) == 2


def test_a_broken_import_says_where_and_why_and_offers_what_is_valid(store: Store) -> None:
    test = app()
    test.text_area(key="import-text").input(GAME + "3 Cem 4: red 9\n").run()
    assert not test.exception and store.games() == []
    assert "event 3" in html(test) and "What helps" in html(test)
    test.button(key="import-prefix").click().run()
    (game,) = store.games()
    assert len(store.load(game.id).events) == 2


def test_the_list_renames_copies_deletes_and_brings_back(store: Store) -> None:
    game = keep(store, loads(GAME), "First")
    test = app("games")
    test.button(key=f"copy-{game}").click().run()
    assert {listed.title for listed in store.games()} == {"First", "First (copy)"}
    test.button(key=f"delete-{game}").click().run()
    assert [listed.title for listed in store.games()] == ["First (copy)"]
    test.button(key="restore").click().run()
    assert len(store.games()) == 2


def test_another_device_sees_no_list_and_needs_the_pin(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "on_this_machine", lambda: False)
    game = keep(store, loads(GAME), "First")
    assert "First" not in html(app("games"))
    assert "Turn 3" in html(app("live", game=game))
    set_pin(store, game, "2468")
    door = app("live", game=game)
    assert "This game is closed" in html(door) and "Turn 3" not in html(door) and "Anna" not in html(door)
    door.text_input[0].input("2468")
    door.button[0].click().run()
    assert "Turn 3" in html(door)


def test_the_table_view_knows_no_secret_and_no_way_to_one(store: Store) -> None:
    game = keep(store, loads(GAME))
    test = app("table", table=store.load(game).table_key)
    assert not test.exception
    assert "Ben 4: red 4" in html(test) and game not in html(test) and "game" not in test.query_params
    wrong = app("table", table=game)
    assert "Ben 4" not in html(wrong)


@pytest.mark.parametrize(
    ("line", "player", "moves"),
    [
        ("3: r 2, b 1", "Cem", {"red": 2, "blue": 1}),
        ("Cem 2: rot 2", "Cem", {"red": 2}),
        ("green>3", "Cem", {"green": 3}),
    ],
)
def test_a_line_is_read_in_its_position(line: str, player: str, moves: dict[str, int]) -> None:
    game = loads(GAME)
    event = read_line(line, game, replay(game).state)
    assert isinstance(event, TurnEvent) and (event.player, event.moves) == (player, moves)
    assert read_line(line_of(event, game), game, replay(game).state) == event


@pytest.mark.parametrize(
    "line", ["clue Ben owns blue 70%", "note Ben: hesitated", "dossier Anna: blue=Ben green=-"]
)
def test_lines_that_are_no_turns(line: str) -> None:
    game = loads(GAME)
    event = read_line(line, game, replay(game).state)
    assert line_of(event, game) == line


def test_a_line_that_means_nothing_is_explained() -> None:
    game = loads(GAME)
    with pytest.raises(RecordError):
        read_line("Zoe 3: red 3", game, replay(game).state)


def test_an_entry_on_a_stale_view_is_kept_and_the_same_one_counts_once(store: Store) -> None:
    seen = store.load(keep(store, loads(GAME)))
    turn = TurnEvent(player="Cem", die=2, moves={"blue": 2})
    enter(store, seen, turn, Target(), "a")
    _game, meanwhile = enter(store, seen, turn, Target(), "b")
    assert len(store.load(seen.id).events) == 3 and meanwhile == "the same turn"
    enter(store, seen, TurnEvent(player="Cem", die=1, moves={"blue": 1}), Target(), "c")
    opened = Opened.of(store.load(seen.id))
    assert len(opened.record.events) == 4 and list(opened.problems) == [4]


@pytest.mark.parametrize(
    "name", ["![x](http://a.example/b.png)", "**b**", ":material/lock:", "$x$", "<b>", "a_b_", "1. x", "# x"]
)
def test_names_lose_their_power(name: str) -> None:
    assert not any(sign in md(name).replace("\\" + sign, "") for sign in "*_[]()!<>$:#`")
    assert "<" not in esc(name)


def test_the_groups_habits_are_a_switch(store: Store) -> None:
    """Off by default; on, they move the prior of this game; off again, all is as before."""
    finished = loads((ROOT / "sample_games" / "first-evening.heimlich").read_text())
    assert finished.owners is not None
    keep(store, finished)
    names = finished.names
    fresh = GAME.replace("Anna, Ben, Cem", ", ".join(names[:3])).replace("viewer Anna", f"viewer {names[0]}")
    fresh = fresh.replace("1 Anna", f"1 {names[0]}").replace("2 Ben", f"2 {names[1]}")
    game = keep(store, loads(fresh))

    def found(test: AppTest) -> tuple[bool, list[list[float]]]:
        opened = Opened.of(store.load(game))
        return test.toggle("habits-switch").value, insight.who(
            opened.fitting, insight.observer()
        ).posterior.tolist()

    test = app("live", game=game)
    test.session_state["this-game"] = True
    test.run()
    off, before = found(test)
    test.toggle("habits-switch").set_value(True).run()
    on, tuned = found(test)
    assert (off, on) == (False, True) and tuned != before
    head = store.load(game).head["habits"]
    assert abs(sum(head["weights"].values()) - 1) < 1e-3 and head["games"] == 1
    test.toggle("habits-switch").set_value(False).run()
    assert found(test) == (False, before)


def test_a_moment_gone_by_is_known_again(store: Store) -> None:
    """After n turns the game is, to the caches, what it was then; and it says what the whole game says of then."""
    lines = ["clue Ben not-owns red", "3 Cem 2: blue 2", "clue Cem owns blue 80%", "4 Anna 1: green 1"]
    told = [GAME, *(GAME + "\n".join(lines[:n]) + "\n" for n in range(1, 5))]
    whole, *_rest = fittings = [Fitting.of(replay(loads(text), strict=False)) for text in reversed(told)]
    for fitting in fittings:
        turns = len(fitting.game.turns)
        cut = whole.until(turns)
        if fitting.record == cut.record:
            assert cut == fitting and cut.text == fitting.text
        here = insight.who(whole, insight.observer(), turns)
        plain = analyse(whole.record, insight.observer(), turns)
        assert here.turn == plain.turn == turns
        np.testing.assert_array_equal(here.posterior, plain.posterior)
    assert {len(whole.until(n).record.events) for n in range(5)} == {0, 1, 3, 5, 6}


@pytest.mark.parametrize(
    "weights",
    [None, {}, {"greedy": 1.0}, [1, 2], *(dict.fromkeys((*shipped().types, "uniform"), value) for value in (
        "much", float("nan"), float("inf"), -1.0, 0, True, 10**400, 1e308, [1.0],
    ))],
)  # fmt: skip
def test_habits_that_are_no_weights_are_left_out(weights: object) -> None:
    """A file of another model, or of nobody: the shipped prior."""
    record = loads(GAME).model_copy(update={"habits": {"weights": weights}})
    assert habits.parameters(record) is shipped()
    assert habits.parameters(record.model_copy(update={"habits": weights})) is shipped()


def test_what_every_game_says_holds_those_that_end_with_the_cards_turned_over(store: Store) -> None:
    """As games noted at the table do; one unfinished, one behind a PIN and one that cannot be read, too."""
    finished = loads((ROOT / "sample_games" / "first-evening.heimlich").read_text())
    assert finished.owners is not None
    shown = [RevealEvent(player=player, agent=agent) for player, agent in finished.owners.items()]
    keep(store, finished.with_events([*finished.events, *shown]).model_copy(update={"owners": None}))
    keep(store, loads(GAME))
    set_pin(store, keep(store, finished), "2468")
    store.create(KIND, {"agents": ["a"]})
    found = habits.played_games()
    assert sorted(map(len, found)) == [0, len(finished.players)]
    group = app("review", game=keep(store, loads(GAME)))
    group.session_state["review-section"] = "group"
    assert not group.run().exception and "1 game with known owners, 2 without" in html(group)


@pytest.mark.parametrize(
    ("error", "place"),
    [
        (RecordError(say("a: b"), say("c: d"), file="x: y.json", line=3, column=4, event=5),
         "x: y.json: line 3, column 4: event 5"),
        (RecordError(say("line 3"), say("event 5"), line=3, event=5), "line 3: event 5"),
        (RecordError(say("why"), say("how"), column=4), ""),
    ],
)  # fmt: skip
def test_the_place_of_a_broken_import_is_read_from_the_error(error: RecordError, place: str) -> None:
    """Whatever signs its sentences and the file's name hold."""
    assert importing.place(error) == place


def test_a_dossier_that_is_due_says_which_sheet_wins_most_often(store: Store) -> None:
    """To those who may see secrets, from the turn in which it fell due."""
    whole = loads((ROOT / "sample_games" / "clues-four.heimlich").read_text())
    last = replay(whole).state.dossier_turn
    assert last is not None
    turns = [i for i, event in enumerate(whole.events, start=1) if event.type == "turn"]
    due = whole.with_events(whole.events[: turns[last - 1]]).model_copy(update={"owners": None})
    game = keep(store, due)
    set_pin(store, game, "2468")
    hidden = app("live", game=game)
    assert "most often" not in html(hidden) and "wins more often" not in html(hidden)
    shown = app("live", game=game)
    shown.session_state[session.key("unlocked")] = True
    shown.run()
    assert "most often" in html(shown) or "wins more often" in html(shown)


def test_the_sheet_that_wins_does_not_know_where_the_safe_will_go() -> None:
    """The dossier is asked for before the safe moves: two games that differ in that alone are told the same."""
    seeds = (play_game([POLICIES["sly"]] * 3, "ravensburger-expert", seed) for seed in range(99))
    record = next(r for r in seeds if 0 < (replay(r).state.dossier_turn or 0) < len(r.events) - 2)
    due = replay(record).state.dossier_turn
    assert due is not None and record.owners is not None
    name = record.names[0]
    seen = record.model_copy(
        update={"viewer": Viewer(player=name, agent=record.owners[name]), "owners": None}
    )
    event = seen.events[due - 1]
    assert isinstance(event, TurnEvent)
    wins = set()
    for safe in range(12):
        game = replay(
            seen.with_events([*seen.events[: due - 1], event.model_copy(update={"safe": safe})]), False
        )
        if not game.problems:
            fitting = Fitting.of(game)
            view = insight.Viewpoint.of(fitting.record)
            found = insight.winning(fitting, view, insight.who(fitting, view, "dossier"))
            assert found is not None
            wins.add((found.wins, found.safe_wins))
    assert len(wins) == 1
