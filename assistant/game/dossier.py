"""The secret dossier: what each right name pays (RULES.md, row "dossier: pays")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.game.editions import Edition
from assistant.game.errors import IllegalDossier
from assistant.game.state import GameState
from assistant.wording import N_, say

Marks = Mapping[int, int | None]
"""Agent -> seat of the player named for it, None for "an extra". Agents may be left out."""


@dataclass(frozen=True, slots=True)
class DossierResult:
    """How one dossier came out: agents named right that pay, and the points."""

    right: tuple[int, ...]
    points: int


def check_owners(state: GameState, owners: Sequence[int]) -> None:
    """Refuses an assignment that the table cannot have.

    Args:
        state: any state of the game.
        owners: agent of each player, by seat.

    Raises:
        IllegalDossier: a wrong number of entries, an agent that is not in play, or one owned twice.
    """
    if len(owners) != len(state.players):
        raise IllegalDossier(
            say(N_("{n} players own agents, but the table has {p}"), n=len(owners), p=len(state.players)),
            say(N_("name one agent for each player")),
        )
    for seat, agent in enumerate(owners):
        if not 0 <= agent < len(state.agents):
            raise IllegalDossier(
                say(N_("{player} owns an agent that is not in play"), player=state.players[seat]),
                say(N_("the agents are {names}"), names=", ".join(state.agents)),
            )
        if owners.index(agent) != seat:
            raise IllegalDossier(
                say(N_("{agent} is owned by {a} and by {b}"), agent=state.agents[agent],
                    a=state.players[owners.index(agent)], b=state.players[seat]),
                say(N_("give each player an agent of their own")),
            )  # fmt: skip


def pays(edition: Edition, agent_owner: int | None, filler: int) -> bool:
    """Whether naming an agent right pays: never one's own, an extra only where `dossier_extras` is yes."""
    if agent_owner is None:
        return edition.dossier_extras == "yes"
    return agent_owner != filler


def pay_out(state: GameState, owners: Sequence[int], filler: int, marks: Marks) -> DossierResult:
    """What the dossier `marks` of player `filler` pays under the edition.

    Args:
        state: any state of the game.
        owners: agent of each player, by seat.
        filler: seat of the player who filled it.
        marks: the dossier.

    Raises:
        IllegalDossier: as `check_owners`.
    """
    check_owners(state, owners)
    owner_of = {agent: seat for seat, agent in enumerate(owners)}
    right = tuple(
        agent
        for agent in sorted(marks)
        if marks[agent] == owner_of.get(agent) and pays(state.edition, owner_of.get(agent), filler)
    )
    return DossierResult(right, len(right) * state.edition.dossier_pay)
