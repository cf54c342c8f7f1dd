"""Terms of card plays against figures worked out by hand and by plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from card_scenes import table

from assistant.deduction.card_terms import CARD_TERMS, KINDS, card_options
from assistant.deduction.lookahead import expected_gains
from assistant.game import CARDS, VALUES, GameState
from assistant.game.card_effects import effect, options
from assistant.game.deck import copies


def column(name: str) -> int:
    return CARD_TERMS.index(name)


def term(
    state: GameState, name: str, card: str, agents: tuple[int, ...], number: int = 0, entered=frozenset()
):  # type: ignore[no-untyped-def]
    found = card_options(state, entered)
    at = found.index(card, agents, number)
    assert at is not None
    return found.terms[column(name), at]


def test_every_way_to_play_every_kind_that_is_left_is_an_option_once() -> None:
    """As the rules list them; a kind whose copies are all played is gone."""
    state = table(played=("swap", "to-safe", "to-safe"))
    found = card_options(state, frozenset())
    wanted = {
        (card, agents, number)
        for card, n in copies(state.edition, 3).items()
        if n > state.played.count(card)
        for agents, number in options(state, card)
    }
    listed = [
        (KINDS[int(kind)], agents, number)
        for kind, (agents, number) in zip(found.kinds, found.ways, strict=True)
    ]
    assert set(listed) == wanted and len(listed) == len(wanted)
    assert "swap" not in {card for card, *_ in listed} and "to-safe" not in {card for card, *_ in listed}


def test_value_is_that_of_the_building_after_less_before() -> None:
    """Red stands on 2, blue on 5: trading places is +3 and -3, nothing for the others."""
    assert term(table(), "card_value", "swap", (0, 1)).tolist() == [3, -3, 0, 0, 0]
    assert term(table(), "card_value_others", "swap", (0, 1)).tolist() == [-0.75, 0.75, 0, 0, 0]


def test_markers_count_as_worth() -> None:
    """Three steps for each of two markers, whatever comes next."""
    state = table()
    assert term(state, "card_marker", "score-3-3", (0, 2)).tolist() == [3, 0, 3, 0, 0]
    np.testing.assert_allclose(term(state, "card_worth", "score-3-3", (0, 2)), [3, 0, 3, 0, 0], atol=1e-12)


@pytest.mark.parametrize("entered", [frozenset(), frozenset({2})])
def test_worth_is_the_scoring_that_comes_next(entered: frozenset[int]) -> None:
    """Building values where a scoring is due, the look-ahead where none is, by a plain loop over all options."""
    state = table(positions=(2, 5, 9, 3, 6))

    def worth(after: GameState, due: bool) -> list[float]:
        if due:
            return [VALUES[at] + m for at, m in zip(after.positions, after.markers, strict=True)]
        ahead = expected_gains(np.array([after.positions]), after.safe)[0]
        return [float(a) + m for a, m in zip(ahead, after.markers, strict=True)]

    found = card_options(state, entered)
    base = worth(state, bool(entered))
    for n, (kind, (agents, number)) in enumerate(zip(found.kinds, found.ways, strict=True)):
        after = (
            effect(state, KINDS[int(kind)], agents, number)
            if KINDS[int(kind)] != "two-agent-cards"
            else state
        )
        moved = {a for a, at in enumerate(after.positions) if at != state.positions[a]}
        there = {a for a in moved if after.positions[a] == after.safe}
        due = bool((entered - moved) | there) and after.safe == state.safe
        change = [new - old for new, old in zip(worth(after, due), base, strict=True)]
        np.testing.assert_allclose(found.terms[column("card_worth"), n], change, atol=1e-9)
        best = [max(c for b, c in enumerate(change) if b != a) for a in range(5)]
        np.testing.assert_allclose(found.terms[column("card_worth_best"), n], best, atol=1e-9)


def test_taking_the_safe_away_undoes_a_scoring() -> None:
    """Green entered the safe on 9 and scoring is due: moving the safe costs green its nine points now."""
    state = table(positions=(2, 5, 9, 3, 6))
    moved = term(state, "card_worth", "safe-anywhere", (), 1, frozenset({2}))
    assert moved[2] < -5 and moved[2] == moved.min()


def test_options_are_looked_up_for_equal_positions() -> None:
    """Whoever has the word, whatever is in the hands: the same object, so that a round costs little."""
    state = table()
    other = table(hands=(1, 0, 4))
    assert card_options(state, frozenset()) is card_options(other, frozenset())
    assert card_options(state, frozenset()) is not card_options(state, frozenset({1}))


def test_a_way_in_another_order_is_the_same_where_order_does_not_matter() -> None:
    """`swap` of blue and red is that of red and blue; `join` is not."""
    found = card_options(table(), frozenset())
    assert found.index("swap", (1, 0), 0) == found.index("swap", (0, 1), 0) is not None
    assert found.index("join", (1, 0), 0) != found.index("join", (0, 1), 0)
    assert not CARDS["swap"].ordered and CARDS["join"].ordered
