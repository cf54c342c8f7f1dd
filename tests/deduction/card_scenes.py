"""Top Secret positions for the tests of card plays as evidence."""

from __future__ import annotations

from dataclasses import replace

from assistant.game import CardPlay, GameState, Outcome, Turn, edition, play, start

AGENTS = ("red", "blue", "green", "yellow", "grey")


def table(
    players: int = 3,
    hands: tuple[int, ...] = (),
    played: tuple[str, ...] = (),
    passes: str = "once",
    **position: object,
) -> GameState:
    """A table of the Top Secret edition in the middle of a game."""
    state = start(
        edition({"base": "amigo-topsecret", "card_passes": passes}),
        ["Anna", "Ben", "Cem", "Dora"][:players],
        AGENTS,
    )
    middle = {"positions": (2, 5, 8, 3, 6), "markers": (4, 9, 0, 2, 7), "safe": 9} | position
    return replace(state, turns=12, hands=hands or state.hands, played=played, **middle)  # type: ignore[arg-type]


def round_of(state: GameState, *plays: CardPlay, safe: int | None = None) -> Outcome:
    """Anna moves grey on by two, then these cards are played."""
    return play(state, Turn(0, (0, 0, 0, 0, 2), 2, safe, plays))
