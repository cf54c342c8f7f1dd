"""The whole answer: moments, contradictions, strangeness, and its JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from model_scenes import game

from assistant.deduction import Viewpoint, analyse, moment, shipped, timeline
from assistant.deduction.report import analysis_data
from assistant.game import GameError, safe_targets
from assistant.records import Record, load, replay
from assistant.records.record import ClueEvent, RevealEvent, TurnEvent, Viewer


@pytest.fixture(scope="module")
def due() -> tuple[Record, int]:
    """A game cut at the turn in which the dossier falls due, and that turn's number; the safe then moved."""
    record = game("greedy", "sly", "timid", seed=2)
    turn = replay(record).state.dossier_turn
    assert turn is not None
    cut = record.with_events(record.events[:turn])
    assert not replay(cut).state.finished
    return cut, turn


def test_at_the_dossier_the_safe_move_has_not_been_seen(due: tuple[Record, int]) -> None:
    record, turn = due
    last = record.events[-1]
    assert isinstance(last, TurnEvent)
    scored = replay(record).turns[-1].outcome
    assert scored is not None and scored.scored is not None
    others = [
        b
        for b in safe_targets(scored.scored.edition, scored.scored.safe, scored.scored.positions)
        if b != last.safe
    ]
    other = record.with_events([*record.events[:-1], last.model_copy(update={"safe": others[0]})])
    for a, b in ((analyse(record, at="dossier"), analyse(other, at="dossier")),):
        assert a.turn == turn and (a.posterior == b.posterior).all()
    assert (analyse(record).posterior != analyse(other).posterior).any()
    assert (analyse(record).posterior != analyse(record, at="dossier").posterior).any()


def test_at_the_dossier_the_move_and_scoring_have_been_seen(due: tuple[Record, int]) -> None:
    record, turn = due
    before = analyse(record, at=turn - 1).posterior
    assert np.abs(analyse(record, at="dossier").posterior - before).max() > 1e-6


def test_events_after_the_dossier_do_not_count_at_it(due: tuple[Record, int]) -> None:
    record, _ = due
    owners = record.owners
    assert owners is not None
    more = record.with_events([*record.events, RevealEvent(player="Ben", agent=owners["Ben"])])
    assert (analyse(more, at="dossier").posterior == analyse(record, at="dossier").posterior).all()
    assert (analyse(more).posterior != analyse(record).posterior).any()


def test_where_the_dossier_never_fell_due_it_is_the_end() -> None:
    record = game("greedy", "sly", turns=3)
    assert (analyse(record, at="dossier").posterior == analyse(record).posterior).all()
    assert analyse(record, at="dossier").turn == 3


def test_at_a_number_of_turns_it_is_the_record_cut_there() -> None:
    record = game("greedy", "sly", "random", turns=9)
    for turns in range(10):
        here = analyse(record, at=turns)
        assert here.turn == turns
        assert (here.posterior == analyse(record.with_events(record.events[:turns])).posterior).all()
    np.testing.assert_allclose(analyse(record, at=0).posterior, 1 / 5, atol=1e-12)
    for wrong in (10, -1, "tomorrow"):
        with pytest.raises(GameError, match="no moment"):
            analyse(record, at=wrong)


def test_clues_entered_between_two_turns_count_from_there() -> None:
    record = game("greedy", "sly", "random", turns=6)
    clue = ClueEvent(kind="owns", player="Ben", agent="red")
    with_clue = record.with_events([*record.events[:3], clue, *record.events[3:]])
    assert analyse(with_clue, at=2).posterior[1, 1] < 1 == analyse(with_clue, at=3).posterior[1, 1]
    assert len(moment(replay(with_clue), 3).steps) == 4


