"""The sample games that a newcomer opens first (`sample_games/`)."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from assistant.records import Record, RecordError, load

FOLDER = Path(__file__).parents[2] / "sample_games"
SUFFIXES = (".heimlich", ".json")
SHOWN_FIRST = "expert-five"
"""The sample that shows most of what the assistant does: turning points, a dossier, five players."""


def files() -> list[Path]:
    """The files of sample games of Heimlich & Co.: the one that shows most, then by name."""
    if not FOLDER.is_dir():
        return []
    found = (file for file in FOLDER.iterdir() if file.suffix in SUFFIXES)
    return sorted(found, key=lambda file: (file.stem != SHOWN_FIRST, file.name))


@st.cache_data(show_spinner=False, max_entries=64)
def _read(file: str, changed: float) -> Record | None:
    try:
        return load(file)
    except RecordError:
        return None


def record(file: Path) -> Record | None:
    """The game in a sample file; None where it cannot be read."""
    return _read(str(file), file.stat().st_mtime)


def title(file: Path) -> str:
    """What a sample is called in the list."""
    found = record(file)
    return found.title if found is not None and found.title else file.stem.replace("-", " ")
