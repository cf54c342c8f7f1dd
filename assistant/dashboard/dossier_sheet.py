"""The dossier as a filled sheet, like the one on the rulebook's last page."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import figures, insight, parts
from assistant.dashboard.board.palette import agent_styles
from assistant.dashboard.describe import agent_name
from assistant.dashboard.language import _, said
from assistant.dashboard.text import esc, name
from assistant.deduction.dossier import DossierRow
from assistant.records import DossierEvent, Record
from assistant.wording import decimal, percentage

RULED_OUT = 0.005
"""What is less likely than that is not worth a second choice's name."""


def _who(found: insight.Analysis, seat: int | None) -> str:
    return _("extra") if seat is None else found.players[seat]


def sheet_html(found: insight.Analysis, own: int | None, owner: str | None, as_of: int | None = None) -> str:
    """The sheet: a row for each agent but the own one, who it is, how sure, and who else it may be.

    Args:
        found: what it is filled from.
        own: index of the own agent.
        owner: whose sheet it is.
        as_of: number of the turn in which it fell due; since then the table may have shown more.
    """
    styles, dossier = agent_styles(found.agents), found.dossier
    rows = []
    for row in dossier.rows:
        if row.agent == own:
            continue
        rows.append(
            f'<tr><th scope="row"><span class="h-agent">{figures.token(styles[row.agent])}'
            f"{name(agent_name(found.agents[row.agent]))}</span></th>"
            f'<td class="h-who">{name(_who(found, row.named))}<br><span class="h-sure">'
            f"{esc(said(row.sureness))}</span></td>"
            f'<td class="h-p">{_second(found, row)}</td></tr>'
        )
    title = esc(_("Secret dossier"))
    by = f" · {name(owner)}" if owner else ""
    expected = esc(_("Expected: {points} points.", points=said(decimal(dossier.expected_points))))
    if as_of is not None:
        expected += f" {esc(_('As it stood in turn {n}.', n=as_of))}"
    return (
        f'<div class="h-sheet"><h3>{title}{by}</h3><table><tbody>{"".join(rows)}</tbody></table>'
        f"<footer>{expected}</footer></div>"
    )


def _second(found: insight.Analysis, row: DossierRow) -> str:
    """Who else it may be; nothing where it can be nobody else."""
    seat = row.second
    chance = found.extras[row.agent] if seat is None else found.posterior[seat, row.agent]
    if chance < RULED_OUT:
        return ""
    # Without its chance: where extras pay nothing it may be the greater one, and still cost points.
    return f"<small>{esc(_('or {name}', name=_who(found, seat)))}</small>"


def sheet_text(found: insight.Analysis, own: int | None) -> str:
    """The same to copy: a line for each agent."""
    return "\n".join(
        f"{agent_name(agent)}: {_who(found, seat)}"
        for i, (agent, seat) in enumerate(zip(found.agents, found.dossier.marks, strict=True))
        if i != own
    )


def slip_html(found: insight.Analysis, own: int | None) -> str:
    """Own agent and dossier in one line an agent, for a phone: all of it stands under the finger that holds."""
    styles = agent_styles(found.agents)
    title = (
        "" if own is None else f"<p><b>{esc(_('I am {agent}', agent=agent_name(found.agents[own])))}</b></p>"
    )
    rows = "".join(
        f"<li>{figures.token(styles[row.agent])}<span class='h-name'>{name(_who(found, row.named))}</span>"
        f"<b>{percentage(row.probability)}</b></li>"
        for row in found.dossier.rows
        if row.agent != own
    )
    return f'<div class="h-slip">{title}<ul>{rows}</ul></div>'


def show(
    found: insight.Analysis, own: int | None, owner: str | None, key: str, as_of: int | None = None
) -> None:
    """The sheet with its buttons; arguments as `sheet_html`."""
    st.html(sheet_html(found, own, owner, as_of))
    words = {"copy": _("Copy"), "copied": _("Copied"), "print": _("Print")}
    parts.sheet_tools(sheet_text(found, own), words, key=key)


def outlook(found: insight.Analysis, best: insight.WinningDossier | None) -> None:
    """Whether another sheet wins more often than the one with the most points, and where it differs."""
    if best is None or best.wins < RULED_OUT:
        return  # where no sheet wins, none is the better one
    text = esc(said(best.message))
    if best.differs:
        changes = ", ".join(
            f"{name(agent_name(agent))} = {name(_who(found, seat))}"
            for agent, seat, safe in zip(found.agents, best.marks, best.safe_marks, strict=True)
            if seat != safe
        )
        text += f"<br><b>{changes}</b>"
    st.html(f'<p class="h-note">{text}</p>')


def event(found: insight.Analysis, own: int | None, record: Record, player: str) -> DossierEvent:
    """The suggestion as the record's event, the own agent left out."""
    marks = {
        record.agents[agent]: None if seat is None else record.names[seat]
        for agent, seat in enumerate(found.dossier.marks)
        if agent != own
    }
    return DossierEvent(player=player, marks=marks)
