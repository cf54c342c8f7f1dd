"""Reports on players and table: sums that must hold, dossiers against all others, dice against arithmetic."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from review_scenes import game

from assistant.deduction import Viewpoint, analyse
from assistant.game import edition, final_ranking, pay_out
from assistant.records import RevealEvent, TurnEvent, loads, replay
from assistant.review import Review, judge
from assistant.review.dice import face_moments, luck
from assistant.review.report_text import player_lines
from assistant.review.table_report import dossier_effect, winners_text

DICE = """edition amigo
players Anna, Ben
agents red, blue, green, yellow, grey
Anna 1-3: red 1
Ben 6: red 6 > 9
Anna 5: blue 5
"""


@pytest.fixture(scope="module")
def review() -> Review:
    return Review.of(game(kind="sly", seed=8))


def test_bits_are_the_surprise_that_the_table_lost(review: Review) -> None:
    for report in review.players:
        belief = analyse(review.game, Viewpoint(), "end").posterior[report.seat, report.agent]
        assert 2.0 ** (report.bits - report.hidden) == pytest.approx(belief, rel=1e-6)
        assert report.hidden == pytest.approx(np.log2(len(review.game.start.agents)))


def test_revealing_turn_and_bluff_are_own_turns_and_extreme(review: Review) -> None:
    seen = 0
    for report in review.players:
        own = [
            n
            for n, step in enumerate(review.game.turns, 1)
            if isinstance(step.event, TurnEvent)
            and step.event.player == review.game.start.players[report.seat]
        ]
        change = np.diff(np.log2(report.belief))
        bits = {turn: change[turn - 1] for turn in own}
        if report.revealing is not None:
            assert report.revealing.turn == max(own, key=bits.__getitem__)
            assert report.revealing.bits == pytest.approx(max(bits.values())) and report.revealing.bits > 0
        if report.bluff is not None:
            seen += 1
            assert report.bluff.turn == min(own, key=bits.__getitem__)
            assert report.bluff.after < report.bluff.before
        assert report.own_bits == pytest.approx(sum(bits.values()))
    assert seen  # a table of sly players bluffs


def test_cards_turned_over_at_the_end_find_nobody_out(review: Review) -> None:
    """The report is about the game: the same with and without the reveals behind its last turn."""
    record = review.game.record
    assert record.owners is not None
    reveals = [RevealEvent(player=player, agent=agent) for player, agent in record.owners.items()]
    shown = Review.of(record.with_events([*record.events, *reveals]))
    for one, other in zip(review.players, shown.players, strict=True):
        np.testing.assert_allclose(one.belief, other.belief, atol=1e-12)
        assert (one.known_from, one.known_by) == (other.known_from, other.known_by)
        assert other.bits == pytest.approx(one.bits) and one.bits < one.hidden


def test_no_dossier_could_expect_more_than_the_best_one(review: Review) -> None:
    report = review.players[0]
    assert report.dossier is not None and report.dossier.expected is not None
    found = analyse(
        review.game, Viewpoint.player(review.game.record, review.game.start.players[0]), "dossier"
    )
    pay = review.game.start.edition.dossier_pay
    agents, others = range(len(found.agents)), range(1, len(found.players))
    best = max(
        pay * sum(found.posterior[seat, agent] for seat, agent in zip(others, named, strict=True))
        for named in permutations(agents, len(others))
    )
    assert report.dossier.best_expected == pytest.approx(best)
    assert report.dossier.expected <= best + 1e-9


def test_points_are_marker_steps_and_the_dossiers_pay_out(review: Review) -> None:
    owners, state = review.owners, review.game.state
    assert owners is not None
    for report in review.players:
        assert report.agent_points == state.markers[owners[report.seat]]
        assert report.dossier is not None
        marks = review.game.dossiers()[report.seat]
        assert report.dossier.points == pay_out(state, owners, report.seat, marks).points > 0


def test_the_table_is_ranked_with_and_without_dossiers(review: Review) -> None:
    assert review.table is not None and review.owners is not None
    assert review.table.ranking == final_ranking(review.game.state, review.owners, review.game.dossiers())
    assert all(line.bonus == 0 for line in review.table.without.standings)
    assert any(line.bonus for line in review.table.ranking.standings)
    assert review.table.missing == ()


def test_a_dossier_that_decides_the_game_is_said_to() -> None:
    text = """edition ravensburger-expert finish=10 dossier_at=5
players Anna, Ben
agents red, blue, green, grey
Anna 5: red 3, blue 2
Ben 4: red 4 > 9
Anna 6: red 2, blue 4 > 1
dossier Ben: red=Anna
owners Anna=red, Ben=blue
"""
    game_ = replay(loads(text))
    report = Review.of(game_.record).table
    assert report is not None and report.missing == (0,)
    paid = final_ranking(game_.state, (0, 1), {1: {0: 0}})
    assert report.ranking == paid
    assert ("decided the game" in str(dossier_effect(game_, report))) == report.turned
    assert str(winners_text(game_, report.ranking))


def test_luck_counts_steps_that_the_faces_allow() -> None:
    game_ = replay(loads(DICE))
    anna = luck(game_, 0)
    assert (anna.rolls, anna.rolled) == (2, 8)
    assert anna.expected == pytest.approx(2 * 23 / 6)
    assert face_moments(edition("ravensburger")) == (3.5, pytest.approx(35 / 12))


def test_every_line_of_a_report_is_a_sentence_with_its_number(review: Review) -> None:
    for report in review.players:
        lines = {str(label): str(text) for label, text in player_lines(review, report)}
        assert lines["Bits given away"].startswith(f"{report.bits:.2f} of {report.hidden:.2f}")
        assert all("{" not in text for text in lines.values()) and len(lines) == 8


def test_a_guess_is_judged_against_the_truth(review: Review) -> None:
    owners = review.owners
    assert owners is not None
    owner_of = {agent: seat for seat, agent in enumerate(owners)}
    truth = {
        agent: owner_of.get(agent) for agent in range(len(review.game.start.agents)) if agent != owners[0]
    }
    verdict = judge(review.timelines, 0, review.turns, truth)
    assert verdict.my_points == (len(owners) - 1) * review.game.start.edition.dossier_pay
    assert verdict.their_points <= verdict.my_points
    assert judge(review.timelines, 0, review.turns, {}).my_points == 0
