"""Reading the text notation line by line (docs/notation.md): an error leaves all lines before it valid."""

from __future__ import annotations

import re
from typing import Any

from lark import Tree

from assistant.game import GameError, GameState, edition, play, start
from assistant.records import text_cards, text_lines
from assistant.records.errors import RecordError, RecordSyntaxError, UnknownName, from_game
from assistant.records.json_format import read_json
from assistant.records.names import find_player
from assistant.records.notation import DETAIL_WORDS, EXAMPLES, HEAD_WORDS, KEYWORDS, parse_line, unquoted
from assistant.records.plain import MAX_EVENTS, from_plain
from assistant.records.record import FORMAT, VERSION, Record, TurnEvent
from assistant.records.text_lines import Table
from assistant.wording import N_, say

MAX_PARSED = 150_000
"""Characters that one record may give to the grammar; the longest game known here has 45,000."""

MAX_LINES = 10_000
_FIRST_WORD = re.compile(r"\s*([A-Za-z]+)(?=[\s:]|$)")
_QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')


def split_comment(line: str) -> tuple[str, str]:
    """The line without its comment, and the comment.

    `#` begins one at the start of the line or after a blank, not in quotes.
    """
    at = 0
    while at < len(line):
        if line[at] == '"':
            text = _QUOTED.match(line, at)
            if text is None:
                return line, ""
            at = text.end()
        elif line[at] == "#" and (at == 0 or line[at - 1].isspace()):
            return line[:at], line[at + 1 :].strip()
        else:
            at += 1
    return line, ""


class Reader:
    """A record being read. `head` and `events` are plain data; `lines` the line of each event."""

    def __init__(self, file: str = "") -> None:
        self.file = file
        self.head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "events": []}
        self.events: list[dict[str, Any]] = []
        self.lines: list[int] = []
        self._at_event: int | None = None
        self._comments: list[str] = []
        self._later: list[
            tuple[int, str, Tree[Any]]
        ] = []  # viewer and owners, until players and agents are known
        self._table: Table | None = None
        self._state: tuple[int, GameState, Record] | None = None
        self._turns = 0
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
        for number, line in enumerate(
            text.split("\n"), start=1
        ):  # only these: names may hold stranger breaks
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
            return self._record(self.events)
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
        if events or "events" in data:
            data["events"] = events
        return from_plain(data).from_source(self.file, self.lines[: len(events)])

    def _prefix(self) -> Record | None:
        """The record up to the event before the one in trouble; None while the head is not complete."""
        whole = len(self.events) if self._at_event is None else self._at_event - 1
        try:
            return self._record(self.events[:whole])
        except (RecordError, GameError):
            return None

    def _line(self, line: str, number: int) -> None:
        body, comment = split_comment(line)
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
            _keep_comment(target, comment)
        else:
            self._event(keyword, rest, number)
            self._keep_comments(self.events[-1], self._comments)
            _keep_comment(self.events[-1], comment)
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
            self.head[keyword] = _free_text(rest)
            return
        tree = self._parsed(keyword, rest)
        if keyword in ("viewer", "owners"):
            self._later.append((number, keyword, tree))
        elif keyword == "tags":
            self.head["tags"] = text_lines.pairs(text_lines.nodes(tree))
        elif keyword == "agents":
            self.head["agents"] = [text_lines.word(node)[0] for node in text_lines.nodes(tree)]
        elif keyword == "edition":
            self.head["edition"] = _edition(tree)
            edition(self.head["edition"])  # so that the error names this line
        else:
            self.head["players"] = [_player(node) for node in text_lines.nodes(tree)]

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
            event = _note(rest, table)
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
            event = text_lines.turn(
                tree, table, self._due or table.players[0], self._turns + 1, self._position
            )
            self._turns += 1
            self._due = table.after(event["player"])
        self.events.append(event)
        self.lines.append(number)

    def _detail(self, keyword: str, rest: str) -> None:
        """A line that belongs to the event above it, or in the head to the record."""
        if self.events:
            self._at_event = len(self.events)
        target = self.events[-1] if self.events else self.head
        if keyword in ("field", "without"):
            key = _set_field(target, keyword, rest)
            if not self.events:  # its line comes later in the reading, but the field has the last word
                self._later = [later for later in self._later if later[1] != key]
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
            target[keyword] = _answer(rest.strip(), keyword)

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
            event = self.events[index]
            if event["type"] != "turn":
                continue
            try:
                state = play(state, head.turn(TurnEvent.model_validate(event), state)).after
            except GameError as error:
                raise from_game(error, index + 1).at(line=self.lines[index]) from None
        self._state = (len(self.events), state, head)
        return state.positions[head.agent(agent)]


