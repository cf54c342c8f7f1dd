"""Finish, dossiers, final ranking. Per rule the smallest legal and the smallest illegal scenario."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scenes import ANNA, BEN, BLUE, CEM, GREEN, GREY, ORANGE, RED, card, played, scene

from assistant.game import RUIN, GameState, IllegalDossier, Ranking, final_ranking, pay_out
from assistant.game.dossier import Marks

OWNERS = (RED, BLUE, GREEN)
"""Anna red, Ben blue, Cem green; grey and orange (and purple) are extras."""


def ended(spec: Any, markers: dict[int, int], gains: dict[int, int] | None = None) -> GameState:
    """A finished game with these markers and these gains in the last scoring."""
    state = scene(spec, markers=markers)
    last = tuple((gains or {}).get(a, 0) for a in range(len(state.agents)))
    return replace(state, finished=True, last_gains=last)


def order(ranking: Ranking) -> list[tuple[int, int]]:
    return [(line.agent, line.rank) for line in ranking.standings]


class TestFinish:
    def test_reaching_42_ends_the_game(self) -> None:
        after = played(scene(at={RED: 7, BLUE: 9}, markers={BLUE: 32}, safe=10), {BLUE: 1}).after
        assert (after.markers[BLUE], after.finished) == (42, True)

    def test_41_does_not(self) -> None:
        after = played(scene(at={BLUE: 9}, markers={BLUE: 31}, safe=10), {BLUE: 1}, safe=2).after
        assert not after.finished

    @pytest.mark.parametrize(("finish", "over"), [(41, True), (43, False)])
    def test_another_finish(self, finish: int, over: bool) -> None:
        state = scene({"base": "ravensburger", "finish": finish}, at={BLUE: 9}, markers={BLUE: 32}, safe=10)
        assert played(state, {BLUE: 1}, safe=2).after.finished is over

    def test_start_score_100_ends_at_142(self) -> None:
        spec = {"base": "ravensburger", "start_score": 100}
        assert played(scene(spec, at={BLUE: 9}, markers={BLUE: 132}, safe=10), {BLUE: 1}).after.finished
        assert not played(
            scene(spec, at={BLUE: 9}, markers={BLUE: 131}, safe=10), {BLUE: 1}, safe=1
        ).after.finished

    def test_the_safe_need_not_move_after_the_end(self) -> None:
        state = scene(at={BLUE: 9}, markers={BLUE: 35}, safe=10)
        assert played(state, {BLUE: 1}).after.safe == 10
        assert played(state, {BLUE: 1}, safe=10).after.safe == 10


class TestDossierDue:
    @pytest.mark.parametrize(("before", "due"), [(18, False), (19, True), (24, True)])
    def test_at_29_reached_or_passed(self, before: int, due: bool) -> None:
        state = scene("ravensburger-expert", at={BLUE: 9}, markers={BLUE: before}, safe=10)
        outcome = played(state, {BLUE: 1}, safe=10)
        assert (outcome.after.dossier_turn == 1) is due
        assert outcome.judged.safe == 10

    def test_asked_for_before_the_safe_moves(self) -> None:
        state = scene("ravensburger-expert", at={BLUE: 9}, markers={BLUE: 24}, safe=10)
        outcome = played(state, {BLUE: 1}, safe=3)
        assert (outcome.judged.safe, outcome.judged.dossier_turn) == (10, 1)
        assert outcome.after.safe == 3

    def test_only_once(self) -> None:
        state = scene("ravensburger-expert", at={BLUE: 9, RED: 2}, markers={BLUE: 24}, safe=10)
        after = played(state, {BLUE: 1}, safe=3).after
        again = played(after, {RED: 1}, safe=3).after
        assert (again.dossier_turn, again.dossier_markers) == (1, after.markers)

    def test_a_jump_from_below_29_past_the_finish_is_dossier_first_then_the_end(self) -> None:
        spec = {"base": "ravensburger-expert", "dossier_at": 38}
        state = scene(spec, at={BLUE: 9}, markers={BLUE: 37}, safe=10)
        outcome = played(state, {BLUE: 1})
        assert outcome.judged.dossier_turn == 1
        assert outcome.after.finished

    @pytest.mark.parametrize(("markers", "due"), [(31, None), (32, 1)])
    def test_at_the_end_of_the_game(self, markers: int, due: int | None) -> None:
        spec = {"base": "ravensburger-expert", "dossier_at": "end of game"}
        state = scene(spec, at={BLUE: 9}, markers={BLUE: markers}, safe=10)
        assert played(state, {BLUE: 1}, safe=10).after.dossier_turn == due

    def test_off(self) -> None:
        state = scene(at={BLUE: 9}, markers={BLUE: 35}, safe=10)
        assert played(state, {BLUE: 1}).after.dossier_turn is None

    def test_the_start_score_is_added(self) -> None:
        spec = {"base": "ravensburger-expert", "start_score": 100}
        assert scene(spec).edition.dossier_score == 129

    def test_a_card_can_bring_a_marker_there(self) -> None:
        spec = {"base": "amigo-dossier", "cards": "on"}
        state = scene(spec, markers={BLUE: 26})
        outcome = played(state, {RED: 2}, cards=(card(ANNA, "score-3-3", BLUE, GREEN),))
        assert (outcome.after.dossier_turn, outcome.judged.dossier_turn) == (1, 1)

    def test_a_card_brings_it_there_even_if_the_ruin_takes_it_back_in_the_same_turn(self) -> None:
        spec = {"base": "amigo-dossier", "cards": "on"}
        state = scene(spec, at={RED: 6, BLUE: RUIN}, markers={BLUE: 26})
        outcome = played(state, {RED: 1, GREEN: 1}, safe=1, cards=(card(ANNA, "score-3-3", BLUE, GREEN),))
        assert outcome.after.markers[BLUE] == 26
        assert outcome.after.dossier_turn == 1


class TestDossierPay:
    @pytest.mark.parametrize(
        ("spec", "marks", "points"),
        [
            ("ravensburger-expert", {BLUE: BEN, GREEN: CEM}, 10),
            ("ravensburger-expert", {BLUE: CEM, GREEN: BEN}, 0),
            ("ravensburger-expert", {RED: ANNA}, 0),
            ("ravensburger-expert", {GREY: None, BLUE: BEN}, 5),
            ("ravensburger-expert", {BLUE: None}, 0),
            ("amigo-dossier", {GREY: None, ORANGE: None, BLUE: BEN}, 15),
            ("amigo-dossier", {RED: ANNA}, 0),
            ("amigo-dossier", {GREY: BEN}, 0),
            ({"base": "ravensburger-expert", "dossier_extras": "yes"}, {GREY: None}, 5),
            ({"base": "amigo-dossier", "dossier_extras": "no"}, {GREY: None}, 0),
            ({"base": "amigo-dossier", "dossier_pay": 3}, {BLUE: BEN, GREEN: CEM}, 6),
        ],
    )
    def test_right_names_pay_own_agent_never_extras_by_edition(
        self, spec: Any, marks: Marks, points: int
    ) -> None:
        assert pay_out(scene(spec), OWNERS, ANNA, marks).points == points

    @pytest.mark.parametrize(
        ("owners", "why"),
        [((RED, BLUE), "2 players own"), ((RED, RED, BLUE), "owned by Anna and by Ben"),
         ((RED, BLUE, 9), "not in play"), ((RED, BLUE, -1), "not in play")],
    )  # fmt: skip
    def test_owners_that_a_table_cannot_have(self, owners: tuple[int, ...], why: str) -> None:
        with pytest.raises(IllegalDossier, match=why):
            pay_out(scene("amigo-dossier"), owners, ANNA, {})
        with pytest.raises(IllegalDossier, match=why):
            final_ranking(scene("amigo-dossier"), owners)


class TestFinalRanking:
    def test_furthest_past_the_finish_wins(self) -> None:
        ranking = final_ranking(ended("ravensburger", {RED: 42, BLUE: 45, GREEN: 10}), OWNERS)
        assert order(ranking)[:3] == [(BLUE, 1), (RED, 2), (GREEN, 3)]
        assert (ranking.winners, ranking.decided) == ((BLUE,), True)

    def test_before_the_finish_it_is_the_current_order_only(self) -> None:
        ranking = final_ranking(scene(markers={RED: 20, BLUE: 25}), OWNERS)
        assert (ranking.winners, ranking.decided) == ((BLUE,), False)

    def test_tie_cross_furthest(self) -> None:
        state = ended("ravensburger", {RED: 43, BLUE: 44}, {RED: 10, BLUE: 2})
        assert final_ranking(state, OWNERS).winners == (BLUE,)

    def test_tie_cross_most_in_the_last_scoring(self) -> None:
        spec = {"base": "ravensburger", "tie_cross": "most in the last scoring"}
        state = ended(spec, {RED: 43, BLUE: 44, GREEN: 41}, {RED: 10, BLUE: 2, GREEN: 10})
        assert order(final_ranking(state, OWNERS))[:3] == [(RED, 1), (BLUE, 2), (GREEN, 3)]

    def test_tie_cross_says_nothing_to_markers_short_of_the_finish(self) -> None:
        spec = {"base": "ravensburger", "tie_cross": "most in the last scoring"}
        state = ended(spec, {RED: 42, BLUE: 30, GREEN: 29}, {RED: 1, BLUE: 0, GREEN: 9})
        assert order(final_ranking(state, OWNERS))[:3] == [(RED, 1), (BLUE, 2), (GREEN, 3)]

    def test_ties_are_shared(self) -> None:
        ranking = final_ranking(ended("ravensburger", {RED: 44, BLUE: 44, GREEN: 10}), OWNERS)
        assert order(ranking)[:3] == [(RED, 1), (BLUE, 1), (GREEN, 3)]
        assert ranking.winners == (RED, BLUE)

    @pytest.mark.parametrize(
        ("extra_wins", "winners"), [("extra", (GREY,)), ("nobody", ()), ("best-player", (BLUE,))]
    )
    def test_an_extra_in_front(self, extra_wins: str, winners: tuple[int, ...]) -> None:
        spec = {"base": "ravensburger", "extra_wins": extra_wins}
        ranking = final_ranking(ended(spec, {GREY: 45, BLUE: 43, RED: 40}), OWNERS)
        assert ranking.winners == winners
        assert order(ranking)[0] == (GREY, 1)

    @pytest.mark.parametrize(
        ("extra_wins", "winners"), [("extra", (BLUE, GREY)), ("nobody", (BLUE,)), ("best-player", (BLUE,))]
    )
    def test_an_extra_level_with_a_player(self, extra_wins: str, winners: tuple[int, ...]) -> None:
        spec = {"base": "ravensburger", "extra_wins": extra_wins}
        assert final_ranking(ended(spec, {GREY: 45, BLUE: 45, RED: 40}), OWNERS).winners == winners

    def test_best_player_is_shared_too(self) -> None:
        spec = {"base": "ravensburger", "extra_wins": "best-player"}
        assert final_ranking(ended(spec, {GREY: 45, BLUE: 41, RED: 41}), OWNERS).winners == (RED, BLUE)

    def test_the_best_player_after_the_dossiers_wins_when_an_extra_crossed(self) -> None:
        state = ended("ravensburger-expert", {GREY: 45, BLUE: 40, RED: 36})
        ranking = final_ranking(state, OWNERS, {ANNA: {BLUE: BEN, GREEN: CEM}})
        assert ranking.winners == (RED,)
        assert ranking.standings[0].total == 46

    def test_nobody_wins_when_an_extra_is_in_front_after_the_dossiers(self) -> None:
        state = ended("amigo-dossier", {GREY: 46, BLUE: 43})
        assert final_ranking(state, OWNERS).winners == ()
        assert final_ranking(state, OWNERS, {BEN: {RED: ANNA}}).winners == (BLUE,)

    def test_the_second_lap_counts(self) -> None:
        state = ended("ravensburger-expert", {RED: 44, BLUE: 38})
        ranking = final_ranking(state, OWNERS, {BEN: {RED: ANNA, GREEN: CEM}})
        assert [(line.agent, line.total, line.laps) for line in ranking.standings[:2]] == [
            (BLUE, 48, 1), (RED, 44, 1)]  # fmt: skip
        assert ranking.winners == (BLUE,)

    def test_dossiers_decide_by_distance_even_where_tie_cross_is_the_last_scoring(self) -> None:
        spec = {"base": "ravensburger-expert", "tie_cross": "most-in-the-last-scoring"}
        state = ended(spec, {RED: 44, BLUE: 43}, {BLUE: 9})
        assert final_ranking(state, OWNERS).winners == (RED,)

    def test_editions_without_dossiers_ignore_them(self) -> None:
        state = ended("ravensburger", {RED: 44, BLUE: 43})
        assert final_ranking(state, OWNERS, {BEN: {RED: ANNA}}).winners == (RED,)

    def test_behind_start_is_no_lap(self) -> None:
        state = ended({"base": "amigo", "floor": "none"}, {RED: 42, BLUE: -5})
        assert final_ranking(state, OWNERS).standings[-1].laps == 0
