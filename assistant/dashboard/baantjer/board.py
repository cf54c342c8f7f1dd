"""The evidence board: per player and file the four slots, what is missing, what would fit, who is closest."""

from __future__ import annotations

import streamlit as st

from assistant.baantjer.evidence import FileBoard, closest, events_to_win, evidence_board
from assistant.baantjer.pieces import HALVES, JOCHEMS, KONINGHE
from assistant.baantjer.record import Record
from assistant.baantjer.state import State
from assistant.baantjer.turns import open_duties
from assistant.baantjer.words import piece, pieces
from assistant.dashboard import frame
from assistant.dashboard.baantjer import icons
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.language import _, n_
from assistant.dashboard.text import esc, name


def panel(record: Record, state: State) -> None:
    """Draws the board."""
    frame.heading(esc(_("Evidence board")), headline(state))
    boards = evidence_board(state)
    nearest = {board.place for board in closest(state)}
    players = "".join(
        _player(record, state, seat, [board for board in boards if board.player == who], nearest)
        for seat, who in enumerate(state.players)
    )
    st.html(f'<div class="b-board">{players}</div>')


def in_turn(state: State) -> int:
    """Seat of the player whose turn it is: the last one's as long as the square asks for something."""
    return state.active if state.active is not None and open_duties(state) else state.to_move


def headline(state: State) -> str:
    """Who has won, or who is closest to closing a file and in how few events, as HTML."""
    if state.winner is not None:
        return _("{player} has won", player=name(state.players[state.winner]))
    found = closest(state)
    if not found:
        return ""
    n = found[0].events_to_close or 0
    who = ", ".join(
        f"{name(board.player)} ({esc(_('file {place}', place=board.place))})" for board in found[:3]
    )
    if len(found) > 3:
        who += esc(" " + n_("and {n} more", "and {n} more", len(found) - 3))
    return n_("Closest: {who}, {n} event", "Closest: {who}, {n} events", n, who=who)


def _player(record: Record, state: State, seat: int, boards: list[FileBoard], nearest: set[int]) -> str:
    to_win = events_to_win(state, seat)
    note = esc(_("{n} of {files} closed", n=state.closed(seat), files=state.options.files_to_win))
    if to_win is None:
        note += " · " + esc(_("cannot win any more"))
    elif state.winner is None:
        note += " · " + esc(n_("{n} event to win", "{n} events to win", to_win))
    turn = in_turn(state) == seat and state.winner is None
    files = "".join(_file(record, state, board, board.place in nearest) for board in boards)
    mark = f'<span class="b-turn">{esc(_("in turn"))}</span>' if turn else ""
    return (
        f'<section class="b-player seat{seat}"><div class="b-who"><h3>{name(state.players[seat])}</h3>{mark}'
        f'<p class="h-note">{note}</p></div>{files}</section>'
    )


def _file(record: Record, state: State, board: FileBoard, nearest: bool) -> str:
    if board.closed:
        status, kind = esc(_("closed")), "closed"
    elif board.events_to_close is None:
        status, kind = esc(_("cannot be completed")), "lost"
    elif board.events_to_close == 1:
        status, kind = esc(_("complete: close it")), "complete"
    else:
        status = esc(n_("{n} event to close", "{n} events to close", board.events_to_close))
        kind = "near" if nearest else ""
    place = name(record.places[str(board.place)]) if record.places.get(str(board.place)) else ""
    return (
        f'<article class="b-file {kind}"><header><b>{board.place}</b><span>{place}</span>'
        f'<em>{"★ " if nearest else ""}{status}</em></header><ul class="b-slots">{_slots(state, board)}</ul>'
        f"{_fits(board)}</article>"
    )


def _fits(board: FileBoard) -> str:
    """What could be laid there now; without the token that is less than what is missing."""
    if not board.fits:
        return ""
    return f"<p>{esc(_('Would fit: {pieces}', pieces=said(pieces(board.fits))))}</p>"


def _slots(state: State, board: FileBoard) -> str:
    """Token, the two halves of the weapon, both clues: filled, or an outline."""
    token = board.token
    slots = [
        _slot("token" if token is None else token, token is not None, "token", said(piece(token or "token")))
    ]
    slots += _halves(state, board)
    for clue, has, short in ((KONINGHE, board.koninghe, "Koninghe"), (JOCHEMS, board.jochems, "Jochems")):
        slots.append(_slot(clue, has, "clue", short))
    return "".join(slots)


def _halves(state: State, board: FileBoard) -> list[str]:
    if state.options.weapon == "any-two":
        found = [*board.weapon, None][:2] if len(board.weapon) < 2 else list(board.weapon)
        found += [None] * (2 - len(found))
        return [
            _slot(card or board.token or "weapon", card is not None, "half", said(piece(card or "?")))
            for card in found
        ]
    sides = {"left": _("left"), "right": _("right")}
    slots = []
    for half in HALVES:
        card = next((card for card in board.weapon if card.endswith(half)), None)
        slots.append(_slot(card or board.token or "weapon", card is not None, f"half {half}", sides[half]))
    return slots


def _slot(what: str, has: bool, kind: str, text: str) -> str:
    """One slot; in words for screen readers, since the outline says nothing to them."""
    picture = icons.icon(what) if icons.shape(what) else ""
    missing = "" if has else f'<span class="b-hidden">{esc(_("missing:"))} </span>'
    return (
        f'<li class="{kind} {"has" if has else "lacks"}"><span class="b-tile">{picture}</span>'
        f"<small>{missing}{esc(text)}</small></li>"
    )
