"""A new game in under thirty seconds: edition, players by seat, agents, who I am."""

from __future__ import annotations

import datetime

import streamlit as st

from assistant.dashboard import figures, parts, session
from assistant.dashboard.board.palette import BOX_COLOURS
from assistant.dashboard.describe import agent_name
from assistant.dashboard.language import _, said, translate
from assistant.dashboard.text import esc, md, short
from assistant.game import PRESET_TITLES, GameError, edition
from assistant.records import Player, Record, Viewer
from assistant.records.store_record import KIND, keep

NOBODY = ""
"""In place of a player's name: the viewer looks on."""


def form() -> str | None:
    """The form; returns the id of the game that was started."""
    parts.view("")
    st.html(f"<h1>{esc(_('New game'))}</h1>")

    base = st.pills(
        _("Edition"), list(PRESET_TITLES), default="ravensburger-expert", key="new-edition", required=True,
        format_func=lambda key: md(translate(PRESET_TITLES[key])),
    ) or "ravensburger-expert"  # fmt: skip
    known = session.store().players(KIND) if session.on_this_machine() else []
    players = st.multiselect(
        _("Players in seat order, who begins comes first"), known, accept_new_options=True, max_selections=7,
        key="new-players", select_all=False, placeholder=_("Type a name, then Enter"),
    )  # fmt: skip
    names = [str(player).strip()[:200] for player in players if str(player).strip()]
    count = edition(base).agents_in_play(max(2, len(names)))
    agents = st.pills(
        _("Agents in play"), BOX_COLOURS, selection_mode="multi", default=list(BOX_COLOURS[:count]),
        key=f"new-agents-{count}", format_func=agent_name,
    )  # fmt: skip
    figures.badge_pills(f"new-agents-{count}", BOX_COLOURS)
    me = st.pills(
        _("Who am I?"), [*names, NOBODY], default=NOBODY, key="new-me",
        format_func=lambda n: md(short(n, 24)) if n else _("I only watch"),
    ) if names else None  # fmt: skip
    card = None
    if me:
        card = st.pills(_("My agent, if I may tell"), list(agents), key="new-card", format_func=agent_name)
        figures.badge_pills("new-card", list(agents))
    trouble = st.container(key="new-trouble")  # above the button: below it a phone has its pages' bar
    if not st.button(_("Start"), type="primary", icon=":material/play_arrow:", key="new-start"):
        return None
    record = Record(
        edition=base, agents=tuple(c for c in BOX_COLOURS if c in agents),
        players=tuple(Player(name=player) for player in names),
        date=datetime.date.today().isoformat(),
        **({"viewer": Viewer(player=me, **({"agent": card} if card else {}))} if me else {}),
    )  # fmt: skip
    try:
        record.start()
    except GameError as error:
        trouble.html(f'<div class="h-preview wrong" role="alert"><p>{esc(said(error.reason))}</p>'
                     f"<p>{esc(said(error.remedy))}</p></div>")  # fmt: skip
        parts.show(".st-key-new-trouble")
        return None
    return keep(session.store(), record, ", ".join(short(player, 20) for player in names))
