"""Draws, hands, the order of passing, and what the card round does to a scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from scenes import ANNA, BEN, BLUE, CEM, GREEN, RED, card, played, refused, scene

from assistant.game import CARDS, RUIN, CardPlay, card_effects
from assistant.game.cards import card_round

TOP = "amigo-topsecret"
ROUNDS = {"base": TOP, "card_passes": "until-all-pass"}
ENGINE = {**ROUNDS, "turn_order": "free", "scoring": "as-recorded"}


def plays(*entries: tuple[int, str | None]) -> tuple[CardPlay, ...]:
    """Entries with cards that are always legal: `on` moves red forward 1, None passes."""
    return tuple(card(who, name, RED, number=1) if name else card(who, None) for who, name in entries)


class TestDeal:
    def test_26_cards_in_15_kinds(self) -> None:
        assert (sum(c.copies for c in CARDS.values()), len(CARDS)) == (26, 15)

    @pytest.mark.parametrize(("players", "stack"), [(2, 22), (3, 20), (6, 14), (7, 11)])
    def test_two_each_the_rest_is_the_stack(self, players: int, stack: int) -> None:
        state = scene(TOP, players=players)
        assert (state.hands, state.stack) == ((2,) * players, stack)

    def test_no_cards_no_hands(self) -> None:
        assert (scene("amigo").hands, scene("amigo").stack) == ((), 0)


class TestDraw:
    def test_a_die_move_into_the_ruin_draws_one_card_however_many_agents(self) -> None:
        state = scene(TOP, at={RED: 9, BLUE: 10})
        for drew in (None, True):
            after = played(state, {RED: 2, BLUE: 1}, drew=drew).after
            assert (after.hands, after.stack) == ((3, 2, 2), 19)
        refused(state, {RED: 2, BLUE: 1}, "must draw", drew=False)

    def test_moving_nobody_on_a_1_3_draws(self) -> None:
        assert played(scene(TOP), {}, die="1-3", drew=True).after.hands == (3, 2, 2)

    def test_an_agent_that_already_stands_in_the_ruin_draws_nothing(self) -> None:
        state = scene(TOP, at={RED: RUIN})
        assert played(state, {BLUE: 2}, drew=False).after.hands == (2, 2, 2)
        refused(state, {BLUE: 2}, "draws no card", drew=True)

    def test_passing_the_ruin_draws_nothing(self) -> None:
        state = scene(TOP, at={RED: 10})
        assert played(state, {RED: 2}).after.hands == (2, 2, 2)
        refused(state, {RED: 2}, "draws no card", drew=True)

    def test_a_card_into_the_ruin_draws_nothing(self) -> None:
        after = played(scene(TOP), {BLUE: 2}, cards=(card(ANNA, "to-ruin", RED),)).after
        assert (after.hands, after.stack) == ((1, 2, 2), 20)

    def test_no_draw_at_four_in_hand(self) -> None:
        state = scene(TOP, at={RED: 9}, hands=(4, 2, 2), stack=18)
        assert played(state, {RED: 2}).after.hands == (4, 2, 2)
        refused(state, {RED: 2}, "with 4 in hand", drew=True)
        assert played(replace(state, hands=(3, 2, 2)), {RED: 2}, drew=True).after.hands == (4, 2, 2)

    def test_no_draw_from_an_empty_stack(self) -> None:
        state = scene(TOP, at={RED: 9}, stack=0)
        assert played(state, {RED: 2}).after.hands == (2, 2, 2)
        refused(state, {RED: 2}, "stack is empty", drew=True)

    def test_the_draw_comes_before_the_card_round(self) -> None:
        state = scene(TOP, at={RED: 9}, hands=(0, 2, 2))
        after = played(state, {RED: 2}, cards=(card(ANNA, "plus-minus-1", RED, number=1),)).after
        assert after.hands == (0, 2, 2)
        refused(state, {RED: 3}, "no card left", cards=(card(ANNA, "plus-minus-1", RED, number=1),))

    def test_a_card_drawn_by_name_is_one_that_can_lie_in_the_stack(self) -> None:
        near = {RED: 10}
        drawn = played(scene(TOP, at=near), {RED: 1}, drew="swap").after
        assert (drawn.seen, drawn.hands, drawn.stack) == (((ANNA, "swap"),), (3, 2, 2), 19)
        for state in (scene(TOP, at=near, played=("swap",)), scene(TOP, at=near, seen=((BEN, "swap"),))):
            refused(state, {RED: 1}, "Anna cannot draw swap: all its copies are elsewhere", drew="swap")
        one_of_two = scene(TOP, at=near, played=("to-ruin",))
        assert played(one_of_two, {RED: 1}, drew="to-ruin").after.seen == ((ANNA, "to-ruin"),)
        without = scene({"base": TOP, "two_agent_cards": "no"}, at=near)
        refused(without, {RED: 1}, "this game is played without it", drew="two-agent-cards")

    @pytest.mark.parametrize("name", ["nonsense", "", "Swap"])
    def test_a_card_that_there_is_not_cannot_be_drawn(self, name: str) -> None:
        state = scene(TOP, at={RED: 10})
        assert "swap" in str(refused(state, {RED: 1}, f"there is no card {name!r}", drew=name).remedy)
        outcome = played(scene(ENGINE, at={RED: 10}), {RED: 1}, drew=name)
        assert [str(remark) for remark in outcome.remarks] == [f"there is no card {name!r}"]
        assert (outcome.after.hands, outcome.after.seen) == ((3, 2, 2), ())

    def test_no_card_by_name_without_cards(self) -> None:
        refused(scene(), {RED: 1}, "played without cards", drew="")

    def test_the_engine_s_records_are_flagged_not_refused(self) -> None:
        outcome = played(scene(ENGINE), {RED: 2}, drew=True)
        assert outcome.after.hands == (3, 2, 2)
        assert "draws no card" in str(outcome.remarks[0])
        outcome = played(scene(ENGINE, at={RED: 9}), {RED: 2}, drew=False)
        assert outcome.after.hands == (2, 2, 2)
        assert "must draw" in str(outcome.remarks[0])


class TestHands:
    def test_a_card_leaves_the_hand_for_good(self) -> None:
        after = played(
            scene(TOP), {BLUE: 2}, cards=plays((ANNA, "plus-minus-1"), (BEN, "plus-minus-1"))
        ).after
        assert (after.hands, after.played) == ((1, 1, 2), ("plus-minus-1",) * 2)

    def test_no_more_cards_than_in_hand(self) -> None:
        entries = plays((ANNA, "plus-minus-1"), (ANNA, "forward-1-2-3"), (ANNA, "plus-minus-1"))
        refused(scene(TOP), {BLUE: 2}, "Anna has no card left", cards=entries)
        assert played(scene(TOP, hands=(3, 2, 2)), {BLUE: 2}, cards=entries).after.hands == (0, 2, 2)
        assert "no card left" in str(played(scene(ENGINE), {BLUE: 2}, cards=entries).remarks[0])

    def test_no_more_copies_than_the_deck_has(self) -> None:
        state = scene(TOP, played=("swap",))
        swap = (card(ANNA, "swap", RED, BLUE),)
        refused(state, {BLUE: 2}, "no swap is left", cards=swap)
        assert played(scene(TOP), {BLUE: 2}, cards=swap).after.positions[RED] == 2
        assert "no swap is left" in str(
            played(scene(ENGINE, played=("swap",)), {BLUE: 2}, cards=swap).remarks[0]
        )

    def test_a_copy_that_another_player_drew_by_name_cannot_be_played(self) -> None:
        swap = (card(ANNA, "swap", RED, BLUE),)
        refused(scene(TOP, seen=((BEN, "swap"),)), {BLUE: 2}, "Anna cannot hold swap", cards=swap)
        own = played(scene(TOP, seen=((ANNA, "swap"),)), {BLUE: 2}, cards=swap).after
        assert (own.seen, own.played) == ((), ("swap",))
        two = (card(ANNA, "plus-minus-1", RED, number=1),)
        assert (
            played(scene(TOP, seen=((BEN, "plus-minus-1"),)), {BLUE: 2}, cards=two).after.positions[RED] == 1
        )

    def test_a_pass_names_no_agents(self) -> None:
        refused(scene(TOP), {RED: 1}, "a pass takes no agents", cards=(CardPlay(ANNA, None, (RED,)),))

    def test_a_card_of_a_seat_that_is_not_there(self) -> None:
        refused(scene(TOP), {RED: 1}, "no player in seat 4", cards=(card(3, None),))


P = "plus-minus-1"
F = "forward-1-2-3"
Entries = Sequence[tuple[int, str | None]]


class TestOrderOfPassing:
    @pytest.mark.parametrize(
        "entries",
        [
            [],
            [(ANNA, None), (BEN, None), (CEM, None)],
            [(ANNA, P), (ANNA, F), (ANNA, None), (BEN, None), (CEM, P)],
            [(ANNA, P), (BEN, F), (CEM, P)],
            [(CEM, P)],
            [(ANNA, None), (CEM, P), (CEM, None)],
        ],
    )
    def test_once_legal(self, entries: Entries) -> None:
        assert played(scene(TOP), {BLUE: 2}, cards=plays(*entries)).remarks == ()

    @pytest.mark.parametrize(
        ("entries", "who"),
        [
            ([(ANNA, None), (ANNA, P)], "Anna"),
            ([(BEN, P), (ANNA, P)], "Anna"),
            ([(ANNA, P), (BEN, None), (CEM, None), (ANNA, None)], "Anna"),
            ([(CEM, P), (BEN, P)], "Ben"),
        ],
    )
    def test_once_illegal(self, entries: Entries, who: str) -> None:
        refused(scene(TOP), {BLUE: 2}, f"{who} has had the one chance", cards=plays(*entries))
        lenient = scene({"base": TOP, "turn_order": "free"})
        assert len(played(lenient, {BLUE: 2}, cards=plays(*entries)).remarks) == 1

    @pytest.mark.parametrize("passes", ["once", "until-all-pass"])
    def test_the_active_player_is_first(self, passes: str) -> None:
        state = scene({"base": TOP, "card_passes": passes}, to_move=BEN)
        played(state, {BLUE: 2}, cards=plays((BEN, P), (CEM, P), (ANNA, F)))
        if passes == "once":
            refused(state, {BLUE: 2}, "one chance", cards=plays((ANNA, F), (BEN, P)))
        else:
            played(state, {BLUE: 2}, cards=plays((ANNA, F), (BEN, P)))

    @pytest.mark.parametrize(
        "entries",
        [
            [],
            [(ANNA, None), (BEN, None), (CEM, None)],
            [(ANNA, None), (BEN, P), (BEN, None), (CEM, None), (ANNA, F)],
            [(ANNA, P), (BEN, F), (ANNA, P)],
            [(ANNA, P), (ANNA, None), (BEN, None), (CEM, P), (CEM, None), (ANNA, None), (BEN, None)],
        ],
    )
    def test_until_all_pass_legal(self, entries: Entries) -> None:
        assert played(scene(ROUNDS), {BLUE: 2}, cards=plays(*entries)).remarks == ()

    @pytest.mark.parametrize(
        "entries",
        [
            [(ANNA, None), (BEN, None), (CEM, None), (ANNA, P)],
            [(ANNA, None), (BEN, None), (CEM, None), (ANNA, None)],
            [(ANNA, None), (ANNA, P)],
            [(ANNA, P), (ANNA, None), (BEN, None), (ANNA, None), (BEN, P)],
        ],
    )
    def test_until_all_pass_illegal(self, entries: Entries) -> None:
        refused(scene(ROUNDS), {BLUE: 2}, "the card round was over", cards=plays(*entries))
        assert "was over" in str(played(scene(ENGINE), {BLUE: 2}, cards=plays(*entries)).remarks[0])


class TestScoringAfterTheRound:
    """Red steps on the safe in 7 by the die; blue waits in 6."""

    STATE = scene({"base": TOP, "card_passes": "until-all-pass"}, at={RED: 6, BLUE: 6, GREEN: RUIN})

    def test_the_round_comes_before_the_scoring(self) -> None:
        outcome = played(self.STATE, {RED: 1}, safe=1, cards=(card(BEN, F, BLUE, number=2),))
        assert outcome.gains[:3] == (7, 8, 0)

    def test_cancelled_when_the_agent_is_moved_off(self) -> None:
        off = (card(BEN, "off-the-safe", RED, number=1),)
        assert played(self.STATE, {RED: 1}, cards=off).scored is None
        refused(self.STATE, {RED: 1}, "the safe cannot move", safe=1, cards=off)

    def test_cancelled_when_the_safe_is_moved_off_even_to_where_agents_stand(self) -> None:
        moved = (card(BEN, "safe-anywhere", number=6),)
        outcome = played(self.STATE, {RED: 1}, cards=moved)
        assert (outcome.scored, outcome.after.safe) == (None, 6)

    def test_the_safe_moved_under_an_agent_that_moved_does_not_score(self) -> None:
        assert played(self.STATE, {RED: 2}, cards=(card(BEN, "safe-anywhere", number=8),)).scored is None

    def test_triggered_again_by_another_card(self) -> None:
        back = (card(BEN, "off-the-safe", RED, number=1), card(CEM, "back-1-or-2", RED, number=-1))
        assert played(self.STATE, {RED: 1}, safe=1, cards=back).gains[RED] == 7
        refused(self.STATE, {RED: 1}, "the safe must be placed", cards=back)

    def test_triggered_again_at_the_safe_s_new_building(self) -> None:
        entries = (card(BEN, "safe-anywhere", number=8), card(CEM, P, RED, number=1))
        outcome = played(self.STATE, {RED: 1}, safe=7, cards=entries)
        assert outcome.gains[RED] == 8
        assert outcome.after.safe == 7

    def test_one_of_two_that_entered_is_enough(self) -> None:
        off = (card(BEN, "off-the-safe", RED, number=1),)
        assert played(self.STATE, {RED: 1, BLUE: 1}, safe=1, cards=off).gains[:2] == (8, 7)

    def test_an_agent_that_already_stood_there_is_not_enough(self) -> None:
        state = replace(self.STATE, positions=(6, 7, 11, 0, 0, 0))
        off = (card(BEN, "off-the-safe", RED, number=1),)
        assert played(state, {RED: 1}, cards=off).scored is None

    def test_off_the_safe_and_on_again_is_an_entry(self) -> None:
        state = replace(self.STATE, positions=(6, 7, 11, 0, 0, 0))
        entries = (card(ANNA, "off-the-safe", BLUE, number=1), card(BEN, "back-1-or-2", BLUE, number=-1))
        assert played(state, {GREEN: 1}, safe=1, cards=entries).gains[BLUE] == 7

    @pytest.mark.parametrize(
        ("entry", "safe"),
        [
            (card(ANNA, "to-safe", BLUE), 7),
            (card(ANNA, "swap", GREEN, BLUE), 6),
            (card(ANNA, "join", GREEN, BLUE), 6),
            (card(ANNA, "to-ruin", BLUE), RUIN),
            (card(ANNA, "ruin-to-church", GREEN), 0),
            (card(ANNA, "all-to-church"), 0),
            (card(ANNA, "plus-minus-1", BLUE, number=1), 7),
            (card(ANNA, "two-back", GREEN, BLUE), 5),
            (card(ANNA, "two-forward", GREEN, BLUE), 7),
        ],
    )
    def test_placed_on_the_safe_by_a_card_triggers_but_not_in_the_engine_s_records(
        self, entry: CardPlay, safe: int
    ) -> None:
        state = replace(self.STATE, safe=safe)
        outcome = played(state, {4: 2}, safe=1, cards=(entry,))
        assert outcome.scored is not None
        engine = scene(ENGINE, at={RED: 6, BLUE: 6, GREEN: RUIN}, safe=safe)
        recorded = played(engine, {4: 2}, scored=False, cards=(entry,))
        assert recorded.scored is None
        assert "so there was a scoring" in str(recorded.remarks[0])

    def test_agents_in_the_church_do_not_enter_it_with_all_to_church(self) -> None:
        state = scene(TOP, safe=0)
        assert played(state, {RED: 1}, cards=(card(ANNA, "join", RED, BLUE),), safe=1).scored is not None
        everyone = replace(state, positions=(0, 0, 0, 0, 0, RUIN))
        assert played(everyone, {5: 2}, safe=1, cards=(card(ANNA, "all-to-church"),)).scored is not None
        assert played(state, {RED: 1}, cards=(card(ANNA, "score-3-3", BLUE, RED),)).scored is None

    def test_the_active_player_moves_the_safe_whoever_triggered(self) -> None:
        outcome = played(self.STATE, {4: 2}, safe=1, cards=(card(CEM, "to-safe", BLUE),))
        assert (outcome.turn.player, outcome.after.safe, outcome.after.to_move) == (ANNA, 1, BEN)

    def test_stages_tell_what_each_player_saw(self) -> None:
        entries = (card(ANNA, None), card(BEN, "off-the-safe", RED, number=1), card(BEN, None))
        outcome = played(self.STATE, {RED: 1}, cards=entries)
        assert outcome.cards is not None
        assert [stage.state.positions[RED] for stage in outcome.cards.stages] == [7, 7, 8]
        assert [stage.entered for stage in outcome.cards.stages] == [{RED}, {RED}, set()]
        assert [stage.state.hands[BEN] for stage in outcome.cards.stages] == [2, 2, 1]

    def test_card_round_gives_the_state_and_whether_a_scoring_is_due(self) -> None:
        outcome = played(self.STATE, {RED: 1}, safe=1)
        moved = replace(self.STATE, positions=(7, 6, 11, 0, 0, 0))
        assert card_round(self.STATE, moved, outcome.turn) == (moved, True)


def test_every_kind_of_card_has_its_functions() -> None:
    assert set(card_effects._RULES) == set(CARDS)
