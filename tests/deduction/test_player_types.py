"""Types summed out: every step against a slow loop, and players whose moves say nothing stay near uniform."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from math import log
from typing import Any

import numpy as np
import plain_model
import pytest
from model_scenes import game
from random_parameters import random_parameters

from assistant.deduction import Beliefs, Viewpoint, analyse, shipped
from assistant.deduction import tally as tally_room
from assistant.deduction.behaviour import turn_evidence
from assistant.deduction.modes import MODES
from assistant.deduction.parameters import HABIT_SCALE, Parameters
from assistant.deduction.players import (
    SILENT_TABLE,
    TABLE_MIX,
    combine,
    in_class,
    logsumexp,
    read,
    surprise,
    table,
)
from assistant.deduction.tally import Tally, type_likelihoods
from assistant.deduction.worlds import viewed
from assistant.records import Record, replay

RNG = np.random.default_rng(5)
TWO_TYPES = 2 * len(MODES) + 1


def tally(parameters: Parameters, *kinds: str, turns: int = 15, seed: int = 1) -> Tally:
    record = game(*kinds, turns=turns, seed=seed)
    return Beliefs.of(record, parameters=parameters).tallies()[-1]


@dataclass
class Plain:
    """What a plain loop makes of one player's turns.

    Attributes:
        turns: [turn][type][agent], log-likelihood of every turn.
        slow: the same for slow starters.
        uniform: log-likelihood of the uniform type.
        choices: as they count.
        habit: summed habits, [stretch][term][agent].
    """

    turns: list[list[list[float]]]
    slow: list[list[list[float]]]
    uniform: float
    choices: float
    habit: np.ndarray[Any, np.dtype[np.float64]]


def plainly(record: Record, parameters: Parameters) -> tuple[list[Plain], float]:
    """Every player's turns from their evidence, in loops over the choices of the whole table.

    Also how far the table's choices were no repeats.
    """
    agents, split = len(record.agents), parameters.habit_split.size
    terms = split + parameters.habit_safe.size
    seen = [Plain([], [], 0.0, 0.0, np.zeros((3, terms, agents))) for _ in record.players]
    past: list[plain_model.Made] = []
    rote = 0.0
    for step in replay(record).turns:
        assert step.outcome is not None
        one = turn_evidence(step.outcome, parameters)
        mine = seen[one.player]
        turn = np.zeros((len(parameters.types), agents))
        quiet, sleepy = 0.0, np.zeros_like(turn)
        for choice, where in zip(one.choices(), one.made, strict=True):
            made = (one.player, *where)
            table, flat, own = plain_model.by_rote(
                past, rote, made, choice.alternatives, choice.likelihood.tolist()
            )
            past, rote = [*past, made], rote + 1.0 - own
            turn, quiet = turn + np.array(table), quiet + flat
            sleepy += np.array([[plain_model.asleep(line, flat)] for line in table])
            rows = slice(0, split) if choice.kind == "split" else slice(split, None)
            for stretch, share in enumerate(plain_model.lies_in(len(mine.turns) + 1, one.slow)):
                mine.habit[stretch, rows] += share * own * choice.habit
            mine.choices += own * (choice.alternatives > 1)
        mine.turns.append(turn.tolist())
        mine.slow.append((sleepy if one.slow else turn).tolist())
        mine.uniform += quiet
    return seen, plain_model.by_choice(rote, len(past))


def test_logsumexp_keeps_its_head_among_huge_numbers() -> None:
    assert logsumexp(np.array([[-1e5, -1e5], [3.0, 1000.0]]), 1) == pytest.approx([-1e5 + log(2), 1000.0])


@pytest.mark.parametrize("scale", [0.1, 30.0])
def test_combine_against_a_slow_loop(scale: float) -> None:
    weighted = RNG.normal(0, scale, (4, TWO_TYPES, 5))
    habits = RNG.normal(0, 2, (4, 3, 5))
    temper, gain = RNG.uniform(0, 2, TWO_TYPES - 1), RNG.uniform(-1, 2, TWO_TYPES - 1)
    parts = combine(weighted, habits, temper, gain)
    for p in range(4):
        slow = plain_model.combined(weighted[p].tolist(), habits[p].tolist(), temper.tolist(), gain.tolist())
        np.testing.assert_allclose(parts.scores[p], slow, atol=1e-10)
    # Every readable hypothesis keeps the mass that Bayes gives it.
    np.testing.assert_allclose(logsumexp(parts.typed, -1), logsumexp(weighted[:, :-1], -1), atol=1e-10)


def test_the_uniform_type_stays_flat_whatever_the_habits_say() -> None:
    weighted = np.full((1, TWO_TYPES, 5), -900.0)
    weighted[:, -1] = 0.0
    habits = np.tile([50.0, -50.0, 0, 3, 9], (1, 3, 1))
    parts = combine(weighted, habits, np.ones(TWO_TYPES - 1), np.ones(TWO_TYPES - 1))
    np.testing.assert_allclose(parts.scores, 0.0, atol=1e-12)


@pytest.mark.parametrize("mode", ["seat-number", "fickle"])
def test_a_mode_that_says_nothing_stays_flat_whatever_the_habits_say(mode: str) -> None:
    """Who plays for the seat's agent, or for anybody, has habits too; they are not the own agent's."""
    weighted = np.full((1, TWO_TYPES, 5), -900.0)
    weighted[:, MODES.index(mode)] = 0.0
    habits = np.tile([50.0, -50.0, 0, 3, 9], (1, 3, 1))
    parts = combine(weighted, habits, np.ones(TWO_TYPES - 1), np.ones(TWO_TYPES - 1))
    np.testing.assert_allclose(parts.scores, 0.0, atol=1e-12)


@pytest.mark.parametrize("scale", [0.5, 20.0])
@pytest.mark.parametrize("types", [1, 3])
def test_priors_of_a_table_against_a_slow_loop(types: int, scale: float) -> None:
    n = types * len(MODES) + 1
    evidence = RNG.normal(0, scale, (4, n))
    prior = RNG.normal(0, 1, n)
    fast = table(evidence, prior).priors(prior)
    np.testing.assert_allclose(
        fast, plain_model.priors_of_table(evidence.tolist(), prior.tolist()), atol=1e-12
    )
    np.testing.assert_allclose(fast.sum(axis=-1), 1.0, atol=1e-12)


def test_many_tables_at_once_are_the_tables_one_by_one() -> None:
    evidence, prior = RNG.normal(0, 3, (6, 3, TWO_TYPES)), RNG.normal(0, 1, TWO_TYPES)
    whole = table(evidence, prior).priors(prior)
    for i in range(6):
        np.testing.assert_allclose(whole[i], table(evidence[i], prior).priors(prior), atol=1e-13)


def test_a_table_that_has_shown_nothing_leaves_the_prior_but_for_silent_tables() -> None:
    prior = RNG.dirichlet(np.ones(TWO_TYPES))
    quiet = np.array([SILENT_TABLE.get(name, 0.0) for name in (*MODES * 2, "uniform")])
    expected = prior * (TABLE_MIX[2] + (1 - TABLE_MIX[2]) * np.exp(quiet))
    expected /= expected.sum()
    found = table(np.zeros((3, TWO_TYPES)), np.log(prior)).priors(np.log(prior))
    np.testing.assert_allclose(found, np.tile(expected, (3, 1)), atol=1e-12)


def test_weights_within_a_class_are_the_types_in_that_mode_and_the_uniform_type_is_its_own() -> None:
    prior = np.arange(1.0, TWO_TYPES + 1)
    within = in_class(np.log(prior))
    modes = len(MODES)
    for mode in range(modes):
        pair = prior[[mode, mode + modes]]
        assert within[[mode, mode + modes]] == pytest.approx(pair / pair.sum())
    assert within[-1] == pytest.approx(1.0)


def test_others_of_a_kind_make_a_player_likelier_of_that_kind_and_the_own_turns_do_not_count_twice() -> None:
    prior = np.log(np.full(TWO_TYPES, 1 / TWO_TYPES))
    evidence = np.zeros((3, TWO_TYPES))
    evidence[:2, 0] = 5.0
    priors = table(evidence, prior).priors(prior)
    assert priors[2, 0] > 0.4 > 1 / TWO_TYPES
    evidence[2, 3] = 50.0
    np.testing.assert_allclose(table(evidence, prior).priors(prior)[2], priors[2], atol=1e-12)


@pytest.mark.parametrize("viewer", [None, (1, 2)])
@pytest.mark.parametrize("full", [2.0, 1e9])
@pytest.mark.parametrize("parameters", [random_parameters(3), shipped()], ids=["random", "shipped"])
def test_a_table_is_read_as_a_slow_loop_reads_it(
    parameters: Parameters, full: float, viewer: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With evidence scaled down from two choices on, and never."""
    monkeypatch.setattr(tally_room, "FULL_CHOICES", full)
    record = game("greedy", "sly", "random", turns=15)
    sums = Beliefs.of(record, parameters=parameters).tallies()[-1]
    counted, agents = len(sums.uniform), sums.expected.shape[2]
    lines, flat, habits = [], [], []
    players, by_choice = plainly(record, parameters)
    for p, player in enumerate(players):
        scale = full / max(player.choices, full) * by_choice
        own = []
        for t in range(len(parameters.types)):
            turns, slow = [x[t] for x in player.turns], [x[t] for x in player.slow]
            own += plain_model.in_every_mode(turns, slow, p)
        lines.append([[scale * x for x in line] for line in own])
        flat.append(scale * player.uniform)
        weights = np.concatenate([parameters.habit_split, parameters.habit_safe])
        habits.append((scale * (weights @ player.habit) / HABIT_SCALE).tolist())
    expected_scores = plain_model.scores_of(lines, flat, habits, parameters, viewer)
    seen = read(sums, parameters, viewer)
    for p in range(counted):
        if viewer is None or p != viewer[0]:
            expected = np.array(expected_scores[p]) - np.nanmax(expected_scores[p])
            known = np.isfinite(expected)
            np.testing.assert_allclose(seen.scores[p][known], expected[known], atol=1e-9)
            assert known.sum() == agents - (viewer is not None)
    assert np.isfinite(seen.scores).all()
    np.testing.assert_allclose(seen.hypotheses.sum(axis=1), 1.0, atol=1e-12)


