"""The list of everything that was entered: correct, delete, insert; what no longer fits, and why."""

from __future__ import annotations

import streamlit as st

from assistant.baantjer.alerts import missed_windows
from assistant.baantjer.replay import describe
from assistant.dashboard import changing, frame
from assistant.dashboard.baantjer.stored import Opened
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.language import _, n_
from assistant.dashboard.text import esc


def panel(shown: Opened) -> None:
    """The list with its buttons."""
    problems = {problem.event: problem for problem in shown.problems}
    note = (
        n_("{n} entry does not fit", "{n} entries do not fit", len(problems)) if problems else missed(shown)
    )
    frame.heading(esc(_("What happened")), esc(note))
    rows = []
    for number, (entry, event) in enumerate(
        zip(shown.game.entries, shown.record.events, strict=True), start=1
    ):
        wrong = problems.get(number)
        rows.append({
            "id": entry.id, "n": str(number), "kind": event.type, "text": said(describe(shown.record, event)),
            "editable": True, "problem": f"{said(wrong.reason)}; {said(wrong.remedy)}" if wrong else "",
        })  # fmt: skip
    if not rows:
        st.html(f'<p class="h-note">{esc(_("Nothing yet: tap where the first car stops."))}</p>')
        return
    changing.entry_list(shown.game, _("Events, the last first"), rows, key=f"baantjer-events-{shown.game.id}")


def missed(shown: Opened) -> str:
    """How many chances to take a card passed unused; "" where none did."""
    n = len(missed_windows(shown.steps))
    return n_("{n} theft missed", "{n} thefts missed", n) if n else ""
