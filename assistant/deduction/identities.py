"""Who holds which identity card when: an exchange makes owners into paths (RULES.md, `two-agent-cards`).

The deduction asks one question only: which agent is on the card that was dealt to each seat. Cards change hands
in the open, so that a player's path follows from it: before an exchange their own card, after it the other
player's, or an extra whose name everybody saw. Clues and turns count for the card that their player held then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.clues import Clue
from assistant.deduction.worlds import Worlds
from assistant.game import CardPlay
from assistant.records.record import Record, TurnEvent
from assistant.records.replay import Step
from assistant.wording import N_, named, say

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Identities:
    """Which card every player holds.

    Attributes:
        cards: for every seat the seat to which the card it holds was dealt; None for a card that was nobody's.
        taken: for every seat the agent on such a card, None elsewhere.
    """

    cards: tuple[int | None, ...]
    taken: tuple[int | None, ...]

    @classmethod
    def dealt(cls, players: int) -> Identities:
        """Everybody holds the own card."""
        return cls(tuple(range(players)), (None,) * players)

    @property
    def moved(self) -> bool:
        """Whether anything was exchanged."""
        return self.cards != tuple(range(len(self.cards)))

    def after(self, plays: Iterable[CardPlay]) -> Identities:
        """After the exchanges among `plays`, as `assistant.game.owners_after`."""
        cards, taken = list(self.cards), list(self.taken)
        for play in plays:
            if play.effect != "exchange":
                continue
            own = play.player
            if play.other is None:
                cards[own], taken[own] = None, play.agents[0]
            else:
                cards[own], cards[play.other] = cards[play.other], cards[own]
                taken[own], taken[play.other] = taken[play.other], taken[own]
        return Identities(tuple(cards), tuple(taken))

    def by_card(self, scores: Floats) -> Floats:
        """Sorts what was read from players, (players, agents), by the cards they hold; unheld cards get zeros."""
        result = np.zeros_like(scores)
        for seat, card in enumerate(self.cards):
            if card is not None:
                result[card] = scores[seat]
        return result

    def holders(self, worlds: Worlds) -> Worlds:
        """Worlds of the cards as worlds of the players who hold them now; what becomes equal is added up."""
        if not self.moved:
            return worlds
        owners = np.empty_like(worlds.owners)
        for seat, (card, agent) in enumerate(zip(self.cards, self.taken, strict=True)):
            if card is not None:
                owners[:, seat] = worlds.owners[:, card]
            elif agent is not None:
                owners[:, seat] = agent
        distinct, place = np.unique(owners, axis=0, return_inverse=True)
        chance = np.zeros(len(distinct))
        np.add.at(chance, place.ravel(), worlds.probability)
        return Worlds(distinct, chance, worlds.players, worlds.agents)

    def held(self, marginals: Floats) -> Floats:
        """P(card shows agent) as P(player owns agent), shape (..., players, agents) both."""
        if not self.moved:
            return marginals
        result = np.zeros_like(marginals)
        for seat, (card, agent) in enumerate(zip(self.cards, self.taken, strict=True)):
            if card is None:
                result[..., seat, agent] = 1.0
            else:
                result[..., seat, :] = marginals[..., card, :]
        return result

    def of_cards(self, clue: Clue) -> Clue:
        """A clue about players, or about extras, as a clue about the cards that players hold.

        What it says of a card that was nobody's is settled: that agent was an extra from the start.
        """
        if not self.moved:
            return clue
        cells = clue.cells
        if clue.agent is not None:
            cells = tuple((seat, clue.agent) for seat in range(len(self.cards)))
        wanted = clue.kind not in ("not-owns", "extra")
        right = [agent for seat, agent in cells if self.taken[seat] == agent]
        left = tuple((card, agent) for seat, agent in cells if (card := self.cards[seat]) is not None)
        if not right and left:
            return replace(clue, kind="one-of" if wanted else "not-owns", cells=left, agent=None)
        known = right[0] if right else next(agent for agent in self.taken if agent is not None)
        return replace(clue, kind="extra" if bool(right) == wanted else "not-extra", cells=(), agent=known)


def identities(steps: Sequence[Step], players: int) -> tuple[Identities, ...]:
    """Who holds which card before the first step and after each."""
    now = Identities.dealt(players)
    kept = [now]
    for step in steps:
        if step.outcome is not None:
            now = now.after(step.outcome.turn.cards)
        kept.append(now)
    return tuple(kept)


def dealt_agent(record: Record, seat: int) -> int | None:
    """The agent on the card dealt to `seat`, from the owners after the game; None where they do not tell."""
    owners = record.owners_by_seat
    if owners is None:
        return None
    now = Identities.dealt(len(owners))
    for event in record.events:
        if isinstance(event, TurnEvent):
            now = now.after(
                CardPlay(record.seat(play.player), play.card, tuple(record.agent(a) for a in play.agents),
                         effect="exchange", other=None if play.other is None else record.seat(play.other))
                for play in event.cards or ()
                if play.effect == "exchange"
            )  # fmt: skip
    return owners[now.cards.index(seat)] if seat in now.cards else None


def exchange_clues(steps: Sequence[Step], players: int) -> tuple[Clue, ...]:
    """What exchanges with an extra tell everybody: its agent was on nobody's card."""
    found = []
    for step in steps:
        for play in step.outcome.turn.cards if step.outcome is not None else ():
            if play.effect == "exchange" and play.other is None:
                agents = step.state.agents
                text = say(N_("{player} took the extra {agent}"), player=step.state.players[play.player],
                           agent=named(agents[play.agents[0]]))  # fmt: skip
                found.append(Clue(step.number, "extra", (), play.agents[0], 1.0, text))
    return tuple(found)
