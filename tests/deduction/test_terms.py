"""The terms in positions small enough for a pencil, and against plain loops in large ones."""

from __future__ import annotations

from math import tanh

import numpy as np
import plain_terms
import pytest
from model_scenes import game, scene

from assistant.deduction.lookahead import expected_gains
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS, safe_terms, split_terms
from assistant.game import GameState, legal_splits, safe_targets
from assistant.records import replay

LATE = 10 / 42
"""Progress with the leading marker on 10."""
POSITION = {"at": (10, 11, 5), "markers": (10, 4, 0)}
"""Red on house 10, blue in the ruin, green two behind the safe in 7; a 2 is rolled."""
SCORING = {
    "steps": (0, 0, 2), "moved": (0, 0, 1), "burst": (0, 0, 0), "solo": (0, 0, 1), "steps_in_group": (0, 0, 0),
    "out_of_ruin": (0, 0, 0), "into_ruin": (0, 0, 0), "others_into_ruin": (0, 0, 0), "into_church": (0, 0, 0),
    "value": (0, 0, 0), "value_others": (0, 0, 0), "value_rival": (0, 0, 0), "steps_rival": (0, 0, 0),
    "triggers": (1, 1, 1), "gain": (10, -3, 7), "gain_others": (2, 8.5, 3.5), "gain_best": (7, 10, 10),
    "gain_rival": (-3, 10, 10), "steps_on_safe": (0, 0, 1), "high_while_other_triggers": (1, 0, 0),
    "lookahead": (0, 0, 0), "lookahead_others": (0, 0, 0), "lookahead_best": (0, 0, 0),
    "lookahead_rival": (0, 0, 0), "near_safe": (0, 0, 0),
    "lead": (tanh(13 / 8), tanh(-19 / 8), tanh(-13 / 8)), "wins": (0, 0, 0), "loses": (0, 0, 0),
    "gain_late": (10 * LATE, -3 * LATE, 7 * LATE), "steps_late": (0, 0, 2 * LATE), "value_late": (0, 0, 0),
    **{f"stands_at_{b}": (0, 0, 0) for b in range(12)},
}  # fmt: skip
QUIET = {
    "steps": (1, 1, 0), "moved": (1, 1, 0), "burst": (0, 0, 0), "solo": (0, 0, 0), "steps_in_group": (0, 0, 0),
    "out_of_ruin": (0, 1, 0), "into_ruin": (1, 0, 0), "others_into_ruin": (0, 0.5, 0.5),
    "into_church": (0, 1, 0), "value": (-13, 3, 0), "value_others": (1.5, -6.5, -5),
    "value_rival": (3, -13, -13), "steps_rival": (1, 1, 1), "triggers": (0, 0, 0), "gain": (0, 0, 0),
    "gain_others": (0, 0, 0), "gain_best": (0, 0, 0), "gain_rival": (0, 0, 0), "steps_on_safe": (0, 0, 0),
    "high_while_other_triggers": (0, 0, 0), "near_safe": (0, 0, 5 / 6),
    "lead": (tanh(6 / 8), tanh(-6 / 8), tanh(-10 / 8)), "wins": (0, 0, 0), "loses": (0, 0, 0),
    "gain_late": (0, 0, 0), "steps_late": (LATE, LATE, 0), "value_late": (-13 * LATE, 3 * LATE, 0),
    **{f"stands_at_{b}": tuple(float(b == at) for at in (11, 0, 5)) for b in range(12)},
}  # fmt: skip
LOOKS_AHEAD = {"lookahead", "lookahead_others", "lookahead_best", "lookahead_rival"}


def of_split(state: GameState, die: int, steps: tuple[int, ...]) -> dict[str, list[float]]:
    table = legal_splits(state, die)
    row = table.tolist().index(list(steps))
    return dict(zip(SPLIT_TERMS, split_terms(state, table)[:, row].tolist(), strict=True))


