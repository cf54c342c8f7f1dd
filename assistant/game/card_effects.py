"""What each Top Secret card does and when it can be played (RULES.md, "Top Secret cards").

Every card is two small functions in one table: `refusal` says why it cannot be played so, `effect` gives the
position after it. Scoring, hands and the order of play are the card round's business (`cards.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, permutations

from assistant.game.board import CHURCH, RUIN, advance, building_name
from assistant.game.deck import CARDS, TWO_AGENT_CARDS
from assistant.game.editions import Edition
from assistant.game.errors import IllegalCard
from assistant.game.state import GameState
from assistant.wording import N_, Message, say

Agents = tuple[int, ...]
Effect = Callable[[GameState, Agents, int], GameState]
Refusal = Callable[[GameState, Agents, int], IllegalCard | None]


def marker_cap(edition: Edition) -> int:
    """Marker value past which `score-3-3` takes nobody: 40 steps from start, and never the finish itself."""
    return edition.start_score + min(40, edition.finish - 1)


def _put(state: GameState, places: Mapping[int, int]) -> GameState:
    """`state` with some agents in other buildings."""
    return replace(state, positions=tuple(places.get(a, at) for a, at in enumerate(state.positions)))


def _stay(state: GameState, agents: Agents, number: int) -> GameState:
    return state


def _safe(state: GameState, agents: Agents, number: int) -> GameState:
    return replace(state, safe=number)


def _score(state: GameState, agents: Agents, number: int) -> GameState:
    cap = marker_cap(state.edition)
    markers = tuple(min(cap, m + 3) if a in agents else m for a, m in enumerate(state.markers))
    return replace(state, markers=markers)


def _step(state: GameState, agents: Agents, number: int) -> GameState:
    return _put(state, {a: advance(state.positions[a], number) for a in agents})


def _back(state: GameState, agents: Agents, number: int) -> GameState:
    return _step(state, agents, -1)


def _forward(state: GameState, agents: Agents, number: int) -> GameState:
    return _step(state, agents, 1)


def _to_ruin(state: GameState, agents: Agents, number: int) -> GameState:
    return _put(state, dict.fromkeys(agents, RUIN))


def _to_church(state: GameState, agents: Agents, number: int) -> GameState:
    return _put(state, dict.fromkeys(agents, CHURCH))


def _everyone_to_church(state: GameState, agents: Agents, number: int) -> GameState:
    return replace(state, positions=(CHURCH,) * len(state.positions))


def _swap(state: GameState, agents: Agents, number: int) -> GameState:
    one, other = agents
    return _put(state, {one: state.positions[other], other: state.positions[one]})


def _join(state: GameState, agents: Agents, number: int) -> GameState:
    return _put(state, {agents[0]: state.positions[agents[1]]})


def _to_safe(state: GameState, agents: Agents, number: int) -> GameState:
    return _put(state, dict.fromkeys(agents, state.safe))


def _always(state: GameState, agents: Agents, number: int) -> None:
    return None


def _other_building(state: GameState, agents: Agents, number: int) -> IllegalCard | None:
    if number != state.safe:
        return None
    return IllegalCard(
        say(N_("the safe is already in building {b}"), b=building_name(number)),
        say(N_("name another building, or leave the card out")),
    )


def _below_cap(state: GameState, agents: Agents, number: int) -> IllegalCard | None:
    cap = marker_cap(state.edition)
    high = [a for a in agents if state.markers[a] >= cap]
    if not high:
        return None
    return IllegalCard(
        say(N_("the marker of {agent} is at {n}: from {cap} on it cannot be chosen"),
            agent=state.agents[high[0]], n=state.markers[high[0]], cap=cap),
        say(N_("choose two markers below {cap}"), cap=cap),
    )  # fmt: skip


def _at_the_safe(state: GameState, agents: Agents, number: int) -> IllegalCard | None:
    if state.positions[agents[0]] == state.safe:
        return None
    return IllegalCard(
        say(N_("{agent} does not stand at the safe in building {b}"),
            agent=state.agents[agents[0]], b=building_name(state.safe)),
        say(N_("choose one of: {names}"), names=_names(state, state.safe)),
    )  # fmt: skip


def _in_the_ruin(state: GameState, agents: Agents, number: int) -> IllegalCard | None:
    outside = [a for a in agents if state.positions[a] != RUIN]
    if not outside:
        return None
    return IllegalCard(
        say(N_("{agent} does not stand in the ruin"), agent=state.agents[outside[0]]),
        say(N_("choose one of: {names}"), names=_names(state, RUIN)),
    )


def _apart(state: GameState, agents: Agents, number: int) -> IllegalCard | None:
    one, other = agents
    if state.positions[one] != state.positions[other]:
        return None
    return IllegalCard(
        say(N_("{a} and {b} stand in the same building {n}"), a=state.agents[one], b=state.agents[other],
            n=building_name(state.positions[one])),
        say(N_("choose two agents in different buildings")),
    )  # fmt: skip


def _not_there(state: GameState, agent: int, building: int) -> IllegalCard | None:
    if state.positions[agent] != building:
        return None
    return IllegalCard(
        say(N_("{agent} already stands in building {b}"),
            agent=state.agents[agent], b=building_name(building)),
        say(N_("choose an agent that stands elsewhere")),
    )  # fmt: skip


def _outside_the_ruin(state: GameState, agents: Agents, number: int) -> IllegalCard | None:
    return _not_there(state, agents[0], RUIN)


def _away_from_the_safe(state: GameState, agents: Agents, number: int) -> IllegalCard | None:
    return _not_there(state, agents[0], state.safe)


_RULES: Mapping[str, tuple[Refusal, Effect]] = {
    "safe-anywhere": (_other_building, _safe),
    "score-3-3": (_below_cap, _score),
    "back-1-or-2": (_always, _step),
    "plus-minus-1": (_always, _step),
    "two-back": (_always, _back),
    "two-forward": (_always, _forward),
    "off-the-safe": (_at_the_safe, _step),
    "to-ruin": (_outside_the_ruin, _to_ruin),
    "all-to-church": (_always, _everyone_to_church),
    "swap": (_apart, _swap),
    "join": (_apart, _join),
    "ruin-to-church": (_in_the_ruin, _to_church),
    "forward-1-2-3": (_always, _step),
    "to-safe": (_away_from_the_safe, _to_safe),
    TWO_AGENT_CARDS: (_always, _stay),
}


def refusal(state: GameState, card: str, agents: Agents, number: int) -> IllegalCard | None:
    """Why `card` cannot be played so in this position, or None where it can.

    Args:
        state: the position at that moment of the card round.
        card: the card's id.
        agents: indices of the agents it is played on.
        number: steps with sign, or the safe's building; 0 where the card needs none.
    """
    if card not in CARDS:
        return IllegalCard(
            say(N_("there is no card {card!r}"), card=card),
            say(N_("the cards are {names}"), names=", ".join(CARDS)),
        )
    malformed = _malformed(state, card, agents, number)
    return malformed or _RULES[card][0](state, agents, number)


def _malformed(state: GameState, card: str, agents: Agents, number: int) -> IllegalCard | None:
    facts = CARDS[card]
    reason: Message | None = None
    remedy = say(facts.does)
    if len(agents) not in facts.agents:
        wanted = _either(facts.agents)
        reason = say(N_("the card {card} takes {k} agents, here are {n}"), card=card, k=wanted, n=len(agents))
    elif not all(0 <= agent < len(state.agents) for agent in agents):
        reason = say(N_("the card {card} is played on an agent that is not in play"), card=card)
        remedy = say(N_("the agents are {names}"), names=", ".join(state.agents))
    elif len(set(agents)) < len(agents):
        reason = say(N_("the card {card} needs two different agents"), card=card)
    elif number not in facts.numbers:
        reason = say(N_("the card {card} cannot take the number {n}"), card=card, n=number)
        remedy = say(N_("it takes: {takes}"), takes=_either(facts.numbers))
    return IllegalCard(reason, remedy) if reason else None


def effect(state: GameState, card: str, agents: Agents, number: int) -> GameState:
    """The position after `card`; hands and stack are left alone.

    Raises:
        IllegalCard: the card cannot be played so; says why, and what could be.
    """
    refused = refusal(state, card, agents, number)
    if refused:
        raise refused
    return _RULES[card][1](state, agents, number)


def options(state: GameState, card: str) -> Iterator[tuple[Agents, int]]:
    """Every way to play `card` in this position, as (agents, number), each once.

    Two agents whose order does not matter come in the order of the table. `two-agent-cards` has one way
    only, since its effect is not known: `((), 0)`.
    """
    facts = CARDS[card]
    everyone = range(len(state.agents))
    counts = facts.agents if card != TWO_AGENT_CARDS else (0,)
    for count in counts:
        chosen = permutations(everyone, count) if facts.ordered else combinations(everyone, count)
        for agents in chosen:
            for number in facts.numbers:
                if refusal(state, card, agents, number) is None:
                    yield agents, number


def _names(state: GameState, building: int) -> str:
    return ", ".join(state.agents[a] for a, at in enumerate(state.positions) if at == building) or "-"


def _either(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
