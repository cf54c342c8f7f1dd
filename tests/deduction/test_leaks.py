"""`owners`, tags, later reveals and later turns never reach a figure."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from model_scenes import game, without_truth

from assistant.deduction import Analysis, Viewpoint, analyse, explain, exposure, timeline
from assistant.records import Record
from assistant.records.record import (
    ClueEvent,
    DossierEvent,
    NoteEvent,
    Player,
    RevealEvent,
    TurnEvent,
    Viewer,
)

WHOLE = game("greedy", "sly", "timid", seed=4)
TRUTH: dict[str, str] = dict(WHOLE.owners or {})
TURNS = len(WHOLE.events)
SEEN = WHOLE.model_copy(update={"viewer": Viewer(player="Ben", agent=TRUTH["Ben"])})


def same(one: Analysis, other: Analysis) -> bool:
    """Every figure to the last bit, the dossier's too."""
    return (
        (one.posterior == other.posterior).all()
        and one.top_worlds == other.top_worlds
        and one.dossier.marks == other.dossier.marks
        and one.dossier.expected_points == other.dossier.expected_points
        and one.surprise == other.surprise
        and one.viewpoint == other.viewpoint
    )  # fmt: skip


def with_later(record: Record, turns: int, later: list[Any]) -> Record:
    """`later` entered after turn `turns` + 1, or at the very end."""
    return record.with_events([*record.events[: turns + 1], *later, *record.events[turns + 1 :]])


names, agents = st.sampled_from(WHOLE.names), st.sampled_from(WHOLE.agents)
later_events = st.lists(
    st.one_of(
        st.builds(RevealEvent, player=names, agent=agents),
        st.builds(DossierEvent, player=names, marks=st.dictionaries(agents, names, max_size=3)),
        st.builds(NoteEvent, text=st.text(max_size=20)),
    ),
    max_size=3,
)
owners = st.one_of(
    st.none(),
    st.permutations(WHOLE.agents).map(lambda order: dict(zip(WHOLE.names, order, strict=False))),
    st.just({"Ben": TRUTH["Anna"]}),
)
tags = st.dictionaries(st.sampled_from(["controller", "source", "owner", "agent"]), st.text(max_size=8))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(at=st.integers(0, TURNS - 1), owners=owners, tags=tags, later=later_events, cut=st.booleans())
def test_what_is_not_known_changes_no_figure(
    at: int, owners: dict[str, str] | None, tags: dict[str, str], later: list[Any], cut: bool
) -> None:
    players = tuple(Player(name=player.name, tags=tags) for player in SEEN.players)
    other = SEEN.model_copy(
        update={"owners": owners, "tags": tags, "players": players, "title": "red is Anna's"}
    )
    other = other.with_events(SEEN.events[: at + 1]) if cut else with_later(other, at, later)
    assert same(analyse(without_truth(SEEN), at=at), analyse(other, at=at))


@pytest.mark.parametrize("at", ["dossier", "end"])
def test_reveals_of_a_finished_game_change_no_figure(at: str) -> None:
    """They are entered when everything is decided."""
    reveals = [RevealEvent(player=player, agent=agent) for player, agent in TRUTH.items()]
    other = with_later(SEEN, TURNS - 1, reveals)
    assert same(analyse(without_truth(SEEN), at=at), analyse(other, at=at))
    assert (timeline(other) == timeline(without_truth(SEEN))).all()


def test_explanations_and_exposure_do_not_leak_either() -> None:
    bare = without_truth(SEEN)
    swapped = SEEN.model_copy(
        update={"owners": dict(zip(WHOLE.names, reversed(TRUTH.values()), strict=False))}
    )
    assert explain(bare, 0, 2) == explain(swapped, 0, 2)
    assert (exposure(bare).probability == exposure(swapped).probability).all()


def test_the_name_of_a_player_or_agent_says_nothing() -> None:
    """The model goes by seats: the same turns under other names."""
    rename = {"Anna": "red", "Ben": "Zoe", "Cem": "grey"}
    colours = dict(zip(WHOLE.agents, ("a", "b", "c", "d", "e"), strict=True))
    events = [
        TurnEvent(
            player=rename[e.player], die=e.die, safe=e.safe, moves={colours[a]: n for a, n in e.moves.items()}
        )
        for e in WHOLE.events
        if isinstance(e, TurnEvent)
    ]
    other = Record(
        edition=WHOLE.edition, agents=tuple(colours.values()), events=tuple(events),
        players=tuple(Player(name=name) for name in rename.values()),
    )  # fmt: skip
    assert (analyse(other).posterior == analyse(WHOLE, Viewpoint()).posterior).all()


def test_what_is_known_does_change_them() -> None:
    """The comparison above can fail: a reveal or a clue in time, the viewer's card, one turn more."""
    base = analyse(SEEN, at=10)
    cem = RevealEvent(player="Cem", agent=TRUTH["Cem"])
    clue = ClueEvent(kind="owns", player="Anna", agent=TRUTH["Anna"], trust=0.7)
    for event in (cem, clue):
        assert not same(base, analyse(with_later(SEEN, 9, [event]), at=10))
        assert same(base, analyse(with_later(SEEN, 10, [event]), at=10))
    assert not same(base, analyse(SEEN, at=11))
    assert not same(base, analyse(SEEN, Viewpoint(1, (WHOLE.agents.index(TRUTH["Ben"]) + 1) % 5), at=10))


def test_the_viewers_own_card_is_the_one_thing_read_from_owners() -> None:
    eyes = Viewpoint.player(WHOLE, "Cem")
    assert eyes == Viewpoint(2, WHOLE.agents.index(TRUTH["Cem"]))
    row = analyse(WHOLE, eyes).posterior[2]
    assert row[eyes.agent] == 1.0 and np.sum(row) == 1.0
    assert Viewpoint.player(without_truth(WHOLE), "Cem") == Viewpoint(2, None)
    assert Viewpoint.of(WHOLE) == Viewpoint()


def test_rank_does_not_take_a_viewers_card_from_the_owners() -> None:
    assert WHOLE.owners is not None
    assert Viewpoint.named(WHOLE, "Cem") == Viewpoint.named(without_truth(WHOLE), "Cem") == Viewpoint(2, None)
