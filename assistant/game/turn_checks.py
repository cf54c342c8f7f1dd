"""What can be wrong with a turn, cards apart: each refusal with what was expected and the nearest fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.game.board import building_name, distance
from assistant.game.errors import IllegalTurn
from assistant.game.legal import totals
from assistant.game.state import GameState
from assistant.wording import N_, Message, say

if TYPE_CHECKING:
    from assistant.game.turns import Turn


def check_no_cards(turn: Turn) -> None:
    """Refuses cards and draws in editions without them.

    Raises:
        IllegalTurn: there are some.
    """
    if turn.cards or turn.drew not in (None, False):
        raise IllegalTurn(
            say(N_("this edition is played without cards")),
            say(N_("remove the cards, or set the edition's cards to on")),
        )


def safe_refused(scored: GameState, target: int, targets: tuple[int, ...]) -> IllegalTurn:
    """Why the safe may not go to building `target`, with the nearest of the `targets` where it may."""
    nearest = min(targets, key=lambda b: min(distance(target, b), distance(b, target)))
    there = [scored.agents[i] for i, at in enumerate(scored.positions) if at == target]
    reason: Message
    if target == scored.safe:
        reason = say(N_("the safe must leave building {b} after a scoring"), b=building_name(target))
    else:
        reason = say(
            N_("the safe cannot go to building {b}: {who} stands there and this edition wants it empty"),
            b=building_name(target),
            who=", ".join(there),
        )
    return IllegalTurn(
        reason,
        say(
            N_("nearest allowed: {near}; all: {targets}"),
            near=building_name(nearest),
            targets=building_names(targets),
        ),
    )


def building_names(buildings: tuple[int, ...]) -> str:
    """The buildings as a list for people."""
    return ", ".join(building_name(b) for b in buildings)


def check_order(state: GameState, turn: Turn) -> tuple[Message, ...]:
    """Refuses a turn out of place; where the record's order stands, returns the difference as a remark."""
    if state.finished:
        raise IllegalTurn(
            say(N_("the game ended with turn {n}: a marker reached the finish"), n=state.turns),
            say(N_("delete this turn, or correct an earlier one")),
        )
    if not 0 <= turn.player < len(state.players):
        raise IllegalTurn(
            say(N_("there is no player in seat {n}"), n=turn.player + 1),
            say(N_("seats are 1 to {n}"), n=len(state.players)),
        )
    if turn.player == state.to_move:
        return ()
    due, who = state.players[state.to_move], state.players[turn.player]
    reason = say(N_("it is the turn of {due}, not of {who}"), due=due, who=who)
    if state.edition.turn_order == "free":
        return (reason,)
    raise IllegalTurn(
        reason,
        say(N_("enter the turn of {due} first, or set the edition's turn_order to free"), due=due),
    )


def check_steps(state: GameState, turn: Turn) -> None:
    """Refuses steps that no roll, or not this one, allows.

    Raises:
        IllegalTurn: a step count per agent is missing or negative, or the sum is not the roll's.
    """
    if len(turn.steps) != len(state.agents):
        raise IllegalTurn(
            say(N_("steps for {n} agents are needed, here are {m}"), n=len(state.agents), m=len(turn.steps)),
            say(N_("give every agent its steps, 0 where it stood still")),
        )
    for agent, n in zip(state.agents, turn.steps, strict=True):
        if n < 0:
            raise IllegalTurn(
                say(N_("{agent} cannot go back: agents move clockwise"), agent=agent),
                say(N_("enter positive steps; cards that move back are entered as cards")),
            )
    edition = state.edition
    if turn.die is None:
        allowed = {n for face in edition.faces for n in totals(edition, face)}
        if turn.total not in allowed:
            raise IllegalTurn(
                say(N_("no roll gives {n} steps"), n=turn.total),
                say(N_("the steps of one turn add up to {list}"), list=_either(tuple(sorted(allowed)))),
            )
        return
    if turn.die not in edition.faces:
        raise IllegalTurn(
            say(N_("this edition's die has no {die}"), die=turn.die),
            say(N_("its faces are {faces}"), faces=", ".join(map(str, edition.faces))),
        )
    allowed_totals = totals(edition, turn.die)
    if turn.total not in allowed_totals:
        raise _wrong_sum(turn, allowed_totals)


def _either(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _wrong_sum(turn: Turn, allowed: tuple[int, ...]) -> IllegalTurn:
    nearest = min(allowed, key=lambda n: abs(n - turn.total))
    by = abs(nearest - turn.total)
    reason = say(
        N_("the steps add up to {total}, but the roll {die} allows {allowed}"),
        total=turn.total, die=turn.die, allowed=_either(allowed),
    )  # fmt: skip
    if nearest > turn.total:
        return IllegalTurn(reason, say(N_("add {n} more, or correct the die"), n=by))
    return IllegalTurn(reason, say(N_("take {n} back, or correct the die"), n=by))


def scoring_disagrees(moved: GameState, due: bool) -> IllegalTurn:
    """Why `scored` cannot be so, when by the rules a scoring is (`due`) or is not due."""
    if due:
        reason = say(N_("an agent that moved ended at the safe in building {safe}, so there was a scoring"),
                     safe=building_name(moved.safe))  # fmt: skip
    else:
        reason = say(N_("no agent that moved ended at the safe in building {safe}, so there was no scoring"),
                     safe=building_name(moved.safe))  # fmt: skip
    return IllegalTurn(reason, say(N_("drop `scored`, or set the edition's scoring to as-recorded")))


def safe_without_scoring(safe: int) -> IllegalTurn:
    """Why a turn cannot say both that there was no scoring and where the safe went after it."""
    return IllegalTurn(
        say(N_("the turn says that there was no scoring, but also that the safe went to building {b}"),
            b=building_name(safe)),
        say(N_("drop `scored`, or leave the safe out")),
    )  # fmt: skip
