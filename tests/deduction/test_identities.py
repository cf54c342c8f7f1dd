"""Exchanges of identity: paths of owners against every path listed by hand with the game's own `owners_after`."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from assistant.deduction import Beliefs, Viewpoint, analyse, explain
from assistant.deduction.beliefs import Beliefs as Room
from assistant.deduction.players import read
from assistant.deduction.reasons import log_odds
from assistant.game import owners_after
from assistant.records import Record, loads
from assistant.review.timeline import Timelines

HEAD = "edition amigo-topsecret\nplayers Anna, Ben, Cem\nagents red, blue, green, yellow, grey\n"
TURNS = (
    "Anna 3: red 3", "Ben 4: blue 3, green 1", "Cem 5: green 5", "Anna 2: red 2", "Ben 6: blue 2, red 4",
    "Cem 4: green 4",
)  # fmt: skip


def game(card: str, *clues: str, late: tuple[str, ...] = ()) -> Record:
    """Three turns, Cem plays the card in the third, then three more."""
    lines = [*TURNS[:2], *clues, TURNS[2], f"  cards Cem two-agent-cards {card}", *late, *TURNS[3:]]
    return loads(HEAD + "\n".join(lines) + "\n")


def by_hand(record: Record) -> np.ndarray:  # type: ignore[type-arg]
    """P(player owns agent now): every assignment of agents to cards, followed through the game."""
    beliefs = Room.of(record, Viewpoint())
    last = beliefs.tallies()[-1]
    parts = [part for part in (last.earlier, last) if part is not None]
    plays = [play for step in beliefs.when.turn_steps for play in step.outcome.turn.cards]  # type: ignore[union-attr]
    scores = [read(part, beliefs.parameters).scores for part in parts]
    extras = [play.agents[0] for play in plays if play.effect == "exchange" and play.other is None]
    table = np.zeros(beliefs.size)
    for dealt in permutations(range(5), 3):
        if any(agent in dealt for agent in extras):
            continue
        now = owners_after(dealt, plays)
        weight = sum(scores[0][p, dealt[p]] for p in range(3))
        # a card that was nobody's says nothing about any card that was dealt
        weight += sum(scores[1][p, now[p]] for p in range(3) if now[p] in dealt) if len(scores) > 1 else 0.0
        for p in range(3):
            table[p, now[p]] += np.exp(weight)
    return table / table[0].sum()


@pytest.mark.parametrize("card", ["look", "exchange with Ben", "exchange with Anna", "exchange grey"])
def test_owners_follow_their_cards(card: str) -> None:
    """Through a swap with either player and through an extra taken; a look changes nobody."""
    record = game(card)
    found = analyse(record, Viewpoint())
    np.testing.assert_allclose(found.posterior, by_hand(record), atol=1e-10)
    np.testing.assert_allclose(found.posterior.sum(axis=1), 1.0, atol=1e-12)
    assert (found.posterior.sum(axis=0) < 1 + 1e-9).all()
    if card == "exchange grey":
        assert found.posterior[2, 4] == 1.0


def test_right_after_a_swap_the_two_rows_have_changed_places() -> None:
    """What was believed of Ben's card is believed of Cem now, and the other way round."""
    looked = analyse(game("look"), Viewpoint(), 3).posterior
    swapped = analyse(game("exchange with Ben"), Viewpoint(), 3).posterior
    np.testing.assert_allclose(swapped, looked[[0, 2, 1]], atol=1e-10)


@pytest.mark.parametrize(
    ("card", "before", "after", "cell"),
    [
        ("exchange with Ben", ("clue Ben owns blue",), (), (2, 1)),
        ("exchange with Ben", (), ("clue Ben owns blue",), (1, 1)),
        ("exchange with Ben", ("clue Ben not-owns blue",), (), None),
        ("exchange grey", ("clue Anna owns red",), (), (0, 0)),
    ],
)
def test_a_clue_counts_for_the_card_that_was_held_then(
    card: str, before: tuple[str, ...], after: tuple[str, ...], cell: tuple[int, int] | None
) -> None:
    """Ben was blue before the exchange: Cem is now. Said after it, Ben is."""
    found = analyse(game(card, *before, late=after), Viewpoint()).posterior
    if cell is None:
        assert found[2, 1] == 0.0
    else:
        assert found[cell] == 1.0


def test_a_contradiction_through_an_exchange_is_named() -> None:
    """Ben is blue before the swap with Cem and blue after it: both cannot be."""
    found = analyse(
        game("exchange with Ben", "clue Ben owns blue", late=("clue Ben owns blue",)), Viewpoint()
    )
    assert found.contradiction is not None
    assert found.contradiction.entries == (3, 5)


def test_an_extra_that_was_taken_was_nobodys() -> None:
    """Cem takes grey from the extras: a claim from before that Anna is grey contradicts it."""
    found = analyse(game("exchange grey", "clue Anna owns grey"), Viewpoint())
    assert found.contradiction is not None


def test_the_viewers_card_goes_where_it_was_given() -> None:
    """Ben saw his own card, blue, and Cem has it now."""
    record = game("exchange with Ben")
    posterior = analyse(record, Viewpoint(1, 1)).posterior
    assert posterior[2, 1] == 1.0 and posterior[1, 1] == 0.0


@pytest.mark.parametrize("card", ["exchange with Ben", "exchange grey"])
def test_timeline_and_reasons_agree_with_the_analysis(card: str) -> None:
    """Turn by turn, and to the last bit of every reason."""
    record = game(card)
    timeline = Timelines.of(record).through(Viewpoint())
    for turn in range(7):
        np.testing.assert_allclose(
            timeline.posterior[turn], analyse(record, Viewpoint(), turn).posterior, atol=1e-9
        )
    told = explain(record, 1, 2, Viewpoint())
    assert told.posterior == pytest.approx(analyse(record, Viewpoint()).posterior[1, 2])
    assert sum(reason.bits for reason in told.reasons) == pytest.approx(
        log_odds(told.posterior) - log_odds(told.prior), abs=1e-9
    )
    for reason in told.reasons:
        assert sum(bits for _, bits in reason.terms) == pytest.approx(reason.bits, abs=1e-9)


def test_the_owners_after_the_game_tell_the_card_that_was_dealt() -> None:
    """A player looking back knows the own card as dealt: owners are those of the end."""
    record = game("exchange with Ben").model_copy(
        update={"owners": {"Anna": "red", "Ben": "green", "Cem": "blue"}}
    )
    assert Viewpoint.player(record, "Ben") == Viewpoint(1, 1)
    assert Viewpoint.player(record, "Anna") == Viewpoint(0, 0)
    taken = game("exchange grey").model_copy(update={"owners": {"Anna": "red", "Ben": "blue", "Cem": "grey"}})
    assert Viewpoint.player(taken, "Cem") == Viewpoint(2, None)
    assert Beliefs.of(taken, Viewpoint.player(taken, "Cem")).identities.cards == (0, 1, None)
