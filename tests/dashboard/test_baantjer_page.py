"""The page of the second game without a browser: forms, refusals, storing, and what it must not load."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from page_scenes import app, html
from streamlit.testing.v1 import AppTest

from assistant.baantjer.choices import event_of, paths
from assistant.baantjer.offers import offers
from assistant.baantjer.record import Record, event_data, load, to_data
from assistant.baantjer.words import spoken
from assistant.dashboard import changing, session
from assistant.dashboard.baantjer import entering, icons, pad, stored
from assistant.dashboard.baantjer.stored import KIND, Opened, keep, record_of
from assistant.dashboard.changing import Target
from assistant.records.store import Store
from assistant.records.store_pin import set_pin
from assistant.wording import say

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_games" / "baantjer"


def sample(name: str = "four-players", events: int | None = None) -> Record:
    record = load(SAMPLES / f"{name}.json")
    return record.model_copy(update={"events": record.events[:events]})


def test_a_new_game_is_stored_before_it_is_shown(store: Store) -> None:
    test = app("baantjer")
    test.multiselect(key="b-players").set_value(["Anna", "Ben"]).run()
    for seat, files in enumerate(([1, 5, 9], [2, 6, 10])):
        test.button_group(key=f"b-files-{seat}").set_value(files).run()
    test.toggle(key="b-halves_before_token-new").set_value(True).run()
    test.text_input(key="b-place-5-new").set_value("Artis").run()
    test.button(key="b-start-go").click().run()
    assert not test.exception
    (game,) = store.games(KIND)
    record = record_of(store.load(game.id))
    assert [(p.name, p.files) for p in record.players] == [("Anna", (1, 5, 9)), ("Ben", (2, 6, 10))]
    assert record.options.halves_before_token and record.places == {"5": "Artis"}
    assert "halves_before_token" in store.load(game.id).head["options"] and game.title == "Anna, Ben"
    assert test.query_params["game"] == game.id and "Turn 1" in html(test)


@pytest.mark.parametrize(
    ("players", "files", "reason"),
    [
        (["Anna"], [[1, 2, 3]], "Two to four"),
        (["Anna", "Ben"], [[1, 2, 3], [4]], "Ben has 1 file"),
        (["Anna", "Ben"], [[1, 2, 3], [3, 4, 5]], "File 3 belongs to two"),
    ],
)
def test_a_form_that_is_not_complete_says_what_is_missing(
    store: Store, players: list[str], files: list[list[int]], reason: str
) -> None:
    test = app("baantjer")
    test.multiselect(key="b-players").set_value(players).run()
    for seat, own in enumerate(files):
        test.button_group(key=f"b-files-{seat}").set_value(own).run()
    test.button(key="b-start-go").click().run()
    assert reason in html(test) and store.games() == []


def test_tokens_that_do_not_add_up_are_refused(store: Store) -> None:
    test = app("baantjer")
    test.multiselect(key="b-players").set_value(["Anna", "Ben"]).run()
    for seat, files in enumerate(([1, 5, 9], [2, 6, 10])):
        test.button_group(key=f"b-files-{seat}").set_value(files).run()
    test.number_input(key="b-poison-tokens-new").set_value(4).run()
    test.button(key="b-start-go").click().run()
    assert "add up to 12" in html(test) and "What helps" in html(test) and store.games() == []


def test_a_record_is_imported_with_what_does_not_fit(store: Store) -> None:
    data = to_data(sample(events=12))
    data["events"].insert(3, {"type": "close", "player": "Jurre", "file": 1})
    data["mine"] = 7
    test = app("baantjer")
    test.text_area(key="b-import-text").input("{").run()
    assert "not JSON" in html(test) and "Nothing was imported" in html(test)
    test.text_area(key="b-import-text").input(json.dumps(data)).run()
    assert "Event 4" in html(test) and "1 entry does not fit" in html(test) and store.games() == []
    test.button(key="b-import-go").click().run()
    (game,) = store.games(KIND)
    assert len(store.load(game.id).events) == 13 and store.load(game.id).head["mine"] == 7


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_every_sample_opens_and_keeps_every_field(store: Store, file: Path) -> None:
    record = load(file)
    game = keep(store, record)
    assert to_data(record_of(store.load(game))) == to_data(record)
    test = app("baantjer", game=game)
    assert not test.exception and "Evidence board" in html(test) and "Odds" in html(test)


def test_the_two_games_keep_out_of_each_others_pages(store: Store) -> None:
    game = keep(store, sample(events=10), "Friday")
    for page in ("live", "review"):
        test = app(page, game=game)
        assert not test.exception and "game" not in test.query_params
    key = store.load(game).table_key
    assert "Open a game first" in html(app("table", table=key))
    games = app("games")
    assert not games.exception and "Friday" in html(games)


def test_a_game_with_a_pin_is_closed_to_other_devices(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "on_this_machine", lambda: False)
    game = keep(store, sample(events=10), "Friday")
    assert "Friday" not in html(app("baantjer"))
    assert "Evidence board" in html(app("baantjer", game=game))
    set_pin(store, game, "2468")
    door = app("baantjer", game=game)
    assert "This game is closed" in html(door) and "Jurre" not in html(door)
    door.text_input[0].input("2468")
    door.button[0].click().run()
    assert "Evidence board" in html(door)


def koninghe(test: AppTest) -> Any:
    """The field for the number of Koninghe's cards."""
    return next(field for field in test.number_input if str(field.key).startswith("b-koninghe-green-"))