def test_what_the_viewers_own_agent_would_have_said_about_others_does_not_count() -> None:
    """Nobody else can own it: whatever the likelihoods hold for it, the others are read alike."""
    parameters = random_parameters(3)
    sums = tally(parameters, "greedy", "sly", "random")
    modes, habit = deepcopy(sums.modes), sums.habit.copy()
    for seat in (0, 2):
        habit[seat, ..., 4] += 7.0
        for lines in (modes[seat].slow, modes[seat].decoys[..., 4, :], modes[seat].unmasked[..., 4, :]):
            lines[..., -1] += 7.0
    other = replace(sums, modes=modes, habit=habit)
    seen, then = read(sums, parameters, (1, 4)), read(other, parameters, (1, 4))
    np.testing.assert_allclose(viewed(then.scores, (1, 4)), viewed(seen.scores, (1, 4)), atol=1e-12)
    np.testing.assert_allclose(then.hypotheses, seen.hypotheses, atol=1e-12)
    assert np.abs(read(other, parameters).scores - read(sums, parameters).scores).max() > 0.1


def test_slow_starters_are_read_from_the_eleventh_turn_on() -> None:
    parameters = random_parameters(2)
    record = game("greedy", "sly", turns=14)
    for turns, alike in ((10, False), (14, True)):
        sums = Beliefs.of(record, at=turns, parameters=parameters).tallies()[-1]
        readable = type_likelihoods(sums)[:, :-1].reshape(-1, len(MODES), len(record.agents))
        lines = {mode: readable[:, i] for i, mode in enumerate(MODES)}
        flat = np.ptp(lines["slow-start"], axis=-1).max() < 1e-12
        assert flat != alike
        assert np.ptp(lines["plain"], axis=-1).min() > 0
    assert np.ptp(lines["seat-number"], axis=-1).max() == 0.0, (
        "the seat's number says nothing about the own agent"
    )


