"""Clues: what is known or believed about who is who, apart from how anybody plays (docs/record.md, `clue`).

A **hard** clue leaves worlds out. Trust 1 means that its statement is true, trust 0 that it is false.

A **soft** clue, trust t between 0 and 1, makes worlds more or less probable. "70% sure that Ben owns blue" is
read as a player means it: if nothing else were known, the statement would have probability 0.70. Its prior is
the share p of worlds in which it is true, out of those left by the one-to-one rule and by the hard clues that
were known **when it was said** (the own card and earlier events). Worlds where the statement is true are
multiplied by t / p, the others by (1 - t) / (1 - p), so that

* on a table where nothing else is known the statement's probability is t exactly;
* t = p says nothing: with seven agents trust 1/7 in "Ben owns blue" is what everybody knows anyway, and 0.5 is
  real evidence for it, since the odds of one player owning one agent are not those of a coin;
* soft clues are independent witnesses and multiply: two of 70% push beyond 0.70. Who hears the same source
  twice should enter it once;
* a hard clue that comes later, and what the players do, move the belief on from there as Bayes says.

A statement that is more likely true than not before anybody says it ("Ben does not own blue") is another case:
read to the letter, "70% sure that he does not" would make Ben's blue *more* probable than the 1 in 7 it was.
Nobody means that. There p counts as 1/2, so that the clue is a witness who is right with chance t: above 0.5 it
always speaks for its statement, and 0.5 says nothing.

Where the statement was settled by what was known (p is 0 or 1), a soft clue says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.worlds import all_worlds
from assistant.records.record import ClueEvent, Record, RevealEvent
from assistant.records.replay import Step
from assistant.wording import N_, Message, listed, named, say

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

OWN_CARD = 0
"""Number of the "event" by which viewers know their own agent: before all events of the record."""


@dataclass(frozen=True)
class Clue:
    """One statement about the owners.

    Attributes:
        event: number of its event in the record, from 1; `OWN_CARD` for the viewer's own card.
        kind: `owns`, `not-owns`, `one-of`, `extra`, `not-extra` or `either`.
        cells: (seat, agent) pairs that the statement is about; at least one of them is right, for `not-owns`
            none. Empty for `extra` and `not-extra`.
        agent: the agent of `extra` and `not-extra`, None for the other kinds.
        trust: 1 certain, 0 certainly false, between them a belief.
        text: the statement in words.
    """

    event: int
    kind: str
    cells: tuple[tuple[int, int], ...]
    agent: int | None
    trust: float
    text: Message = field(compare=False)

    @property
    def hard(self) -> bool:
        """Whether it leaves worlds out."""
        return self.trust <= 0.0 or self.trust >= 1.0

    @property
    def wanted(self) -> bool:
        """For a hard clue: whether its statement is true (trust 1) or false (trust 0)."""
        return self.trust >= 1.0

    def states(self, owners: Sequence[int]) -> bool:
        """Whether the statement is true where player `seat` owns `owners[seat]`; independent of trust."""
        if self.agent is not None:
            return (self.agent in owners) == (self.kind == "not-extra")
        right = any(owners[seat] == agent for seat, agent in self.cells)
        return right != (self.kind == "not-owns")


def clues_of(record: Record, steps: Iterable[Step]) -> tuple[Clue, ...]:
    """The clues and reveals among `steps`, in order; a reveal is a hard `owns`.

    Args:
        record: the record that was replayed.
        steps: those of the moment asked about (`assistant.deduction.moment`), so that no later reveal counts.

    Raises:
        UnknownName: a player or agent that this game does not have; replaying refuses such events before.
    """
    found = []
    for step in steps:
        if isinstance(step.event, RevealEvent):
            found.append(_reveal(record, step.number, step.event))
        elif isinstance(step.event, ClueEvent):
            found.append(_clue(record, step.number, step.event))
    return tuple(found)


def viewer_clue(seat: int, agent: int) -> Clue:
    """What the player at `seat` knows from the own card: a hard `owns` before all events."""
    return Clue(OWN_CARD, "owns", ((seat, agent),), None, 1.0, say(N_("the own card")))


def _reveal(record: Record, number: int, event: RevealEvent) -> Clue:
    cell = (record.seat(event.player), record.agent(event.agent))
    text = say(N_("{player} revealed {agent}"), player=event.player, agent=named(event.agent))
    return Clue(number, "owns", (cell,), None, 1.0, text)


def _clue(record: Record, number: int, event: ClueEvent) -> Clue:
    trust = float(event.trust)
    cells: tuple[tuple[str | None, str | None], ...] = ()
    agent = None
    match event.kind:
        case "owns" | "not-owns":
            cells = ((event.player, event.agent),)
        case "one-of":
            cells = tuple((event.player, name) for name in event.agents or ())
        case "either":
            cells = event.pairs or ()
        case "extra" | "not-extra":
            agent = record.agent(event.agent or "")
    indices = tuple((record.seat(player or ""), record.agent(name or "")) for player, name in cells)
    return Clue(number, event.kind, indices, agent, trust, _with_trust(_statement(event), trust))


def _statement(event: ClueEvent) -> Message:
    player, agent = event.player, event.agent
    match event.kind:
        case "owns":
            return say(N_("{player} owns {agent}"), player=player, agent=agent)
        case "not-owns":
            return say(N_("{player} does not own {agent}"), player=player, agent=agent)
        case "one-of":
            names = listed([named(name) for name in event.agents or ()])
            return say(N_("{player} owns one of {agents}"), player=player, agents=names)
        case "extra":
            return say(N_("{agent} is an extra"), agent=agent)
        case "not-extra":
            return say(N_("{agent} is not an extra"), agent=agent)
        case "either":
            pairs = listed(
                [say("{who} = {name}", who=who, name=named(name)) for who, name in event.pairs or ()]
            )
            return say(N_("at least one is right of {pairs}"), pairs=pairs)


def _with_trust(statement: Message, trust: float) -> Message:
    if trust >= 1.0:
        return statement
    if trust <= 0.0:
        return say(N_("not true: {statement}"), statement=statement)
    return say(N_("{statement} ({percent}% sure)"), statement=statement, percent=f"{100 * trust:.3g}")


def statement_holds(clue: Clue, players: int, agents: int) -> Mask:
    """In which of `all_worlds(players, agents)` the clue's statement is true, whatever its trust: (worlds,)."""
    worlds = all_worlds(players, agents)
    if clue.agent is not None:
        owned: Mask = (worlds == clue.agent).any(axis=1)
        return owned if clue.kind == "not-extra" else ~owned
    right = np.zeros(len(worlds), dtype=np.bool_)
    for seat, agent in clue.cells:
        right |= worlds[:, seat] == agent
    return ~right if clue.kind == "not-owns" else right