def of_safe(state: GameState, goal: int) -> dict[str, list[float]]:
    targets = safe_targets(state.edition, state.safe, state.positions)
    row = targets.index(goal)
    return dict(zip(SAFE_TERMS, safe_terms(state, targets)[:, row].tolist(), strict=True))


def test_the_hand_computed_values_leave_no_term_out() -> None:
    assert set(SCORING) == set(SPLIT_TERMS)
    assert set(QUIET) == set(SPLIT_TERMS) - LOOKS_AHEAD


@pytest.mark.parametrize("name", SCORING)
def test_a_split_that_scores(name: str) -> None:
    assert of_split(scene(**POSITION), 2, (0, 0, 2))[name] == pytest.approx(SCORING[name], abs=1e-12)


@pytest.mark.parametrize("name", QUIET)
def test_a_split_that_does_not_score(name: str) -> None:
    assert of_split(scene(**POSITION), 2, (1, 1, 0))[name] == pytest.approx(QUIET[name], abs=1e-12)


def test_looking_ahead_from_where_the_agents_end() -> None:
    terms = of_split(scene(**POSITION), 2, (1, 1, 0))
    red, blue, green = expected_gains(np.array([[11, 0, 5]]), 7)[0]
    assert terms["lookahead"] == pytest.approx((red, blue, green))
    assert terms["lookahead_others"] == pytest.approx(
        ((blue + green) / 2, (red + green) / 2, (red + blue) / 2)
    )
    assert terms["lookahead_best"] == pytest.approx((max(blue, green), max(red, green), max(red, blue)))
    assert terms["lookahead_rival"] == pytest.approx((blue, red, red))


def test_the_end_of_the_game_is_won_by_the_leader_and_lost_by_the_others() -> None:
    terms = of_split(scene(at=(10, 11, 5), markers=(40, 38, 0)), 2, (0, 0, 2))
    assert (terms["wins"], terms["loses"]) == ([1, 0, 0], [0, 1, 1])
    short = of_split(scene(at=(10, 11, 5), markers=(31, 30, 0)), 2, (0, 0, 2))
    assert (short["wins"], short["loses"]) == ([0, 0, 0], [0, 0, 0])


def test_bursts_and_groups() -> None:
    terms = of_split(scene(), 6, (4, 1, 1))
    assert (terms["burst"], terms["steps_in_group"], terms["solo"]) == ([1, 0, 0], [4, 1, 1], [0, 0, 0])
    alone = of_split(scene(), 6, (6, 0, 0))
    assert (alone["burst"], alone["steps_in_group"], alone["solo"]) == ([1, 0, 0], [0, 0, 0], [1, 0, 0])


@pytest.mark.parametrize(("floor", "gain"), [(0, -1), ("none", -3)])
def test_the_ruin_takes_no_more_than_the_edition_lets_it(floor: object, gain: int) -> None:
    state = scene({"base": "ravensburger-expert", "floor": floor}, (10, 11, 5), (10, 1, 0))
    assert of_split(state, 2, (0, 0, 2))["gain"] == [10, gain, 7]


def test_an_agent_that_stood_at_the_safe_does_not_step_onto_it() -> None:
    terms = of_split(scene(at=(7, 5, 0)), 2, (0, 2, 0))
    assert terms["steps_on_safe"] == [0, 1, 0]
    assert terms["high_while_other_triggers"] == [1, 0, 0]
    assert of_split(scene(at=(7, 5, 0)), 2, (0, 0, 2))["triggers"] == [0, 0, 0]


