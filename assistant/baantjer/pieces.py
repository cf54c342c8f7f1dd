"""The pieces in the box (RULES.md): twelve places, four weapon kinds, red half cards, green clue cards.

A piece is named by a short string, the same in records and in the code: a token by its weapon kind
(`poison`), a red card by kind and half (`poison-left`; just `poison` where the table does not tell halves
apart), a green card by the person on it (`koninghe`).
"""

from __future__ import annotations

from typing import Final, Literal

PLACES: Final = tuple(range(1, 13))
FILES_EACH: Final = 3
MAX_PLAYERS: Final = 4

WeaponKind = Literal["firearm", "stabbing", "poison", "blunt"]
Colour = Literal["red", "green"]

WEAPON_KINDS: Final[tuple[WeaponKind, ...]] = ("firearm", "stabbing", "poison", "blunt")
HALVES: Final = ("left", "right")
HALVES_PER_MURDER: Final = 2

KONINGHE: Final = "koninghe"  # Dr Den Koninghe names the weapon
JOCHEMS: Final = "jochems"  # Brigadier Jochems names the murderer
LOWIETJE: Final = "lowietje"  # Smalle Lowietje helps
BUITENDAM: Final = "buitendam"  # Commissaris Buitendam mostly hinders
CLUES: Final = (KONINGHE, JOCHEMS)
ACTED_UPON: Final = (LOWIETJE, BUITENDAM)  # these two are never laid at a file
GREEN_CARDS: Final = CLUES + ACTED_UPON


def kind_of(card: str) -> str:
    """Weapon kind of a red card: `poison-left` gives `poison`."""
    return card.partition("-")[0]


def is_red(card: str) -> bool:
    """Whether `card` is the name of a red half card."""
    return kind_of(card) in WEAPON_KINDS


def colour_of(card: str) -> Colour:
    """The stack that `card` belongs to."""
    return "red" if is_red(card) else "green"
