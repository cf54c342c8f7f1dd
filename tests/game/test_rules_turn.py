"""A turn: roll, split, scoring, safe. Per rule the smallest legal and the smallest illegal scenario."""

from __future__ import annotations

import pytest
from scenes import ANNA, BEN, BLUE, CEM, GREEN, GREY, RED, played, refused, scene

from assistant.game import RUIN, IllegalTurn, Turn, legal_splits, play, safe_targets, splits, triggers
from assistant.game.legal import totals


class TestStart:
    def test_agents_in_the_church_markers_on_start_safe_in_house_7(self) -> None:
        state = scene()
        assert (set(state.positions), set(state.markers), state.safe, state.to_move) == ({0}, {0}, 7, ANNA)

    def test_start_score_100(self) -> None:
        state = scene({"base": "ravensburger", "start_score": 100}, at={RED: 5, BLUE: RUIN}, safe=6)
        after = played(state, {RED: 1}, safe=1).after
        assert after.markers == (106, 100, 100, 100, 100)
        assert state.edition.finish_score == 142

    @pytest.mark.parametrize(("spec", "counts"), [("ravensburger", (4, 5, 6, 7, 7, 7)),
                                                     ("amigo", (5, 6, 7, 7, 7, 7))])  # fmt: skip
    def test_agents_in_play_per_player_count(self, spec: str, counts: tuple[int, ...]) -> None:
        assert tuple(len(scene(spec, players=n).agents) for n in range(2, 8)) == counts


class TestSplitOfTheRoll:
    def test_the_whole_roll_over_any_agents(self) -> None:
        after = played(scene(), {RED: 2, BLUE: 1, GREY: 2}, die=5).after
        assert after.positions == (2, 1, 0, 2, 0)

    def test_all_steps_with_one_agent(self) -> None:
        assert played(scene(), {GREEN: 6}, die=6).after.positions == (0, 0, 6, 0, 0)

    def test_ruin_then_church_again(self) -> None:
        assert played(scene(at={RED: RUIN}), {RED: 2}, die=2).after.positions[RED] == 1

    def test_die_left_out_is_the_sum(self) -> None:
        assert played(scene(), {RED: 2, BLUE: 1}).turn.face == 3

    def test_a_step_left_over_is_illegal(self) -> None:
        error = refused(scene(), {RED: 2}, "add up to 2", die=3)
        assert "add 1 more" in str(error.remedy)

    def test_a_step_too_many_is_illegal(self) -> None:
        error = refused(scene(), {RED: 2, BLUE: 2}, "add up to 4", die=3)
        assert "take 1 back" in str(error.remedy)

    def test_seven_steps_are_no_roll(self) -> None:
        refused(scene(), {RED: 7}, "no roll gives 7")

    def test_backwards_is_illegal(self) -> None:
        refused(scene(), {RED: -1, BLUE: 3}, "cannot go back", die=2)

    def test_steps_for_each_agent_are_needed(self) -> None:
        with pytest.raises(IllegalTurn, match="steps for 5 agents are needed, here are 2"):
            play(scene(), Turn(ANNA, (1, 1)))

    @pytest.mark.parametrize(("roll", "ways"), [(1, 7), (2, 28), (3, 84), (4, 210), (5, 462), (6, 924)])
    def test_ways_to_split_over_seven_agents(self, roll: int, ways: int) -> None:
        table = splits(roll, 7)
        assert table.shape == (ways, 7)
        assert len({tuple(row) for row in table.tolist()}) == ways
        assert (table.sum(axis=1) == roll).all()


class TestDie:
    @pytest.mark.parametrize("used", [1, 2, 3])
    def test_1_3_gives_one_two_or_three_steps(self, used: int) -> None:
        assert played(scene("amigo"), {RED: used}, die="1-3").after.positions[RED] == used

    def test_1_3_does_not_give_four(self) -> None:
        refused(scene("amigo"), {RED: 4}, "add up to 4", die="1-3")

    def test_zero_steps_on_1_3_in_the_top_secret_game(self) -> None:
        outcome = played(scene("amigo-topsecret"), {}, die="1-3")
        assert outcome.after.positions == outcome.before.positions
        assert outcome.after.hands == (3, 2, 2)

    def test_zero_steps_without_cards_is_illegal(self) -> None:
        refused(scene("amigo"), {}, "add up to 0", die="1-3")

    def test_zero_steps_on_another_face_is_illegal(self) -> None:
        refused(scene("amigo-topsecret"), {}, "add up to 0", die=2)

    def test_zero_steps_can_be_forbidden_in_the_top_secret_game(self) -> None:
        refused(scene({"base": "amigo-topsecret", "zero_on_1_3": "no"}), {}, "add up to 0", die="1-3")

    def test_zero_steps_can_be_allowed_without_cards(self) -> None:
        played(scene({"base": "amigo", "zero_on_1_3": "yes"}), {}, die="1-3")

    def test_a_plain_die_has_no_1_3(self) -> None:
        refused(scene(), {RED: 1}, "no 1-3", die="1-3")

    def test_the_other_die_has_no_1(self) -> None:
        refused(scene("amigo"), {RED: 1}, "no 1", die=1)

    def test_a_die_left_out_on_one_step_was_the_1_3(self) -> None:
        state = scene("amigo")
        outcome = played(state, {RED: 1})
        assert outcome.turn.rolled(state.edition) == "1-3"
        assert totals(state.edition, outcome.turn.rolled(state.edition)) == (1, 2, 3)

    def test_a_die_left_out_on_two_steps_is_taken_for_the_2(self) -> None:
        state = scene("amigo")
        assert played(state, {RED: 2}).turn.rolled(state.edition) == 2

    def test_legal_splits_cover_every_total_of_the_face(self) -> None:
        assert len(legal_splits(scene("amigo", players=4), "1-3")) == 7 + 28 + 84
        assert len(legal_splits(scene("amigo-topsecret", players=4), "1-3")) == 1 + 7 + 28 + 84
        assert len(legal_splits(scene("ravensburger", players=5), 6)) == 924


