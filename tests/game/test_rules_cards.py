"""Each Top Secret card: smallest legal play, smallest illegal one; `options` against trying everything."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import ANNA, BEN, BLUE, CEM, GREEN, GREY, RED, card, played, refused, scene

from assistant.game import (
    CARDS,
    RUIN,
    CardPlay,
    GameState,
    IllegalCard,
    effect,
    options,
    owners_after,
    refusal,
)

TOP = "amigo-topsecret"


def cards_left(base: GameState) -> GameState:
    return replace(base, hands=(4,) * len(base.players), stack=26 - 4 * len(base.players))


TABLE = cards_left(
    scene(TOP, at={RED: 3, BLUE: 7, GREEN: RUIN, GREY: RUIN}, markers={RED: 40, BLUE: 39, GREEN: 36})
)
"""Red in house 3, blue at the safe in 7, green and grey in the ruin, the other two in the church."""


@pytest.mark.parametrize(
    ("name", "agents", "number", "positions", "safe"),
    [
        ("safe-anywhere", (), 3, (3, 7, 11, 11, 0, 0), 3),
        ("safe-anywhere", (), RUIN, (3, 7, 11, 11, 0, 0), RUIN),
        ("back-1-or-2", (RED,), -1, (2, 7, 11, 11, 0, 0), 7),
        ("back-1-or-2", (4,), -2, (3, 7, 11, 11, 10, 0), 7),
        ("plus-minus-1", (4,), -1, (3, 7, 11, 11, 11, 0), 7),
        ("plus-minus-1", (GREEN,), 1, (3, 7, 0, 11, 0, 0), 7),
        ("two-back", (RED, 4), 0, (2, 7, 11, 11, 11, 0), 7),
        ("two-forward", (RED, GREEN), 0, (4, 7, 0, 11, 0, 0), 7),
        ("off-the-safe", (BLUE,), 1, (3, 8, 11, 11, 0, 0), 7),
        ("off-the-safe", (BLUE,), -1, (3, 6, 11, 11, 0, 0), 7),
        ("to-ruin", (RED,), 0, (11, 7, 11, 11, 0, 0), 7),
        ("all-to-church", (), 0, (0,) * 6, 7),
        ("swap", (RED, BLUE), 0, (7, 3, 11, 11, 0, 0), 7),
        ("join", (RED, GREEN), 0, (11, 7, 11, 11, 0, 0), 7),
        ("join", (GREEN, RED), 0, (3, 7, 3, 11, 0, 0), 7),
        ("ruin-to-church", (GREEN,), 0, (3, 7, 0, 11, 0, 0), 7),
        ("ruin-to-church", (GREEN, GREY), 0, (3, 7, 0, 0, 0, 0), 7),
        ("forward-1-2-3", (GREEN,), 3, (3, 7, 2, 11, 0, 0), 7),
        ("to-safe", (RED,), 0, (7, 7, 11, 11, 0, 0), 7),
        ("two-agent-cards", (), 0, (3, 7, 11, 11, 0, 0), 7),
    ],
)  # fmt: skip
def test_legal(
    name: str, agents: tuple[int, ...], number: int, positions: tuple[int, ...], safe: int
) -> None:
    after = effect(TABLE, name, agents, number)
    assert (after.positions, after.safe, after.markers) == (positions, safe, TABLE.markers)


def test_score_3_3_stops_at_40() -> None:
    assert effect(TABLE, "score-3-3", (BLUE, GREEN), 0).markers == (40, 40, 39, 0, 0, 0)
    hundred = scene({"base": TOP, "start_score": 100}, markers={BLUE: 139})
    assert effect(hundred, "score-3-3", (BLUE, GREEN), 0).markers[:3] == (100, 140, 103)


def test_score_3_3_never_reaches_an_earlier_finish() -> None:
    short = scene({"base": TOP, "finish": 30}, markers={BLUE: 28})
    assert effect(short, "score-3-3", (BLUE, GREEN), 0).markers[BLUE] == 29


@pytest.mark.parametrize(
    ("name", "agents", "number", "why"),
    [
        ("safe-anywhere", (), 7, "already in building 7"),
        ("safe-anywhere", (), 12, "cannot take the number 12"),
        ("safe-anywhere", (RED,), 3, "takes 0 agents"),
        ("score-3-3", (RED, BLUE), 0, "from 40 on it cannot be chosen"),
        ("score-3-3", (BLUE,), 0, "takes 2 agents"),
        ("score-3-3", (BLUE, BLUE), 0, "two different agents"),
        ("back-1-or-2", (RED,), -3, "cannot take the number -3"),
        ("back-1-or-2", (RED,), 1, "cannot take the number 1"),
        ("plus-minus-1", (RED,), 2, "cannot take the number 2"),
        ("plus-minus-1", (RED,), 0, "cannot take the number 0"),
        ("two-back", (RED, RED), 0, "two different agents"),
        ("two-back", (RED,), 0, "takes 2 agents"),
        ("two-forward", (RED, RED), 0, "two different agents"),
        ("two-forward", (RED, BLUE, GREEN), 0, "takes 2 agents"),
        ("off-the-safe", (RED,), 1, "does not stand at the safe"),
        ("off-the-safe", (BLUE,), 2, "cannot take the number 2"),
        ("to-ruin", (GREEN,), 0, "already stands in building ruin"),
        ("all-to-church", (RED,), 0, "takes 0 agents"),
        ("swap", (GREEN, GREY), 0, "stand in the same building ruin"),
        ("swap", (RED,), 0, "takes 2 agents"),
        ("join", (GREEN, GREY), 0, "stand in the same building ruin"),
        ("join", (RED, RED), 0, "two different agents"),
        ("ruin-to-church", (RED,), 0, "red does not stand in the ruin"),
        ("ruin-to-church", (GREEN, RED), 0, "red does not stand in the ruin"),
        ("ruin-to-church", (), 0, "takes 1, 2 agents"),
        ("forward-1-2-3", (RED,), 4, "cannot take the number 4"),
        ("forward-1-2-3", (RED,), 0, "cannot take the number 0"),
        ("to-safe", (BLUE,), 0, "already stands in building 7"),
        ("to-safe", (9,), 0, "not in play"),
        ("two-agent-cards", (RED, BLUE, GREEN), 0, "takes 0, 1, 2 agents"),
        ("no-such-card", (), 0, "there is no card"),
    ],
)
def test_illegal(name: str, agents: tuple[int, ...], number: int, why: str) -> None:
    with pytest.raises(IllegalCard, match=why) as caught:
        effect(TABLE, name, agents, number)
    assert str(caught.value.remedy)
    refused(TABLE, {RED: 1}, why, cards=(CardPlay(ANNA, name, agents, number),))


def test_each_card_has_a_legal_and_an_illegal_scenario() -> None:
    for test, besides in ((test_legal, {"score-3-3"}), (test_illegal, {"no-such-card"})):
        names = {case[0] for case in test.pytestmark[0].args[1]}  # type: ignore[attr-defined]
        assert names ^ besides == set(CARDS)


@settings(max_examples=40, deadline=None)
@given(
    positions=st.lists(st.integers(0, 11), min_size=3, max_size=5),
    markers=st.lists(st.integers(30, 45), min_size=5, max_size=5),
    safe=st.integers(0, 11),
    name=st.sampled_from(sorted(set(CARDS) - {"two-agent-cards"})),
)
def test_options_are_all_that_is_not_refused(
    positions: list[int], markers: list[int], safe: int, name: str
) -> None:
    count = len(positions)
    state = replace(
        scene(TOP, players=2, agents=count),
        positions=tuple(positions),
        markers=tuple(markers[:count]),
        safe=safe,
    )
    listed = list(options(state, name))
    assert len(set(listed)) == len(listed)
    for agents, number in listed:
        assert refusal(state, name, agents, number) is None
    tried = {
        (agents if CARDS[name].ordered else tuple(sorted(agents)), number)
        for n in range(4)
        for agents in permutations(range(count), n)
        for number in range(-4, 14)
        if refusal(state, name, agents, number) is None
    }
    assert set(listed) == tried


class TestTheCardThatNobodyKnows:
    """`two-agent-cards`: a private look, or an exchange of identity, noted by hand."""

    LOOK = CardPlay(ANNA, "two-agent-cards", (GREY, 4), effect="look")

    def test_it_changes_nothing_on_the_board(self) -> None:
        plain = played(TABLE, {RED: 1})
        outcome = played(TABLE, {RED: 1}, cards=(self.LOOK,))
        assert outcome.after.positions == plain.after.positions
        assert outcome.after.hands == (3, 4, 4)
        assert outcome.after.played == ("two-agent-cards",)

    def test_a_look_leaves_the_owners(self) -> None:
        assert owners_after((RED, BLUE, GREEN), [self.LOOK]) == (RED, BLUE, GREEN)

    def test_an_exchange_with_a_player(self) -> None:
        play = CardPlay(ANNA, "two-agent-cards", effect="exchange", other=CEM)
        played(TABLE, {RED: 1}, cards=(play,))
        assert owners_after((RED, BLUE, GREEN), [card(BEN, None), play]) == (GREEN, BLUE, RED)

    def test_an_exchange_with_an_extra(self) -> None:
        play = CardPlay(BEN, "two-agent-cards", (GREY,), effect="exchange")
        assert owners_after((RED, BLUE, GREEN), [play]) == (RED, GREY, GREEN)

    @pytest.mark.parametrize(
        ("play", "why"),
        [
            (CardPlay(ANNA, "two-agent-cards", effect="exchange"), "needs the other player"),
            (CardPlay(ANNA, "two-agent-cards", effect="exchange", other=3), "no player in seat 4"),
            (CardPlay(ANNA, "two-agent-cards", effect="exchange", other=ANNA), "Anna cannot exchange"),
            (CardPlay(ANNA, "all-to-church", effect="look"), "only the card two-agent-cards"),
        ],
    )
    def test_a_note_that_cannot_be(self, play: CardPlay, why: str) -> None:
        refused(TABLE, {RED: 1}, why, cards=(play,))

    def test_it_is_out_with_seven_players(self) -> None:
        state = scene(TOP, players=7)
        refused(state, {RED: 1}, "no two-agent-cards is left", cards=(card(ANNA, "two-agent-cards"),))
        assert state.stack == 25 - 14
        assert scene(TOP, players=6).stack == 26 - 12

    def test_it_can_be_taken_out(self) -> None:
        assert scene({"base": TOP, "two_agent_cards": "no"}).stack == 25 - 6
        assert scene({"base": TOP, "scoring": "as-recorded"}).stack == 25 - 6
        assert scene({"base": TOP, "scoring": "as-recorded", "two_agent_cards": "yes"}).stack == 26 - 6
