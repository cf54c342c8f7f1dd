"""Drawing from the stacks and turning tokens: what is revealed, where it goes, whether it can be true."""

from __future__ import annotations

from dataclasses import replace

from assistant.baantjer.errors import IllegalEvent
from assistant.baantjer.events import Compare, Draw, Observe, Shuffle, Tally, Token
from assistant.baantjer.fitting import misfit, usable
from assistant.baantjer.hidden import Hidden, feasible
from assistant.baantjer.pieces import ACTED_UPON, Colour, kind_of
from assistant.baantjer.state import Duty, Stack, State
from assistant.baantjer.turns import need_card_text, open_duties
from assistant.wording import N_, say


def hidden_tokens(state: State) -> tuple[Hidden, tuple[int, ...]]:
    """The location tokens as hidden pieces, and the place of each slot.

    Without partial observations the slots are the unclaimed places. With them all twelve: observations speak
    of places whose token may have been turned since, and a turned token is one of a single kind.
    """
    if not state.observations:
        unclaimed = tuple(file.place for file in state.files if file.token is None)
        turned = [file.token for file in state.files]
        left = {kind: count - turned.count(kind) for kind, count in state.options.tokens.items()}
        return Hidden(left, [frozenset(left)] * len(unclaimed)), unclaimed
    kinds = frozenset(kind for kind, count in state.options.tokens.items() if count)
    domains = [frozenset({file.token}) if file.token else kinds for file in state.files]
    pairs: list[tuple[int, int, bool]] = []
    tallies: list[tuple[tuple[int, ...], str, int, int]] = []
    for seen in state.observations:
        if isinstance(seen, Observe):
            slot = seen.place - 1
            domains[slot] = (domains[slot] - set(seen.not_)) & set(seen.one_of or kinds)
        elif isinstance(seen, Compare):
            pairs.append((seen.places[0] - 1, seen.places[1] - 1, seen.same))
        else:
            slots = tuple(sorted({place - 1 for place in seen.places}))
            tallies.append((slots, seen.kind, seen.at_least, seen.at_most))
    return Hidden(state.options.tokens, domains, pairs, tallies), tuple(file.place for file in state.files)


def hidden_cards(state: State, colour: Colour) -> tuple[Hidden, tuple[int, ...]]:
    """Cards of a stack that are not known: the head, then what went under half seen.

    Returns:
        The hidden pieces, and the index in the tail of every half-seen card in the order of the slots.
    """
    stack = state.stack(colour)
    half_seen = tuple(i for i, possible in enumerate(stack.tail) if len(possible) > 1)
    everything = frozenset(state.options.cards(colour))
    domains = [everything] * stack.head + [stack.tail[i] for i in half_seen]
    return Hidden(state.unlocated(colour), domains), half_seen


def _use_duty(state: State, seat: int, colour: Colour) -> State:
    for i, duty in enumerate(state.duties):
        if duty.player == seat and duty.what == colour:
            return replace(state, duties=state.duties[:i] + state.duties[i + 1 :])
    raise IllegalEvent(
        say(
            N_("{player} is not on a square that gives a {colour} card"),
            player=state.players[seat],
            colour=colour,
        ),
        say(N_('enter the landing first, or "by": "card" where a card\'s text gives it')),
    )


def _possible(state: State, seat: int, event: Draw) -> frozenset[str]:
    """The cards that a draw event can mean; one where the card was seen."""
    names = frozenset(state.options.cards(event.type))
    for word in (*event.not_, *event.one_of, *([event.card] if event.card is not None else ())):
        if word not in names and word not in {kind_of(name) for name in names}:
            raise IllegalEvent(
                say(N_("there is no {colour} card {card}"), colour=event.type, card=word),
                say(N_("the {colour} cards are {cards}"), colour=event.type, cards=", ".join(sorted(names))),
            )
    if event.card is not None:
        if event.card not in names:
            raise IllegalEvent(
                say(N_("{card} does not say which half"), card=event.card),
                say(N_("enter {card}-left or {card}-right"), card=event.card),
            )
        return frozenset({event.card})
    if event.to != "under":
        raise IllegalEvent(
            say(N_("a card laid at a file lies open, so it is known")), say(N_("enter the card"))
        )
    wanted = {n for n in names if not event.one_of or n in event.one_of or kind_of(n) in event.one_of}
    seen = frozenset(n for n in wanted if n not in event.not_ and kind_of(n) not in event.not_)
    if state.options.may_decline:
        return seen
    # Put under although fitting cards must be kept: it was none that fits.
    return frozenset(n for n in seen if not usable(state, seat, n))


