"""What several rooms' tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

CORPUS = Path(os.environ.get("HEIMLICH_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
"""Games of other people's bots; they stand beside the checkout and are no part of it."""


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of the corpus; skips the test where it is absent."""
    if not CORPUS.is_dir():
        pytest.skip("the corpus does not stand beside the checkout")
    return CORPUS


@pytest.fixture
def other(corpus: Path) -> Path:
    """A game of other people's bots."""
    return corpus / "plain" / "nocards_4p_allDepthSearch_01.json"