def test_options_can_be_changed_in_mid_game_and_events_are_judged_again(store: Store) -> None:
    game = keep(store, sample(events=30))
    test = app("baantjer", game=game)
    test.button_group(key="baantjer-section").set_value("game").run()
    koninghe(test).set_value(0).run()
    event = event_data(sample(events=31).events[30])
    store.add(game, event)  # another device: the form keeps what is in it
    store.set_fields(game, {"title": "Friday"})
    test.run()
    assert koninghe(test).value == 0
    test.button(key="b-options-go").click().run()
    assert store.load(game).head["title"] == "Friday" and store.load(game).events[-1] == event
    assert not test.exception and store.load(game).head["options"]["green"]["koninghe"] == 0
    opened = Opened.of(store.load(game))
    assert opened.problems and len(opened.record.events) == 31
    store.undo(game)
    assert not Opened.of(store.load(game)).problems


class State(dict[str, Any]):
    """A session's values, outside of a session."""


@pytest.fixture
def alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> State:
    values = State()
    for module in (changing, entering, pad, stored):
        monkeypatch.setattr(module.st, "session_state", values)
    return values


def test_an_entry_is_stored_once_refused_with_reasons_and_kept_when_late(store: Store, alone: State) -> None:
    record = sample(events=4)
    shown = Opened.of(store.load(keep(store, record)))
    event = sample().events[4]
    after = entering.take(shown, event, Target(), shown.game.revision, "a")
    assert [event_data(e) for e in after.record.events[4:]] == [event_data(event)]
    again = entering.take(after, event, Target(), shown.game.revision, "a")  # sent twice
    assert again.game.revision == after.game.revision
    refused = entering.take(after, event, Target(), after.game.revision, "b")
    assert refused.game.revision == after.game.revision
    what, error = alone[entering.REFUSED]
    assert str(what) and str(error.reason) and str(error.remedy)
    late = entering.take(
        after, sample().events[0], Target(), shown.game.revision, "c"
    )  # meant for older state
    assert len(late.record.events) == 6 and [p.event for p in late.problems] == [6]


def test_what_a_browser_sends_is_read_as_an_event_or_left_out(alone: State) -> None:
    good = {"event": {"type": "note", "text": "x"}, "nonce": "n", "version": "7 replace 3"}
    (entry,) = [(alone.__setitem__("pad", {"entered": [good]}), pad.entered("pad"))[1][0]]
    assert (entry.revision, entry.target, entry.nonce) == (7, Target("replace", 3), "n")
    wrong = [
        None, 3, {**good, "event": {"type": "fly"}}, {**good, "event": None}, {**good, "nonce": ""},
        {**good, "nonce": "x" * 65}, {**good, "version": "7"}, {**good, "version": "-1 add 0"},
        {**good, "version": "7 drop 0"}, {**good, "version": 7},
    ]  # fmt: skip
    alone["pad"] = {"entered": wrong}
    assert pad.entered("pad") == []
    alone["pad"] = {"entered": "nonsense"}
    assert pad.entered("pad") == [] and pad.entered("elsewhere") == []


def test_lists_that_choices_share_are_sent_once_and_lead_to_the_same_events() -> None:
    groups = offers(Opened_state())
    lists = pad._Lists()
    for group in groups:
        name = lists.name(group.choices)

        def walk(name: str, path: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
            found = []
            for choice in lists.found[name]:
                then = choice["then"]
                found += walk(then, (*path, choice)) if then else [joined((*path, choice))]
            return found

        assert walk(name) == [event_of(path) for path in paths(group.choices)]
    assert len(json.dumps(lists.found)) < 40_000


def joined(path: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """What pad.js does."""
    event: dict[str, Any] = {}
    for choice in path:
        for name, value in choice["fields"].items():
            event[name] = event.get(name, []) + value if isinstance(value, list) else value
    return event


def Opened_state() -> Any:  # noqa: N802 - reads as a value
    from assistant.baantjer.replay import final_state

    return final_state(sample(events=20))


def test_words_of_the_record_are_put_into_names_and_names_of_people_are_not() -> None:
    message = say("{player} draws {colour}: {card}, {where}; lacks {missing}", player="poison", colour="red",
                  card="poison-left", where="green", missing="token, ?-right, koninghe")  # fmt: skip
    assert str(spoken(message)) == (
        "poison draws red: Poison (left), a green square; lacks Location token, Weapon (right), Dr Den Koninghe"
    )
    assert str(spoken(say("{card}", card="no such card"))) == "no such card"


def test_every_piece_has_a_picture() -> None:
    record = sample()
    for card in (
        *record.options.cards("red"),
        *record.options.cards("green"),
        *record.options.tokens,
        "token",
    ):
        assert f".p-{icons.shape(card)}{{" in icons.css() and icons.shape(card)


def test_the_page_loads_nothing_of_who_is_who() -> None:
    """Nor of training and review: the second game stands on the shared parts alone."""
    code = (
        "import sys; import assistant.dashboard.navigation, assistant.dashboard.pages.baantjer\n"
        "print([m for m in sys.modules if m.startswith(('assistant.deduction', 'assistant.training', "
        "'assistant.review', 'assistant.dashboard.board', 'assistant.dashboard.insight'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"
