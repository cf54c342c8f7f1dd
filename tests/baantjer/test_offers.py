"""The choices of the entry pad: everything that was ever played is among them, four taps away, and legal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.baantjer.choices import Choice, Group, event_of, paths
from assistant.baantjer.engine import apply
from assistant.baantjer.offers import MOST_TAPS, offers
from assistant.baantjer.record import Record, event_data, from_data, load
from assistant.baantjer.replay import replay, replay_fitting
from assistant.baantjer.state import State

from .samples import made
from .scene import close, found, full_file, game, green, land, record, red, taken, token

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "sample_games" / "baantjer").glob("*.json"))
OPTIONAL = ("square", "path", "die", "text")
DEFAULTS: dict[str, Any] = {"by": "rule", "to": "under", "turns": 1, "at_least": 0, "at_most": 12}


def leaves(group: Group) -> Iterator[tuple[Choice, ...]]:
    return paths(group.choices)


def plain(event: dict[str, Any]) -> dict[str, Any]:
    """An event without defaults, without what only words can add, and lists in one order."""
    kept = {
        name: sorted(value) if isinstance(value, list) else value
        for name, value in event.items()
        if name not in OPTIONAL and value != DEFAULTS.get(name, ...) and value not in ([], None)
    }
    return kept


def taps_to(state: State, wanted: dict[str, Any]) -> int | None:
    """Fewest taps that enter the event, None where no path does."""
    lengths = [
        len(path)
        for group in offers(state)
        for path in leaves(group)
        if path[0].fields.get("type", wanted["type"]) == wanted["type"]
        and plain(event_of(path)) == plain(wanted)
    ]
    return min(lengths, default=None)


def in_words(event: dict[str, Any], state: State) -> bool:
    """Entered as text: a tally over places that are nobody's set, and notes."""
    hidden = [file for file in state.files if file.token is None]
    sets = [{f.place for f in hidden if f.owner == s} for s in (*range(len(state.players)), None)]
    sets.append({file.place for file in hidden})
    return event["type"] == "note" or (event["type"] == "tally" and set(event["places"]) not in sets)


@pytest.mark.parametrize("file", GAMES, ids=[file.stem for file in GAMES])
def test_every_event_of_the_sample_games_is_four_taps_away_at_most(file: Path) -> None:
    all_reachable(load(file))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "option", [{}, {"halves_before_token": True}, {"may_decline": False, "closed_places": True}]
)
def test_every_event_of_random_games_is_four_taps_away_at_most(seed: int, option: dict[str, Any]) -> None:
    table = made(500 + seed, 2 + seed, "", looks=0.02, half_seen=0.0, **option)
    all_reachable(from_data(table.record()))


def all_reachable(record: Record) -> None:
    counted = []
    for step in replay(record):
        event = event_data(step.event)
        if in_words(event, step.before) or hidden_look(event, step.before):
            continue
        taps = taps_to(step.before, event)
        assert taps is not None, (step.number, event)
        counted.append(taps)
    assert counted and max(counted) <= MOST_TAPS and sum(counted) / len(counted) < 2


def hidden_look(event: dict[str, Any], state: State) -> bool:
    """A look at tokens that lie open already tells nothing and is not offered."""
    places = [event["place"]] if event["type"] == "observe" else event.get("places", [])
    return event["type"] in ("observe", "compare", "tally") and any(state.file(p).token for p in places)


@pytest.mark.parametrize("file", GAMES, ids=[file.stem for file in GAMES])
def test_what_is_offered_is_legal_and_at_most_four_taps_deep(file: Path) -> None:
    for step in replay(load(file))[::7]:
        for group in offers(step.before):
            for path in leaves(group):
                assert len(path) <= MOST_TAPS
                if group.topic != "look":
                    apply(step.before, event_from(event_of(path)))


def event_from(data: dict[str, Any]) -> Any:
    return from_data({"format": "baantjer-record", "version": 1,
                      "players": [{"name": "A", "files": [1, 2, 3]}, {"name": "B", "files": [4, 5, 6]}],
                      "events": [data]}).events[0]  # fmt: skip


