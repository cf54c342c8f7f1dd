"""The list of everything that was entered: edit, delete, insert; what no longer fits, and why."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import changing, describe, frame
from assistant.dashboard.language import _, n_, said
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc
from assistant.records import TurnEvent


def panel(opened: Opened, secret: bool) -> None:
    """The list with its buttons."""
    viewer = opened.record.viewer.player if opened.record.viewer else None
    rows, turn = [], 0
    for number, (entry, event) in enumerate(
        zip(opened.game.entries, opened.record.events, strict=True), start=1
    ):
        is_turn = isinstance(event, TurnEvent)
        turn += is_turn
        problems = opened.problems.get(number, [])
        rows.append({
            "id": entry.id, "n": str(turn) if is_turn else "·", "kind": event.type,
            "text": describe.event(event, secret, viewer), "editable": is_turn or secret or event.type != "dossier",
            "problem": " ".join(f"{said(p.reason)}; {said(p.remedy)}" for p in problems),
        })  # fmt: skip
    wrong = len([row for row in rows if row["problem"]])
    note = n_("{n} entry does not fit", "{n} entries do not fit", wrong) if wrong else ""
    frame.heading(esc(_("What happened")), esc(note))
    if not rows:
        st.html(f'<p class="h-note">{esc(_("Nothing yet: enter the first turn."))}</p>')
        return
    changing.entry_list(opened.game, _("Turns, the last first"), rows, key=f"turns-{opened.game.id}")
