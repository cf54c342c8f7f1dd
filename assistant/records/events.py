"""The events of a record, version 1 (docs/record.md): turns, clues, dossiers, reveals, notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    model_validator,
)

from assistant.game import GameError
from assistant.wording import N_, say

Name = Annotated[StrictStr, Field(min_length=1, max_length=200)]
Number = Annotated[StrictInt, Field(ge=-1_000_000, le=1_000_000)]
"""A whole number of a game; the bound keeps absurd input from reaching the arithmetic."""


class Model(BaseModel):
    """An immutable part of a record that keeps the fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="allow")

    @property
    def unknown(self) -> dict[str, Any]:
        """Fields that version 1 does not name, as they were given."""
        return dict(self.model_extra or {})


class CardEvent(Model):
    """One Top Secret card played, or a pass (`card` None).

    `agents` and `number` mean what the card needs (RULES.md): steps with their sign, or a building.
    `effect` notes by hand what `two-agent-cards` did: `look` at extras, or `exchange` of identity with the
    player `other`, or with an extra where `other` is absent.
    """

    player: Name
    card: StrictStr | None = None
    agents: tuple[Name, ...] = ()
    number: Number | None = None
    effect: Literal["look", "exchange"] | None = None
    other: Name | None = None


class TurnEvent(Model):
    """One turn.

    Attributes:
        player: whose turn it was.
        die: the face rolled, "1-3" for the one that lets the player choose; None where nobody noted it.
        moves: agent -> steps, for the agents that moved.
        safe: building (0 church, 1 to 10, 11 ruin) to which the safe went; None without a scoring.
        scores: agent -> marker after the turn; a check, of some or all agents.
        positions: agent -> building after the turn; a check, of some or all agents.
        cards: the card round in order, passes included.
        drew: whether a card was drawn, or which one.
        scored: whether a scoring took place, where the edition's `scoring` is as-recorded.
    """

    type: Literal["turn"] = "turn"
    player: Name
    die: Number | Literal["1-3"] | None = None
    moves: dict[Name, Number] = Field(default_factory=dict)
    safe: Number | None = None
    scores: dict[Name, Number] | None = None
    positions: dict[Name, Number] | None = None
    cards: tuple[CardEvent, ...] | None = None
    drew: StrictBool | StrictStr | None = None
    scored: StrictBool | None = None

    def unchecked(self) -> TurnEvent:
        """The turn without `scores` and `positions`: left out as if never noted, not noted as nothing."""
        left = {
            name: value for name, value in self if name in self.model_fields_set - {"scores", "positions"}
        }
        return TurnEvent(**left)


ClueKind = Literal["owns", "not-owns", "one-of", "extra", "not-extra", "either"]
CLUE_NEEDS: Mapping[str, tuple[str, ...]] = {
    "owns": ("player", "agent"), "not-owns": ("player", "agent"), "one-of": ("player", "agents"),
    "extra": ("agent",), "not-extra": ("agent",), "either": ("pairs",),
}  # fmt: skip
"""Fields that each kind of clue must have."""


class ClueEvent(Model):
    """Something known or believed about who is who; `trust` 1 is certain, below 1 a belief.

    `owns`, `not-owns`: player and agent. `one-of`: player and agents. `extra`, `not-extra`: agent.
    `either`: pairs of player and agent, at least one of which is right.
    """

    type: Literal["clue"] = "clue"
    kind: ClueKind
    player: Name | None = None
    agent: Name | None = None
    agents: tuple[Name, ...] | None = None
    pairs: tuple[tuple[Name, Name], ...] | None = None
    trust: Annotated[StrictInt | StrictFloat, Field(ge=0, le=1)] = 1.0
    source: StrictStr | None = None

    @model_validator(mode="after")
    def _has_what_its_kind_needs(self) -> Self:
        for name in CLUE_NEEDS[self.kind]:
            if not getattr(self, name):
                raise GameError(
                    say(N_("a clue of kind {kind} needs `{field}`"), kind=self.kind, field=name),
                    say(N_("add {fields}"), fields=", ".join(CLUE_NEEDS[self.kind])),
                )
        return self


class DossierEvent(Model):
    """The dossier that a player filled: agent -> player's name, None for an extra."""

    type: Literal["dossier"] = "dossier"
    player: Name
    marks: dict[Name, Name | None]


class RevealEvent(Model):
    """A player shows the card: from here on everybody knows the agent."""

    type: Literal["reveal"] = "reveal"
    player: Name
    agent: Name


class NoteEvent(Model):
    """A remark, about a player or about the table."""

    type: Literal["note"] = "note"
    player: Name | None = None
    text: StrictStr


Event = TurnEvent | ClueEvent | DossierEvent | RevealEvent | NoteEvent
EVENT_TYPES: tuple[str, ...] = ("turn", "clue", "dossier", "reveal", "note")


def names_in(event: Event) -> tuple[list[str | None], list[str | None]]:
    """The players and the agents that an event names; None where a field is empty."""
    match event:
        case TurnEvent():
            cards = event.cards or ()
            players = [event.player, *(p.player for p in cards), *(p.other for p in cards)]
            checks = [*(event.scores or ()), *(event.positions or ())]
            return players, [*event.moves, *checks, *(a for p in cards for a in p.agents)]
        case ClueEvent():
            pairs = event.pairs or ()
            agents = [event.agent, *(event.agents or ()), *(agent for _, agent in pairs)]
            return [event.player, *(player for player, _ in pairs)], agents
        case DossierEvent():
            return [event.player, *event.marks.values()], [*event.marks]
        case RevealEvent():
            return [event.player], [event.agent]
        case NoteEvent():
            return [event.player], []