class TestOrderOfTurns:
    def test_next_player_to_the_left_and_round(self) -> None:
        state = played(scene(), {RED: 1}).after
        assert state.to_move == BEN
        state = played(played(state, {RED: 1}).after, {RED: 1}).after
        assert (state.to_move, state.turns) == (ANNA, 3)

    def test_player_out_of_turn(self) -> None:
        error = refused(scene(), {RED: 1}, "turn of Anna, not of Ben", player=BEN)
        assert "Anna" in str(error.remedy)

    def test_free_turn_order_takes_the_record_s_and_says_so(self) -> None:
        outcome = played(scene({"base": "amigo", "turn_order": "free"}), {RED: 1}, player=CEM)
        assert outcome.after.to_move == ANNA
        assert [str(remark) for remark in outcome.remarks] == ["it is the turn of Anna, not of Cem"]

    def test_no_such_seat(self) -> None:
        refused(scene(), {RED: 1}, "no player in seat 4", player=3)

    def test_turn_after_the_end(self) -> None:
        state = played(scene(at={RED: 9}, markers={RED: 35}, safe=10), {RED: 1}).after
        assert state.finished
        refused(state, {RED: 1}, "the game ended with turn 1")


class TestScoring:
    def test_an_agent_that_moved_and_ends_at_the_safe_scores_all(self) -> None:
        outcome = played(scene(at={RED: 6, BLUE: 4}), {RED: 1}, safe=1)
        assert outcome.gains == (7, 4, 0, 0, 0)
        assert outcome.scored is not None
        assert outcome.scored.safe == 7
        assert outcome.after.safe == 1

    def test_passing_the_safe_does_not_score(self) -> None:
        outcome = played(scene(at={RED: 6}), {RED: 2})
        assert (outcome.scored, outcome.gains) == (None, (0,) * 5)
        refused(scene(at={RED: 6}), {RED: 2}, "the safe cannot move", safe=1)

    def test_an_agent_already_standing_there_does_not_score_again(self) -> None:
        assert played(scene(at={RED: 7}), {BLUE: 1}).scored is None
        refused(scene(at={RED: 7}), {BLUE: 1}, "the safe cannot move", safe=1)

    def test_a_new_entry_scores_those_who_stand_there_too(self) -> None:
        assert played(scene(at={RED: 7, BLUE: 6}), {BLUE: 1}, safe=1).gains[:2] == (7, 7)

    def test_several_entering_give_one_scoring(self) -> None:
        outcome = played(scene(at={RED: 6, BLUE: 6}), {RED: 1, BLUE: 1}, safe=1)
        assert (outcome.gains[:2], outcome.after.scorings) == ((7, 7), 1)

    def test_safe_in_the_church(self) -> None:
        outcome = played(scene(at={RED: RUIN, BLUE: 3}, safe=0), {RED: 1}, safe=1)
        assert outcome.gains == (0, 3, 0, 0, 0)

    def test_safe_in_the_ruin(self) -> None:
        outcome = played(scene(at={RED: 10, BLUE: 3}, markers={RED: 5}, safe=RUIN), {RED: 1}, safe=1)
        assert outcome.gains == (-3, 3, 0, 0, 0)

    def test_scored_may_confirm_but_not_contradict(self) -> None:
        state = scene(at={RED: 6})
        played(state, {RED: 1}, safe=1, scored=True)
        played(state, {BLUE: 1}, scored=False)
        refused(state, {RED: 1}, "so there was a scoring", scored=False)
        refused(state, {BLUE: 1}, "so there was no scoring", scored=True, safe=1)

    @pytest.mark.parametrize("scoring", ["entered", "as-recorded"])
    def test_no_scoring_and_a_safe_that_moved_contradict_each_other(self, scoring: str) -> None:
        state = scene({"base": "ravensburger", "scoring": scoring}, at={RED: 6})
        for moves in ({RED: 1}, {BLUE: 1}):  # with and without an agent that enters
            error = refused(state, moves, "there was no scoring, but also that the safe went to building 1",
                            scored=False, safe=1)  # fmt: skip
            assert str(error.remedy) == "drop `scored`, or leave the safe out"

    def test_scoring_as_recorded_stands_and_says_so(self) -> None:
        state = scene({"base": "amigo", "scoring": "as-recorded"}, at={RED: 6})
        silent = played(state, {RED: 1}, scored=False)
        assert (silent.scored, len(silent.remarks)) == (None, 1)
        loud = played(state, {BLUE: 1}, scored=True, safe=1)
        assert (loud.gains[RED], len(loud.remarks)) == (6, 1)
        assert played(state, {RED: 1}, safe=1).remarks == ()

    def test_scoring_as_recorded_reads_a_safe_that_moved_as_a_scoring(self) -> None:
        state = scene({"base": "amigo", "scoring": "as-recorded"}, at={RED: 6})
        assert played(state, {BLUE: 1}, safe=3).after.scorings == 1

    def test_triggers_agree_with_play_for_every_split(self) -> None:
        state = scene("ravensburger-expert", at={RED: 7, BLUE: 5, GREEN: 2})
        table = legal_splits(state, 5)
        for row, due in zip(table.tolist(), triggers(state, table).tolist(), strict=True):
            moves = dict(enumerate(row))
            assert (played(state, moves, safe=1 if due else None).scored is not None) == due


