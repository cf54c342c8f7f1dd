"""When the game has ended: who was who, entered in one go; the final ranking; and on to the review."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from assistant.dashboard import changing, figures, frame, navigation, ranking_list, session
from assistant.dashboard.changing import Target
from assistant.dashboard.describe import agent_name
from assistant.dashboard.entry import enter
from assistant.dashboard.language import _, said
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc, md
from assistant.game import final_ranking
from assistant.records import Replay, RevealEvent
from assistant.review import cards_shown, turned_over
from assistant.review.table_report import winners_text


def panel(opened: Opened) -> None:
    """What stands in the pad's place once no turn can follow."""
    record = turned_over(opened.record)
    if record.owners_by_seat is None:
        frame.heading(esc(_("Who was who?")), esc(_("Turn the cards over.")))
        _ask(opened)
        st.html(ranking_list.markers(opened.state))
    else:
        _ranking(replace(opened.result, record=record), record.owners_by_seat)
    if st.button(_("Review this game"), icon=":material/history:", key="over-review", width="stretch"):
        navigation.go("review")


def _ask(opened: Opened) -> None:
    """One agent for every player whose card is not on the table yet."""
    record = opened.record
    known = cards_shown(record)
    asked = [name for name in record.names if name not in known]
    with st.form("who-was-who", border=False):
        chosen = {name: _pills(opened, record.names.index(name)) for name in asked}
        done = st.form_submit_button(_("Turn the cards over"), type="primary", width="stretch")
    if not done:
        return
    told = [agent for agent in chosen.values() if agent is not None]
    on_cards = [*known.values(), *told]
    twice = [agent for agent in record.agents if on_cards.count(agent) > 1]
    if twice:
        text = _("Two players cannot both have been {agent}.", agent=agent_name(twice[0]))
        st.html(f'<p role="alert">{esc(text)}</p>')
        return
    if not told:
        st.html(f'<p role="alert">{esc(_("Tap whose card showed which agent first."))}</p>')
        return
    for name, agent in chosen.items():
        if agent is not None:
            event = RevealEvent(player=name, agent=agent)
            if not changing.attempt(partial(enter, session.store(), opened.game, event, Target())):
                break
    st.rerun()


def _pills(opened: Opened, seat: int) -> str | None:
    key = f"was-{opened.game.id}-{seat}"
    figures.badge_pills(key, opened.record.agents)
    return st.pills(md(opened.record.names[seat]), opened.record.agents, format_func=agent_name, key=key)


def _ranking(game: Replay, owners: tuple[int, ...]) -> None:
    """The final ranking, the winner above it."""
    table = final_ranking(game.state, owners, game.dossiers())
    winner = said(winners_text(game, table))
    frame.heading(esc(f"{winner[:1].upper()}{winner[1:]}."), esc(_("The final ranking")))
    st.html(ranking_list.html(table, game.record.names, game.record.agents))
