"""`apply(state, event) -> state`: the rules, one function per kind of event; undo and edit replay them."""

from __future__ import annotations

from dataclasses import replace

from assistant.baantjer.drawing import draw, observe, shuffle, turn_token
from assistant.baantjer.errors import IllegalEvent
from assistant.baantjer.events import (
    Close,
    Compare,
    Draw,
    Event,
    Land,
    Lost,
    Note,
    Observe,
    Penalty,
    Shuffle,
    Skip,
    Taken,
    Tally,
    Token,
)
from assistant.baantjer.fitting import complete, misfit, missing
from assistant.baantjer.state import File, State
from assistant.baantjer.turns import land, need_card_text, penalty, skip, to_parking
from assistant.wording import N_, say


def apply(state: State, event: Event) -> State:
    """The state after `event`.

    Raises:
        IllegalEvent: the rules (RULES.md, last part) or the options do not allow it here.
    """
    if isinstance(event, Note):
        return state
    if state.winner is not None:
        raise IllegalEvent(
            say(N_("{winner} has already won"), winner=state.players[state.winner]),
            say(N_("take the event out; after the end only notes can follow")),
        )
    match event:
        case Land():
            return land(state, event)
        case Skip():
            return skip(state, event)
        case Token():
            return turn_token(state, event)
        case Draw():
            return draw(state, event)
        case Taken():
            return taken(state, event)
        case Lost():
            return lost(state, event)
        case Close():
            return close(state, event)
        case Penalty():
            return penalty(state, event)
        case Observe() | Compare() | Tally():
            return observe(state, event)
        case Shuffle():
            return shuffle(state, event)


def _remove(state: State, seat: int, place: int, card: str) -> State:
    """Takes a card from an open file of a player; closed files are safe."""
    file = state.file(place)
    if file.owner != seat:
        raise IllegalEvent(
            say(N_("file {place} is not one of {player}"), place=place, player=state.players[seat]),
            say(N_("the files of {player} are {files}"), player=state.players[seat],
                files=", ".join(str(own.place) for own in state.own_files(seat))),
        )  # fmt: skip
    if file.closed:
        raise IllegalEvent(
            say(N_("file {place} is closed and safe"), place=place), say(N_("name an open file"))
        )
    if card not in file.cards:
        raise IllegalEvent(
            say(N_("file {place} has no card {card}"), place=place, card=card),
            say(N_("its cards are {cards}"), cards=", ".join(file.cards) or "-"),
        )
    at = file.cards.index(card)
    return state.with_file(replace(file, cards=file.cards[:at] + file.cards[at + 1 :]))


def _own_open_file(state: State, seat: int, place: int) -> File:
    file = state.file(place)
    if file.owner != seat:
        raise IllegalEvent(
            say(N_("file {place} is not one of {player}"), place=place, player=state.players[seat]),
            say(N_("name an own file")),
        )
    return file


def taken(state: State, event: Taken) -> State:
    """A card changes hands: in a theft window, or because a card's text says so."""
    seat, victim = state.seat(event.player), state.seat(event.victim)
    if seat == victim:
        raise IllegalEvent(
            say(N_("{player} cannot take from themselves"), player=event.player), say(N_("name an opponent"))
        )
    if event.by == "card":
        need_card_text(state)
    else:
        state = _use_window(state, seat, victim)
    state = _remove(state, victim, event.from_file, event.card)
    file = _own_open_file(state, seat, event.to)
    reason = misfit(state.options, file, event.card)
    if reason is not None:
        raise IllegalEvent(reason, say(N_("only a card that fits an own murder may be taken")))
    return state.with_file(replace(file, cards=(*file.cards, event.card)))


def _use_window(state: State, seat: int, victim: int) -> State:
    at = [i for i, w in enumerate(state.windows) if (w.owner, w.lander) == (seat, victim)]
    if not at:
        raise IllegalEvent(
            say(N_("{victim} has not ended on a place of {player} since the last turn began"),
                victim=state.players[victim], player=state.players[seat]),
            say(N_("a card may be taken only before the next player's turn begins; enter it there")),
        )  # fmt: skip
    left = [i for i in at if state.windows[i].left > 0]
    if not left:
        raise IllegalEvent(
            say(N_("{n} cards may be taken per visit"), n=state.options.thefts_per_visit),
            say(N_('take the event out, or set the option "thefts_per_visit"')),
        )
    used = replace(state.windows[left[0]], left=state.windows[left[0]].left - 1)
    return replace(state, windows=(*state.windows[: left[0]], used, *state.windows[left[0] + 1 :]))


def lost(state: State, event: Lost) -> State:
    """By a card's text a card goes from a file to the bottom of its stack."""
    need_card_text(state)
    return _remove(state, state.seat(event.player), event.file, event.card).put_under(event.card)


def close(state: State, event: Close) -> State:
    """A complete file is closed: it is safe from now on, the car parks, and enough of them win."""
    seat = state.seat(event.player)
    file = _own_open_file(state, seat, event.file)
    if not complete(state.options, file):
        lacking = ", ".join(missing(state.options, file)) or "-"
        reason = say(N_("file {place} is closed already"), place=file.place)
        if not file.closed:
            reason = say(N_("file {place} lacks {missing}"), place=file.place, missing=lacking)
        raise IllegalEvent(reason, say(N_("close a file that has everything")))
    if state.options.close == "own-turn" and state.active != seat:
        raise IllegalEvent(
            say(N_("a file is closed in its owner's turn only")),
            say(N_('wait for the turn of {player}, or set the option "close"'), player=event.player),
        )
    state = to_parking(state.with_file(replace(file, closed=True)), seat)
    won = state.closed(seat) >= state.options.files_to_win
    return replace(state, winner=seat) if won else state
