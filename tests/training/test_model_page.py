"""docs/model.md shows the figures of the shipped fit, none by hand."""

from pathlib import Path

from assistant.training.model_page import MARKER, filled, shipped_figures

PAGE = Path(__file__).parents[2] / "docs" / "model.md"


def test_the_tables_are_those_of_the_shipped_figures() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(MARKER.findall(page)) == 7
    assert filled(page, shipped_figures()) == page


def test_a_changed_figure_would_be_noticed() -> None:
    page = PAGE.read_text(encoding="utf-8")
    figures = shipped_figures()
    figures["never_seen"]["corpus"]["all"]["log_loss"] += 0.01
    assert filled(page, figures) != page
