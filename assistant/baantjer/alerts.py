"""What must not be overlooked now, and what was overlooked in a replayed game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.baantjer.events import Land, Skip
from assistant.baantjer.fitting import Loot, complete, takable
from assistant.baantjer.replay import Step
from assistant.baantjer.state import State, Window
from assistant.baantjer.turns import duty_text, open_duties
from assistant.wording import N_, Message, say


@dataclass(frozen=True, slots=True)
class Alert:
    """One alert for one player; `loot` is what may be taken in a theft window, else empty."""

    kind: Literal["complete", "theft", "skip", "duty"]
    player: str
    message: Message
    loot: tuple[Loot, ...] = ()


@dataclass(frozen=True, slots=True)
class MissedWindow:
    """A theft window that closed with something left to take when `event` (from 1) began a turn."""

    event: int
    owner: str
    lander: str
    place: int
    loot: tuple[Loot, ...]


def alerts(state: State) -> tuple[Alert, ...]:
    """What to do now: close complete files, use theft windows, skip turns, draw what the square gives.

    Empty once the game is won. A theft window alerts only while it holds a card that fits.
    """
    if state.winner is not None:
        return ()
    found = [
        Alert(
            "complete",
            state.players[file.owner],
            say(N_("{player} can close file {file}"), player=state.players[file.owner], file=file.place),
        )
        for file in state.files
        if file.owner is not None and complete(state.options, file)
    ]
    for window in state.windows:
        loot = takable(state, window)
        if loot:
            found.append(Alert("theft", state.players[window.owner], _theft(state, window, loot), loot))
    for seat, turns in enumerate(state.skips):
        if turns:
            name = state.players[seat]
            text = N_("{player} skips the next turn")
            if turns > 1:
                text = N_("{player} skips the next {n} turns")
            found.append(Alert("skip", name, say(text, player=name, n=turns)))
    for duty in open_duties(state):
        found.append(Alert("duty", state.players[duty.player], duty_text(state, duty)))
    return tuple(found)


def _theft(state: State, window: Window, loot: Sequence[Loot]) -> Message:
    return say(
        N_("{lander} is on place {place}: {owner} may take {loot}, until the next player's turn begins"),
        lander=state.players[window.lander],
        owner=state.players[window.owner],
        place=window.place,
        loot=loot_text(loot),
    )


def loot_text(loot: Sequence[Loot]) -> str:
    """Cards that may be taken, with the file they lie at and the files they fit: `koninghe (3 > 5, 7)`."""
    return "; ".join(f"{item.card} ({item.from_file} > {', '.join(map(str, item.to))})" for item in loot)


def missed_windows(steps: Sequence[Step]) -> tuple[MissedWindow, ...]:
    """Theft windows of a replayed game that were left unused although they held a card that fits."""
    return tuple(
        MissedWindow(
            step.number,
            step.before.players[window.owner],
            step.before.players[window.lander],
            window.place,
            loot,
        )
        for step in steps
        if isinstance(step.event, Land | Skip) and step.after.turns > step.before.turns
        for window in step.before.windows
        if (loot := takable(step.before, window))
    )
