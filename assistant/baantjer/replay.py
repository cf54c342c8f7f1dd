"""A record's events applied one after another, and what each of them says in words."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.baantjer.engine import apply
from assistant.baantjer.errors import IllegalEvent, RecordError
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
from assistant.baantjer.record import Record
from assistant.baantjer.state import State, start
from assistant.wording import N_, Message, say


@dataclass(frozen=True, slots=True)
class Step:
    """Event `number` (from 1) with the states before and after it."""

    number: int
    event: Event
    before: State
    after: State


def replay_until(record: Record) -> tuple[tuple[Step, ...], RecordError | None]:
    """Every event up to the first that is not legal, and what is wrong with that one (None: all are legal).

    An edit in the middle of a game can make later events illegal; they stay in the record, to be mended.
    """
    state = start(record)
    steps: list[Step] = []
    for number, event in enumerate(record.events, start=1):
        try:
            after = apply(state, event)
        except IllegalEvent as error:
            return tuple(steps), RecordError(error.reason, error.remedy, number)
        steps.append(Step(number, event, state, after))
        state = after
    return tuple(steps), None


def replay_fitting(record: Record) -> tuple[tuple[Step, ...], tuple[RecordError, ...]]:
    """Every event that is legal after those before it, and what is wrong with each of the others.

    An edit can make later events illegal; they are left out of the states, never out of the record.
    """
    state = start(record)
    steps: list[Step] = []
    problems: list[RecordError] = []
    for number, event in enumerate(record.events, start=1):
        try:
            after = apply(state, event)
        except IllegalEvent as error:
            problems.append(RecordError(error.reason, error.remedy, number))
            continue
        steps.append(Step(number, event, state, after))
        state = after
    return tuple(steps), tuple(problems)


def replay(record: Record) -> tuple[Step, ...]:
    """Every event of the record with its states.

    Raises:
        RecordError: an event is not legal; names its number, the reason and a remedy.
    """
    steps, error = replay_until(record)
    if error is not None:
        raise error
    return steps


def final_state(record: Record) -> State:
    """The state after the last event; raises as `replay`."""
    steps = replay(record)
    return steps[-1].after if steps else start(record)


def _reason(by: str) -> Message:
    return say(N_(" (by a card's text)")) if by == "card" else say("")


def describe(record: Record, event: Event) -> Message:
    """What happened, as a sentence."""
    match event:
        case Land():
            where: object = event.on
            if isinstance(event.on, int):
                where = say(N_("place {place}"), place=_place(record, event.on))
            elif event.square is not None:
                where = say(N_("{square} ({colour})"), square=event.square, colour=event.on)
            return say(
                N_("{player} lands on {where}{why}"), player=event.player, where=where, why=_reason(event.by)
            )
        case Draw():
            return _describe_draw(record, event)
        case Observe() | Compare() | Tally():
            return _describe_observation(event)
        case _:
            return _describe_other(record, event)


def _place(record: Record, place: int) -> str:
    name = record.places.get(str(place))
    return f"{place} {name}" if name else str(place)


def _describe_draw(record: Record, event: Draw) -> Message:
    card: object = event.card
    if event.card is None:
        card = say(N_("a half-seen card ({seen})"), seen=_seen(event))
    target: object = say(N_("under the stack"))
    if isinstance(event.to, int):
        target = say(N_("to file {place}"), place=event.to)
    return say(
        N_("{player} draws {colour}: {card}, {target}{why}"),
        player=event.player,
        colour=event.type,
        card=card,
        target=target,
        why=_reason(event.by),
    )


def _seen(event: Draw | Observe) -> Message:
    """What is known of a piece that was not quite seen."""
    not_, one_of = ", ".join(event.not_), ", ".join(event.one_of)
    if not_ and one_of:
        return say(N_("one of {one_of}, not {not_}"), one_of=one_of, not_=not_)
    if one_of:
        return say(N_("one of {one_of}"), one_of=one_of)
    return say(N_("not {not_}"), not_=not_) if not_ else say(N_("nothing known"))


def _describe_observation(event: Observe | Compare | Tally) -> Message:
    if isinstance(event, Observe):
        return say(
            N_("the token of place {place} was half seen ({seen})"), place=event.place, seen=_seen(event)
        )
    if isinstance(event, Compare):
        template = (
            N_("the tokens of places {a} and {b} are of the same kind")
            if event.same
            else N_("the tokens of places {a} and {b} are of different kinds")
        )
        return say(template, a=event.places[0], b=event.places[1])
    return say(
        N_("{least} to {most} of the tokens on places {places} are {kind}"),
        places=", ".join(map(str, event.places)),
        least=event.at_least,
        most=min(event.at_most, len(set(event.places))),
        kind=event.kind,
    )


def _describe_other(record: Record, event: Event) -> Message:
    match event:
        case Skip():
            return say(N_("{player} skips a turn"), player=event.player)
        case Token():
            return say(
                N_("{player} turns the token of place {place}: {kind}{why}"),
                player=event.player,
                place=_place(record, event.place),
                kind=event.kind,
                why=_reason(event.by),
            )
        case Taken():
            return say(
                N_("{player} takes {card} from file {from_} of {victim} to file {to}{why}"),
                player=event.player,
                card=event.card,
                from_=event.from_file,
                victim=event.victim,
                to=event.to,
                why=_reason(event.by),
            )
        case Lost():
            return say(
                N_("{player} loses {card} from file {file}, under the stack"),
                player=event.player,
                card=event.card,
                file=event.file,
            )
        case Close():
            return say(N_("{player} closes file {file}"), player=event.player, file=event.file)
        case Penalty():
            text = N_("{player} will skip a turn") if event.turns == 1 else N_("{player} will skip {n} turns")
            return say(text, player=event.player, n=event.turns)
        case Shuffle():
            return say(N_("the {colour} stack is shuffled"), colour=event.stack)
        case Note():
            return say(N_("note: {text}"), text=event.text)
        case _:
            raise AssertionError(event)
