"""Importer for what the TU Wien strategy game engine prints on its console while it plays Heimlich & Co.

The log shows the table before every action (who is to act and whose agent that is, the board, the points, the
die) and then the action behind `> `. Other programs print in between. At the end stands a list of all
actions, which is compared, and which suffices by itself where the rest was not kept.

That engine has no floor at start. In its card games seats shift after some rounds and agents that a card
places on the safe do not score, so those records say `turn_order` free and `scoring` as-recorded (RULES.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.records.engine_lines import Action, Frame, Log, card_play, moves_of, read_log, safe_of
from assistant.records.errors import RecordError, RecordSyntaxError
from assistant.records.plain import from_plain
from assistant.records.record import FORMAT, VERSION, Record
from assistant.records.replay import replay
from assistant.wording import N_, say

AGENTS = ("PERRY", "SCHULZ", "DOYLE", "JAQUES", "BUCCI", "MIRKOV", "LARSSON")
_IN_PLAY = {2: 5, 3: 6}
"""Agents in play by players, as that engine deals them; seven for four players and more."""

FINISH = 42


@dataclass(slots=True)
class _Group:
    """The actions of one turn, the die roll first."""

    actions: list[Action]

    @property
    def roll(self) -> Action:
        return self.actions[0]

    @property
    def after(self) -> Frame | None:
        """The table after the turn's last action."""
        return self.actions[-1].after

    def first(self, kind: str) -> Action | None:
        return next((action for action in self.actions if action.kind == kind), None)


def parse_log(text: str, file: str = "") -> Record:
    """The record of the first game in a log of the engine.

    Players are called P1, P2, ... in the log's order, with the kind of program as their tag `controller`. The
    owners that the log shows become `owners`, its points and boards become checks. A log that ends too early
    gives the turns that are complete, with a warning in `record.source.warnings`.

    Args:
        text: the console's output.
        file: the file's name, for errors.

    Raises:
        RecordError: a log without a complete turn, or with a line that cannot be; `prefix` holds the turns
            before it.
    """
    log = read_log(text)
    groups, warnings = _groups(log)
    if not groups:
        raise RecordSyntaxError(
            say(N_("the log holds no complete turn")),
            say(N_("copy the console's output from the first `[sge info]: Player 0` on")),
            file=file,
        )
    events: list[dict[str, Any]] = []
    lines: list[int] = []
    for group in groups:
        try:
            events.append(_event(log, group))
        except RecordError as error:
            prefix = _record(log, events, file, lines, warnings) if events else None
            raise error.at(file=file, event=len(events) + 1, prefix=prefix) from None
        lines.append(group.roll.line)
    record = _record(log, events, file, lines, [warning.at(file=file) for warning in warnings])
    replay(record)  # the log's own boards and points must agree, else a line was lost
    return record


def _record(
    log: Log, events: list[dict[str, Any]], file: str, lines: list[int], warnings: Sequence[RecordError]
) -> Record:
    count = log.players
    agents = list(log.agents or AGENTS[: _IN_PLAY.get(count, 7)])
    edition: dict[str, Any] = {"base": "amigo-dossier", "floor": "none", "agents": len(agents)}
    if log.cards:
        edition |= {
            "cards": "on",
            "card_passes": "until-all-pass",
            "turn_order": "free",
            "scoring": "as-recorded",
        }
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "edition": edition,
        "agents": agents,
        "players": [
            {
                "name": name_of(seat),
                "tags": {"controller": log.controllers[seat]} if seat in log.controllers else {},
            }
            for seat in range(count)
        ],
        "events": events,
    }
    if log.owners:
        data["owners"] = {name_of(seat): log.owners[seat] for seat in sorted(log.owners)}
    data["tags"] = {"source": "console log of the TU Wien game engine"}
    return from_plain(data).from_source(file, lines, warnings)


def name_of(seat: int) -> str:
    """What a player is called in the record: the log has numbers from 0 only."""
    return f"P{seat + 1}"


def _groups(log: Log) -> tuple[list[_Group], list[RecordError]]:
    """The complete turns, and what is wrong with the end of the log."""
    groups: list[_Group] = []
    for action in log.actions:
        if action.kind == "DieRoll":
            groups.append(_Group([action]))
        elif groups:
            groups[-1].actions.append(action)
    warnings: list[RecordError] = []
    if groups and not _is_complete(log, groups[-1]):
        last = groups.pop()
        warnings.append(
            RecordSyntaxError(
                say(N_("the log ends within turn {n}"), n=len(groups) + 1),
                say(N_("the record holds the {n} turns before; copy the log to its end for the rest"),
                    n=len(groups)),
                line=last.roll.line,
            )
        )  # fmt: skip
    elif not log.over:
        warnings.append(
            RecordSyntaxError(
                say(N_("the log ends before the game is over")),
                say(
                    N_("the record holds its {n} turns; copy the log to its end for the rest"), n=len(groups)
                ),
                line=log.lines,
            )
        )
    if log.second_game is not None:
        warnings.append(
            RecordSyntaxError(
                say(N_("a second game begins here; only the first is read")),
                say(N_("keep one game in one file")),
                line=log.second_game,
            )
        )
    return groups, warnings


def _is_complete(log: Log, group: _Group) -> bool:
    """Whether nothing of the last turn is missing.

    Without cards the next player is shown as soon as a turn is over. With cards only the next roll tells,
    since the one who is shown after a round may still have to move the safe.
    """
    if group.first("AgentMove") is None:
        return False
    if log.over and (log.listed or group.after is not None):
        return True
    if group.after is None:
        return False
    return group.first("SafeMove") is not None or (not log.cards and group.after.player != group.roll.player)


def _event(log: Log, group: _Group) -> dict[str, Any]:
    roll, move, safe = group.roll, group.first("AgentMove"), group.first("SafeMove")
    if move is None:
        raise RecordSyntaxError(
            say(N_("a die is rolled here, but no move follows")),
            say(N_("a line of the log is lost; copy it again")),
            line=roll.line,
        )
    moves = moves_of(move)
    event: dict[str, Any] = {
        "type": "turn",
        "player": name_of(roll.player),
        "die": "1-3" if roll.die == 13 else roll.die,
        "moves": moves,
        "safe": safe_of(safe) if safe is not None else None,
    }
    if event["die"] is None:
        del event["die"]
    if group.after is not None:
        event["scores"] = dict(group.after.points)
        event["positions"] = dict(group.after.positions)
    if log.cards:
        event["cards"] = [
            {"player": name_of(action.player), **card_play(action)}
            for action in group.actions
            if action.kind == "Card"
        ]
        if _drew(move):
            event["drew"] = True
        if safe is not None or group.after is not None:  # else the end of a bare list of actions
            event["scored"] = safe is not None or _is_won(group.after)
    return event


def _drew(move: Action) -> bool:
    """A card was drawn if the stack is lower after the move."""
    before, after = move.before, move.first_after
    if before is None or after is None or before.stack is None or after.stack is None:
        return False
    return after.stack < before.stack


def _is_won(after: Frame | None) -> bool:
    """Only a scoring brings a marker to the finish; the safe does not move any more then."""
    points: Mapping[str, int] = after.points if after is not None else {}
    return any(value >= FINISH for value in points.values())
