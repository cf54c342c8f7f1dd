"""Reasons: terms add up to each reason's bits, reasons to the total; what they say of a turn is so."""

from __future__ import annotations

import re
from math import log2
from pathlib import Path

import numpy as np
import pytest
from model_scenes import game

from assistant.deduction import Explanation, Viewpoint, analyse, explain, shipped
from assistant.deduction.attribution import attribute
from assistant.deduction.reasons import REST, log_odds
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS
from assistant.game import GameError
from assistant.records import Record, load, loads, replay
from assistant.records.record import ClueEvent, RevealEvent, TurnEvent, Viewer


def adds_up(told: Explanation) -> bool:
    for reason in told.reasons:
        assert sum(bits for _, bits in reason.terms) == pytest.approx(reason.bits, abs=1e-9)
        assert reason.terms[-1][0] == REST
        assert {name for name, _ in reason.terms[:-1]} <= set(SPLIT_TERMS + SAFE_TERMS)
        sizes = [abs(bits) for _, bits in reason.terms[:-1]]
        assert sizes == sorted(sizes, reverse=True)
        assert reason.factor == pytest.approx(2.0**reason.bits)
    assert sum(reason.bits for reason in told.reasons) == pytest.approx(told.total_bits, abs=1e-9)
    assert told.total_bits == pytest.approx(log_odds(told.posterior) - log_odds(told.prior), abs=1e-12)
    return True


@pytest.fixture(scope="module")
def noted() -> Record:
    """A game of four with clues of every sort on the way, seen by Ben."""
    record = game("greedy", "sly", "beginner", "random", seed=7, turns=20)
    owners = record.owners
    assert owners is not None
    extra = next(agent for agent in record.agents if agent not in owners.values())
    clues = {
        4: ClueEvent(kind="owns", player="Cem", agent=owners["Cem"], trust=0.6),
        9: ClueEvent(kind="not-owns", player="Anna", agent=extra),
        12: ClueEvent(kind="one-of", player="Dora", agents=(owners["Dora"], extra)),
        17: RevealEvent(player="Anna", agent=owners["Anna"]),
    }
    events: list[object] = []
    for turn, event in enumerate(record.events, start=1):
        events += [event, clues[turn]] if turn in clues else [event]
    return record.with_events(events).model_copy(  # type: ignore[arg-type]
        update={"viewer": Viewer(player="Ben", agent=owners["Ben"])}
    )


@pytest.mark.parametrize("at", [0, 3, 9, "end", "dossier"])
@pytest.mark.parametrize("eyes", [None, Viewpoint()])
def test_terms_and_reasons_add_up_with_clues(noted: Record, at: int | str, eyes: Viewpoint | None) -> None:
    seen = analyse(noted, eyes, at)
    for seat in range(4):
        for agent in range(len(noted.agents)):
            told = explain(noted, seat, agent, eyes, at)
            assert adds_up(told)
            assert told.posterior == pytest.approx(seen.posterior[seat, agent], abs=1e-12)


@pytest.mark.parametrize("name", ["nocards_3p_allDepthSearch_01", "nocards_5p_allDepthSearch_02"])
@pytest.mark.parametrize("at", ["end", "dossier"])
def test_terms_and_reasons_add_up_on_games_of_others(corpus: Path, name: str, at: str) -> None:
    record = load(corpus / "plain" / f"{name}.json")
    eyes = Viewpoint.player(record, record.names[0])
    for cell in ((1, 0), (2, 3), (0, eyes.agent or 0)):
        told = explain(record, *cell, eyes, at)
        assert adds_up(told)
        assert told.posterior == pytest.approx(analyse(record, eyes, at).posterior[cell], abs=1e-12)


def test_the_prior_is_what_the_own_card_leaves(noted: Record) -> None:
    """Ben sees his own card: four of six agents are left for a player, evenly."""
    others = len(noted.agents) - 1
    own = noted.viewer.agent if noted.viewer else None
    agent = next(i for i, name in enumerate(noted.agents) if name != own)
    assert explain(noted, 0, agent).prior == pytest.approx(1 / others)
    assert explain(noted, 0, agent, Viewpoint()).prior == pytest.approx(1 / (others + 1))


def test_a_clue_has_a_reason_of_its_own_where_it_was_entered(noted: Record) -> None:
    owners = noted.owners
    assert owners is not None
    told = explain(noted, 2, noted.agents.index(owners["Cem"]), Viewpoint())
    clue = next(reason for reason in told.reasons if isinstance(noted.events[reason.event - 1], ClueEvent))
    assert (clue.turn, clue.event) == (4, 5)
    assert clue.bits > 0 and "60%" in str(clue.sentence)
    shown = explain(noted, 0, noted.agents.index(owners["Anna"]), Viewpoint())
    reveal = next(r for r in shown.reasons if isinstance(noted.events[r.event - 1], RevealEvent))
    assert reveal.bits > 20 and shown.posterior == 1.0


def test_turns_are_numbered_and_every_turn_has_its_reason(noted: Record) -> None:
    told = explain(noted, 0, 0, Viewpoint())
    turns = [r.turn for r in told.reasons if isinstance(noted.events[r.event - 1], TurnEvent)]
    assert turns == list(range(1, 21))
    assert [r.event for r in told.reasons] == sorted(r.event for r in told.reasons)


