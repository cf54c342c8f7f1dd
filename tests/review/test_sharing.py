"""Without secrets: whatever a record holds, in every model that keeps what it does not know, nothing gets out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from assistant.dashboard.board.palette import agent_styles
from assistant.records import Record, RevealEvent, loads, print_json
from assistant.records.events import Model
from assistant.records.text_format import print_text
from assistant.review import Review, without_secrets
from assistant.review.html import Writer, report_html

MARK = "mole4711"
SECRETS: dict[str, Any] = {MARK: MARK, "deep": {"list": [MARK, {MARK: MARK}]}}
"""Fields that no model knows."""


def game() -> Record:
    """A game with every kind of event, unknown fields in every model, and a word in every secret text."""
    events: list[dict[str, Any]] = [
        {
            "type": "turn", "player": "Anna", "die": "1-3", "moves": {}, "drew": "swap",
            "cards": [{"player": "Anna", "card": None, **SECRETS}, {"player": "Ben", "card": None}],
        },
        {"type": "reveal", "player": "Ben", "agent": "blue"},
        {"type": "clue", "kind": "owns", "player": "Ben", "agent": "green", "trust": 0.7, "source": MARK},
        {"type": "note", "player": "Ben", "text": MARK},
        {"type": "turn", "player": "Ben", "die": 2, "moves": {"red": 2}},
        {"type": "dossier", "player": "Anna", "marks": {"blue": "Ben"}},
        {"type": "reveal", "player": "Anna", "agent": "red"},
    ]  # fmt: skip
    return loads(json.dumps({
        "format": "heimlich-record", "version": 1, "title": "Friday", "date": "2026-01-31",
        "edition": {"base": "amigo-topsecret", "finish": 40, **SECRETS},
        "agents": ["red", "blue", "green", "yellow", "grey"],
        "players": [{"name": "Anna", "tags": {"who": MARK}, **SECRETS}, {"name": "Ben", **SECRETS}],
        "viewer": {"player": "Anna", "agent": "red", **SECRETS},
        "owners": {"Anna": "red", "Ben": "blue"},
        "events": [event | SECRETS for event in events], "tags": {"source": MARK}, **SECRETS,
    }))  # fmt: skip


def models(value: object) -> Iterator[Model]:
    """Every model of a record, at any depth."""
    if isinstance(value, BaseModel):
        if isinstance(value, Model):
            yield value
        for _name, inner in value:
            yield from models(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from models(inner)


def kinds(model: type[Model] = Model) -> set[type[Model]]:
    return {kind for below in model.__subclasses__() for kind in ({below} | kinds(below))}


@pytest.mark.parametrize(
    "shared",
    [
        print_json,
        print_text,
        lambda record: report_html(Review.of(record), Writer(agent_styles(record.agents)), secrets=False),
        lambda record: report_html(Review.of(record), Writer(agent_styles(record.agents)), 0, secrets=False),
    ],
    ids=["json", "text", "html", "html of a seat"],
)
def test_nothing_unknown_and_no_secret_text_leaves_the_table(shared: Any) -> None:
    record = game()
    marked = {type(model) for model in models(record) if MARK in model.unknown}
    assert marked == kinds(), "every model that keeps unknown fields has one here"
    assert MARK in print_json(record)
    told = shared(without_secrets(record))
    assert MARK not in told and MARK not in shared(without_secrets(without_secrets(record)))
    assert "Friday" in told and "Anna" in told


def test_what_everybody_saw_stays() -> None:
    public = json.loads(print_json(without_secrets(game())))
    assert set(public) == {"format", "version", "title", "date", "edition", "agents", "players", "events"}
    assert public["edition"] == {"base": "amigo-topsecret", "finish": 40}
    assert public["players"] == [{"name": "Anna"}, {"name": "Ben"}]
    first, shown, last = public["events"]
    assert first["drew"] is True and first["cards"] == [
        {"player": "Anna", "card": None},
        {"player": "Ben", "card": None},
    ]
    assert RevealEvent(**shown) == RevealEvent(player="Ben", agent="blue") and last["player"] == "Ben"


@pytest.mark.parametrize(("drew", "told"), [(None, None), (False, False), (True, True), ("swap", True)])
def test_that_a_card_was_drawn_is_told_and_never_which(drew: object, told: object) -> None:
    record = game()
    turn = record.events[0].model_copy(update={"drew": drew})
    public = without_secrets(record.with_events([turn, *record.events[1:]]))
    assert getattr(public.events[0], "drew", None) is told


def test_known_fields_of_turns_come_back_as_they_were() -> None:
    """Every field that version 1 names and everybody sees, given or not."""
    turn = {
        "type": "turn", "player": "Anna", "die": 2, "moves": {"red": 2}, "safe": 8, "scores": {"red": 4},
        "positions": {"red": 2}, "scored": True,
        "cards": [{"player": "Ben", "card": "swap", "agents": ["red", "blue"], "number": 1, "effect": "look",
                   "other": "Anna"}],
    }  # fmt: skip
    record = Record.model_validate({
        "edition": "amigo-topsecret", "agents": ["red", "blue"], "players": [{"name": "Anna"}, {"name": "Ben"}],
        "events": [turn, {"type": "turn", "player": "Ben"}],
    })  # fmt: skip
    assert without_secrets(record).events == record.events
    public = json.loads(print_json(without_secrets(record)))
    assert public["events"] == [turn, {"type": "turn", "player": "Ben"}]
