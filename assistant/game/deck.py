"""The deck of Top Secret cards: kinds, copies, what each takes (RULES.md, "Top Secret cards")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from assistant.game.board import SIZE
from assistant.game.editions import Edition
from assistant.wording import N_

HAND_LIMIT = 4
"""No player draws with so many cards in hand."""

DEAL = 2
"""Cards that each player holds at the start."""

TWO_AGENT_CARDS = "two-agent-cards"
"""The card whose effect no source here tells; taken out with seven players."""


@dataclass(frozen=True, slots=True)
class Card:
    """The facts of one kind of card.

    Attributes:
        id: its name in records.
        label: its short name, a template for translation.
        copies: how many the deck has.
        agents: how many agents it may be played on, each number that is possible.
        numbers: values that `CardPlay.number` may take; `(0,)` where it needs none.
        does: its effect in words, a template for translation.
        ordered: whether the order of its agents matters.
    """

    id: str
    label: str
    copies: int
    agents: tuple[int, ...]
    numbers: tuple[int, ...]
    does: str
    ordered: bool = False

    @property
    def needs_number(self) -> bool:
        """Whether it is played with a number: steps, or the safe's new building, where 0 is the church."""
        return self.numbers != _NONE


_NONE = (0,)
_FACTS = (
    Card(
        "safe-anywhere",
        N_("Safe anywhere"),
        2,
        (0,),
        tuple(range(SIZE)),
        N_("move the safe to any other building"),
    ),
    Card(
        "score-3-3",
        N_("Two markers +3"),
        2,
        (2,),
        _NONE,
        N_("two different markers forward 3 each, not past space 40"),
    ),
    Card("back-1-or-2", N_("Back 1 or 2"), 2, (1,), (-1, -2), N_("one agent back 1 or 2")),
    Card("plus-minus-1", N_("One agent ±1"), 2, (1,), (-1, 1), N_("one agent forward or back 1")),
    Card("two-back", N_("Two agents back 1"), 2, (2,), _NONE, N_("two different agents back 1 each")),
    Card(
        "two-forward", N_("Two agents forward 1"), 2, (2,), _NONE, N_("two different agents forward 1 each")
    ),
    Card(
        "off-the-safe",
        N_("Off the safe"),
        2,
        (1,),
        (-1, 1),
        N_("an agent standing at the safe moves 1 either way"),
    ),
    Card("to-ruin", N_("Into the ruin"), 2, (1,), _NONE, N_("one agent into the ruin")),
    Card("all-to-church", N_("All to the church"), 1, (0,), _NONE, N_("every agent to the church")),
    Card("swap", N_("Trade places"), 1, (2,), _NONE, N_("two agents in different buildings trade places")),
    Card(
        "join",
        N_("Join another agent"),
        1,
        (2,),
        _NONE,
        N_("one agent goes to another agent's building"),
        ordered=True,
    ),
    Card(
        "ruin-to-church",
        N_("Ruin to church"),
        2,
        (1, 2),
        _NONE,
        N_("one or two agents from the ruin to the church"),
    ),
    Card("forward-1-2-3", N_("Forward 1, 2 or 3"), 2, (1,), (1, 2, 3), N_("one agent forward 1, 2 or 3")),
    Card("to-safe", N_("To the safe"), 2, (1,), _NONE, N_("one agent to the safe's building")),
    Card(
        TWO_AGENT_CARDS,
        N_("Two agent cards"),
        1,
        (0, 1, 2),
        _NONE,
        N_("effect noted by hand: a look, or an exchange of identity"),
        ordered=True,
    ),
)

CARDS: Mapping[str, Card] = MappingProxyType({card.id: card for card in _FACTS})
"""Every kind of card by its id: fifteen kinds, 26 cards."""


def copies(edition: Edition, players: int) -> Mapping[str, int]:
    """How many of each kind the game is played with; empty without cards.

    `two-agent-cards` is out with seven players, and where the edition's `two_agent_cards` says no. Where it
    says nothing, it is out in the Java engine's editions (`scoring` as-recorded): that engine has 25 cards.
    """
    if edition.cards == "off":
        return {}
    without = players == 7 or edition.two_agent_cards == "no"
    if edition.two_agent_cards is None and edition.scoring == "as-recorded":
        without = True
    return {card.id: card.copies for card in _FACTS if not (without and card.id == TWO_AGENT_CARDS)}


def deal(edition: Edition, players: int) -> tuple[tuple[int, ...], int]:
    """Hand sizes by seat and the stack's size after the deal; `((), 0)` without cards."""
    deck = sum(copies(edition, players).values())
    return ((DEAL,) * players, deck - DEAL * players) if deck else ((), 0)
