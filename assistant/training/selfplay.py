"""Self-play: whole games of a population, as records with their owners and kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from assistant.game import GameState, apply, edition, start
from assistant.records.record import Player, Record, TurnEvent
from assistant.training.players import Policy, Seat

COLOURS = ("yellow", "red", "purple", "blue", "green", "orange", "grey")
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frida", "Gero")
MAX_TURNS = 120
"""A game that nobody ends by then is cut off; tables of spoilers can go on for ever."""


def play_game(
    policies: Sequence[Policy],
    edition_spec: str | dict[str, Any],
    seed: int,
    title: str = "",
    checks: bool = False,
) -> Record:
    """One game among `policies`, one per seat.

    Args:
        policies: the players in seat order, 2 to 7.
        edition_spec: a preset's name or an object with overrides, as in a record's head.
        seed: of owners, dice and choices; equal seeds give equal games.
        title: written into the record.
        checks: write every marker and position after every turn.

    Returns:
        A record with `owners` and every player's kind under the tag `controller`.
    """
    rng = np.random.default_rng(seed)
    rules = edition(edition_spec)
    n = len(policies)
    agents = COLOURS[: rules.agents_in_play(n)]
    state = start(rules, NAMES[:n], agents)
    own = [int(agent) for agent in rng.permutation(len(agents))[:n]]
    seats = [Seat(policy, i, own[i], len(agents), rng) for i, policy in enumerate(policies)]
    events: list[TurnEvent] = []
    while not state.finished and len(events) < MAX_TURNS:
        die = rules.faces[int(rng.integers(6))]
        turn = seats[state.to_move].take_turn(state, die)
        before, state = state, apply(state, turn)
        events.append(
            TurnEvent(
                player=before.players[turn.player],
                die=die,
                moves={agents[a]: steps for a, steps in enumerate(turn.steps) if steps},
                safe=turn.safe,
                **(checks_of(state) if checks else {}),
            )
        )
    return played(state, edition_spec, policies, own, events, title, seed)


def played(
    state: GameState,
    edition_spec: str | dict[str, Any],
    policies: Sequence[Policy],
    own: Sequence[int],
    events: Sequence[TurnEvent],
    title: str,
    seed: int,
) -> Record:
    """The record of a game of self-play: what happened, who owned which agent (`own`, by seat), and every kind."""
    return Record(
        title=title,
        edition=edition_spec,
        agents=state.agents,
        players=tuple(
            Player(name=name, tags={"controller": policy.name})
            for name, policy in zip(state.players, policies, strict=True)
        ),
        events=tuple(events),
        owners={state.players[seat]: state.agents[agent] for seat, agent in enumerate(own)},
        tags={"source": "self-play", "seed": seed},
    )


def checks_of(state: GameState) -> dict[str, dict[str, int]]:
    """A turn's checks: every marker and position after it."""
    return {
        "scores": dict(zip(state.agents, state.markers, strict=True)),
        "positions": dict(zip(state.agents, state.positions, strict=True)),
    }
