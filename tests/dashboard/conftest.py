"""What the tests of the pages share."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.dashboard import session
from assistant.records.store import Store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """An empty autosave that the pages use, as on the machine that keeps the games."""
    monkeypatch.setenv("HEIMLICH_DATA", str(tmp_path))
    monkeypatch.setattr(session, "on_this_machine", lambda: True)  # AppTest's client has no address
    return Store()
