"""Hands and the stack in the card round: who may draw, who can hold which card (RULES.md, "Top Secret cards").

Hand sizes are public, and so is each card once it is played or a record names it when it is drawn. From these
alone it follows when a card cannot be where a record says it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from assistant.game.board import RUIN, advance
from assistant.game.deck import CARDS, HAND_LIMIT, copies
from assistant.game.editions import Edition
from assistant.game.errors import IllegalCard
from assistant.game.state import GameState
from assistant.wording import N_, Message, say

if TYPE_CHECKING:
    from assistant.game.turns import Turn


@dataclass(slots=True)
class Judge:
    """Refuses, or in lenient editions takes a note."""

    lenient: bool
    remarks: list[Message] = field(default_factory=list)

    def object(self, reason: Message, remedy: Message) -> None:
        """Raises `IllegalCard`, or in lenient editions keeps the reason as a remark."""
        if not self.lenient:
            raise IllegalCard(reason, remedy)
        self.remarks.append(reason)


def is_lenient(edition: Edition) -> bool:
    """Whether hands, draws and the order of passing are flagged, not refused: the Java engine's records."""
    return edition.scoring == "as-recorded" or edition.turn_order == "free"


def may_draw(state: GameState, turn: Turn) -> bool:
    """Whether the player of `turn` draws a card for the die move.

    One card, however many agents the move ended in the ruin, or for moving nobody on a 1-3; none with four
    in hand, none from an empty stack.

    Args:
        state: the position before the turn.
        turn: the turn, its steps already found legal.
    """
    into_ruin = any(n and advance(at, n) == RUIN for n, at in zip(turn.steps, state.positions, strict=True))
    earned = into_ruin or turn.total == 0
    return earned and state.hands[turn.player] < HAND_LIMIT and state.stack > 0


def draw(state: GameState, moved: GameState, turn: Turn, judge: Judge) -> GameState:
    """The position after the draw that follows the die move, if there is one.

    Args:
        state: the position before the turn.
        moved: the same after the die move.
        turn: the turn; its `drew` may name the card.
        judge: takes what cannot be.

    Raises:
        IllegalCard: except in lenient editions, a draw that the rules do not give, one that they ask for and
            the turn denies, or a card that cannot have been in the stack.
    """
    by_rule = may_draw(state, turn)
    drew = by_rule if turn.drew is None else turn.drew is not False
    who = state.players[turn.player]
    if drew and not by_rule:
        judge.object(_no_draw(state, turn, who), say(N_("drop the draw, or correct the steps")))
    if by_rule and not drew:
        judge.object(
            say(N_("{who} must draw a card for this move"), who=who),
            say(N_("enter the draw, or correct the steps")),
        )
    if not drew:
        return moved
    seen = moved.seen
    if isinstance(turn.drew, str) and _can_be_drawn(moved, turn.drew, who, judge):
        seen = (*seen, (turn.player, turn.drew))
    hands = _changed(moved.hands, turn.player, 1)
    return replace(moved, hands=hands, stack=max(0, moved.stack - 1), seen=seen)


def _can_be_drawn(moved: GameState, card: str, who: str, judge: Judge) -> bool:
    """Whether the card named can have lain in the stack; where not, `judge` has been told."""
    if card not in CARDS:
        judge.object(
            say(N_("there is no card {card!r}"), card=card),
            say(N_("the cards are {names}"), names=", ".join(CARDS)),
        )
        return False
    most = copies(moved.edition, len(moved.players)).get(card, 0)
    if not most:
        judge.object(
            say(N_("{who} cannot draw {card}: this game is played without it"), who=who, card=card),
            say(N_("correct the card, or the edition's two_agent_cards")),
        )
        return False
    if _elsewhere(moved, card) >= most:
        judge.object(
            say(N_("{who} cannot draw {card}: all its copies are elsewhere"), who=who, card=card),
            say(N_("correct the card, or the one entered before")),
        )
        return False
    return True


def _elsewhere(state: GameState, card: str) -> int:
    """Copies that are known to be out of the stack: played, or drawn by name and still in a hand."""
    return state.played.count(card) + sum(held == card for _, held in state.seen)


def _no_draw(state: GameState, turn: Turn, who: str) -> Message:
    if not state.stack:
        return say(N_("{who} cannot draw a card: the stack is empty"), who=who)
    if state.hands[turn.player] >= HAND_LIMIT:
        return say(N_("{who} cannot draw a card with {n} in hand"), who=who, n=state.hands[turn.player])
    return say(N_("{who} draws no card: no agent that moved ended in the ruin"), who=who)


def take_from_hand(now: GameState, player: int, card: str, judge: Judge) -> GameState:
    """The position with `card` moved from that player's hand to the cards played; its effect is not applied.

    A card needs a hand that is not empty and a copy that has not been played and lies in no other hand.

    Raises:
        IllegalCard: except in lenient editions, where that is not so.
    """
    who = now.players[player]
    if not now.hands[player]:
        judge.object(
            say(N_("{who} has no card left to play"), who=who),
            say(N_("leave the card out, or add the draw that the record lacks")),
        )
    seen = list(now.seen)
    if (player, card) in seen:
        seen.remove((player, card))
    most = copies(now.edition, len(now.players)).get(card, 0)
    if card in CARDS and now.played.count(card) >= most:
        judge.object(
            say(N_("no {card} is left: {n} of {n} have been played"), card=card, n=most),
            say(N_("correct the card, or the one entered before")),
        )
    elif card in CARDS and now.played.count(card) + [held for _, held in seen].count(card) >= most:
        judge.object(
            say(N_("{who} cannot hold {card}: all its copies are elsewhere"), who=who, card=card),
            say(N_("correct the card, or the one entered before")),
        )
    hands = _changed(now.hands, player, -1)
    return replace(now, hands=hands, played=(*now.played, card), seen=tuple(seen))


def _changed(hands: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return tuple(max(0, n + by) if s == seat else n for s, n in enumerate(hands))
