"""Share: the report as one HTML file, the figures as SVG, the record as JSON or text, with or without secrets."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from assistant.dashboard import frame
from assistant.dashboard.language import _
from assistant.dashboard.review import state
from assistant.dashboard.review.state import Shown
from assistant.dashboard.text import esc, short
from assistant.records import print_json
from assistant.records.text_format import print_text
from assistant.review import Review, without_secrets
from assistant.review.figures import belief_svg
from assistant.review.html import Writer, dossier_sheet, drawing, report_html
from assistant.review.sheet_figure import sheet_svg
from assistant.review.stacked_figure import stacked_svg


def show(shown: Shown) -> None:
    """Draws the section. Files are made when they are asked for."""
    with st.container(key="card-share"):
        frame.heading(
            esc(_("Take it along")), esc(_("The HTML file opens offline and asks nobody for anything."))
        )
        label = _("With secrets: who owned what, dossiers, clues, notes")
        secrets = st.toggle(label, value=False, key="share-secrets")
        seat = _eyes(shown) if secrets else None
        review = shown.review if secrets else Review.of(without_secrets(shown.main))
        if shown.branch.changes and not secrets:
            note = _("Without secrets the files hold the game as it was, not the branch.")
            st.html(f'<p class="h-note">{esc(note)}</p>')
        stem = re.sub(r"[^\w-]+", "-", shown.main.title).strip("-")[:40] or "game"
        with st.container(horizontal=True, key="share-files"):
            for file in _files(shown, review, seat, secrets):
                st.download_button(
                    file.label, file.content, f"{stem}{file.ending}", file.kind, on_click="ignore",
                    type="primary" if file.ending == ".html" else "secondary", key=f"share{file.ending}",
                )  # fmt: skip


@dataclass(frozen=True)
class _File:
    """A file to take along; `content` makes it, outside the page's run."""

    label: str
    ending: str
    kind: str
    content: Callable[[], str]


def _files(shown: Shown, review: Review, seat: int | None, secrets: bool) -> tuple[_File, ...]:
    # Language and names are settled here: a file is made later, without the session.
    plain, covered = state.writer(shown), state.writer(shown, review.game.state)
    record = review.game.record
    title = _("Secret dossier") if seat is None else f"{_('Secret dossier')} · {shown.players[seat]}"
    return (
        _File(_("Report as HTML"), ".html", "text/html",
              lambda: report_html(shown.review, covered, seat, secrets)),
        _File(_("Timeline as SVG"), "-timeline.svg", "image/svg+xml", lambda: _timeline(review, plain, seat)),
        _File(_("Dossier as SVG"), "-dossier.svg", "image/svg+xml",
              lambda: sheet_svg(dossier_sheet(review, plain, seat, title), plain.looks, record.agents)),
        _File(_("Record as JSON"), ".json", "application/json", lambda: print_json(record)),
        _File(_("Record as text"), ".heimlich", "text/plain", lambda: print_text(record)),
    )  # fmt: skip


def _eyes(shown: Shown) -> int | None:
    seats: list[int | None] = [None, *range(len(shown.players))]
    return st.selectbox(
        _("Seen by"), seats, key="share-eyes", width=300,
        format_func=lambda one: _("the table") if one is None else short(shown.players[one]),
    )  # fmt: skip


def _timeline(review: Review, writer: Writer, seat: int | None) -> str:
    belief = review.timelines.through(review.eyes(seat)).posterior
    start, figures = review.game.start, []
    for player, who in enumerate(start.players):
        truth = None if review.owners is None else review.owners[player]
        how = drawing(review, writer, seat, player, "share", truth=truth)
        figures.append((who, belief_svg(belief[:, player], how)))
    return stacked_svg(figures, writer.looks, start.agents)
