"""What in a record is possible but odd: worth a remark, not a refusal.

Who owns what is truth that comes after the game, and clues may be wrong, so contradictions among them never
stop a replay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from assistant.game import TWO_AGENT_CARDS
from assistant.records.record import DossierEvent, Record, RevealEvent, TurnEvent
from assistant.records.replay import Replay, Step
from assistant.wording import N_, Message, say


def remarks(game: Replay) -> Iterator[Message]:
    """Remarks on a replayed game, in the order of its events."""
    exchanged = _exchanged(game)
    if not exchanged:
        yield from _on_viewer(game)
    shown: list[RevealEvent] = []
    filled: set[str] = set()
    for step in game.steps:
        event, found = step.event, list[Message]()
        if step.outcome is not None:
            found += step.outcome.remarks
        if isinstance(event, RevealEvent) and not exchanged:
            found += _on_reveal(game.record, event, shown)
            shown.append(event)
        if isinstance(event, DossierEvent):
            found += _on_dossier(step, event, filled)
            filled.add(event.player)
        for message in found:
            yield say(N_("event {n}: {message}"), n=step.number, message=message)


def _exchanged(game: Replay) -> bool:
    """Whether a card may have changed who owns what."""
    plays = (p for step in game.turns if isinstance(step.event, TurnEvent) for p in step.event.cards or ())
    return any(play.card == TWO_AGENT_CARDS for play in plays)


def _on_viewer(game: Replay) -> Iterator[Message]:
    viewer, owners = game.record.viewer, game.record.owners or {}
    if viewer is None or viewer.agent is None or viewer.player not in owners:
        return
    if owners[viewer.player] != viewer.agent:
        yield say(
            N_("the viewer {player} holds {agent}, but `owners` says {other}"),
            player=viewer.player, agent=viewer.agent, other=owners[viewer.player],
        )  # fmt: skip


def _on_reveal(record: Record, event: RevealEvent, shown: Sequence[RevealEvent]) -> Iterator[Message]:
    """A card shown that is another one than the truth, the viewer's, or earlier reveals tell."""
    owners, viewer = record.owners or {}, record.viewer
    if owners.get(event.player, event.agent) != event.agent:
        yield say(
            N_("{player} shows {agent}, but `owners` says {other}"),
            player=event.player, agent=event.agent, other=owners[event.player],
        )  # fmt: skip
    holds = None if viewer is None else viewer.agent
    if viewer is not None and holds and (viewer.player == event.player) != (holds == event.agent):
        yield say(
            N_("{player} shows {agent}, but the viewer {viewer} holds {card}"),
            player=event.player, agent=event.agent, viewer=viewer.player, card=holds,
        )  # fmt: skip
    for earlier in shown:
        if (earlier.player == event.player) != (earlier.agent == event.agent):
            yield say(N_("{player} showed {agent} before"), player=earlier.player, agent=earlier.agent)


def _on_dossier(step: Step, event: DossierEvent, filled: Collection[str]) -> Iterator[Message]:
    """A dossier that the edition does not have, at another moment than it is asked for, or filled again."""
    state = step.state
    if not state.edition.has_dossier:
        yield say(N_("this edition has no dossier, so it pays nothing"))
    elif state.dossier_turn is None and not state.finished:
        yield say(N_("the dossier is not due yet"))
    elif state.dossier_turn is not None and state.turns > state.dossier_turn and not state.finished:
        # After the end the dossiers are opened, so a record may well have them only there.
        yield say(N_("the dossier was due in turn {n}, before turn {next}"),
                  n=state.dossier_turn, next=state.dossier_turn + 1)  # fmt: skip
    if event.player in filled:
        yield say(N_("{player} filled a dossier before: the last one counts"), player=event.player)
