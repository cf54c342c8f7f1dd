"""Choices for what happens now and then: what a card's text does, and partial looks (`offers`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assistant.baantjer.choices import Choice, Fields, Group, cards, kinds, loot_choices, stops
from assistant.baantjer.fitting import takable
from assistant.baantjer.pieces import WEAPON_KINDS, Colour
from assistant.baantjer.state import State, Window
from assistant.baantjer.words import piece
from assistant.wording import N_, Message, say

MOST_SKIPPED = 3  # more turns than any text costs; the record allows nine


def texts(state: State) -> Iterator[Group]:
    """What the text of a Lowietje or Buitendam card of this turn can cause."""
    if not state.card_text:
        return
    choices = (
        _by_player(state, N_("A car is moved"), lambda seat: stops(state, seat, _by("land", state, seat))),
        _drawn(state, N_("A red card is drawn"), "red"),
        _drawn(state, N_("A green card is drawn"), "green"),
        Choice(say(N_("A token is turned")), {}, _tokens(state)),
        _by_player(state, N_("A card is taken"), lambda seat: _takes(state, seat)),
        _by_player(state, N_("A card is lost"), lambda seat: _losses(state, seat)),
        _by_player(state, N_("Turns to skip"), lambda seat: _penalties(state, seat)),
    )
    yield Group("text", say(N_("What the card says")), tuple(choice for choice in choices if choice.then))


def _by(what: str, state: State, seat: int) -> Fields:
    return {"type": what, "player": state.players[seat], "by": "card"}


def _by_player(state: State, label: str, then: Callable[[int], tuple[Choice, ...]]) -> Choice:
    """Asks whom it befalls, who is in turn first."""
    first = state.active or 0
    seats = [(first + n) % len(state.players) for n in range(len(state.players))]
    players = ((Choice(say("{name}", name=state.players[seat]), {}, then(seat))) for seat in seats)
    return Choice(say(label), {}, tuple(player for player in players if player.then))


def _drawn(state: State, label: str, colour: Colour) -> Choice:
    if not state.stack(colour).size:
        return Choice(say(label), {})
    return _by_player(state, label, lambda seat: cards(state, seat, colour, {"by": "card"}))


def _tokens(state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            say(N_("Place {place} of {player}"), place=file.place, player=state.players[file.owner]), {},
            kinds(state, {**_by("token", state, file.owner), "place": file.place}), file.place,
        )
        for file in state.files
        if file.owner is not None and file.token is None and not file.closed
    )  # fmt: skip


def _takes(state: State, seat: int) -> tuple[Choice, ...]:
    return tuple(
        choice
        for victim, name in enumerate(state.players)
        if victim != seat
        for choice in loot_choices(
            takable(state, Window(seat, victim, 0, 1)), {**_by("taken", state, seat), "from": name}
        )
    )


def _losses(state: State, seat: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            say(N_("{card} of file {place}"), card=piece(card), place=file.place),
            {"type": "lost", "player": state.players[seat], "file": file.place, "card": card}, (), card,
        )
        for file in state.own_files(seat)
        if not file.closed
        for card in dict.fromkeys(file.cards)
    )  # fmt: skip


def _penalties(state: State, seat: int) -> tuple[Choice, ...]:
    fields = {"type": "penalty", "player": state.players[seat]}
    return tuple(
        Choice(say("{n}", n=turns), {**fields, "turns": turns}, (), turns)
        for turns in range(1, MOST_SKIPPED + 1)
    )


def looks(state: State) -> Iterator[Group]:
    """Partial looks at tokens that lie face down, and stacks that were shuffled."""
    hidden = [file.place for file in state.files if file.token is None]
    choices = (
        Choice(say(N_("A token was half seen")), {"type": "observe"}, _half_seen(hidden)),
        Choice(say(N_("Two tokens were compared")), {"type": "compare"}, _compared(hidden)),
        Choice(say(N_("Several tokens were seen")), {"type": "tally"}, _tallied(state, hidden)),
        Choice(
            say(N_("A stack was shuffled")),
            {"type": "shuffle"},
            (
                Choice(say(N_("The red stack")), {"stack": "red"}, (), "red"),
                Choice(say(N_("The green stack")), {"stack": "green"}, (), "green"),
            ),
        ),
    )
    yield Group(
        "look", say(N_("Something was half seen")), tuple(choice for choice in choices if choice.then)
    )


def _half_seen(hidden: list[int]) -> tuple[Choice, ...]:
    nots = tuple(Choice(say(N_("Not {piece}"), piece=piece(k)), {"not": [k]}, (), k) for k in WEAPON_KINDS)
    pairs = tuple(
        Choice(say(N_("{a} or {b}"), a=piece(a), b=piece(b)), {"one_of": [a, b]})
        for i, a in enumerate(WEAPON_KINDS)
        for b in WEAPON_KINDS[i + 1 :]
    )
    return tuple(Choice(_place(place), {"place": place}, (*nots, *pairs), place) for place in hidden)


def _place(place: int) -> Message:
    return say(N_("Place {place}"), place=place)


def _compared(hidden: list[int]) -> tuple[Choice, ...]:
    answers = (
        Choice(say(N_("The same kind")), {"same": True}),
        Choice(say(N_("Different kinds")), {"same": False}),
    )
    return tuple(
        Choice(
            _place(one), {"places": [one]},
            tuple(Choice(_place(two), {"places": [two]}, answers, two) for two in hidden if two != one), one,
        )
        for one in hidden
    )  # fmt: skip


def _tallied(state: State, hidden: list[int]) -> tuple[Choice, ...]:
    """How many of a player's tokens, or of all, are of a kind. Other sets of places are entered as data."""
    owned = [
        (say(N_("Those of {player}"), player=name), [p for p in hidden if state.file(p).owner == seat])
        for seat, name in enumerate(state.players)
    ]
    nobody = [place for place in hidden if state.file(place).owner is None]
    sets = [*owned, (say(N_("Those of nobody")), nobody), (say(N_("All that lie face down")), hidden)]
    return tuple(
        Choice(label, {"places": places}, _kinds_counted(len(places)))
        for label, places in sets
        if len(places) > 1
    )


def _kinds_counted(places: int) -> tuple[Choice, ...]:
    counts = range(min(places, 4) + 1)
    exact = tuple(Choice(say(N_("Exactly {n}"), n=n), {"at_least": n, "at_most": n}) for n in counts)
    least = tuple(Choice(say(N_("At least {n}"), n=n), {"at_least": n}) for n in counts if 0 < n < places)
    return tuple(Choice(piece(kind), {"kind": kind}, (*exact, *least), kind) for kind in WEAPON_KINDS)
