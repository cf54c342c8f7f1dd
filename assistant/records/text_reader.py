"""Reading the text notation line by line (docs/notation.md): an error leaves all lines before it valid."""

from __future__ import annotations

import re
from typing import Any

from lark import Tree
from pydantic import ValidationError

from assistant.game import GameError, GameState, edition, play, start
from assistant.records import text_cards, text_fields, text_lines
from assistant.records.errors import RecordError, RecordSyntaxError, from_game
from assistant.records.notation import DETAIL_WORDS, EXAMPLES, HEAD_WORDS, KEYWORDS, parse_line
from assistant.records.plain import MAX_EVENTS, from_plain
from assistant.records.record import FORMAT, VERSION, Record, TurnEvent
from assistant.records.text_lines import Table
from assistant.records.text_numbers import Numbers
from assistant.wording import N_, say

MAX_PARSED = 150_000
"""Characters that one record may give to the grammar; the longest game known here has 45,000."""

MAX_LINES = 10_000
_FIRST_WORD = re.compile(r"\s*([A-Za-z]+)(?=[\s:]|$)")


class Reader:
    """A record being read. `head` and `events` are plain data; `lines` the line of each event."""

    def __init__(self, file: str = "") -> None:
        self.file = file
        self.head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "events": []}
        self.events: list[dict[str, Any]] = []
        self.lines: list[int] = []
        self._at_event: int | None = None
        self._comments: list[str] = []
        self._later: list[tuple[int, str, Tree[Any]]] = []  # viewer, owners: once all names are known
        self._head_changes: dict[str, Any] = {}
        self._changes: list[dict[str, Any]] = []  # by `field` and `without`, for each event
        self._table: Table | None = None
        self._state: tuple[int, GameState, Record] | None = None
        self._turns = 0
        self._numbers = Numbers()
        self._warnings: list[RecordError] = []
        self._cost = 0
        self._due: str | None = None  # the player in turn, once there was a turn
        self._head_lines: dict[str, int] = {}

    def read(self, text: str) -> Record:
        """The record of a whole text.

        Raises:
            RecordError: at the first line that is wrong, with the record up to the event before it.
        """
        if text.count("\n") > MAX_LINES:
            raise RecordSyntaxError(
                say(N_("the text has more than {n} lines, too many for one game"), n=f"{MAX_LINES:,}"),
                say(N_("keep one game in one file")),
                file=self.file,
            )
        for number, line in enumerate(text.split("\n"), start=1):  # other breaks may stand in texts
            self._at_event = None
            try:
                self._line(line.rstrip("\r"), number)
            except RecordError as error:
                raise error.at(
                    file=self.file, line=number, event=self._at_event, prefix=self._prefix()
                ) from None
            except GameError as error:
                raise from_game(error).at(file=self.file, line=number, prefix=self._prefix()) from None
        if self._comments:
            self.head["comments_after"] = self._comments
        return self._finished()

    def _finished(self) -> Record:
        line = None
        try:
            for line, rule, tree in self._later:  # noqa: B007 - the error below names it
                self._late(rule, tree)
            line = None
            return self._record(self.events).from_source(self.file, self.lines, self._warnings)
        except RecordError as error:
            if error.prefix is not None:
                error.prefix = error.prefix.from_source(self.file, self.lines)
            if error.event is not None and error.event <= len(self.lines):
                line = self.lines[error.event - 1]
            raise error.at(file=self.file, line=line, prefix=self._prefix()) from None
        except GameError as error:
            raise from_game(error).at(file=self.file, line=line) from None

    def _record(self, events: list[dict[str, Any]]) -> Record:
        for name, example in (("edition", N_("edition amigo")), ("players", N_("players Anna, Ben"))):
            if name not in self.head:
                raise _missing(name, example)
        if "agents" not in self.head:
            raise _missing("agents", N_("agents red, blue, green, yellow, grey"))
        order = ("format", "version", "title", "date", "edition", "agents", "players", "viewer")
        head = {name: self.head[name] for name in order if name in self.head}
        data = {**head, **{name: value for name, value in self.head.items() if name not in head}}
        data = text_fields.changed(data, self._head_changes)
        if events or "events" in data:
            data["events"] = list(map(text_fields.changed, events, self._changes))
        return from_plain(data).from_source(self.file, self.lines[: len(events)])

    def _prefix(self) -> Record | None:
        """The record up to the event before the one in trouble; None while the head is not complete."""
        whole = len(self.events) if self._at_event is None else self._at_event - 1
        try:
            return self._record(self.events[:whole])
        except (RecordError, GameError):
            return None

    def _line(self, line: str, number: int) -> None:
        body, comment = text_fields.split_comment(line)
        if not body.strip():
            self._comments += [comment] if comment else []
            return
        first = _FIRST_WORD.match(body)
        keyword = first[1].lower() if first else ""
        if keyword in KEYWORDS and first:
            rest = " " * first.end() + body[first.end() :]
        else:
            keyword, rest = body.strip()[0] if body.strip()[0] in "=@" else "", body
        if keyword in HEAD_WORDS:
            self._head_line(keyword, rest, number)
            self._keep_comments(self.head, [*self._comments, *([comment] if comment else [])])
        elif keyword in DETAIL_WORDS or keyword in ("=", "@"):
            self._detail(keyword, rest)
            target = self.events[-1] if self.events else self.head
            self._keep_comments(target, self._comments)
            text_fields.keep_comment(target, comment)
        else:
            self._event(keyword, rest, number)
            self._keep_comments(self.events[-1], self._comments)
            text_fields.keep_comment(self.events[-1], comment)
        self._comments = []

    def _keep_comments(self, target: dict[str, Any], comments: list[str]) -> None:
        if comments:
            target["comments"] = [*target.get("comments", ()), *comments]

    def _head_line(self, keyword: str, rest: str, number: int) -> None:
        if keyword in self.head or any(rule == keyword for _, rule, _ in self._later):
            raise RecordSyntaxError(
                say(N_("there is a line `{word}` already"), word=keyword), say(N_("keep one of the two"))
            )
        if keyword in ("players", "agents", "edition") and self.events:
            raise RecordSyntaxError(
                say(N_("the line `{word}` comes after the first event"), word=keyword),
                say(N_("move it to the top of the file")),
            )
        self._head_lines[keyword] = number
        rest = re.sub(r"^(\s*):", r"\1 ", rest)
        if keyword in ("title", "date"):
            self.head[keyword] = text_fields.free_text(rest)
            return
        tree = self._parsed(keyword, rest)
        if keyword in ("viewer", "owners"):
            self._later.append((number, keyword, tree))
        elif keyword == "tags":
            self.head["tags"] = text_lines.pairs(text_lines.nodes(tree))
        elif keyword == "agents":
            self.head["agents"] = [text_lines.word(node)[0] for node in text_lines.nodes(tree)]
        elif keyword == "edition":
            self.head["edition"] = text_fields.edition_of(tree)
            edition(self.head["edition"])  # so that the error names this line
        else:
            self.head["players"] = [text_fields.player_of(node) for node in text_lines.nodes(tree)]

    def _late(self, rule: str, tree: Tree[Any]) -> None:
        table = self._need_table()
        if rule == "owners":
            owners: dict[str, str] = {}
            for mark in text_lines.nodes(tree):
                player, *agents = text_lines.nodes(mark)
                name = table.player(player)
                if name in owners or not agents:
                    raise RecordSyntaxError(
                        say(N_("the owner {name} needs exactly one agent"), name=name),
                        say(N_("write it like this: {example}"), example="owners Anna=red, Ben=blue"),
                    )
                owners[name] = table.agent(agents[0])
            self.head["owners"] = owners
            return
        player, agent = tree.children
        viewer = {"player": table.player(player)}
        if isinstance(agent, Tree):
            viewer["agent"] = table.agent(agent)
        self.head["viewer"] = viewer

    def _need_table(self) -> Table:
        """Players, agents and edition, once they are complete."""
        if self._table is None:
            try:
                head = self._record([])
            except RecordError as error:
                raise error.at(line=self._head_lines.get("agents")) from None
            self._table = Table(head.resolved_edition, head.names, head.agents)
        return self._table

    def _event(self, keyword: str, rest: str, number: int) -> None:
        table = self._need_table()
        self._at_event = len(self.events) + 1
        if len(self.events) >= MAX_EVENTS:
            raise RecordSyntaxError(
                say(N_("the record has more than {most} events"), most=MAX_EVENTS),
                say(N_("keep one game in one file")),
            )
        event: dict[str, Any]
        if keyword == "note":
            event = text_fields.note(rest, table)
        elif keyword:
            tree = self._parsed(keyword, rest)
            if keyword == "reveal":
                who, what = text_lines.nodes(tree)
                event = {"type": "reveal", "player": table.player(who), "agent": table.agent(what)}
            else:
                event = text_lines.clue(tree, table) if keyword == "clue" else text_lines.dossier(tree, table)
        else:
            if ":" not in rest:
                raise RecordSyntaxError(
                    say(N_("a turn needs a colon before its moves")),
                    say(N_("write it like this: {example}"), example=EXAMPLES["turn"]),
                )
            tree = self._parsed("turn", rest)
            due = self._due or table.players[0]
            event = text_lines.turn(tree, table, due, self._turns + 1, self._position)
            self._turns += 1
            remark = self._numbers.check(text_lines.number_in(tree), self._turns)
            self._warnings += [remark.at(file=self.file, line=number, event=self._at_event)] if remark else []
            self._due = table.after(event["player"])
        self.events.append(event)
        self._changes.append({})
        self.lines.append(number)

    def _detail(self, keyword: str, rest: str) -> None:
        """A line that belongs to the event above it, or in the head to the record."""
        if self.events:
            self._at_event = len(self.events)
        target = self.events[-1] if self.events else self.head
        if keyword in ("field", "without"):
            key, value = text_fields.field(keyword, rest)
            (self._changes[-1] if self.events else self._head_changes)[key] = value
            return
        if not self.events or target["type"] != "turn":
            raise RecordSyntaxError(
                say(N_("this line belongs to a turn, but no turn stands above it")),
                say(N_("move it below the line of its turn")),
            )
        table = self._need_table()
        if keyword in ("=", "@"):
            name = {"=": "scores", "@": "positions"}[keyword]
            target[name] = {**target.get(name, {}), **text_lines.values(self._parsed(name, rest), table)}
        elif keyword == "cards":
            rest = re.sub(r"^(\s*):", r"\1 ", rest)
            plays = text_cards.cards(self._parsed("cards", rest), table, target["player"])
            target["cards"] = [*target.get("cards", ()), *plays]
        else:
            target[keyword] = text_fields.answer(rest.strip(), keyword)

    def _parsed(self, rule: str, line: str) -> Tree[Any]:
        """The tree of a line, within what one record may cost."""
        self._cost += len(line)
        if self._cost > MAX_PARSED:
            raise RecordSyntaxError(
                say(N_("the text has more than {n} characters, too many for one game"), n=f"{MAX_PARSED:,}"),
                say(N_("keep one game in one file")),
            )
        return parse_line(rule, line)

    def _position(self, agent: str) -> int:
        """Where `agent` stands after the events read so far."""
        if self._state is None:
            head = self._record([])
            self._state = (0, start(head.resolved_edition, head.names, head.agents), head)
        done, state, head = self._state
        for index in range(done, len(self.events)):
            if self.events[index]["type"] != "turn":
                continue
            event = text_fields.changed(self.events[index], self._changes[index])
            try:
                state = play(state, head.turn(TurnEvent.model_validate(event), state)).after
            except GameError as error:
                raise from_game(error, index + 1).at(line=self.lines[index]) from None
            except ValidationError:
                self._record(self.events[: index + 1])  # says what is wrong with the field
                raise
        self._state = (len(self.events), state, head)
        return state.positions[head.agent(agent)]


def _missing(name: str, example: str) -> RecordSyntaxError:
    return RecordSyntaxError(
        say(N_("the line `{word}` is missing before the first event"), word=name),
        say(N_("add a line like: {example}"), example=example),
    )
