"""The lines of the TU Wien engine's console log: drawn tables, actions, the closing list of actions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.records.errors import RecordSyntaxError
from assistant.wording import N_, say

CARD_TEXTS: Mapping[str, str] = {
    "MoveSafeCard: Move the safe in a building": "safe-anywhere",
    "AddScorePointsCard: Move two score markers": "score-3-3",
    "Move an agent of your choice back by one or two": "back-1-or-2",
    "Move an agent of your choice backward or forward": "plus-minus-1",
    "Move two agents of your choice back by one": "two-back",
    "Move two agents of your choice forward by one": "two-forward",
    "Move an agent that is on the safe away": "off-the-safe",
    "Move an agent of your choice into the ruins": "to-ruin",
    "Move all agents into the church": "all-to-church",
    "Swap the places of two agents": "swap",
    "Move one agent of your choice to another one": "join",
    "Move one or two agents of your choice from the ruins": "ruin-to-church",
    "Move an agent one, two or three buildings forward": "forward-1-2-3",
    "Move an agent of your choice to the safe": "to-safe",
}
"""How the engine's texts of its cards begin, and the cards' ids in RULES.md."""


@dataclass(slots=True)
class Frame:
    """The table as it is drawn once; `complete` when every agent in play has a building and points."""

    player: int
    stack: int | None = None
    die: int | None = None
    initials: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)

    @property
    def positions(self) -> dict[str, int]:
        """Agent -> building, by the seven different initials."""
        return {agent: self.initials[agent[0]] for agent in self.points}

    def is_complete(self) -> bool:
        """Whether nothing of the drawing is missing."""
        return bool(self.points) and {agent[0] for agent in self.points} == set(self.initials)


@dataclass(slots=True)
class Action:
    """One action: who did it, on which line, with the tables drawn before and after it."""

    kind: str
    text: str
    player: int
    line: int
    before: Frame | None = None
    first_after: Frame | None = None
    after: Frame | None = None
    roll: int | None = None

    @property
    def die(self) -> int | None:
        """The face that a die roll gave, 13 for the one that lets the player choose."""
        if self.roll is not None:
            return self.roll
        return self.first_after.die if self.first_after is not None else None


@dataclass(slots=True)
class Log:
    """Everything that a log says."""

    actions: list[Action] = field(default_factory=list)
    owners: dict[int, str] = field(default_factory=dict)
    controllers: dict[int, str] = field(default_factory=dict)
    agents: tuple[str, ...] = ()
    players: int = 0
    cards: bool = False
    over: bool = False
    listed: bool = False
    lines: int = 0
    second_game: int | None = None


_PLAYER = re.compile(r"Player (\d) - (?:\w+\.)*(\w+)@")
_COUNT = re.compile(r"^Number of players: (\d)\s*$")
_CURRENT = re.compile(r"^CurrentPlayer: (\d) -> Agent (\w+)\s*$")
_CARDS = re.compile(r"^Playing with cards: (\d+) cards left")
_POINTS = re.compile(r"^([A-Z]+): (-?\d{1,6})\s*$")
_DIE = re.compile(r"^Last die roll: (\d+)\s*$")
_ACTION = re.compile(r"^>\s*(DieRoll|AgentMove|Card|SafeMove)Action\b:?(.*)$")
_LIST = re.compile(r"\d+ actions (<\d, .*)$")
_LIST_PART = re.compile(r"<(\d), ([^<>]*)>")
_LIST_ACTION = re.compile(r"\[(DieRoll|AgentMove|Card|SafeMove)Action\b:?([^\[\]]*)\]")
_ROW = re.compile(r"^\s*\|[^|]{7}\|")
_CELL = re.compile(r"\|([^|]{7})\|")
_GROUPS = {"/__1__\\": (1, 2, 3, 4, 5), "/__0__\\": (0, 6), "/_-3__\\": (11, 10, 9, 8, 7)}
"""Buildings of a row of the drawing, by the roof that stands above its first."""


def read_log(text: str) -> Log:
    """Reads the first game of a log; lines of other programs are skipped.

    A last line without its line feed may be cut anywhere and is not trusted.

    Raises:
        RecordSyntaxError: the closing list of actions tells another game than the lines before it.
    """
    log = Log()
    drawing = _Drawing(log)
    rows = text.split("\n")
    for number, line in enumerate(rows[:-1] if rows[-1] else rows, start=1):
        if log.listed and _CURRENT.match(line):
            log.second_game = number
            break
        drawing.read(line.rstrip("\r"), number)
        log.lines = number
    if rows[-1] and not log.over:
        listed = _LIST.search(rows[-1])
        if listed and rows[-1].rstrip().endswith(">"):
            drawing.read(rows[-1], len(rows))
    drawing.close()
    if not log.players:
        log.players = 1 + max((action.player for action in log.actions), default=1)
    return log


class _Drawing:
    """Follows the log line by line: the table being drawn, the action before it."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._frame: Frame | None = None
        self._last: Frame | None = None
        self._group: tuple[int, ...] = ()

    def read(self, line: str, number: int) -> None:
        log = self.log
        if found := _ACTION.match(line):
            self.close()
            player = self._last.player if self._last is not None else 0
            log.actions.append(Action(found[1], found[2].strip(), player, number, before=self._last))
        elif found := _CURRENT.match(line):
            self.close()
            self._frame = Frame(int(found[1]))
            log.owners.setdefault(int(found[1]), found[2])
        elif found := _COUNT.match(line):
            log.players = log.players or int(found[1])
        elif found := _PLAYER.search(line):
            log.controllers.setdefault(int(found[1]), _controller(found[2]))
        elif "Game over." in line:
            self.close()
            log.over = True
        elif found := _LIST.search(line):
            self.close()
            self._compare(found[1], number)
            log.over = log.listed = True
        elif self._frame is not None:
            self._draw(self._frame, line)

    def _draw(self, frame: Frame, line: str) -> None:
        if found := _CARDS.match(line):
            frame.stack, self.log.cards = int(found[1]), True
        elif found := _DIE.match(line):
            frame.die = int(found[1])
        elif found := _POINTS.match(line):
            frame.points[found[1]] = int(found[2])
        elif _ROW.match(line):
            cells = _CELL.findall(line)
            if len(cells) == len(self._group):
                for building, cell in zip(self._group, cells, strict=True):
                    frame.initials.update((letter, building) for letter in cell if letter.isupper())
        else:
            for roof, group in _GROUPS.items():
                if line.lstrip().startswith(roof):
                    self._group = group

    def close(self) -> None:
        """Ends the table being drawn; one that is cut off or garbled is not used."""
        frame, self._frame, self._group = self._frame, None, ()
        if frame is None or not frame.is_complete():
            return
        log = self.log
        log.agents = log.agents or tuple(frame.points)
        if tuple(frame.points) != log.agents:
            return
        self._last = frame
        if log.actions:
            action = log.actions[-1]
            action.first_after = action.first_after or frame
            action.after = frame

    def _compare(self, listed: str, number: int) -> None:
        """The closing list against the lines before it; by itself it is the game."""
        actions = [
            Action(kind, text.strip(), int(player), number, roll=_roll(text) if kind == "DieRoll" else None)
            for player, part in _LIST_PART.findall(listed)
            for kind, text in _LIST_ACTION.findall(part)
        ]
        log = self.log
        if not log.actions:
            log.actions = actions
            log.cards = any(action.kind == "Card" for action in actions)
            return
        for index, (shown, told) in enumerate(zip(log.actions, actions, strict=False), start=1):
            alike = shown.text == told.text or shown.kind == "DieRoll"
            if (shown.kind, shown.player) != (told.kind, told.player) or not alike:
                raise RecordSyntaxError(
                    say(N_("action {n} is {shown} here, but {told} in the list at the end of the log"),
                        n=index, shown=_shown(shown), told=_shown(told)),
                    say(N_("a line of the log is lost; copy it again, or keep only the list")),
                    line=shown.line,
                )  # fmt: skip
        if len(log.actions) != len(actions):
            raise RecordSyntaxError(
                say(N_("the log shows {n} actions, the list at its end has {m}"),
                    n=len(log.actions), m=len(actions)),
                say(N_("a line of the log is lost; copy it again, or keep only the list")),
                line=number,
            )  # fmt: skip


