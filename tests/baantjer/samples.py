"""Makes the sample games, played by `table` with fixed seeds: `python -m tests.baantjer.samples FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from assistant.baantjer.record import from_data, save

from .table import Table

PLACES = {"1": "Centraal Station", "4": "Dam", "7": "Artis", "9": "Vondelpark", "12": "Schreierstoren"}
SAMPLES: dict[str, dict[str, Any]] = {
    "four-players": {"seed": 282, "players": 4, "title": "Four detectives, the full game"},
    "short-game": {"seed": 177, "players": 3, "title": "Three detectives, the short game", "game": "short"},
    "two-players": {
        "seed": 88,
        "players": 2,
        "title": "Two detectives: thefts and things half seen",
        "looks": 0.06,
        "half_seen": 0.06,
        "thefts_per_visit": 2,
    },
}


def made(
    seed: int, players: int, title: str, looks: float = 0.0, half_seen: float = 0.0, **options: Any
) -> Table:
    """One game to its end."""
    table = Table(seed, ["Jurre", "Vledder", "Celine", "Appie"][:players], half_seen, **options)
    while table.winner is None:
        table.play_turn(looks)
    return table


def main(folder: Path) -> None:
    """Writes every sample game."""
    for name, how in SAMPLES.items():
        data = made(**how).record(title=how["title"], places=PLACES)
        save(from_data(data), folder / f"{name}.json")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