def allowed(clues: Iterable[Clue], players: int, agents: int) -> Mask:
    """Which of `all_worlds(players, agents)` satisfy every hard clue, shape (worlds,)."""
    left = np.ones(len(all_worlds(players, agents)), dtype=np.bool_)
    for clue in clues:
        if clue.hard:
            left &= statement_holds(clue, players, agents) == clue.wanted
    return left


def log_factors(clue: Clue, clues: Iterable[Clue], players: int, agents: int) -> tuple[float, float]:
    """Log weight of a world in which a soft clue's statement is true, and of one in which it is false.

    Args:
        clue: the soft clue.
        clues: all of them; the hard ones said before set its prior (module docstring).
        players: number of players.
        agents: number of agents.

    Returns:
        Zeros where the statement was settled before, either way.
    """
    known = allowed((other for other in clues if other.event < clue.event), players, agents)
    if not known.any():
        return 0.0, 0.0
    prior = float(statement_holds(clue, players, agents)[known].mean())
    if not 0.0 < prior < 1.0:
        return 0.0, 0.0
    prior = min(prior, 0.5)
    return float(np.log(clue.trust / prior)), float(np.log((1.0 - clue.trust) / (1.0 - prior)))


def log_weights(clues: Sequence[Clue], players: int, agents: int) -> Floats:
    """Log weight of every world from the soft clues, shape (worlds,); zeros without any.

    Args:
        clues: all of them, the hard ones too.
        players: number of players.
        agents: number of agents; the worlds stand in the order of `all_worlds(players, agents)`.
    """
    weights = np.zeros(len(all_worlds(players, agents)))
    for clue in clues:
        if not clue.hard:
            true, false = log_factors(clue, clues, players, agents)
            weights += np.where(statement_holds(clue, players, agents), true, false)
    return weights