class TestFloor:
    def test_never_behind_start(self) -> None:
        outcome = played(scene(at={RED: 6, BLUE: RUIN}, markers={BLUE: 2}), {RED: 1}, safe=1)
        assert (outcome.after.markers[BLUE], outcome.gains[BLUE]) == (0, -2)

    def test_without_a_floor_it_may(self) -> None:
        state = scene({"base": "ravensburger", "floor": "none"}, at={RED: 6, BLUE: RUIN}, markers={BLUE: 2})
        assert played(state, {RED: 1}, safe=1).after.markers[BLUE] == -1

    def test_the_floor_is_the_start_score(self) -> None:
        state = scene({"base": "ravensburger", "start_score": 100}, at={RED: 6, BLUE: RUIN})
        assert played(state, {RED: 1}, safe=1).after.markers[BLUE] == 100


class TestSafeTarget:
    WHERE = {RED: 6, BLUE: 3}  # noqa: RUF012 - a constant of the scenarios

    def test_after_a_scoring_it_must_be_placed(self) -> None:
        error = refused(scene(at=self.WHERE), {RED: 1}, "the safe must be placed")
        assert "church" not in str(error.remedy)

    @pytest.mark.parametrize("target", [1, 10, RUIN])
    def test_empty_takes_any_empty_building(self, target: int) -> None:
        assert played(scene(at=self.WHERE), {RED: 1}, safe=target).after.safe == target

    def test_empty_takes_an_empty_church(self) -> None:
        state = scene(at=dict.fromkeys(range(1, 5), 1) | {RED: 6})
        assert played(state, {RED: 1}, safe=0).after.safe == 0

    def test_empty_refuses_an_occupied_building_and_names_the_nearest(self) -> None:
        error = refused(scene(at=self.WHERE), {RED: 1}, "blue stands there", safe=3)
        assert "nearest allowed: 2" in str(error.remedy)

    def test_empty_counts_agents_after_the_move(self) -> None:
        assert played(scene(at=self.WHERE), {RED: 1}, safe=6).after.safe == 6

    @pytest.mark.parametrize("spec", ["ravensburger", "amigo"])
    def test_it_must_leave(self, spec: str) -> None:
        refused(scene(spec, at=self.WHERE), {RED: 1}, "must leave", safe=7)

    @pytest.mark.parametrize("target", [0, 3, 10, RUIN])
    def test_other_takes_occupied_buildings_too(self, target: int) -> None:
        assert played(scene("amigo", at=self.WHERE), {RED: 1}, safe=target).after.safe == target

    @pytest.mark.parametrize("target", [3, 7])
    def test_any_takes_occupied_ones_and_staying(self, target: int) -> None:
        assert played(scene("ravensburger-expert", at=self.WHERE), {RED: 1}, safe=target).after.safe == target

    @pytest.mark.parametrize("target", [-1, 12])
    def test_there_are_twelve_buildings(self, target: int) -> None:
        refused(scene("ravensburger-expert", at=self.WHERE), {RED: 1}, "no building", safe=target)

    def test_the_list_of_targets(self) -> None:
        state = scene(at={RED: 7, BLUE: 3})
        targets = {name: safe_targets(scene(name).edition, 7, state.positions)
                   for name in ("ravensburger", "amigo", "ravensburger-expert")}  # fmt: skip
        assert targets["ravensburger"] == (1, 2, 4, 5, 6, 8, 9, 10, 11)
        assert targets["amigo"] == (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11)
        assert targets["ravensburger-expert"] == tuple(range(12))


def test_cards_in_an_edition_without_them_are_illegal() -> None:
    refused(scene("amigo"), {RED: 1}, "without cards", drew=True)