def _missing(name: str, example: str) -> RecordSyntaxError:
    return RecordSyntaxError(
        say(N_("the line `{word}` is missing before the first event"), word=name),
        say(N_("add a line like: {example}"), example=example),
    )


def _keep_comment(target: dict[str, Any], comment: str) -> None:
    if comment:
        target["comment"] = f"{target['comment']} # {comment}" if "comment" in target else comment


def _free_text(rest: str) -> str:
    text = rest.strip()
    return unquoted(text) if len(text) >= 2 and text[0] == text[-1] == '"' else text


def _edition(tree: Tree[Any]) -> str | dict[str, Any]:
    name, *rest = tree.children
    found = text_lines.pairs([pair for pair in rest if isinstance(pair, Tree)])
    if name is None:
        return found
    text = text_lines.word(name)[0]
    if not found:
        return text
    if "base" in found:
        raise RecordSyntaxError(say(N_("the edition is named twice")), say(N_("leave out `base`")))
    return {"base": text, **found}


def _player(node: Tree[Any]) -> dict[str, Any]:
    name, tags = node.children
    player: dict[str, Any] = {"name": text_lines.word(name)[0]}
    if isinstance(tags, Tree):
        player["tags"] = text_lines.pairs(text_lines.nodes(tags))
    return player


_NOTE = re.compile(r'\s*(?P<name>"(?:[^"\\]|\\.)*"|[^:"]*?)\s*:(?P<text>.*)$')


def _note(rest: str, table: Table) -> dict[str, Any]:
    """`note Ben: hesitated`, `note: a remark on the table`."""
    parts = _NOTE.match(rest)
    if parts is None:
        raise RecordSyntaxError(
            say(N_("a note needs a colon before its text")),
            say(N_("write it like this: {example}"), example="note Ben: hesitated"),
        )
    name = parts["name"]
    event: dict[str, Any] = {"type": "note"}
    if name.startswith('"'):
        event["player"] = unquoted(name)
    elif name:
        event["player"] = find_player(name, table.players)
    event["text"] = _free_text(parts["text"])
    return event


def _answer(text: str, keyword: str) -> bool | str:
    """`drew` and `scored`: yes, no, or for `drew` the card."""
    if text.lower() in ("", "yes"):
        return True
    if text.lower() == "no":
        return False
    if keyword == "scored":
        raise RecordSyntaxError(
            say(N_("`scored` is yes or no, not {value}"), value=text[:40]), say(N_("write `scored yes`"))
        )
    return unquoted(text) if text.startswith('"') else text_cards.card_id(text)


_FIELD = re.compile(r'\s*(?P<key>"(?:[^"\\]|\\.)*"|[^\s"]+)(?P<value>\s.*)?$')


def _set_field(target: dict[str, Any], keyword: str, rest: str) -> str:
    """`field KEY JSON` sets a field of the record or the event above, `without KEY` takes one away; the key."""
    parts = _FIELD.match(rest)
    if parts is None or (keyword == "field") != bool((parts["value"] or "").strip()):
        example = 'field mood "tense"' if keyword == "field" else "without safe"
        raise RecordSyntaxError(
            say(N_("`{word}` does not have its form"), word=keyword),
            say(N_("write it like this: {example}"), example=example),
        )
    key = unquoted(parts["key"]) if parts["key"].startswith('"') else parts["key"]
    if key in ("type", "format", "version"):
        raise UnknownName(
            say(N_("`{field}` cannot be changed"), field=key),
            say(N_("use the line of the kind that you want")),
        )
    if keyword == "without":
        target.pop(key, None)
    else:
        try:
            target[key] = read_json(parts["value"].strip())
        except RecordError as error:
            error.line = error.column = None  # they count within the value
            raise
    return key
