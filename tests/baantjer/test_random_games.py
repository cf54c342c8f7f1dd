"""Whole random games from a table that keeps its own books: the engine must agree after every turn."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.baantjer.engine import apply
from assistant.baantjer.errors import IllegalEvent
from assistant.baantjer.events import Event
from assistant.baantjer.evidence import evidence_board
from assistant.baantjer.record import from_data
from assistant.baantjer.state import State, start

from .table import Table

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["full", "short"]),
        "halves_before_token": st.booleans(),
        "may_decline": st.booleans(),
        "thefts_per_visit": st.integers(0, 3),
        "closed_places": st.booleans(),
        "skips_add_up": st.booleans(),
    },
)


def counted(state: State) -> dict[str, Any]:
    """The engine's state in the table's terms."""
    return {
        "tokens": {file.place: file.token for file in state.files if file.token},
        "cards": {file.place: sorted(file.cards) for file in state.files if file.cards},
        "closed": [file.place for file in state.files if file.closed],
        "skips": list(state.skips),
        "cars": [car.on for car in state.cars],
        "winner": None if state.winner is None else state.players[state.winner],
        "head": {"red": state.red.head, "green": state.green.head},
        "turns": state.turns,
    }


def tail_agrees(state: State, table: Table) -> bool:
    """Every card of a known tail is the one in the table's pile, half-seen ones possibly."""
    for colour in ("red", "green"):
        tail = state.stack(colour).tail
        pile = table.pile[colour]
        real = pile[len(pile) - len(tail) :]
        for possible, card, seen in zip(tail, real, table.seen_tail[colour], strict=True):
            if card not in possible or (seen is not None and possible != {card}):
                return False
    return True


def events_of(table: Table, since: int) -> tuple[Event, ...]:
    return from_data({**table.record(), "events": table.events[since:]}).events


@settings(max_examples=50, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.integers(2, 4),
    half_seen=st.sampled_from([0.0, 0.0, 0.1]),
    turns=st.integers(1, 160),
    options=OPTIONS,
)
def test_the_state_is_what_an_independent_count_says(
    seed: int, players: int, half_seen: float, turns: int, options: dict[str, Any]
) -> None:
    table = Table(seed, ["Anna", "Ben", "Cem", "Dora"][:players], half_seen, **options)
    state = start(from_data(table.record()))
    while table.winner is None and table.turn < turns:
        done = len(table.events)
        table.play_turn(looks=0.03)
        for event in events_of(table, done):
            state = apply(state, event)
        expected = table.counted()
        expected.pop("tail")
        assert counted(state) == expected
        assert tail_agrees(state, table)
        for board in evidence_board(state):
            assert (not board.closed and not board.missing) == table.full(board.place)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4), turns=st.integers(1, 60))
def test_what_breaks_a_rule_is_refused_at_any_moment(seed: int, players: int, turns: int) -> None:
    table = Table(seed, ["Anna", "Ben", "Cem", "Dora"][:players])
    for _ in range(turns):
        table.play_turn()
    if table.winner is not None:
        return
    state = start(from_data(table.record()))
    for event in events_of(table, 0):
        state = apply(state, event)
    wrong = table.forbidden()
    assert wrong
    broken = from_data({**table.record(), "events": [event for _, event in wrong]}).events
    for (rule, _), event in zip(wrong, broken, strict=True):
        with pytest.raises(IllegalEvent):
            apply(state, event)
            pytest.fail(f"{rule}: {event} was accepted")
