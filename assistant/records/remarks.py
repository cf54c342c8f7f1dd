"""What in a record is possible but odd: worth a remark, not a refusal.

Who owns what is truth that comes after the game, and clues may be wrong, so contradictions among them never
stop a replay.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.records.record import DossierEvent, RevealEvent, TurnEvent
from assistant.records.replay import Replay
from assistant.wording import N_, Message, say


def remarks(game: Replay) -> Iterator[Message]:
    """Remarks on a replayed game, in the order of its events."""
    yield from _on_viewer(game)
    shown: dict[str, str] = {}
    for step in game.steps:
        for message in _on_event(game, step.number, shown):
            yield say(N_("event {n}: {message}"), n=step.number, message=message)


def _exchanged(game: Replay) -> bool:
    """Whether a card may have changed who owns what."""
    plays = (p for step in game.turns if isinstance(step.event, TurnEvent) for p in step.event.cards or ())
    return any(play.card == "two-agent-cards" for play in plays)


def _on_viewer(game: Replay) -> Iterator[Message]:
    viewer, owners = game.record.viewer, game.record.owners or {}
    if viewer is None or viewer.agent is None or viewer.player not in owners or _exchanged(game):
        return
    if owners[viewer.player] != viewer.agent:
        yield say(
            N_("the viewer {player} holds {agent}, but `owners` says {other}"),
            player=viewer.player, agent=viewer.agent, other=owners[viewer.player],
        )  # fmt: skip


def _on_event(game: Replay, number: int, shown: dict[str, str]) -> Iterator[Message]:
    step = next(step for step in game.steps if step.number == number)
    event, owners = step.event, game.record.owners or {}
    if step.outcome is not None:
        yield from step.outcome.remarks
    if isinstance(event, RevealEvent) and not _exchanged(game):
        if owners.get(event.player, event.agent) != event.agent:
            yield say(
                N_("{player} shows {agent}, but `owners` says {other}"),
                player=event.player, agent=event.agent, other=owners[event.player],
            )  # fmt: skip
        if shown.get(event.player, event.agent) != event.agent:
            yield say(N_("{player} showed {agent} before"), player=event.player, agent=shown[event.player])
        shown[event.player] = event.agent
    if isinstance(event, DossierEvent):
        if not step.state.edition.has_dossier:
            yield say(N_("this edition has no dossier, so it pays nothing"))
        elif step.state.dossier_turn is None and not step.state.finished:
            yield say(N_("the dossier is not due yet"))
