"""What the review holds in a session: the game under review, the branch, the turn, the eyes.

Everything here is computed from the stored game or stands in the address, so that losing the session loses nothing
but an open branch. The reviews are kept per session and never shared between browsers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import streamlit as st

from assistant.dashboard import frame, language, session
from assistant.dashboard.board.drawing import board_svg
from assistant.dashboard.board.palette import AgentStyle, agent_styles
from assistant.dashboard.board.words import all_labels
from assistant.deduction import Viewpoint
from assistant.game import GameState
from assistant.records import Record, print_json
from assistant.review import TABLE, Branch, Review
from assistant.review.html import Writer

TURN = "turn"
EVERYTHING = "all"
"""The eyes that know the truth; the beliefs shown with it are the table's."""
Eyes = int | str | None
"""A seat, `EVERYTHING`, or None for the table."""


@dataclass(frozen=True)
class Shown:
    """What the page shows: the main line or a branch of it.

    Attributes:
        main: the record under review.
        review: of the main line, or of the open branch.
    """

    main: Record
    review: Review

    @property
    def branch(self) -> Branch:
        """The open branch; without changes it is the main line."""
        return self.review.branch

    @property
    def players(self) -> tuple[str, ...]:
        """Names in seat order."""
        return self.review.game.start.players

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents."""
        return self.review.game.start.agents

    @property
    def styles(self) -> tuple[AgentStyle, ...]:
        """How the agents look."""
        return agent_styles(self.agents)


def open_review(record: Record) -> Shown:
    """The record under review, kept in the session until the record changes."""
    text = print_json(record)
    kept = st.session_state.get(session.key("review"))
    if kept is None or kept[0] != text:
        kept = (text, Review.of(record))
        st.session_state[session.key("review")] = kept
        st.session_state.pop(session.key("branch"), None)
    branch = st.session_state.get(session.key("branch"))
    return Shown(record, cast(Review, branch or kept[1]))


def main_review(shown: Shown) -> Review:
    """The review of the main line, whatever branch is open."""
    kept = st.session_state.get(session.key("review"))
    return cast(Review, kept[1]) if kept is not None else Review.of(shown.main)


def enter(branch: Branch) -> None:
    """Opens a branch; the main line's review stays as it is."""
    st.session_state[session.key("branch")] = Review.of(branch)


def leave() -> None:
    """Back to the main line."""
    st.session_state.pop(session.key("branch"), None)


def turn(review: Review) -> int:
    """The turn in the address, 0 before the first; the last where the address names none."""
    given = st.query_params.get(TURN, "")
    return (
        min(int(given), review.turns)
        if given.isascii() and given.isdigit() and len(given) < 6
        else review.turns
    )


def go(number: int) -> None:
    """Puts a turn into the address."""
    st.query_params[TURN] = str(number)


def viewpoint(review: Review, eyes: Eyes) -> Viewpoint:
    """Whose beliefs are shown."""
    return review.eyes(eyes) if isinstance(eyes, int) else TABLE


def writer(shown: Shown, cover: GameState | None = None) -> Writer:
    """Language and looks for the review's own figures and files; with a position to stand on top of the report."""
    svg = "" if cover is None else board_svg(cover, theme="light", labels=all_labels(language.translate))
    # The catalogue itself, not the session's: files are made when no session is at hand.
    catalogue = language.catalogue(language.current())
    return Writer(shown.styles, lambda text: catalogue.gettext(text) if text else "", language.current(), svg)


def theme() -> frame.Theme:
    """The browser's theme."""
    return frame.theme()
