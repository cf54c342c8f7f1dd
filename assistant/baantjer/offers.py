"""What can follow now, as choices: the entry pad of a page, or of anything else that enters events by taps.

An event is entered by a path through the choices, four at most (`MOST_TAPS`): each adds fields to the event, and
where nothing more is asked it is complete. What the rules rule out is not offered, so that most of the time one
or two taps are enough; what cannot be told apart cheaply (whether a partial look contradicts the others) is
offered, and refused by the engine with a reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.baantjer.choices import Choice, Group, cards, kinds, loot_choices, stops
from assistant.baantjer.fitting import complete, takable
from assistant.baantjer.offers_rare import looks, texts
from assistant.baantjer.state import State
from assistant.baantjer.turns import duty_text, open_duties
from assistant.wording import N_, say

MOST_TAPS = 4


def offers(state: State) -> tuple[Group, ...]:
    """Everything that can follow; nothing once the game is won."""
    if state.winner is not None:
        return ()
    groups = (*_duty(state), *_thefts(state), *_closings(state), *texts(state), *_turn(state), *looks(state))
    return tuple(group for group in groups if group.choices)


def _duty(state: State) -> Iterator[Group]:
    """What the square asks for, before anything else can go on."""
    for duty in open_duties(state)[:1]:
        name = state.players[duty.player]
        if duty.what == "token" and duty.place is not None:
            choices = kinds(state, {"type": "token", "player": name, "place": duty.place})
        else:
            choices = cards(state, duty.player, "red" if duty.what == "red" else "green", {})
        yield Group("duty", duty_text(state, duty), choices)


def _thefts(state: State) -> Iterator[Group]:
    for window in state.windows:
        owner, lander = state.players[window.owner], state.players[window.lander]
        heading = say(
            N_("{lander} is on place {place}: {owner} may take a card until the next turn begins"),
            lander=lander, owner=owner, place=window.place,
        )  # fmt: skip
        fields = {"type": "taken", "player": owner, "from": lander}
        yield Group("theft", heading, loot_choices(takable(state, window), fields))


def _closings(state: State) -> Iterator[Group]:
    own_turn = state.options.close == "own-turn"
    choices = tuple(
        Choice(
            say(N_("{player} closes file {place}"), player=state.players[file.owner], place=file.place),
            {"type": "close", "player": state.players[file.owner], "file": file.place},
        )
        for file in state.files
        if file.owner is not None and complete(state.options, file)
        and not (own_turn and state.active != file.owner)
    )  # fmt: skip
    yield Group("close", say(N_("Complete: turn the file face down")), choices)


def _turn(state: State) -> Iterator[Group]:
    """The next turn: where the car stops, or that the turn is skipped."""
    if open_duties(state):
        return
    if state.options.turn_order == "seats":
        name = state.players[state.to_move]
        heading = say(N_("{player} is in turn: where does the car stop?"), player=name)
        if state.skips[state.to_move]:
            heading = say(N_("{player} is in turn, and has to skip it"), player=name)
        yield Group("turn", heading, _turn_of(state, state.to_move))
        return
    players = tuple(
        Choice(say("{name}", name=name), {}, _turn_of(state, seat)) for seat, name in enumerate(state.players)
    )
    yield Group("turn", say(N_("Whose turn is it?")), players)


def _turn_of(state: State, seat: int) -> tuple[Choice, ...]:
    name = state.players[seat]
    if state.skips[seat]:
        return (Choice(say(N_("{player} skips the turn"), player=name), {"type": "skip", "player": name}),)
    return stops(state, seat, {"type": "land", "player": name})
