"""The card round of the Top Secret game: draw, plays and passes, scoring due (RULES.md, "Top Secret cards").

The round comes after the die move and before the scoring. What must be right in every edition is what a card
does; who held how many cards, drew, or had the word is refused where it cannot be, except for the Java
engine's records (`is_lenient`), which replay with a remark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from assistant.game.card_effects import effect
from assistant.game.card_hands import Judge, draw, is_lenient, may_draw, take_from_hand
from assistant.game.deck import CARDS, TWO_AGENT_CARDS, deal
from assistant.game.errors import IllegalCard
from assistant.game.state import GameState
from assistant.wording import N_, Message, say

if TYPE_CHECKING:
    from assistant.game.turns import Turn

__all__ = ["CARDS", "CardPlay", "CardRound", "CardStage", "card_round", "deal", "is_lenient", "may_draw",
           "owners_after", "play_round"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardPlay:
    """One card played, or a pass.

    Attributes:
        player: seat of the player.
        card: the card's id in RULES.md; None for a pass.
        agents: agents it is played on, in the order that the card needs.
        number: its number: steps with sign, or the safe's new building; 0 where it needs none.
        effect: what `two-agent-cards` did, as the table noted it: a private look or an exchange of identity.
        other: seat of the player with whom the identity was exchanged; None for an extra, `agents[0]`.
    """

    player: int
    card: str | None
    agents: tuple[int, ...] = ()
    number: int = 0
    effect: Literal["", "look", "exchange"] = ""
    other: int | None = None


@dataclass(frozen=True, slots=True)
class CardStage:
    """A moment of the card round: what the player who has the word sees before deciding.

    Attributes:
        state: the position, hands and stack included.
        entered: agents that were moved to the safe this turn, by die or card, and still stand with it.
        play: what was then done.
    """

    state: GameState
    entered: frozenset[int]
    play: CardPlay


@dataclass(frozen=True, slots=True)
class CardRound:
    """A whole card round.

    Attributes:
        state: the position after it.
        entered: agents that were moved to the safe this turn and still stand with it.
        stages: one per entry of the record, in order.
        remarks: where the record and the rules differ, for editions that replay such records.
    """

    state: GameState
    entered: frozenset[int]
    stages: tuple[CardStage, ...] = ()
    remarks: tuple[Message, ...] = ()

    @property
    def due(self) -> bool:
        """Whether a scoring is due by the rules."""
        return bool(self.entered)


def card_round(state: GameState, moved: GameState, turn: Turn) -> tuple[GameState, bool]:
    """The state after the card round and whether a scoring is due; see `play_round`."""
    result = play_round(state, moved, turn)
    return result.state, result.due


def play_round(state: GameState, moved: GameState, turn: Turn) -> CardRound:
    """The draw and the card round.

    Args:
        state: the position before the turn.
        moved: the same after the die move.
        turn: the turn.

    Raises:
        IllegalCard: a card that cannot be played so, or, except in lenient editions, one that its player
            cannot hold, a draw that the rules do not give, or a play out of order.
    """
    judge = Judge(is_lenient(state.edition))
    now = draw(state, moved, turn, judge)
    entered = frozenset(a for a, n in enumerate(turn.steps) if n and moved.positions[a] == moved.safe)
    order = _Order(state.edition.card_passes, turn.player, len(state.players))
    stages = []
    for play in turn.cards:
        _check_entry(now, play)
        order.take(now, play, judge)
        stages.append(CardStage(now, entered, play))
        if play.card is not None:
            now, entered = _play(now, entered, play, judge)
    return CardRound(now, entered, tuple(stages), tuple(judge.remarks))


def _play(
    now: GameState, entered: frozenset[int], play: CardPlay, judge: Judge
) -> tuple[GameState, frozenset[int]]:
    """The position and the agents that count as having entered, after one card."""
    assert play.card is not None
    held = take_from_hand(now, play.player, play.card, judge)
    after = effect(held, play.card, play.agents, play.number)
    if after.safe != now.safe:
        # The moved safe cancels what was pending, and agents that already stand there did not enter.
        return after, frozenset()
    shifted = {a for a, at in enumerate(after.positions) if at != now.positions[a]}
    arrived = {a for a in shifted if after.positions[a] == after.safe}
    return after, frozenset((entered - shifted) | arrived)


def _check_entry(now: GameState, play: CardPlay) -> None:
    """What no edition can replay: a seat that is not there, a pass with content, a note on another card."""
    if not 0 <= play.player < len(now.players):
        raise IllegalCard(
            say(N_("there is no player in seat {n}"), n=play.player + 1),
            say(N_("seats are 1 to {n}"), n=len(now.players)),
        )
    if play.other is not None and not 0 <= play.other < len(now.players):
        raise IllegalCard(
            say(N_("there is no player in seat {n}"), n=play.other + 1),
            say(N_("seats are 1 to {n}"), n=len(now.players)),
        )
    if play.card is None and (play.agents or play.number):
        raise IllegalCard(
            say(N_("a pass takes no agents and no number")), say(N_("name the card, or leave them out"))
        )
    if play.effect and play.card != TWO_AGENT_CARDS:
        raise IllegalCard(
            say(N_("only the card {card} has an effect noted by hand"), card=TWO_AGENT_CARDS),
            say(N_("leave the effect out, or correct the card")),
        )
    if play.effect == "exchange" and play.other is None and not play.agents:
        raise IllegalCard(
            say(N_("an exchange of identity needs the other player, or the extra taken")),
            say(N_("name one of them, or leave the effect out")),
        )
    if play.effect == "exchange" and play.other == play.player:
        raise IllegalCard(
            say(N_("{who} cannot exchange identities with themselves"), who=now.players[play.player]),
            say(N_("name the other player, or the extra taken")),
        )


@dataclass(slots=True)
class _Order:
    """Who has the word. Passes may be left out of a record: whoever is skipped has passed.

    `once`: the active player first, then clockwise, each has one chance with any number of cards.
    `until-all-pass`: the same way round and round, until everyone has passed in a row.
    """

    passes: str
    active: int
    players: int
    offset: int = 0
    in_a_row: int = 0

    def take(self, now: GameState, play: CardPlay, judge: Judge) -> None:
        """Moves the word to the player of this entry."""
        there = (play.player - self.active) % self.players
        who = now.players[play.player]
        if self.passes == "once":
            if there < self.offset:
                judge.object(
                    say(N_("{who} has had the one chance of this card round"), who=who),
                    say(N_("enter the cards clockwise from {first}, or set card_passes to until-all-pass"),
                        first=now.players[self.active]),
                )  # fmt: skip
            self.offset = there + (play.card is None)
            return
        self.in_a_row += (there - self.offset) % self.players
        if self.in_a_row >= self.players:
            judge.object(
                say(N_("the card round was over when {who} came: everyone had passed in a row"), who=who),
                say(N_("remove the entry, or a pass before it")),
            )
        self.in_a_row = self.in_a_row + 1 if play.card is None else 0
        self.offset = (there + (play.card is None)) % self.players


def owners_after(owners: Sequence[int], plays: Sequence[CardPlay]) -> tuple[int, ...]:
    """Who owns which agent after the exchanges of identity among `plays`.

    Args:
        owners: agent of each player, by seat, before.
        plays: the card round.
    """
    now = list(owners)
    for play in plays:
        if play.effect != "exchange":
            continue
        if play.other is not None:
            now[play.player], now[play.other] = now[play.other], now[play.player]
        else:
            now[play.player] = play.agents[0]
    return tuple(now)
