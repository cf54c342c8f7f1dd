"""The countdown to the dossier against what must be and what can be counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assistant.deduction import playout as due
from assistant.game import GameState, edition, legal_splits, start, triggers


def table(markers: tuple[int, ...], base: str = "ravensburger-expert") -> GameState:
    state = start(edition(base), ["Anna", "Ben", "Cem"], ["red", "blue", "green", "grey", "yellow"])
    return replace(state, positions=(6, 5, 10, 3, 0), markers=markers)


def test_far_away_it_cannot_happen_and_without_a_dossier_it_never_does() -> None:
    assert due.due_chances(table((0, 0, 0, 0, 0)), 1).tolist() == [0]
    assert due.due_chances(table((28, 28, 28, 28, 28), "ravensburger"), 3).tolist() == [0, 0, 0]
    assert not due.due_chances(replace(table((28, 28, 28, 28, 30)), dossier_turn=3), 3).any()


def test_the_chances_are_those_of_one_event_and_the_same_each_time() -> None:
    chances = due.due_chances(table((25, 25, 25, 25, 25)), 9)
    assert chances.min() >= 0 and 0.5 < chances.sum() <= 1
    assert np.array_equal(chances, due.due_chances(table((25, 25, 25, 25, 25)), 9))


def test_where_every_scoring_is_enough_the_next_turn_is_the_share_of_splits_that_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(due, "KEEN", 1.0)
    monkeypatch.setattr(due, "PLAYOUTS", 6000)
    state = table((28, 28, 28, 28, 28))
    shares = [triggers(state, rows).mean() for die in range(1, 7) for rows in [legal_splits(state, die)]]
    assert due.due_chances(state, 1)[0] == pytest.approx(np.mean(shares), abs=0.03)


def test_a_dossier_at_the_end_falls_due_with_the_finish() -> None:
    at_end = replace(table((30,) * 5), edition=edition({"base": "ravensburger-expert", "dossier_at": "end"}))
    at_finish = replace(table((30,) * 5), edition=edition({"base": "ravensburger-expert", "dossier_at": 42}))
    chances = due.due_chances(at_end, 12)
    assert chances.sum() > 0.2
    assert np.array_equal(chances, due.due_chances(at_finish, 12))
