"""What the table knows of the viewer's agent, and turns that hide it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from model_scenes import game

from assistant.deduction import TurnAdvice, Viewpoint, advise, analyse, exposure
from assistant.deduction.exposure import ADVICE
from assistant.game import apply, legal_splits
from assistant.records import Record, replay
from assistant.records.record import ClueEvent, RevealEvent, TurnEvent, Viewer


def seen_by_anna(
    *kinds: str, turns: int, seed: int = 3, rules: str | dict[str, Any] = "ravensburger-expert"
) -> Record:
    record = game(*kinds, seed=seed, turns=turns, rules=rules)
    owners = record.owners
    assert owners is not None
    return record.model_copy(update={"viewer": Viewer(player="Anna", agent=owners["Anna"])})


def with_clues(record: Record) -> Record:
    """Public clues on the way, and a reveal by Ben."""
    owners = record.owners
    assert owners is not None
    soft = ClueEvent(kind="owns", player="Anna", agent=owners["Anna"], trust=0.5)
    reveal = RevealEvent(player="Ben", agent=owners["Ben"])
    return record.with_events([*record.events[:5], soft, *record.events[5:8], reveal, *record.events[8:]])


@pytest.mark.parametrize("clues", [False, True])
@pytest.mark.parametrize("at", [0, 7, "end"])
def test_exposure_is_an_observers_belief_after_every_turn(clues: bool, at: int | str) -> None:
    record = seen_by_anna("greedy", "sly", "timid", turns=12)
    record = with_clues(record) if clues else record
    card = Viewpoint.of(record).card
    assert card is not None
    out = exposure(record, at=at)
    turns = 12 if at == "end" else at
    assert out.probability.shape == (turns + 1,) and out.bits.shape == (turns,)
    for turn in range(int(turns) + 1):
        assert out.probability[turn] == pytest.approx(
            analyse(record, Viewpoint(), turn).posterior[card], abs=1e-9
        )


def test_at_the_dossier_the_safe_move_of_that_turn_is_not_out_yet() -> None:
    record = seen_by_anna("greedy", "sly", "timid", turns=200)
    card = Viewpoint.of(record).card
    assert card is not None
    out = exposure(record, at="dossier")
    assert out.probability[-1] == pytest.approx(
        analyse(record, Viewpoint(), "dossier").posterior[card], abs=1e-9
    )


def test_giveaways_are_the_turns_with_half_a_bit_and_more_the_worst_first() -> None:
    out = exposure(seen_by_anna("greedy", "greedy", "greedy", turns=15, seed=1))
    assert out.giveaways
    bits = [bits for _, bits, _ in out.giveaways]
    assert bits == sorted(bits, reverse=True) and min(bits) >= 0.5
    for turn, amount, sentence in out.giveaways:
        assert amount == pytest.approx(out.bits[turn - 1]) and str(sentence)


def test_exposure_and_advice_need_the_own_card() -> None:
    record = game("greedy", "sly", turns=4)
    for eyes in (Viewpoint(), Viewpoint(1, None)):
        with pytest.raises(ValueError, match="own agent"):
            exposure(record, eyes)
        with pytest.raises(ValueError, match="own agent"):
            advise(record, eyes, 3)


AMIGO = {"base": "amigo-dossier", "floor": "none"}


@pytest.mark.parametrize("die", [2, 6, "1-3"])
def test_no_advised_turn_is_beaten_in_both_and_each_is_legal(die: int | str) -> None:
    record = seen_by_anna("greedy", "sly", "timid", turns=12, rules=AMIGO)
    state = replay(record).state
    advised = advise(record, None, die)
    assert 1 <= len(advised) <= ADVICE
    for one in advised:
        assert not any(beats(other, one) for other in advised)
        assert list(one.turn.steps) in legal_splits(state, die).tolist()
        apply(state, one.turn)
    assert len({one.turn.steps for one in advised}) == len(advised)
    if die == "1-3":
        assert {one.turn.total for one in advised} <= {1, 2, 3}


def beats(one: TurnAdvice, other: TurnAdvice) -> bool:
    return one is not other and one.progress >= other.progress and one.bits <= other.bits


@pytest.mark.parametrize("clues", [False, True])
def test_what_an_advised_turn_gives_away_is_what_an_observer_then_believes(clues: bool) -> None:
    """Played for real, the observer's belief is the one foretold, public clues and reveals heard."""
    record = seen_by_anna("greedy", "sly", "timid", turns=12)
    record = with_clues(record) if clues else record
    card = Viewpoint.of(record).card
    assert card is not None
    before = analyse(record, Viewpoint()).posterior[card]
    quiet = [one for one in advise(record, None, 4) if one.turn.safe is None]
    assert quiet
    for one in quiet:
        moves = {record.agents[a]: n for a, n in enumerate(one.turn.steps) if n}
        played = record.with_events([*record.events, TurnEvent(player="Anna", die=4, moves=moves)])
        after = analyse(played, Viewpoint()).posterior[card]
        assert one.probability == pytest.approx(after, abs=1e-9)
        assert one.bits == pytest.approx(
            np.log2(after / (1 - after)) - np.log2(before / (1 - before)), abs=1e-9
        )


def test_more_progress_is_offered_first_and_costs_more() -> None:
    advised = advise(seen_by_anna("greedy", "sly", "timid", turns=12), None, 5)
    assert len(advised) > 1
    progress, bits = [one.progress for one in advised], [one.bits for one in advised]
    assert progress == sorted(progress, reverse=True) and bits == sorted(bits, reverse=True)