def test_strongest_are_the_largest_either_way(noted: Record) -> None:
    told = explain(noted, 0, 0, Viewpoint())
    sizes = [abs(reason.bits) for reason in told.strongest(3)]
    assert sizes == sorted((abs(r.bits) for r in told.reasons), reverse=True)[:3]


def test_other_peoples_turns_have_no_terms_of_their_own(noted: Record) -> None:
    for reason in explain(noted, 0, 0, Viewpoint()).reasons:
        event = noted.events[reason.event - 1]
        if isinstance(event, TurnEvent) and event.player != "Anna":
            assert [name for name, _ in reason.terms] == [REST]
        elif isinstance(event, TurnEvent):
            assert len(reason.terms) > 5


def test_shares_of_one_type_known_for_sure_are_its_log_likelihood_ratio() -> None:
    """Where one type is certain, its local slope in all terms together is weights times (chosen - expected)."""
    parameters = shipped()
    outcome = replay(game("greedy", "sly", turns=1)).turns[0].outcome
    assert outcome is not None
    certain = np.zeros(len(parameters.hypotheses))
    certain[0] = 1.0
    against = np.array([0.0, 1.0, *[0.0] * (len(outcome.before.agents) - 2)])
    one = attribute(outcome, 0, against, certain, parameters)
    other = attribute(outcome, 1, np.roll(against, -1), certain, parameters)
    np.testing.assert_allclose(one.split, -other.split, atol=1e-12)
    uniform = np.zeros(len(parameters.hypotheses))
    uniform[-1] = 1.0
    assert np.abs(attribute(outcome, 0, against, uniform, parameters).split).max() == 0.0


def test_rank_and_best_alternative_are_those_of_the_owner() -> None:
    """A player of one type, certain: nothing is better than the best, and the best is a legal split."""
    parameters = shipped()
    certain = np.zeros(len(parameters.hypotheses))
    certain[0] = 1.0
    for step in replay(game("greedy", "sly", turns=8)).turns:
        outcome = step.outcome
        assert outcome is not None
        told = attribute(outcome, 1, np.eye(len(outcome.before.agents))[0], certain, parameters)
        assert sum(told.best) == outcome.turn.total and 1 <= told.rank <= told.alternatives
        assert (told.rank == 1) == (told.best == outcome.turn.steps) or told.rank == 1


def test_no_such_seat_agent_or_moment(noted: Record) -> None:
    for seat, agent in ((4, 0), (0, 7), (-1, 0)):
        with pytest.raises(GameError, match="no seat"):
            explain(noted, seat, agent)
    for at in (21, -1, "noon"):
        with pytest.raises(GameError, match="no moment"):
            explain(noted, 0, 0, at=at)


def test_log_odds_are_finite_at_both_ends() -> None:
    assert log_odds(0.5) == 0.0 and log_odds(0.8) == pytest.approx(2.0)
    assert log_odds(1.0) == pytest.approx(-log_odds(0.0)) == pytest.approx(log2(1e12), abs=1e-3)


def test_what_another_players_turn_is_said_to_do_is_what_it_did() -> None:
    """Ben brings blue on: for Cem and blue that speaks for blue as Ben's own, and Anna's card stays hers."""
    text = (
        "edition ravensburger-expert\nplayers Anna, Ben, Cem\nagents red, blue, green, yellow, orange\n"
        "viewer Anna red\n1 Anna 1: green 1\n2 Ben 6: blue 6\n3 Cem 1: green 1\n"
    )
    record = loads(text, "other.heimlich")
    reasons = explain(record, seat=2, agent=1).reasons
    ben = next(reason for reason in reasons if reason.turn == 2)
    assert ben.bits < -0.05 and "speaks for blue as Ben's own" in str(ben.sentence)
    anna = next(reason for reason in reasons if reason.turn == 1)
    assert abs(anna.bits) < 0.05 and "hardly touches Cem and blue" in str(anna.sentence)


def test_every_reason_translates_whole() -> None:
    """Colours and buildings are words of the sentence: a translation reaches each of them."""
    text = (
        "edition amigo\nplayers Anna, Ben, Cem\nagents red, blue, green, yellow, orange\n"
        "1 Anna 6: red 6\n2 Ben 5: blue 4, green 1\nclue Ben one-of red, blue\n3 Cem 1: yellow 1\n"
        "4 Anna 1-3: red 1 > church\n5 Ben 4: blue 4\n6 Cem 3: red 1, blue 1, green 1\n"
    )
    record = loads(text, "words.heimlich")
    words: set[str] = set()
    for cell in np.ndindex(3, 5):
        for reason in explain(record, *cell, Viewpoint()).reasons:
            spoken = reason.sentence.text(lambda template: template if "{" in template else template.upper())
            words |= set(re.findall(r"[a-zA-Z]+", spoken))
    colours = set(record.agents)
    assert not words & colours and {name.upper() for name in colours} <= words
    assert "church" not in words and "CHURCH" in words