SAFES = {
    8: {"safe_reach": (0, 0, 1), "safe_reach_value": (0, 0, 8), "safe_value": (8, 8, 8),
        "safe_any_reach": (1, 1, 1), "safe_any_reach_value": (10, -3, 7), "safe_close_value": (0, 0, 8),
        "safe_occupied": (0, 0, 0), "safe_stays": (0, 0, 0)},
    7: {"safe_reach": (0, 0, 0), "safe_reach_value": (0, 0, 0), "safe_value": (7, 7, 7),
        "safe_any_reach": (0, 0, 0), "safe_any_reach_value": (0, 0, 0), "safe_close_value": (0, 0, 0),
        "safe_occupied": (1, 1, 1), "safe_stays": (1, 1, 1)},
    11: {"safe_reach": (1, 0, 0.5), "safe_reach_value": (-3, 0, -1.5), "safe_value": (-3, -3, -3),
         "safe_any_reach": (1, 1, 1), "safe_any_reach_value": (10, -3, 7), "safe_close_value": (-3, 0, 0),
         "safe_occupied": (1, 1, 1), "safe_stays": (0, 0, 0)},
}  # fmt: skip
AHEAD = {8: (10, 9, 1), 7: (9, 8, 0), 11: (1, 0, 4)}


@pytest.mark.parametrize("goal", SAFES)
def test_where_the_safe_goes(goal: int) -> None:
    """After the scoring above: red on 10, blue in the ruin, green on 7 with the safe."""
    terms = of_safe(scene(at=(10, 11, 7), markers=(20, 1, 7)), goal)
    for name, values in SAFES[goal].items():
        assert terms.pop(name) == pytest.approx(values), name
    for distance in range(12):
        assert terms.pop(f"safe_ahead_{distance}") == [float(distance == d) for d in AHEAD[goal]]
    red, blue, green = expected_gains(np.array([[10, 11, 7]]), goal)[0]
    assert terms.pop("safe_lookahead") == pytest.approx((red, blue, green))
    assert terms.pop("safe_lookahead_others") == pytest.approx(
        ((blue + green) / 2, (red + green) / 2, (red + blue) / 2)
    )
    assert terms.pop("safe_lookahead_best") == pytest.approx(
        (max(blue, green), max(red, green), max(red, blue))
    )
    assert terms.pop("safe_lookahead_rival") == pytest.approx((green, red, red))
    assert terms == {}


@pytest.mark.parametrize(
    ("kinds", "rules"),
    [
        (("greedy", "sly"), "ravensburger-expert"),
        (("spoiler", "random", "sly"), {"base": "amigo-dossier", "floor": "none", "start_score": 100}),
    ],
)
def test_whole_games_agree_with_plain_loops(kinds: tuple[str, ...], rules: object) -> None:
    """Every term of every alternative, in every third position; the second edition goes behind start."""
    for step in replay(game(*kinds, rules=rules)).turns[::3]:  # type: ignore[arg-type]
        outcome = step.outcome
        assert outcome is not None
        before = outcome.before
        tables = plain_terms.entering(len(before.agents)), plain_terms.drifting(len(before.agents))
        table = legal_splits(before, min(outcome.turn.total, 3))
        slow = [plain_terms.split_terms(before, steps, tables) for steps in table.tolist()]
        expected = np.array(plain_terms.as_rows(slow, SPLIT_TERMS)).transpose(1, 0, 2)
        np.testing.assert_allclose(split_terms(before, table), expected, atol=1e-12)
        if outcome.scored is not None:
            targets = safe_targets(before.edition, before.safe, outcome.scored.positions)
            slow = [plain_terms.safe_terms(outcome.scored, goal, tables) for goal in targets]
            expected = np.array(plain_terms.as_rows(slow, SAFE_TERMS)).transpose(1, 0, 2)
            np.testing.assert_allclose(safe_terms(outcome.scored, targets), expected, atol=1e-12)


def test_a_table_of_splits_that_is_changed_in_place_is_read_anew() -> None:
    """Only read-only tables are remembered by identity."""
    table = np.array([[2, 0, 0], [0, 0, 2]])
    first = split_terms(scene(), table).copy()
    table[0] = (0, 2, 0)
    assert (split_terms(scene(), table)[:, 1] == first[:, 1]).all()
    assert split_terms(scene(), table)[SPLIT_TERMS.index("steps"), 0].tolist() == [0, 2, 0]
