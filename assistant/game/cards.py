"""The Top Secret cards of the Amigo and Rio Grande editions (RULES.md, "Top Secret cards")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.game.editions import Edition

if TYPE_CHECKING:
    from assistant.game.state import GameState
    from assistant.game.turns import Turn


@dataclass(frozen=True, slots=True)
class CardPlay:
    """One card played, or a pass.

    Attributes:
        player: seat of the player.
        card: the card's id in RULES.md; None for a pass.
        agents: agents it is played on, in the order that the card needs.
        number: its number: steps, sign, or the safe's new building.
    """

    player: int
    card: str | None
    agents: tuple[int, ...] = ()
    number: int = 0


def deal(edition: Edition, players: int) -> tuple[tuple[int, ...], int]:
    """Hand sizes and the stack's size after the deal."""
    if edition.cards == "off":
        return (), 0
    cards = 24 if players == 7 else 26
    return (2,) * players, cards - 2 * players


def card_round(state: GameState, moved: GameState, turn: Turn) -> tuple[GameState, bool]:
    """The state after the card round and whether a scoring is due."""
    raise NotImplementedError
