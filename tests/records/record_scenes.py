"""Small records for the tests, and hypothesis strategies for big ones."""

from __future__ import annotations

import copy
import os
import random
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from assistant.game import PRESETS, Turn, apply, edition, legal_splits, safe_targets, start
from assistant.records import Record, loads
from assistant.records.plain import from_plain

CORPUS = Path(os.environ.get("HEIMLICH_CORPUS", Path(__file__).resolve().parents[3] / "shared" / "corpus"))

HEAD = """edition ravensburger
players Anna, Ben, Cem
agents red, blue, green, yellow, grey
"""


def text_record(*lines: str, head: str = HEAD, name: str = "") -> Record:
    return loads(head + "\n".join(lines) + "\n", name)


SMALL: dict[str, Any] = {
    "format": "heimlich-record",
    "version": 1,
    "edition": "ravensburger",
    "agents": ["red", "blue", "green", "grey"],
    "players": [{"name": "Anna"}, {"name": "Ben"}],
    "events": [
        {"type": "turn", "player": "Anna", "die": 5, "moves": {"red": 3, "blue": 2}, "safe": None},
        {"type": "turn", "player": "Ben", "die": 4, "moves": {"red": 4}, "safe": 9},
    ],
}


def small(**changes: Any) -> dict[str, Any]:
    """A deep copy of `SMALL` with other fields."""
    return {**copy.deepcopy(SMALL), **changes}


def random_record(seed: int, base: str, players: int, turns: int) -> Record:
    """A legal game of random moves with its checks, `turns` long at most."""
    rng = random.Random(seed)
    rules = edition({"base": base, "cards": "off"})
    agents = ["yellow", "red", "purple", "blue", "green", "orange", "grey"][: rules.agents_in_play(players)]
    names = ["Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül"][:players]
    state = start(rules, names, agents)
    events = []
    while not state.finished and len(events) < turns:
        die = rng.choice(rules.faces)
        steps = tuple(int(n) for n in rng.choice(legal_splits(state, die)))
        after = tuple((at + n) % 12 for at, n in zip(state.positions, steps, strict=True))
        scores = any(n and at == state.safe for n, at in zip(steps, after, strict=True))
        safe = rng.choice(safe_targets(rules, state.safe, after)) if scores else None
        mover = names[state.to_move]
        state = apply(state, Turn(state.to_move, steps, die, safe))
        events.append(
            {
                "type": "turn",
                "player": mover,
                "die": die,
                "moves": {a: n for a, n in zip(agents, steps, strict=True) if n},
                "safe": safe,
                "scores": dict(zip(agents, state.markers, strict=True)),
                "positions": dict(zip(agents, state.positions, strict=True)),
            }
        )
    return from_plain(
        {
            "format": "heimlich-record",
            "version": 1,
            "edition": {"base": base, "cards": "off"},
            "agents": agents,
            "players": [{"name": name} for name in names],
            "events": events,
        }
    )


legal_records = st.builds(
    random_record,
    st.integers(0, 10**6),
    st.sampled_from(PRESETS),
    st.integers(2, 7),
    st.integers(0, 25),
)

characters = st.characters(exclude_categories=["Cs"])
texts = st.one_of(
    st.text(characters, max_size=12),
    st.sampled_from(
        [
            "",
            "#",
            "# x",
            'say "hi"',
            "a\\b",
            "null",
            "7",
            "yes",
            "two\nlines",
            "\u202eabc",
            "true",
            "1-3",
            ":",
        ]
    ),
)
names = st.one_of(
    st.text(characters, min_size=1, max_size=12),
    st.sampled_from(
        ["Anna", "pass", "swap", "edition", "note", "[bold]x[/]", "a, b", "ünï", "אבג",
         "👩‍💻", "-", "1-3", "9", "r",
         'say "x"', "extra", "Anna Maria", "owns", "#1", "with", "look", "a\tb", "\u2028"]
    ),
)  # fmt: skip
floats = st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), floats, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=5,
)  # fmt: skip
numbers = st.integers(-30, 60)


EDITIONS: list[Any] = [
    "amigo",
    {"base": "amigo"},
    {"base": "ravensburger", "floor": "none"},
    {"floor": 0},
    {"base": "amigo-topsecret", "house rule": {"deep": [1]}},
    {},
]


