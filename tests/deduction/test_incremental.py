"""Turn by turn or all at once; undo; a corrected turn."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from model_scenes import game

from assistant.deduction import Beliefs, Viewpoint, analyse, shipped, timeline
from assistant.deduction.behaviour import turn_evidence
from assistant.deduction.beliefs import evidence_of
from assistant.deduction.players import read
from assistant.deduction.tally import Tally, type_likelihoods
from assistant.deduction.worlds import viewed
from assistant.game import play
from assistant.records import Record, load, replay
from assistant.records.record import TurnEvent, Viewer


def as_seen(record: Record) -> Record:
    owners = record.owners
    assert owners is not None
    name = record.names[0]
    return record.model_copy(update={"viewer": Viewer(player=name, agent=owners[name])})


GAMES = {
    "two": game("greedy", "sly"),
    "five": game(
        "sly", "mimic", "random", "searcher", "timid", rules={"base": "amigo-dossier", "floor": "none"}
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_adding_turns_one_at_a_time_is_reading_from_scratch(name: str) -> None:
    record = as_seen(GAMES[name])
    eyes = Viewpoint.of(record)
    assert eyes.card is not None
    game_ = replay(record)
    sums = Tally.empty(len(record.players), len(record.agents), shipped())
    line = timeline(record)
    for turn, step in enumerate(game_.turns, start=1):
        assert step.outcome is not None
        # Made anew, so that nothing remembered can help.
        outcome = play(step.outcome.before, step.outcome.turn)
        sums = sums.add(turn_evidence(outcome, shipped()))
        incremental = viewed(read(sums, shipped(), eyes.card).scores, eyes.card)
        np.testing.assert_allclose(
            analyse(record.with_events(record.events[:turn])).posterior, incremental, atol=1e-9
        )
        np.testing.assert_allclose(line[turn], incremental, atol=1e-9)
    assert turn == sums.last_turn == len(record.events)


def test_undo_is_keeping_the_old_tally() -> None:
    """Adding a turn leaves the tally before it untouched, to the last bit."""
    outcomes = [step.outcome for step in replay(GAMES["two"]).turns[:6]]
    sums = Tally.empty(2, len(GAMES["two"].agents), shipped())
    for outcome in outcomes:
        assert outcome is not None
        before = deepcopy(sums)
        then = sums.add(turn_evidence(outcome, shipped()))
        for name in ("expected", "uniform", "habit", "choices"):
            assert (getattr(before, name) == getattr(sums, name)).all()
        seat = outcome.turn.player
        for name in ("plain", "slow", "decoys", "unmasked"):
            assert (getattr(before.modes[seat], name) == getattr(sums.modes[seat], name)).all()
            assert (getattr(then.modes[seat], name) != getattr(sums.modes[seat], name)).any()
        assert then.modes[1 - seat] is sums.modes[1 - seat]
        sums = then


def test_an_undone_and_replayed_turn_gives_the_same_belief() -> None:
    record = GAMES["five"]
    before = analyse(record.with_events(record.events[:12])).posterior
    analyse(record.with_events(record.events[:13]))
    assert (analyse(record.with_events(record.events[:12])).posterior == before).all()


def test_a_corrected_turn_is_read_as_if_it_had_always_stood_there() -> None:
    """Evidence is remembered by position and turn: after the correction all later positions differ."""
    record = game("greedy", "sly", turns=8)
    first = record.events[0]
    assert isinstance(first, TurnEvent) and isinstance(first.die, int)
    moved = next(agent for agent in record.agents if agent not in first.moves)
    other = first.model_copy(update={"moves": {moved: sum(first.moves.values())}})
    analyse(record)
    corrected = record.with_events([other, *record.events[1:]])
    fresh = Tally.empty(2, len(record.agents), shipped())
    for step in replay(corrected, strict=False).turns:
        assert step.outcome is not None
        fresh = fresh.add(turn_evidence(step.outcome, shipped()))
    sums = Beliefs.of(corrected, Viewpoint()).tallies()[-1]
    np.testing.assert_allclose(type_likelihoods(sums), type_likelihoods(fresh), atol=1e-12)


def test_evidence_is_computed_once_per_turn() -> None:
    outcome = replay(GAMES["two"]).turns[3].outcome
    assert outcome is not None
    assert evidence_of(outcome, shipped()) is evidence_of(play(outcome.before, outcome.turn), shipped())


@pytest.mark.parametrize("name", ["plain/nocards_6p_allMCTS_01.json", "cards/cards_3p_allMCTS_01.json"])
def test_games_of_others_too(corpus: Path, name: str) -> None:
    record = load(corpus / name)
    line = timeline(record, Viewpoint())
    for turn in (0, 1, 7, len(line) - 1):
        alone = analyse(record.with_events(record.events[:turn]), Viewpoint()).posterior
        np.testing.assert_allclose(line[turn], alone, atol=1e-9)
