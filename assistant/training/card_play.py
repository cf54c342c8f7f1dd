"""Self-play of the Top Secret game: policies take the turns, card players use the hands.

A card player looks at every way to use every card it holds and takes the one that does most for its agent, if it
does enough; passing is free. The kinds differ in what is enough, whom they count and how well they judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from assistant.game import VALUES, CardPlay, GameState, Turn, apply, edition, safe_targets, start
from assistant.game.board import advance
from assistant.game.card_effects import effect, options
from assistant.game.cards import may_draw, play_round
from assistant.game.deck import DEAL, TWO_AGENT_CARDS, copies
from assistant.records.record import CardEvent, Record, TurnEvent
from assistant.training.players import Policy, Seat
from assistant.training.selfplay import COLOURS, MAX_TURNS, NAMES, checks_of, played


@dataclass(frozen=True)
class CardPlayer:
    """One kind of card player.

    Attributes:
        name: the kind.
        enough: gain in building value and marker steps for which a card is worth giving up.
        against: share of the others' mean that is taken off its own.
        noise: standard deviation of its judgement of one way to play.
        whim: chance to play any card in any way instead of thinking.
    """

    name: str
    enough: float = 3.0
    against: float = 1.0
    noise: float = 0.0
    whim: float = 0.0


THRIFTY = CardPlayer("thrifty")
CARD_POPULATION: tuple[CardPlayer, ...] = (
    THRIFTY,
    CardPlayer("eager", enough=0.5, noise=1.0),
    CardPlayer("selfish", enough=2.0, against=0.0),
    CardPlayer("hazy", enough=2.0, noise=3.0),
    CardPlayer("whimsical", enough=100.0, whim=0.15),
)
"""Every kind of card player that `fit` learns from."""


class _Table:
    """Hands, stack and players of one game."""

    def __init__(
        self, policies: Sequence[Policy], spec: str | dict[str, Any], seed: int, player: CardPlayer
    ) -> None:
        self.player = player
        self.rng = np.random.default_rng(seed)
        rules = edition(spec)
        n = len(policies)
        agents = COLOURS[: rules.agents_in_play(n)]
        self.state = start(rules, NAMES[:n], agents)
        self.own = [int(agent) for agent in self.rng.permutation(len(agents))[:n]]
        self.seats = [Seat(p, i, self.own[i], len(agents), self.rng) for i, p in enumerate(policies)]
        deck = [card for card, number in copies(rules, n).items() for _ in range(number)]
        order = [deck[int(i)] for i in self.rng.permutation(len(deck))]
        self.hands = [[order.pop() for _ in range(DEAL)] for _ in range(n)]
        self.stack = order

    def turn(self) -> Turn:
        """Rolls and plays one whole turn, the card round included."""
        state = self.state
        die = state.edition.faces[int(self.rng.integers(6))]
        seat = state.to_move
        split = replace(self.seats[seat].take_turn(state, die), safe=None)
        moved = replace(
            state, positions=tuple(advance(at, n) for at, n in zip(state.positions, split.steps, strict=True))
        )
        drew = self._draw(state, split, seat)
        plays = self._round(state, moved, split, seat)
        turn = replace(split, cards=tuple(plays), drew=drew or None)
        result = play_round(state, moved, turn)
        if not result.due:
            return turn
        targets = safe_targets(state.edition, result.state.safe, result.state.positions)
        return replace(turn, safe=self._ending(state, turn, int(self.rng.choice(targets))))

    def _ending(self, state: GameState, turn: Turn, target: int) -> int | None:
        """No safe move where the scoring ends the game."""
        return None if apply(state, replace(turn, safe=target)).finished else target

    def _draw(self, state: GameState, turn: Turn, seat: int) -> bool:
        if not may_draw(state, turn):
            return False
        self.hands[seat].append(self.stack.pop())
        return True

    def _round(self, state: GameState, moved: GameState, turn: Turn, first: int) -> list[CardPlay]:
        plays: list[CardPlay] = []
        for step in range(len(state.players)):
            seat = (first + step) % len(state.players)
            now = play_round(state, moved, replace(turn, cards=tuple(plays))).state
            best = self._best(now, seat)
            if best is not None:
                self.hands[seat].remove(str(best.card))
                plays.append(best)
            plays.append(CardPlay(seat, None))
        return plays

    def _best(self, now: GameState, seat: int) -> CardPlay | None:
        ways = [
            CardPlay(seat, card, agents, number)
            for card in sorted(set(self.hands[seat]) - {TWO_AGENT_CARDS})
            for agents, number in options(now, card)
        ]
        if self.player.whim and ways and self.rng.random() < self.player.whim:
            return ways[int(self.rng.integers(len(ways)))]
        found: CardPlay | None = None
        most = self.player.enough
        for way in ways:
            assert way.card is not None
            gain = self._worth(effect(now, way.card, way.agents, way.number), seat) - self._worth(now, seat)
            if self.player.noise:
                gain += float(self.rng.normal(0.0, self.player.noise))
            if gain > most:
                most, found = gain, way
        return found

    def _worth(self, state: GameState, seat: int) -> float:
        values = np.array(VALUES, dtype=np.float64)[list(state.positions)] + np.array(state.markers)
        own = float(values[self.own[seat]])
        return own - self.player.against * float(values.sum() - own) / (len(values) - 1)


def play_card_game(
    policies: Sequence[Policy],
    edition_spec: str | dict[str, Any],
    seed: int,
    title: str = "",
    checks: bool = False,
    player: CardPlayer = THRIFTY,
) -> Record:
    """One Top Secret game, as `assistant.training.selfplay.play_game`; cards drawn and played are recorded."""
    table = _Table(policies, edition_spec, seed, player)
    names, agents = table.state.players, table.state.agents
    events: list[TurnEvent] = []
    while not table.state.finished and len(events) < MAX_TURNS:
        turn = table.turn()
        after = apply(table.state, turn)
        cards = tuple(
            CardEvent(player=names[play.player], card=None)
            if play.card is None
            else CardEvent(
                player=names[play.player],
                card=play.card,
                agents=tuple(agents[a] for a in play.agents),
                number=play.number,
            )
            for play in turn.cards
        )
        events.append(
            TurnEvent(
                player=names[turn.player],
                die=turn.die,
                moves={agents[a]: n for a, n in enumerate(turn.steps) if n},
                safe=turn.safe,
                cards=cards,
                **({"drew": True} if turn.drew else {}),
                **(checks_of(after) if checks else {}),
            )
        )
        table.state = after
    return played(table.state, edition_spec, policies, table.own, events, title, seed)
