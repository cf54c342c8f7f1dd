"""Turns and cars: landing on a square, what that asks for, skipping a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from assistant.baantjer.errors import IllegalEvent
from assistant.baantjer.events import Land, Penalty, Skip
from assistant.baantjer.roads import check_path, check_square
from assistant.baantjer.state import Car, Duty, State, Window
from assistant.wording import N_, Message, say


def open_duties(state: State) -> tuple[Duty, ...]:
    """What still has to be done in this turn. A card cannot be asked for from an empty stack."""
    return tuple(
        duty
        for duty in state.duties
        if (duty.what == "token" and duty.place is not None and state.file(duty.place).token is None)
        or (duty.what != "token" and state.stack(duty.what).size > 0)
    )


def duty_text(state: State, duty: Duty) -> Message:
    """A duty in words."""
    name = state.players[duty.player]
    if duty.what == "token":
        return say(N_("{player} has to turn the token of place {place}"), player=name, place=duty.place)
    return say(N_("{player} has to draw a {colour} card"), player=name, colour=duty.what)


def need_card_text(state: State) -> None:
    """Raises `IllegalEvent` unless a Lowietje or Buitendam card of this turn can be the cause."""
    if not state.card_text:
        raise IllegalEvent(
            say(N_("no Lowietje or Buitendam card was drawn this turn that could cause this")),
            say(N_("enter the green card first")),
        )


def _begin_turn(state: State, seat: int) -> State:
    """The next turn: the last one's duties must be done, its theft windows close."""
    waiting = open_duties(state)
    if waiting:
        raise IllegalEvent(
            say(N_("the turn is not over: {duty}"), duty=duty_text(state, waiting[0])),
            say(N_("enter that first")),
        )
    if state.options.turn_order == "seats" and seat != state.to_move:
        raise IllegalEvent(
            say(
                N_("it is the turn of {next}, not of {player}"),
                next=state.players[state.to_move],
                player=state.players[seat],
            ),
            say(
                N_('enter the turn of {next}, or set the option "turn_order"'),
                next=state.players[state.to_move],
            ),
        )
    return replace(
        state,
        active=seat,
        to_move=(seat + 1) % len(state.players),
        turns=state.turns + 1,
        duties=(),
        windows=(),
        card_text=False,
    )


def skip(state: State, event: Skip) -> State:
    """A turn passes for a player who has one to skip; theft windows of the turn before close as it begins."""
    seat = state.seat(event.player)
    if state.skips[seat] == 0:
        raise IllegalEvent(
            say(N_("{player} has no turn to skip"), player=event.player),
            say(N_("enter where the car of {player} landed"), player=event.player),
        )
    return _with_skips(_begin_turn(state, seat), seat, -1)


def penalty(state: State, event: Penalty) -> State:
    """A card's text makes a player skip turns."""
    need_card_text(state)
    return _with_skips(state, state.seat(event.player), event.turns)


def _with_skips(state: State, seat: int, change: int) -> State:
    skips = tuple(n + change if s == seat else n for s, n in enumerate(state.skips))
    return replace(state, skips=skips)


def to_parking(state: State, seat: int) -> State:
    """The car of a player who closed a file goes back to parking and will skip a turn."""
    already = state.skips[seat]
    change = 1 if state.options.skips_add_up or not already else 0
    cars = tuple(Car() if s == seat else car for s, car in enumerate(state.cars))
    return _with_skips(replace(state, cars=cars), seat, change)


def land(state: State, event: Land) -> State:
    """A car stops on a square: the turn begins (or a card's text moves the car), duties and windows arise."""
    seat = state.seat(event.player)
    if event.by == "card":
        need_card_text(state)
    else:
        if state.skips[seat]:
            raise IllegalEvent(
                say(N_("{player} has to skip this turn"), player=event.player),
                say(N_("enter a skip for {player}"), player=event.player),
            )
        state = _begin_turn(state, seat)
    _check_stop(state, seat, event)
    cars = tuple(Car(event.on, event.square) if s == seat else car for s, car in enumerate(state.cars))
    return _LANDINGS.get(event.on, _on_place)(replace(state, cars=cars), seat, event.on)


def _check_stop(state: State, seat: int, event: Land) -> None:
    """Cars do not share a square, nobody stops on a roundabout; the map, if any, is kept to."""
    if event.on == "roundabout":
        raise IllegalEvent(
            say(N_("a car may not stop on a roundabout")), say(N_("enter the square after the roundabout"))
        )
    others = [car for s, car in enumerate(state.cars) if s != seat]
    same_place = isinstance(event.on, int) and any(car.on == event.on for car in others)
    same_square = event.square is not None and any(car.square == event.square for car in others)
    if same_place or (same_square and event.on != "parking"):
        raise IllegalEvent(
            say(N_("another car stands there already")), say(N_("enter the next empty square"))
        )
    if event.path is not None and (not event.path or event.path[-1] != event.square):
        raise IllegalEvent(
            say(N_("the path does not end on the square")),
            say(N_("let the path's last square be the square")),
        )
    if state.roads is None:
        return
    if event.square is not None:
        check_square(state.roads, event.square, event.on)
    if event.path:
        roads, car = state.roads, state.cars[seat]
        standing = (roads.where(other.on, other.square) for other in others if other.on != "parking")
        taken = {square for squares in standing if len(squares) == 1 for square in squares}
        check_path(roads, roads.where(car.on, car.square), event.path, event.die, taken)


def _on_colour(state: State, seat: int, on: str | int) -> State:
    colour = "red" if on == "red" else "green"
    return _with_duty(state, Duty(seat, "red" if colour == "red" else "green"))


def _on_nothing(state: State, seat: int, on: str | int) -> State:
    return state


def _on_place(state: State, seat: int, on: str | int) -> State:
    """Own place: turn the token, or again a clue card. A place of somebody else's: a theft window."""
    file = state.file(int(on))
    if file.owner is None or (file.closed and not state.options.closed_places):
        return state
    if file.owner == seat:
        duty = Duty(seat, "token", file.place) if file.token is None else Duty(seat, "green")
        return _with_duty(state, duty)
    if state.options.theft_needs_token and file.token is None:
        return state
    window = Window(file.owner, seat, file.place, state.options.thefts_per_visit)
    return replace(state, windows=(*state.windows, window))


def _with_duty(state: State, duty: Duty) -> State:
    return replace(state, duties=(*state.duties, duty))


_LANDINGS: dict[int | str, Callable[[State, int, str | int], State]] = {
    "red": _on_colour,
    "green": _on_colour,
    "plain": _on_nothing,
    "parking": _on_nothing,
}
