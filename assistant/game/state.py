"""The position of a game: immutable, made only by `start` and `apply` (`assistant.game.turns`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.game.board import CHURCH, START_SAFE
from assistant.game.deck import deal
from assistant.game.editions import Edition
from assistant.game.errors import GameError
from assistant.wording import N_, say

MAX_PLAYERS = 7
MAX_AGENTS = 7


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that is public on the table. Agents and players are indices into `agents` and `players`.

    Attributes:
        positions: building of each agent, 0 to 11.
        markers: marker of each agent, `edition.start_score` at the start.
        to_move: seat of the player whose turn it is.
        turns: turns completed.
        scorings: scorings that have taken place.
        last_gains: what the last scoring gave each agent (after the floor); zeros before the first.
        dossier_turn: number of the turn (from 1) in which the dossier fell due, or None.
        dossier_markers: markers at that moment, or None.
        finished: a marker has reached the finish.
        hands: number of Top Secret cards that each player holds; empty without cards.
        stack: cards left to draw.
        played: ids of the cards played so far, in order; they never come back.
        seen: (seat, card) for each card that the record names as drawn and that is still in that hand.
    """

    edition: Edition
    players: tuple[str, ...]
    agents: tuple[str, ...]
    positions: tuple[int, ...]
    markers: tuple[int, ...]
    safe: int
    to_move: int = 0
    turns: int = 0
    scorings: int = 0
    last_gains: tuple[int, ...] = ()
    dossier_turn: int | None = None
    dossier_markers: tuple[int, ...] | None = None
    finished: bool = False
    hands: tuple[int, ...] = ()
    stack: int = 0
    played: tuple[str, ...] = ()
    seen: tuple[tuple[int, str], ...] = ()

    @property
    def leader_marker(self) -> int:
        """The highest marker."""
        return max(self.markers)


def start(edition: Edition, players: Sequence[str], agents: Sequence[str]) -> GameState:
    """The position before the first turn: agents in the church, markers on start, the safe in house 7.

    The list of agents stands as given: other counts than the rulebook's occur (RULES.md), and only an
    explicit `agents` parameter of the edition must agree with it.

    Raises:
        GameError: fewer than 2 or more than 7 players or agents, fewer agents than players, a name twice,
            or a number of agents other than the edition's `agents` parameter says.
    """
    for kind, names, most in ((N_("players"), players, MAX_PLAYERS), (N_("agents"), agents, MAX_AGENTS)):
        if not 2 <= len(names) <= most:
            raise GameError(
                say(
                    N_("a game has 2 to {most} {kind}, here are {n}"), most=most, kind=say(kind), n=len(names)
                ),
                say(N_("list 2 to {most} {kind}"), most=most, kind=say(kind)),
            )
        if len(set(names)) != len(names):
            twice = next(name for name in names if list(names).count(name) > 1)
            raise GameError(
                say(N_("the name {name} stands twice among the {kind}"), name=twice, kind=say(kind)),
                say(N_("give each its own name")),
            )
    if len(agents) < len(players):
        raise GameError(
            say(N_("{p} players need at least {p} agents, here are {a}"), p=len(players), a=len(agents)),
            say(N_("list {n} agents"), n=edition.agents_in_play(len(players))),
        )
    if edition.agents is not None and edition.agents != len(agents):
        raise GameError(
            say(N_("the edition says {n} agents, the list has {a}"), n=edition.agents, a=len(agents)),
            say(N_("change the edition's agents to {a} or the list to {n}"), a=len(agents), n=edition.agents),
        )
    hands, stack = deal(edition, len(players))
    return GameState(
        edition=edition,
        players=tuple(players),
        agents=tuple(agents),
        positions=(CHURCH,) * len(agents),
        markers=(edition.start_score,) * len(agents),
        safe=START_SAFE,
        last_gains=(0,) * len(agents),
        hands=hands,
        stack=stack,
    )
