"""Games under review: self-play of known kinds, with dossiers, clues and reveals."""

from __future__ import annotations

import random
from functools import cache

from assistant.game import Turn, apply, legal_splits, safe_targets
from assistant.records import ClueEvent, DossierEvent, Player, Record, TurnEvent
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game

WILD = "<img src=x onerror=alert(1)>&\"'"


@cache
def game(players: int = 4, seed: int = 5, kind: str = "greedy") -> Record:
    """A finished game of one kind, with a dossier of every player: the truth for all but one row."""
    policy = next(policy for policy in POPULATION if policy.name == kind)
    record = play_game([policy] * players, "ravensburger-expert", seed, "Friday")
    assert record.owners is not None
    player_of = {agent: player for player, agent in record.owners.items()}
    dossiers = []
    for name in record.names:
        marks = {agent: player_of.get(agent) for agent in record.agents if agent != record.owners[name]}
        marks[next(iter(marks))] = None
        dossiers.append(DossierEvent(player=name, marks=marks))
    return record.with_events([*record.events, *dossiers])


def with_clue(record: Record, after: int = 4) -> Record:
    """A soft and a hard clue entered between two turns, both true."""
    assert record.owners is not None
    one, other = record.names[1], record.names[2]
    clues = [
        ClueEvent(kind="owns", player=one, agent=record.owners[one], trust=0.7, source="said so"),
        ClueEvent(kind="owns", player=other, agent=record.owners[other]),
    ]
    return record.with_events([*record.events[:after], *clues, *record.events[after:]])


def long_game(turns: int = 100, players: int = 7, seed: int = 3) -> Record:
    """Random legal turns that no finish ends."""
    names = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fee", "Gus")[:players]
    agents = ("yellow", "red", "purple", "blue", "green", "orange", "grey")
    dice = random.Random(seed)
    record = Record(
        edition={"base": "ravensburger-expert", "finish": 500, "dossier_at": 60}, agents=agents,
        players=tuple(Player(name=name) for name in names),
    )  # fmt: skip
    state, events = record.start(), []
    for _ in range(turns):
        die = dice.choice(state.edition.faces)
        table = legal_splits(state, die)
        steps = tuple(int(n) for n in table[dice.randrange(len(table))])
        ends = tuple((at + n) % 12 for at, n in zip(state.positions, steps, strict=True))
        scores = any(n and end == state.safe for n, end in zip(steps, ends, strict=True))
        safe = dice.choice(safe_targets(state.edition, state.safe, ends)) if scores else None
        moves = {agent: n for agent, n in zip(agents, steps, strict=True) if n}
        events.append(TurnEvent(player=names[state.to_move], die=die, moves=moves, safe=safe))
        state = apply(state, Turn(state.to_move, steps, die, safe))
    cards = list(agents)
    dice.shuffle(cards)
    owners = dict(zip(names, cards, strict=False))
    return record.with_events(events).model_copy(update={"owners": owners})


def renamed(record: Record, old: str, new: str) -> Record:
    """The record with one name changed everywhere."""
    import json

    from assistant.records import parse_json, print_json

    return parse_json(print_json(record).replace(json.dumps(old), json.dumps(new, ensure_ascii=False)))