def test_contradicting_entries_are_named_and_the_rest_still_answers() -> None:
    record = game("greedy", "sly", "random", turns=4)
    said = [
        ClueEvent(kind="owns", player="Ben", agent="red"),
        ClueEvent(kind="not-owns", player="Anna", agent="blue"),
        ClueEvent(kind="owns", player="Cem", agent="red"),
    ]
    result = analyse(record.with_events([*record.events, *said]))
    assert result.contradiction is not None
    assert result.contradiction.entries == (5, 7)
    assert result.contradiction.drop == (7,)
    kept = analyse(record.with_events([*record.events, *said[:2]]))
    assert kept.contradiction is None
    assert (result.posterior == kept.posterior).all()
    assert (timeline(record.with_events([*record.events, *said]))[-1] == kept.posterior).all()


def test_a_reveal_against_the_own_card_is_a_contradiction_too() -> None:
    record = game("greedy", "sly", "random", turns=4).model_copy(
        update={"viewer": Viewer(player="Ben", agent="red")}
    )
    result = analyse(record.with_events([*record.events, RevealEvent(player="Cem", agent="red")]))
    assert result.contradiction is not None and result.contradiction.entries == (0, 5)
    assert result.posterior[1, 1] == 1.0


def test_the_whole_joint_is_one(corpus: Path) -> None:
    record = load(corpus / "plain" / "nocards_5p_allDepthSearch_01.json")
    result = analyse(record, Viewpoint.player(record, record.names[2]), "dossier")
    assert result.worlds == 6 * 5 * 4 * 3
    assert result.joint.probability.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(result.posterior.sum(axis=1), 1.0, atol=1e-12)
    np.testing.assert_allclose(result.posterior.sum(axis=0) + result.extras, 1.0, atol=1e-12)
    for owners, p in result.top_worlds:
        index = result.joint.owners.tolist().index(list(owners))
        assert result.joint.probability[index] == p


def test_a_table_that_plays_like_nobody_is_called_strange() -> None:
    """The same game under an alarm that every table sets off, and under one that none does."""
    record = game("greedy", "sly", "random", turns=12)
    always, never = (replace(shipped(), surprise=(level, 8.0)) for level in (np.inf, -np.inf))
    assert analyse(record, parameters=always).strange and not analyse(record, parameters=never).strange
    assert "nobody I know" in str(analyse(record, parameters=always).strangeness)
    assert not analyse(record, at=3, parameters=always).strange, "three turns are too few to tell"


@pytest.mark.parametrize("viewer", [None, "Ben"])
def test_the_json_is_that_of_the_design(viewer: str | None) -> None:
    record = game("greedy", "sly", "random", rules="amigo-dossier")
    eyes = Viewpoint() if viewer is None else Viewpoint.player(record, viewer)
    data = json.loads(json.dumps(analysis_data(analyse(record, eyes, "dossier"))))
    assert list(data) == [
        "turn", "viewer", "players", "agents", "posterior", "extras", "worlds", "top_worlds", "dossier",
    ]  # fmt: skip
    assert data["viewer"] == viewer and data["players"] == list(record.names)
    assert data["turn"] == replay(record).state.dossier_turn
    assert data["worlds"] == (6 * 5 * 4 if viewer is None else 5 * 4)
    assert list(data["posterior"]) == list(record.names)
    for row in data["posterior"].values():
        assert list(row) == list(record.agents) and sum(row.values()) == pytest.approx(1.0)
    assert list(data["extras"]) == list(record.agents) and sum(data["extras"].values()) == pytest.approx(3.0)
    ranked = [world["p"] for world in data["top_worlds"]]
    assert ranked == sorted(ranked, reverse=True) and sum(ranked) <= 1 + 1e-12
    for world in data["top_worlds"]:
        assert list(world["owners"]) == list(record.names) and len(set(world["owners"].values())) == 3
    dossier = data["dossier"]
    assert list(dossier) == ["marks", "expected_points", "distribution"]
    assert list(dossier["marks"]) == list(record.agents)
    named = [name for name in dossier["marks"].values() if name is not None]
    assert len(set(named)) == len(named) and set(named) <= set(record.names)
    assert sum(dossier["distribution"]) == pytest.approx(1.0)
    hits = sum(n * p for n, p in enumerate(dossier["distribution"]))
    assert dossier["expected_points"] == pytest.approx(5 * hits)