@pytest.mark.parametrize("kind", ["random", "seat-searcher", "fickle"])
def test_players_who_say_nothing_stay_near_uniform(kind: str) -> None:
    """On average over a dozen games, seen by an observer, at the end of the game; two of the kinds play well."""
    loss, most = [], []
    for seed in range(12):
        record = game(kind, kind, kind, seed=seed)
        owners = record.owners_by_seat
        assert owners is not None
        seen = analyse(record, Viewpoint()).posterior
        loss += [-log(seen[seat, agent]) for seat, agent in enumerate(owners)]
        most += list(seen.max(axis=1))
    assert np.mean(loss) < log(len(record.agents)) + 0.1
    assert np.mean(most) < 0.45


def test_a_greedy_player_does_not() -> None:
    """The same figure for players whose moves say much, so that the test above can fail."""
    loss = []
    for seed in range(4):
        record = game("greedy", "greedy", "greedy", seed=seed)
        owners = record.owners_by_seat
        assert owners is not None
        seen = analyse(record, Viewpoint()).posterior
        loss += [-log(seen[seat, agent]) for seat, agent in enumerate(owners)]
    assert np.mean(loss) < log(6) - 0.5


def test_surprise_is_lower_for_players_that_nobody_knows() -> None:
    """Choices against everything that the types hold dear, beside choices of the types themselves."""
    parameters = shipped()
    contrary = replace(parameters, split=-parameters.split, safe=-parameters.safe)
    record = game("greedy", "greedy", "greedy")
    assert (
        surprise(Beliefs.of(record, parameters=contrary).tallies()[-1], contrary)
        < surprise(Beliefs.of(record, parameters=parameters).tallies()[-1], parameters) - 0.1
    )
    assert surprise(Tally.empty(2, 3, parameters), parameters) == 0.0


def test_the_players_of_a_replay_get_the_choices_they_made() -> None:
    record = game("greedy", "random", turns=11)
    sums = Beliefs.of(record, parameters=random_parameters(1)).tallies()[-1]
    outcomes = [step.outcome for step in replay(record).turns if step.outcome]
    # The last scoring ends the game: the safe is not placed.
    placed = [o.turn.player for o in outcomes if o.scored is not None and not o.scored.finished]
    assert len(placed) >= 4 and outcomes[-1].after.finished
    made = [6 + placed.count(0), 5 + placed.count(1)]
    # A choice that looks a little as if by rote counts a little less.
    assert [count > 0.8 * most for count, most in zip(sums.choices, made, strict=True)] == [True, True]
    assert (sums.choices < made).all()