def _shown(action: Action) -> str:
    return f"{action.kind} {action.text[:60]}".strip()


def _roll(text: str) -> int | None:
    found = re.search(r"roll: (\d+)", text)
    return int(found[1]) if found else None


def _controller(name: str) -> str:
    """The kind of a program: `HeimlichAndCoMCTSAgent` is MCTS."""
    return name.removeprefix("HeimlichAndCo").removesuffix("Agent") or name


def _garbled(action: Action) -> RecordSyntaxError:
    return RecordSyntaxError(
        say(N_("this action cannot be read: {text}"), text=_shown(action)),
        say(N_("copy the line again from the console")),
        line=action.line,
    )


def moves_of(action: Action) -> dict[str, int]:
    """Steps of an AgentMove: `PERRY: 3; BUCCI: 3;`.

    Raises:
        RecordSyntaxError: the text has another form.
    """
    if action.text.startswith("no agents are moved"):
        return {}
    if not re.fullmatch(r"(?:[A-Z]+: \d{1,3};\s*)+", action.text):
        raise _garbled(action)
    return {agent: int(steps) for agent, steps in re.findall(r"([A-Z]+): (\d+);", action.text)}


def safe_of(action: Action) -> int:
    """The building of a SafeMove: `move safe to 10`.

    Raises:
        RecordSyntaxError: the text has another form.
    """
    found = re.fullmatch(r"move safe to (\d{1,2})", action.text)
    if found is None:
        raise _garbled(action)
    return int(found[1])


_CARD = re.compile(
    r"Card: (?P<text>.+?);"
    r"(?:\s*With Agents: (?P<agents>[A-Z, ]+);)?(?:\s*With Number: (?P<number>-?\d{1,3}))?"
)


def card_play(action: Action) -> dict[str, Any]:
    """The card, its agents and its number; card None for a pass.

    Raises:
        RecordSyntaxError: a card that is not known, or another form.
    """
    if action.text == "skip":
        return {"card": None}
    found = _CARD.fullmatch(action.text)
    card = next((key for start, key in CARD_TEXTS.items() if found and found["text"].startswith(start)), None)
    if found is None or card is None:
        raise _garbled(action)
    agents = found["agents"].split(",") if found["agents"] else []
    played = {"card": card, "agents": [agent.strip() for agent in agents]}
    return played if found["number"] is None else {**played, "number": int(found["number"])}
