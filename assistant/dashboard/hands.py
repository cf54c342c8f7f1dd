"""Top Secret cards in hand: sizes for everybody, what a hand may still hold, and the viewer's own hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from assistant.dashboard import changing, frame, session
from assistant.dashboard.language import _, n_, said, translate
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc, md, name
from assistant.game import CARDS, GameError, GameState, Outcome
from assistant.game.deck import HAND_LIMIT, copies
from assistant.game.hands import Known, hand_odds, unseen
from assistant.records import Record, Replay, TurnEvent
from assistant.wording import percent

HAND = "hand"
"""Field of a record's head for the viewer's own hand, `{"turn": n, "cards": [ids]}`: what it was after n turns."""


class _Entered(BaseModel):
    """The field's value; cards that the game does not have are left out."""

    model_config = ConfigDict(strict=True)

    turn: NonNegativeInt
    cards: list[str] = Field(default_factory=list)


def label(card: str) -> str:
    """A card's short name in the session's language."""
    return translate(CARDS[card].label)


def sizes(state: GameState) -> str:
    """Every player's hand size and the stack, as HTML; "" without cards. Nothing in it is secret."""
    if state.edition.cards != "on":
        return ""
    rows = "".join(
        f'<li><span class="h-name">{name(player)}</span>{_backs(size)}'
        f'<b aria-label="{esc(n_("{n} card", "{n} cards", size))}">{size}</b></li>'
        for player, size in zip(state.players, state.hands, strict=True)
    )
    note = esc(_("{n} left in the stack, {m} played.", n=state.stack, m=len(state.played)))
    return f'<p class="h-note">{note}</p><ol class="h-ranks h-hands">{rows}</ol>'


def _backs(size: int) -> str:
    cards = "".join(f'<i class="{"held" if place < size else ""}"></i>' for place in range(HAND_LIMIT))
    return f'<span class="h-backs" aria-hidden="true">{cards}</span>'


def odds(state: GameState, seat: int, known: Known | None = None) -> str:
    """What a player may still hold: each kind's chance to be in the hand, the likeliest first, as HTML.

    Raises:
        IllegalCard: what is known cannot be.
    """
    left = unseen(state, known)
    chances = sorted(hand_odds(state, seat, known).items(), key=lambda item: -item[1])
    rows = "".join(
        f'<li title="{esc(translate(CARDS[card].does))}"><span class="h-name">{esc(label(card))}</span>'
        f'<span class="h-chance" aria-hidden="true"><i style="width:{100 * p:.1f}%"></i></span>'
        f"<small>{esc(n_('{n} left', '{n} left', left.get(card, 0)))}</small><b>{percent(p)} %</b></li>"
        for card, p in chances
    )
    return f'<ol class="h-ranks h-odds">{rows}</ol>'


def own_hand(record: Record, result: Replay) -> tuple[str, ...] | None:
    """The viewer's cards now: as last entered, less those played since, with the draws that name their card.

    None where they were never entered, or where a later draw does not say what it was.
    """
    viewer = record.viewer
    try:
        entered = _Entered.model_validate(record.unknown.get(HAND))
    except ValidationError:  # a record's unknown fields may hold anything
        return None
    if viewer is None:
        return None
    cards = Counter(card for card in entered.cards if card in CARDS)
    seat = record.seat(viewer.player)
    for step in result.turns[entered.turn :]:
        event, outcome = step.event, step.outcome
        if outcome is None or not isinstance(event, TurnEvent):
            continue
        if step.state.hands[seat] + _played(outcome, seat) > outcome.before.hands[seat]:
            if not isinstance(event.drew, str):
                return None
            cards[event.drew] += 1
        cards.subtract(play.card for play in outcome.turn.cards if play.player == seat and play.card)
    return tuple(card for card in CARDS for _n in range(max(0, cards[card])))


def _played(outcome: Outcome, seat: int) -> int:
    return sum(play.player == seat and play.card is not None for play in outcome.turn.cards)


def panel(opened: Opened) -> None:
    """Draws the cards of an open game. The viewer's own hand is drawn, and counted with, only on demand."""
    state, record = opened.state, opened.record
    frame.heading(esc(_("Cards in hand")), esc(_("sizes are public, contents are not")))
    st.html(sizes(state))
    viewer = None if record.viewer is None else record.seat(record.viewer.player)
    known = None if viewer is None else _own(opened, viewer)
    others = [seat for seat in range(len(state.players)) if seat != viewer and state.hands[seat]]
    if not others:
        return
    seat = st.pills(
        _("What may a player still hold?"), others, key="hands-of", format_func=lambda s: md(state.players[s])
    )
    if seat is not None:
        st.html(odds(state, seat, known))


def replayed(state: GameState) -> None:
    """Draws the cards at a turn of a replay: sizes, and what a hand could hold as the table saw it."""
    frame.heading(esc(_("Cards in hand")), esc(_("sizes are public, contents are not")))
    st.html(sizes(state))
    holders = [seat for seat in range(len(state.players)) if state.hands[seat]]
    seat = st.pills(
        _("What might a player still hold?"), holders, key="review-hands-of",
        format_func=lambda s: md(state.players[s]),
    )  # fmt: skip
    if seat in holders:
        st.html(odds(state, seat))


def _own(opened: Opened, viewer: int) -> Known | None:
    """Lets the viewer say what the own hand is; what is known of it, None where it is not to be seen."""
    state = opened.state
    if opened.game.has_pin and not session.unlocked():
        return None
    drawer = st.expander(_("My hand: open it only when nobody looks"), icon=":material/playing_cards:",
                         key="hands-drawer", on_change="rerun")  # fmt: skip
    if not drawer.open:
        return None
    hand = own_hand(opened.record, opened.result)
    places = [
        (card, copy) for card, n in copies(state.edition, len(state.players)).items() for copy in range(n)
    ]
    held = Counter(hand or ())
    shown = [place for place in places if place[1] < held[place[0]]]
    chosen = drawer.multiselect(
        _("My hand"), places, default=shown, key=f"hands-own-{opened.game.revision}",
        format_func=lambda place: label(place[0]) + (" · 2" if place[1] else ""),
        max_selections=max(state.hands[viewer], 1), placeholder=_("Choose the cards that you hold"),
    )  # fmt: skip
    if chosen != shown:
        _remember(opened, [card for card, _copy in chosen])
    known = {viewer: [card for card, _copy in chosen]}
    try:
        unseen(state, known)
    except GameError as error:
        st.html(f'<p class="h-note" role="alert">{esc(said(error.reason))}; {esc(said(error.remedy))}</p>')
        return None
    return known


def _remember(opened: Opened, cards: Sequence[str]) -> None:
    hand = {"turn": opened.state.turns, "cards": list(cards)}
    changing.attempt(lambda: session.store().set_fields(opened.game.id, {HAND: hand}))
    st.rerun()
