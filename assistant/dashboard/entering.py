"""Entering turns on the live page: the pad, the line of text with its preview, undo and redo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2s
from typing import Any

import streamlit as st

from assistant.dashboard import describe, frame, game_over, parts, session
from assistant.dashboard.board.pad import card_choices, entry_pad, parsed
from assistant.dashboard.board.words import all_labels
from assistant.dashboard.changing import (
    KEPT_WORDS,
    Target,
    aim,
    remark,
    remember,
    remembered,
    target,
    tell_remark,
    told,
    undo_buttons,
)
from assistant.dashboard.entry import enter, line_of, read_line, turn_of
from assistant.dashboard.language import _, refused, said, translate
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc, name
from assistant.game import GameError, GameState, play
from assistant.game.legal import totals
from assistant.records import Event, RecordError, TurnEvent
from assistant.records.store import Game, StoreError
from assistant.records.store_record import event_of

HANDLED, REFUSED, NOTED = map(session.key, ("handled", "refused", "noted"))


def base(opened: Opened) -> Opened:
    """The game up to where the next entry goes."""
    aimed = target()
    return opened if aimed.kind == "add" else opened.before(aimed.entry)


def edited(opened: Opened) -> Event | None:
    """The event that is being edited."""
    aimed = target()
    ids = [entry.id for entry in opened.game.entries]
    return (
        opened.record.events[ids.index(aimed.entry)]
        if aimed.kind == "replace" and aimed.entry in ids
        else None
    )


def take(game: Game, event: Event, nonce: str | None, aimed: Target) -> None:
    """Stores an entry of somebody who saw `game`, and starts the next run.

    Any access to the session may end the run where another one is asked for, so the store comes first.
    """
    try:
        _game, meanwhile = enter(session.store(), game, event, aimed, nonce)
    except StoreError as error:
        remark(refused(error))
        st.rerun()
    if nonce is not None:
        st.session_state[HANDLED] = [*st.session_state.get(HANDLED, []), nonce][-KEPT_WORDS:]
    aim(None)
    remark(told(meanwhile))
    st.rerun()


def _pad_key(game: Game, aimed: Target) -> str:
    return f"pad-{game.id}-{aimed.kind}-{aimed.entry}"


def take_first(opened: Opened) -> Opened:
    """The game with the turn that the pad has just committed, stored before anything is drawn.

    Reading it here instead of where the pad is drawn saves the first half of a run. Only the plain case is
    dealt with, a legal turn behind all others; everything else is left to the pad's own place.
    """
    aimed, key = target(), _pad_key(opened.game, target())
    value, handled = st.session_state.get(key), st.session_state.get(f"{key}:last nonce")
    committed = parsed(value.get("commit") if value else None, opened.state)
    if committed is None or committed["nonce"] == handled or aimed.kind != "add":
        return opened
    event = turn_of(dict(committed), opened.record, committed["player"])
    if committed["turn"] != opened.state.turns or refusal(opened, event) is not None:
        return opened
    try:
        game, meanwhile = enter(session.store(), opened.game, event, aimed, committed["nonce"])
    except StoreError:
        return opened
    st.session_state[f"{key}:last nonce"] = committed["nonce"]  # the pad's own mark of what it has delivered
    remark(told(meanwhile))
    return Opened.of(game, opened)


def panel(opened: Opened) -> None:
    """Everything that enters a turn."""
    remember(opened.game)
    at, editing = base(opened), edited(opened)
    # Boxes that are always there keep the pad and the line at their places, so that the browser keeps them.
    with st.container():
        _banner(opened, editing)
    with st.container():
        tell_remark()
    with st.container():
        if opened.state.finished and target().kind == "add":
            with st.container(key="game-over"):
                game_over.panel(opened)
        elif editing is None or isinstance(editing, TurnEvent):
            _pad(opened, at, editing)
    _line(opened, at, editing)
    undo_buttons(opened.game)


def _banner(opened: Opened, editing: Event | None) -> None:
    aimed = target()
    if aimed.kind == "add":
        return
    at = opened.before(aimed.entry)
    n = at.state.turns + 1
    if isinstance(editing, TurnEvent):
        text = _("You are correcting turn {n}.", n=n)
    elif editing is not None:
        text = _("You are correcting an entry.")
    else:
        text = _("You are inserting a turn before turn {n}.", n=n)
    with st.container(horizontal=True, key="card-banner", vertical_alignment="center"):
        st.html(f"<b>{esc(text)}</b>")
        if st.button(_("Leave it as it was"), key="leave"):
            aim(None)
            st.rerun()


def _pad(opened: Opened, at: Opened, editing: Event | None) -> None:
    state, aimed, seen = at.state, target(), remembered()
    draft: Mapping[str, Any] | None = event_of(editing) if editing is not None else None
    committed = entry_pad(
        state,
        key=_pad_key(opened.game, aimed),
        labels=all_labels(translate),
        theme=frame.theme(),
        cards=card_choices(state, translate) if state.edition.cards == "on" else None,
        draft=draft,
    )
    if committed is None:
        return
    event = turn_of(dict(committed), at.record, committed["player"])
    if committed["turn"] != state.turns:  # the game has moved on since: what was on that screen counts
        older = [game for game in seen if Opened.of(game).state.turns == committed["turn"]]
        take(older[-1] if older else opened.game, event, committed["nonce"], aimed)
    trouble = refusal(at, event)
    if trouble is None:
        take(opened.game, event, committed["nonce"], aimed)
    remark(trouble or "")
    st.rerun()


def refusal(at: Opened, event: Event) -> str | None:
    """Why the rules do not allow a turn in this position; None where they do."""
    if not isinstance(event, TurnEvent):
        return None
    try:
        play(at.state, at.record.turn(event, at.state))
    except (GameError, RecordError) as error:
        return refused(error)
    return None


@st.fragment
def _line(opened: Opened, at: Opened, editing: Event | None) -> None:
    """The line of text; a fragment, so that each pause in typing costs a preview and no more."""
    aimed, seen = target(), remembered()
    handled: list[str] = st.session_state.get(HANDLED, [])
    draft, entered = parts.line(
        {
            "label": _("Or as a line of text"),
            "placeholder": _example(at),
            "value": line_of(editing, opened.record) if editing is not None else "",
            "version": f"{opened.game.revision} {aimed.kind} {aimed.entry}",
            "acknowledged": handled,
            "refused": st.session_state.get(REFUSED),
            "noted": st.session_state.get(NOTED),
        },
        key=f"line-{opened.game.id}",
    )
    new = [entry for entry in entered if entry["nonce"] not in handled]
    if new:
        _enter_line(opened, at, new[0], aimed, seen)
    if _tells_noted(opened, draft):
        text = _("It is kept in the list as you noted it, but it does not count: the rules do not allow it.")
        st.html(f'<div class="h-preview" role="status"><p>{esc(text)}</p></div>')
    elif draft.strip():
        _preview_line(opened, at, draft)


def _tells_noted(opened: Opened, draft: str) -> bool:
    """Whether what was noted all the same is the last that happened: until something is typed or entered."""
    noted = st.session_state.get(NOTED)
    if noted is None:
        return False
    if not draft:
        noted["cleared"] = True
    if noted["entries"] == len(opened.game.entries) and (not draft or not noted["cleared"]):
        return True
    st.session_state[NOTED] = None
    return False


def _enter_line(
    opened: Opened, at: Opened, entered: Mapping[str, str], aimed: Target, shown: Sequence[Game]
) -> None:
    """Takes a line over if the rules allow it; otherwise it goes back, and the preview tells what is wrong."""
    seen, version = opened.game, entered["version"].split()
    if version and version[0] != str(
        seen.revision
    ):  # another device was quicker: what was on the screen counts
        older = [game for game in shown if str(game.revision) == version[0]]
        seen = older[0] if older else seen
        at = Opened.of(seen) if aimed.kind == "add" else at
    try:
        event = read_line(entered["text"], at.record, at.state)
        allowed = refusal(at, event) is None
    except (RecordError, GameError):
        allowed = False
    if allowed:
        take(seen, event, entered["nonce"], aimed)
    st.session_state[REFUSED] = {"text": entered["text"], "nonce": entered["nonce"]}
    st.session_state[HANDLED] = [*st.session_state.get(HANDLED, []), entered["nonce"]][-KEPT_WORDS:]
    st.rerun()


def _preview_line(opened: Opened, at: Opened, text: str) -> None:
    try:
        event = read_line(text, at.record, at.state)
    except (RecordError, GameError) as error:
        st.html(f'<div class="h-preview wrong" role="status"><p>{esc(said(error.reason))}</p>'
                f'<p class="h-note">{esc(said(error.remedy))}</p></div>')  # fmt: skip
        return
    trouble = refusal(at, event)
    lines = [trouble] if trouble else _preview(at, event)
    st.html(f'<div class="h-preview{" wrong" if trouble else ""}" role="status">'
            + "".join(f"<p>{esc(line)}</p>" for line in lines if line) + "</div>")  # fmt: skip
    if trouble and _can_be_rolled(at, event) and st.button(_("Note it all the same"), key="anyway"):
        # A second press on the same screen is the same entry; the line is cleared by the next run.
        nonce = blake2s(f"{opened.game.revision} {text}".encode(), digest_size=8).hexdigest()
        entries = len(opened.game.entries) + (target().kind != "replace")
        st.session_state[NOTED] = {"text": text, "nonce": nonce, "entries": entries, "cleared": False}
        take(opened.game, event, nonce, target())


def _can_be_rolled(at: Opened, event: Event) -> bool:
    """Whether the dice could have brought a turn, whatever the rules say of the rest."""
    if not isinstance(event, TurnEvent):
        return True
    edition = at.state.edition
    most = max(max(totals(edition, face)) for face in edition.faces)
    return (event.die is None or event.die in edition.faces) and sum(event.moves.values()) <= most


def _example(at: Opened) -> str:
    first, second = map(describe.agent_name, at.record.agents[:2])
    return f"4: {first} 3, {second} 1"


def _preview(at: Opened, event: Event) -> list[str]:
    if isinstance(event, TurnEvent):
        return describe.outcome(play(at.state, at.record.turn(event, at.state)))
    viewer = at.record.viewer
    return [describe.event(event, False, viewer.player if viewer else None)]


def status(opened: Opened, entry: bool = False) -> str:
    """Who is in turn, as HTML; with `entry` what the next entry does, where that is something else."""
    state = opened.state
    aimed = target()
    if entry and aimed.kind != "add":
        return _aimed_at(opened, opened.before(aimed.entry).state)
    if state.finished:
        return esc(_("The game is over"))
    return _with_player(_("Turn {n}: {player}", n=state.turns + 1, player="\0"), state)


def _aimed_at(opened: Opened, state: GameState) -> str:
    """What is being corrected or where something is put in."""
    if target().kind == "insert":
        return esc(_("Inserting before turn {n}", n=state.turns + 1))
    if not isinstance(edited(opened), TurnEvent):
        return esc(_("Correcting an entry"))
    return _with_player(_("Correcting turn {n}: {player}", n=state.turns + 1, player="\0"), state)


def _with_player(turn: str, state: GameState) -> str:
    return esc(turn).replace("\0", f'<span class="h-clip">{name(state.players[state.to_move])}</span>')
