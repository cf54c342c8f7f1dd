"""The dossier that most often wins: leaders play safe, trailers gamble, playouts end where the game does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from model_scenes import game

from assistant.deduction import Viewpoint, analyse, winning_dossier
from assistant.deduction.playout import final_markers
from assistant.deduction.worlds import all_worlds, posterior
from assistant.game import GameState, edition, start

KEEN = np.full(3, 0.8)
AGENTS = ["red", "blue", "green", "grey", "yellow"]


def table(markers: tuple[int, ...]) -> GameState:
    state = start(edition("ravensburger-expert"), ["Anna", "Ben", "Cem"], AGENTS)
    return replace(state, positions=(6, 5, 9, 3, 2), markers=markers, dossier_turn=9)


def joint(scores: np.ndarray) -> object:
    worlds = all_worlds(3, 5)
    return posterior(scores, worlds[:, 0] == 0)


def test_playouts_end_past_the_finish_and_repeat_with_their_seed() -> None:
    state = table((20, 25, 30, 22, 18))
    owners = np.tile([0, 1, 2], (300, 1))
    ends = final_markers(state, owners, np.ones(3), seed=4)
    assert (ends.max(axis=1) >= 42).all()
    assert np.array_equal(ends, final_markers(state, owners, np.ones(3), seed=4))
    assert not np.array_equal(ends, final_markers(state, owners, np.ones(3), seed=5))


def test_players_who_play_for_their_agent_bring_it_further_than_random_ones() -> None:
    state = table((20, 20, 20, 20, 20))
    owners = np.tile([0, 1, 2], (1500, 1))
    keen = final_markers(state, owners, np.ones(3), seed=1)
    blind = final_markers(state, owners, np.zeros(3), seed=1)
    lead = [(m[:, :3].mean(axis=1) - m[:, 3:].mean(axis=1)).mean() for m in (keen, blind)]
    assert lead[0] > lead[1] + 1.0


def test_a_leader_far_ahead_keeps_the_sheet_with_the_most_points() -> None:
    scores = np.zeros((3, 5))
    scores[1, 1] = scores[2, 2] = 1.5
    found = winning_dossier(table((41, 10, 10, 10, 10)), joint(scores), 0, KEEN)  # type: ignore[arg-type]
    assert found.safe_wins > 0.9 and not found.differs


def test_who_can_be_read_is_the_posterior_of_the_players() -> None:
    """Greedy players play for their own agent, random ones for nobody; the playouts take it from there."""
    seen = {}
    for kind in ("grabber", "random"):
        record = game(kind, kind, kind, turns=24)
        seen[kind] = analyse(record, Viewpoint()).readable
        assert seen[kind].shape == (3,) and (seen[kind] >= 0).all() and (seen[kind] <= 1).all()
    assert seen["grabber"].min() > 0.9 and seen["random"].mean() < 0.7


def test_the_winning_sheet_never_wins_less_often_than_the_safe_one() -> None:
    random = np.random.default_rng(3)
    for _ in range(6):
        scores = random.normal(0, 1.5, (3, 5))
        markers = tuple(int(n) for n in random.integers(10, 38, 5))
        found = winning_dossier(table(markers), joint(scores), 0, KEEN)  # type: ignore[arg-type]
        assert 0.0 <= found.safe_wins <= found.wins <= 1.0


def test_where_one_right_mark_is_never_enough_the_sheet_gambles_on_two() -> None:
    """The likeliest single marks, Ben blue (0.6) and Cem green (0.4), are never right together.

    The others know enough to get both right and stand at 52 then; 43 and one right mark make 48, two make 53.
    """
    worlds = all_worlds(3, 5)
    weight = np.full(len(worlds), -60.0)
    for ben, cem, p in ((1, 3, 0.3), (1, 4, 0.3), (3, 2, 0.2), (4, 2, 0.2)):
        weight[(worlds == np.array([0, ben, cem])).all(axis=1)] = np.log(p)
    known = posterior(np.zeros((3, 5)), worlds[:, 0] == 0, weight)
    over = replace(table((43, 42, 42, 42, 42)), finished=True)
    found = winning_dossier(over, known, 0, KEEN)
    assert found.safe_marks[1] == 1 and found.safe_marks[2] == 2
    assert found.safe_wins < 0.02
    assert found.differs and 0.2 < found.wins < 0.4
    assert found.marks[1] == 1 and 2 in (found.marks[3], found.marks[4])


def over(markers: tuple[int, ...], **rules: str) -> GameState:
    """A game that has ended so: what a sheet pays decides."""
    state = start(edition({"base": "ravensburger-expert", **rules}), ["Anna", "Ben", "Cem"], AGENTS)
    return replace(state, markers=markers, finished=True, dossier_turn=9)


def certain() -> object:
    """Anna is red, Ben blue, Cem green, and all know it."""
    scores = np.full((3, 5), -60.0)
    scores[[0, 1, 2], [0, 1, 2]] = 0.0
    return joint(scores)


def test_a_win_shared_by_two_is_half_a_win() -> None:
    """Everybody names two others and is paid alike; Anna and Ben are level in front, Cem behind."""
    assert winning_dossier(over((42, 42, 30, 10, 10)), certain(), 0, KEEN).safe_wins == 0.5  # type: ignore[arg-type]
    assert winning_dossier(over((42, 42, 42, 10, 10)), certain(), 0, KEEN).safe_wins == pytest.approx(1 / 3)  # type: ignore[arg-type]
    assert winning_dossier(over((42, 41, 30, 10, 10)), certain(), 0, KEEN).safe_wins == 1.0  # type: ignore[arg-type]


def test_an_extra_in_front_leaves_no_winner_but_where_the_best_player_wins() -> None:
    front = (42, 30, 30, 99, 10)
    assert winning_dossier(over(front, extra_wins="nobody"), certain(), 0, KEEN).safe_wins == 0.0  # type: ignore[arg-type]
    best = over(front, extra_wins="best-player")
    assert winning_dossier(best, certain(), 0, KEEN).safe_wins == 1.0  # type: ignore[arg-type]


def test_where_the_safe_is_still_to_be_placed_it_does_not_matter_where_it_stands() -> None:
    """At the dossier: the playouts place it themselves, by the edition's rule."""
    owners = np.tile([0, 1, 2], (400, 1))
    ends = []
    for safe in (5, 9):
        state = replace(table((20, 25, 30, 22, 18)), safe=safe)
        ends.append(final_markers(state, owners, np.ones(3), seed=4, safe_open=True).mean(axis=0))
        ends.append(final_markers(state, owners, np.ones(3), seed=4).mean(axis=0))
    apart = np.abs(ends[0] - ends[2]).max(), np.abs(ends[1] - ends[3]).max()
    assert apart[0] < 1.0 < apart[1]
