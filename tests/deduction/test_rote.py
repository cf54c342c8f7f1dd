"""Choices by rote say nothing; whoever repeats only oneself is read as before."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest
from model_scenes import NAMES

from assistant.deduction import Beliefs, Viewpoint, analyse, explain, rote, shipped
from assistant.deduction.attribution import attribute
from assistant.deduction.behaviour import turn_evidence
from assistant.deduction.rote import FRESH, ROTE, Echo, Repeats
from assistant.deduction.tally import Tally, card_evidence
from assistant.records import Record, loads, replay

HEAD = "edition ravensburger-expert\nplayers Anna, Ben, Cem\nagents red, blue, green, yellow, orange, grey\n"
ROTE_TABLE = {1: "green 1", 2: "red 2", 4: "red 3, blue 1", 6: "red 6"}
"""What everybody does with each roll, wherever the safe stands."""


def table(rounds: int, own: dict[str, str] | None = None) -> Record:
    """`rounds` of Anna, Ben and Cem, who all play `ROTE_TABLE`; Ben and Cem move `own` instead where given."""
    lines = []
    dice = sorted(ROTE_TABLE)
    for number in range(rounds):
        for seat, name in enumerate(NAMES[:3]):
            die = dice[(number + seat) % len(dice)]
            moved = ROTE_TABLE[die] if own is None or name not in own else f"{own[name]} {die}"
            lines.append(f"{name} {die}: {moved}")
    return placed(lines)


def placed(lines: list[str]) -> Record:
    """The record of these turns; after a scoring the safe goes to the first building that it may."""
    text = HEAD
    for line in lines:
        for ending in ("", *(f" > {building}" for building in range(1, 11))):
            record = loads(text + line + ending + "\n", "rote.heimlich")
            if not replay(record, strict=False).problems:
                text += line + ending + "\n"
                break
        else:
            return loads(text, "rote.heimlich")
    return loads(text, "rote.heimlich")


def test_by_rote_an_option_has_its_share_of_the_others_choices() -> None:
    """Three of Ben's and Cem's four turns with a 4 were this split; what Anna did herself does not count."""
    seen = Repeats()
    for seat, split in ((1, (4, 0)), (2, (4, 0)), (1, (4, 0)), (2, (0, 4)), (0, (0, 4)), (0, (0, 4))):
        seen = seen.after(seat, 4, split, 0.0)
    seen = seen.after(1, 6, (4, 0), 0.0)
    echo = seen.echo(0, 4, (4, 0), alternatives=5)
    assert echo.chance == pytest.approx((3 + FRESH / 5) / (4 + FRESH))
    assert echo.share == pytest.approx(ROTE[0] / (sum(ROTE) + 7))
    assert seen.echo(0, "safe", (3,), alternatives=12).chance == pytest.approx(1 / 12)


def test_the_table_learns_how_much_is_by_rote() -> None:
    seen = Repeats()
    for turn in range(60):
        seen = seen.after(turn % 3, 4, (4, 0), 0.9)
    assert seen.share == pytest.approx((ROTE[0] + 54) / (sum(ROTE) + 60)) and seen.share > 0.6
    assert Repeats().share == pytest.approx(0.01)


def test_an_echo_is_a_mixture_of_the_choice_and_the_repeat() -> None:
    echo = Echo(share=0.2, chance=0.5)
    chosen = np.array([log(0.01), log(0.9)])
    np.testing.assert_allclose(np.exp(echo.likelihood(chosen)), [0.8 * 0.01 + 0.1, 0.8 * 0.9 + 0.1])
    assert echo.own_doing(100) == pytest.approx(0.008 / 0.108) and echo.own_doing(1) == pytest.approx(
        0.8 / 0.9
    )


NEVER = (1e-9, 1e9)


def read(record: Record) -> np.ndarray[Any, np.dtype[np.float64]]:
    return analyse(record, Viewpoint()).posterior


def test_who_repeats_the_table_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody moves red as if it were theirs. Anna was first with most of it; Ben and Cem do as was done."""
    record = table(12)
    seen = read(record)
    assert seen[1:].max() < 0.3
    sums = Beliefs.of(record, Viewpoint()).tallies()[-1]
    assert sums.repeats.share > 0.3 and sums.choices[1:].max() < 5
    monkeypatch.setattr(rote, "ROTE", NEVER)
    assert read(record)[1:].max() > 0.4, "the same turns, taken for choices"


def test_who_repeats_only_oneself_is_read_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anna plays as there, Ben and Cem move agents of their own: each of them stands out."""
    record = table(12, {"Ben": "green", "Cem": "blue"})
    seen = read(record)
    assert [int(row.argmax()) for row in seen] == [0, 2, 1] and seen.max(axis=1).min() > 0.6
    monkeypatch.setattr(rote, "ROTE", NEVER)
    np.testing.assert_allclose(seen, read(record), atol=0.05)


def test_a_turn_by_rote_is_told_as_one() -> None:
    reasons = [r for r in explain(table(12), 1, 0, Viewpoint()).reasons if str(r.sentence).startswith("Ben")]
    assert "by rote" not in str(reasons[0].sentence)
    assert "as if by rote" in str(reasons[-1].sentence) and abs(reasons[-1].bits) < 0.15


def test_whoever_was_first_at_a_table_that_plays_by_rote_is_not_taken_at_their_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Anna's first turns were choices as far as one could tell; the rounds that follow make repeats of them."""
    assert read(table(24))[0, 0] < read(table(2))[0, 0] - 0.05
    assert read(table(24)).max() < 0.5
    monkeypatch.setattr(rote, "ROTE", NEVER)
    assert read(table(24)).max() > 0.7, "the same turns, taken for choices"


def test_terms_count_as_far_as_the_choice_was_one() -> None:
    parameters = shipped()
    outcome = replay(table(1)).turns[0].outcome
    assert outcome is not None
    hypotheses = np.full(len(parameters.hypotheses), 1 / len(parameters.hypotheses))
    against = np.array([0.0, 0.5, 0.5, 0.0, 0.0, 0.0])
    whole = attribute(outcome, 0, against, hypotheses, parameters)
    part = attribute(outcome, 0, against, hypotheses, parameters, chosen=(0.25, 1.0))
    assert np.abs(whole.split).max() > 0.001 and part.chosen == 0.25
    np.testing.assert_allclose(part.split, 0.25 * whole.split)


def test_cards_count_the_less_the_more_is_by_rote() -> None:
    parameters = shipped()
    sums = Tally.empty(3, 6, parameters)
    cards = np.arange(36.0).reshape(2, 3, 6)
    before = Tally(**{**vars(sums), "cards": cards})
    for step in replay(table(12)).turns:
        assert step.outcome is not None
        sums = sums.add(turn_evidence(step.outcome, parameters))
    after = Tally(**{**vars(sums), "cards": cards})
    np.testing.assert_allclose(card_evidence(before), 0.99 * cards)
    np.testing.assert_allclose(card_evidence(after), (1 - sums.repeats.share) * cards)
    assert sums.repeats.share > 0.3
