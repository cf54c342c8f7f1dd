"""A new game in under thirty seconds: edition, players by seat, agents, who I am."""

from __future__ import annotations

import datetime

import streamlit as st

from assistant.dashboard import session
from assistant.dashboard.board.palette import BOX_COLOURS
from assistant.dashboard.describe import agent_name
from assistant.dashboard.language import _, said, translate
from assistant.dashboard.text import esc, md, short
from assistant.game import GameError, edition
from assistant.records import Player, Record, Viewer
from assistant.records.store_record import KIND, keep
from assistant.wording import N_

EDITIONS = {
    "ravensburger": N_("Heimlich & Co., basic game"),
    "ravensburger-expert": N_("Heimlich & Co. with dossier"),
    "amigo": N_("Top Secret Spies, basic game"),
    "amigo-dossier": N_("Top Secret Spies with dossier"),
    "amigo-topsecret": N_("Top Secret Spies with cards"),
}


def form() -> str | None:
    """The form; returns the id of the game that was started."""
    st.html(f"<h1>{esc(_('New game'))}</h1>")

    base = st.pills(
        _("Edition"), list(EDITIONS), default="ravensburger-expert", key="new-edition", required=True,
        format_func=lambda key: md(translate(EDITIONS[key])),
    ) or "ravensburger-expert"  # fmt: skip
    known = session.store().players(KIND) if session.on_this_machine() else []
    players = st.multiselect(
        _("Players in seat order, who begins comes first"), known, accept_new_options=True, max_selections=7,
        key="new-players", placeholder=_("Type a name, then Enter"),
    )  # fmt: skip
    names = [str(player).strip()[:200] for player in players if str(player).strip()]
    count = edition(base).agents_in_play(max(2, len(names)))
    agents = st.pills(
        _("Agents in play"), BOX_COLOURS, selection_mode="multi", default=list(BOX_COLOURS[:count]),
        key=f"new-agents-{count}", format_func=agent_name,
    )  # fmt: skip
    me = st.pills(_("Who am I? Leave it open to look on."), names, key="new-me",
                  format_func=lambda n: md(short(n, 24))) if names else None  # fmt: skip
    card = (
        st.pills(_("My agent, if I may tell"), list(agents), key="new-card", format_func=agent_name)
        if me
        else None
    )
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
        st.html(f'<div class="h-preview wrong" role="alert"><p>{esc(said(error.reason))}</p>'
                f"<p>{esc(said(error.remedy))}</p></div>")  # fmt: skip
        return None
    return keep(session.store(), record, ", ".join(short(player, 20) for player in names))
