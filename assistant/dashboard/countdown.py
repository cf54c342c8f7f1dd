"""How far the game is from the dossier: highest marker, and the chance that the next turns bring it."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.dashboard import entering, insight
from assistant.dashboard.language import _
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc
from assistant.wording import percent

HOT = 0.25
"""From this chance for the next turn on the chip is coloured."""


def html(opened: Opened, slim: bool = False) -> str:
    """The status line: who is in turn, the leader's marker, and the countdown.

    Args:
        opened: the game.
        slim: for the page where turns are entered: tell what is being corrected, and on a phone make it a single
            line beside the menu of languages.
    """
    state = opened.state
    edition, due = state.edition, state.dossier_turn is not None
    dossier = edition.dossier_score
    goal = edition.finish_score if due or dossier is None else dossier
    chips = [_chip(_("leader"), f"{state.leader_marker}/{goal}")]
    if dossier is not None and not due and not state.finished:
        chances = insight.chances(state, len(state.players))
        hot = chances[0] >= HOT
        chips.append(_chip(_("dossier next turn"), f"{percent(float(chances[0]))} %", hot))
        chips.append(_chip(_("this round"), f"{percent(float(min(1, chances.sum())))} %"))
    elif due:
        chips.append(_chip(_("dossier due since turn"), str(state.dossier_turn)))
    folded, kind = (_folded(chips, dossier), " h-slim") if slim else ("", "")
    return (
        f'<div class="h-status{kind}" role="status"><span class="h-turn">{entering.status(opened, slim)}</span>'
        f"{''.join(chips)}{folded}</div>"
    )


def _folded(chips: Sequence[str], dossier: int | None) -> str:
    """The same on a phone: one chip, which opens to all. The dossier's space stands for its words."""
    first = chips[0]
    if len(chips) > 2:
        space = f'<i class="h-space" aria-hidden="true">{dossier}</i>'
        first = chips[1].replace("<small>", f"{space}<small>")
    return f'<details class="h-fold"><summary>{first}</summary><div>{"".join(chips)}</div></details>'


def _chip(label: str, value: str, hot: bool = False) -> str:
    return (
        f'<span class="h-chip{" hot" if hot else ""}"><small>{esc(label)}</small> <b>{esc(value)}</b></span>'
    )