def draw(state: State, event: Draw) -> State:
    """A red or green card is drawn and laid at an own file, or put under its stack."""
    seat = state.seat(event.player)
    if event.by == "card":
        need_card_text(state)
    else:
        state = _use_duty(state, seat, event.type)
    possible = _possible(state, seat, event)
    state = _off_the_stack(state, event.type, possible)
    if event.to == "under":
        if event.card is not None and not state.options.may_decline and usable(state, seat, event.card):
            raise IllegalEvent(
                say(N_("{card} fits a file of {player}"), card=event.card, player=event.player),
                say(N_('lay it there, or set the option "may_decline"')),
            )
    else:
        assert event.card is not None
        return _lay(state, seat, event.to, event.card)
    if event.card in ACTED_UPON:
        state = replace(state, card_text=True)
    return state


def _off_the_stack(state: State, colour: Colour, possible: frozenset[str]) -> State:
    """Takes the top card and puts it, as far as it is known, at the bottom; checks that it can be that card.

    The bottom is where the card is checked even if it will be laid at a file: either way it is located.
    """
    stack = state.stack(colour)
    if stack.size == 0:
        raise IllegalEvent(
            say(N_("the {colour} stack is empty"), colour=colour), say(N_("take the event out"))
        )
    if stack.head:
        below = Stack(stack.head - 1, (*stack.tail, possible))
    else:
        top = stack.tail[0] & possible
        below = Stack(0, (*stack.tail[1:], top))
        if not top:
            raise IllegalEvent(
                say(N_("the order of the {colour} stack is known, next comes {card}"), colour=colour,
                    card=" / ".join(sorted(stack.tail[0]))),
                say(N_("correct the card, or enter a shuffle of the stack before it")),
            )  # fmt: skip
    after = state.with_stack(colour, below)
    if not below.tail[-1] or not feasible(hidden_cards(after, colour)[0]):
        raise IllegalEvent(
            say(N_("no {colour} card like that can be left in the stack"), colour=colour),
            say(N_('correct the card, or the option "{colour}" that counts the cards'), colour=colour),
        )
    return after


def drawable(state: State, colour: Colour) -> tuple[str, ...]:
    """The cards that can come next from a stack, as far as anything is known; none from an empty one."""
    found = []
    for card in state.options.cards(colour):
        try:
            _off_the_stack(state, colour, frozenset({card}))
        except IllegalEvent:
            continue
        found.append(card)
    return tuple(found)


def _lay(state: State, seat: int, place: int, card: str) -> State:
    """Lays the card that was just checked at the bottom of its stack at a file instead."""
    file = state.file(place)
    if file.owner != seat:
        raise IllegalEvent(
            say(N_("file {place} is not one of {player}"), place=place, player=state.players[seat]),
            say(N_("lay the card at an own file, or put it under the stack")),
        )
    reason = misfit(state.options, file, card)
    if reason is not None:
        raise IllegalEvent(reason, say(N_("lay the card at a file that it fits, or put it under the stack")))
    colour: Colour = "green" if card in state.options.green else "red"
    stack = state.stack(colour)
    state = state.with_stack(colour, replace(stack, tail=stack.tail[:-1]))
    return state.with_file(replace(file, cards=(*file.cards, card)))


def turn_token(state: State, event: Token) -> State:
    """A location token is turned; halves laid before it that do not match go under the red stack."""
    seat = state.seat(event.player)
    file = state.file(event.place)
    if event.by == "card":
        need_card_text(state)
    elif Duty(seat, "token", event.place) not in open_duties(state):
        raise IllegalEvent(
            say(N_("{player} has not landed on an own place {place} with its token face down"),
                player=event.player, place=event.place),
            say(N_("enter the landing first")),
        )  # fmt: skip
    if file.owner != seat or file.closed or file.token is not None:
        raise IllegalEvent(
            say(N_("place {place} has no token for {player}"), place=event.place, player=event.player),
            say(N_("name an own place whose token is face down")),
        )
    stay = tuple(c for c in file.cards if c not in file.halves or kind_of(c) == event.kind)
    for card in file.cards:
        if card not in stay:
            state = state.put_under(card)
    state = state.with_file(replace(file, token=event.kind, cards=stay))
    if not feasible(hidden_tokens(state)[0]):
        raise IllegalEvent(
            say(N_("no {kind} token can lie on place {place}"), kind=event.kind, place=event.place),
            say(N_('correct the kind, an observation, or the option "tokens" that counts them')),
        )
    return state


def observe(state: State, event: Observe | Compare | Tally) -> State:
    """A partial look at tokens is added, if it can be true together with everything known."""
    state = replace(state, observations=(*state.observations, event))
    if not feasible(hidden_tokens(state)[0]):
        raise IllegalEvent(
            say(N_("this contradicts the tokens, their counts and earlier observations")),
            say(N_("correct this observation or an earlier one")),
        )
    return state


def shuffle(state: State, event: Shuffle) -> State:
    """A stack whose order was known is shuffled: all of it becomes the unknown head."""
    return state.with_stack(event.stack, Stack(state.stack(event.stack).size))