def optional(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


def _merged(*parts: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.tuples(*parts).map(lambda ds: {k: v for d in reversed(ds) for k, v in d.items()})


@st.composite
def wild_data(draw: st.DrawFn) -> dict[str, Any]:
    """Plain data of any record that can be read: every field, strange names, unknown fields; seldom legal."""
    agents = draw(st.lists(names, min_size=2, max_size=7, unique=True))
    players = draw(st.lists(names, min_size=2, max_size=len(agents), unique=True))
    agent, player = st.sampled_from(agents), st.sampled_from(players)
    per_agent = st.dictionaries(agent, numbers, max_size=4)
    unknown = st.dictionaries(
        st.text(characters, min_size=3, max_size=8).map("my {}".format), json_values, max_size=2
    )
    comments = optional(comment=texts, comments=st.lists(texts, max_size=2))
    card_names = st.one_of(
        st.sampled_from(["swap", "to-ruin", "safe-anywhere", "back-1-or-2", "two-agent-cards"]), texts
    )
    card = _merged(
        st.fixed_dictionaries({"player": player}),
        optional(card=st.none() | card_names, agents=st.lists(agent, max_size=2), number=st.none() | numbers,
                 effect=st.sampled_from(["look", "exchange"]), other=st.none() | player),
        unknown,
    )  # fmt: skip
    turn = _merged(
        st.fixed_dictionaries({"type": st.just("turn"), "player": player}),
        optional(die=st.none() | st.just("1-3") | numbers, moves=per_agent, safe=st.none() | numbers,
                 scores=st.none() | per_agent, positions=st.none() | per_agent,
                 drew=st.none() | st.booleans() | texts,
                 cards=st.none() | st.lists(card, max_size=3), scored=st.none() | st.booleans()),
    )  # fmt: skip
    trust = optional(trust=st.sampled_from([0, 1, 1.0, 0.7, 0.123456789, 1e-9]), source=st.none() | texts)
    pairs = st.lists(st.tuples(player, agent).map(list), min_size=1, max_size=3)
    clues = [
        {"kind": st.sampled_from(["owns", "not-owns"]), "player": player, "agent": agent},
        {"kind": st.just("one-of"), "player": player, "agents": st.lists(agent, min_size=1, max_size=3)},
        {"kind": st.sampled_from(["extra", "not-extra"]), "agent": agent},
        {"kind": st.just("either"), "pairs": pairs},
    ]
    clue = st.one_of(*(_merged(st.fixed_dictionaries({"type": st.just("clue"), **c}), trust) for c in clues))
    marks = st.dictionaries(agent, st.none() | player, max_size=4)
    others = [
        {"type": st.just("dossier"), "player": player, "marks": marks},
        {"type": st.just("reveal"), "player": player, "agent": agent},
        {"type": st.just("note"), "text": texts},
        {"type": st.just("note"), "player": player, "text": texts},
    ]
    event = st.one_of(turn, clue, *(st.fixed_dictionaries(other) for other in others))
    events = st.lists(_merged(event, comments, unknown), max_size=5)
    edition_data = st.sampled_from(EDITIONS)
    tags = optional(tags=st.dictionaries(texts, json_values, max_size=2))
    head = {
        "format": st.just("heimlich-record"),
        "version": st.just(1),
        "edition": edition_data,
        "agents": st.just(agents),
        "players": st.tuples(
            *(_merged(st.just({"name": name}), tags, unknown) for name in players)
        ).map(list),
    }  # fmt: skip
    named = st.fixed_dictionaries({"player": player})
    viewer = _merged(named, optional(agent=st.none() | agent), unknown)
    more = optional(
        title=texts, date=st.none() | texts, events=events, tags=st.dictionaries(texts, json_values, max_size=2),
        viewer=st.none() | viewer,
        owners=st.none() | st.just({}) | st.just(dict(zip(players, agents, strict=False))),
        comments=st.lists(texts, max_size=2), comments_after=st.lists(texts, max_size=2),
    )  # fmt: skip
    return draw(_merged(st.fixed_dictionaries(head), more, unknown))