def topics(*events: Any, **options: Any) -> list[str]:
    return [group.topic for group in offers(game(*events, **options))]


def labels(topic: str, *events: Any, **options: Any) -> list[str]:
    (group,) = (group for group in offers(game(*events, **options)) if group.topic == topic)
    return [str(choice.label) for choice in group.choices]


def test_after_a_landing_only_what_can_follow_is_offered() -> None:
    assert topics(turn_order="seats") == ["turn", "look"]
    assert topics(land("Anna", 1)) == ["duty", "look"]
    assert labels("duty", land("Anna", 1)) == ["Firearm", "Stabbing weapon", "Poison", "Blunt weapon"]
    gone = [found("Anna", place, "poison") for place in (1, 2, 3)]
    assert "Poison" not in labels("duty", *gone, land("Ben", 4))
    assert len(labels("duty", land("Anna", "red"))) == 8 + 1
    assert labels("duty", land("Anna", "green"))[:2] == ["Dr Den Koninghe", "Brigadier Jochems"]


def test_a_card_asks_for_its_file_only_where_it_fits_one() -> None:
    drawn = (*found("Anna", 1, "poison"), land("Ben", "plain"), land("Anna", "red"))
    (group,) = (g for g in offers(game(*drawn)) if g.topic == "duty")
    after = {choice.piece: [str(c.label) for c in choice.then] for choice in group.choices}
    assert after["poison-left"] == ["File 1", "Under the stack"]
    assert after["blunt-left"] == []
    (group,) = (g for g in offers(game(*drawn, may_decline=False)) if g.topic == "duty")
    assert [str(c.label) for c in group.choices if c.piece == "poison-left"] == ["Poison (left)"]
    assert [len(c.then) for c in group.choices if c.piece == "poison-left"] == [1]


def test_a_known_order_leaves_one_card() -> None:
    counts = {
        f"{kind}-{half}": 0
        for kind in ("firearm", "stabbing", "poison", "blunt")
        for half in ("left", "right")
    }
    once = (land("Anna", "red"), red("Anna", "poison-left"), land("Ben", "red"))
    assert labels("duty", *once, red={**counts, "poison-left": 1}) == ["Poison (left)"]


def test_thefts_closings_skips_and_texts_are_offered_while_they_last() -> None:
    rich = (*full_file("Ben", 4, "blunt"), land("Ben", 1))
    assert topics(*rich)[:2] == ["theft", "close"]
    assert labels("theft", *rich) == ["Dr Den Koninghe of file 4", "Brigadier Jochems of file 4"]
    assert "theft" not in topics(*rich, taken("Anna", "Ben", 4, "koninghe", 1))
    assert "theft" not in topics(*rich, land("Anna", "plain"))
    closed = (*full_file("Ben", 4, "blunt"), close("Ben", 4))
    assert "close" not in topics(*closed)
    (turn,) = (g for g in offers(game(*closed)) if g.topic == "turn")
    assert [[str(c.label) for c in p.then] for p in turn.choices][1] == ["Ben skips the turn"]
    lowietje = (land("Anna", "green"), green("Anna", "lowietje"))
    assert topics(*lowietje)[0] == "text" and "text" not in topics(*lowietje, land("Ben", "plain"))


def test_a_won_game_offers_nothing() -> None:
    won = [
        e
        for place in (4, 5)
        for e in (
            *full_file("Ben", place, "blunt"),
            close("Ben", place),
            *[{"type": "skip", "player": "Ben"}],
        )
    ]
    assert offers(game(*won[:-1], game="short")) == ()


def test_events_that_do_not_fit_are_named_and_the_others_still_count() -> None:
    events = (
        land("Anna", 1),
        token("Anna", 1, "poison"),
        token("Anna", 1, "blunt"),
        land("Ben", "red"),
        red("Ben", "poison-left"),
    )
    steps, problems = replay_fitting(record(*events))
    assert [step.number for step in steps] == [1, 2, 4, 5] and [p.event for p in problems] == [3]
    assert steps[-1].after.red.tail == (frozenset({"poison-left"}),)
    assert replay_fitting(record(*events[1:]))[1][0].event == 1
