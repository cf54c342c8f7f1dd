"""Meaning of the lines of the text notation: trees of the grammar to plain events.

Names without quotes are looked up, beginnings included; names in quotes stand as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from lark import Token, Tree

from assistant.game import Edition, distance
from assistant.game.legal import totals
from assistant.records.errors import RecordSyntaxError
from assistant.records.json_format import read_json
from assistant.records.names import LETTERS, find, find_agent, find_building, find_player, fold
from assistant.records.notation import EXAMPLES, JSON_SCALAR, unquoted
from assistant.wording import N_, say

Node = Tree[Token]
Position = Callable[[str], int]
"""Agent -> building where it stands before the turn that is read."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays with what: everything that a line needs to know beside itself."""

    edition: Edition
    players: tuple[str, ...]
    agents: tuple[str, ...]

    def player(self, node: Node) -> str:
        """The player that a `name` node means."""
        text, exact = word(node)
        return text if exact else find_player(text, self.players)

    def agent(self, node: Node) -> str:
        """The agent that a `name` node means."""
        text, exact = word(node)
        return text if exact else find_agent(text, self.agents)

    def after(self, player: str) -> str:
        """The player to the left."""
        if player not in self.players:
            return self.players[0]
        return self.players[(self.players.index(player) + 1) % len(self.players)]


def word(node: Node) -> tuple[str, bool]:
    """The text of a `name` or `full_name`, and whether it stood in quotes."""
    tokens = [str(token) for token in node.children]
    if tokens[0].startswith('"'):
        return unquoted(tokens[0]), True
    return " ".join(tokens), False


def whole(token: Any) -> int:
    """The number of an INT token."""
    text = str(token)
    if len(text) > 9:
        raise RecordSyntaxError(
            say(N_("the number {value} is too large"), value=text[:24]),
            say(N_("numbers of a game have few digits")),
        )
    return int(text)


def nodes(tree: Node) -> list[Node]:
    """The children that are trees."""
    return [child for child in tree.children if isinstance(child, Tree)]


def pairs(children: list[Node]) -> dict[str, Any]:
    """`key=value` nodes as a dict; values are JSON's numbers and constants, or text."""
    found: dict[str, Any] = {}
    for pair in children:
        key, _ = word(nodes(pair)[0])
        _put(found, key, _value(pair.children[1]))
    return found


def _put(found: dict[str, Any], key: str, value: Any) -> None:
    if key in found:
        raise RecordSyntaxError(
            say(N_("{name} stands twice in this line"), name=key), say(N_("keep one of the two"))
        )
    found[key] = value


def _value(token: Any) -> Any:
    text = str(token)
    if text.startswith('"'):
        return unquoted(text)
    return read_json(text) if JSON_SCALAR.fullmatch(text) else text


def building(node: Node) -> int:
    """The building that a `building` node means."""
    return find_building(str(node.children[0]))


def values(tree: Node, table: Table) -> dict[str, int]:
    """`scores` and `positions`: agent -> number."""
    found: dict[str, int] = {}
    for item in nodes(tree):
        name, value = item.children
        assert isinstance(name, Tree)
        _put(found, table.agent(name), building(value) if isinstance(value, Tree) else whole(value))
    return found


def turn(tree: Node, table: Table, due: str, number: int, position: Position) -> dict[str, Any]:
    """A turn's event.

    Args:
        tree: the line.
        table: players, agents and edition.
        due: the player in turn, where the line names none.
        number: number of this turn, from 1.
        position: where agents stand, for the form `red>9`.
    """
    *labels, moves_node, safe_node = tree.children
    moves = _moves(moves_node, table, position) if isinstance(moves_node, Tree) else {}
    total = sum(moves.values())
    player, die = _label([label for label in labels if isinstance(label, Tree)], table, total, number)
    event: dict[str, Any] = {"type": "turn", "player": player or due}
    if die is None:
        die = die_of(table.edition, total)
    if die is not None and die != "?":
        event["die"] = die
    event["moves"] = moves
    event["safe"] = building(nodes(safe_node)[0]) if isinstance(safe_node, Tree) else None
    return event


def number_in(tree: Node) -> str | None:
    """The number that the line gives its turn; None where it gives none, or only what may be the die."""
    *labels, _, _ = tree.children
    before, _, _ = _parts([label for label in labels if isinstance(label, Tree)])
    return str(before[0].children[0]) if before else None


def die_of(edition: Edition, total: int) -> int | str | None:
    """The face that `total` steps stand for where nobody noted it; None where no face gives them."""
    if total in edition.faces:
        return total
    return "1-3" if "1-3" in edition.faces and total in totals(edition, "1-3") else None


def _parts(labels: list[Node]) -> tuple[list[Node], list[Node], list[Node]]:
    """What stands before a turn's player (its number), the words of the name, and what follows (the die)."""
    at = [i for i, label in enumerate(labels) if label.data == "word"]
    if at and at != list(range(at[0], at[0] + len(at))):
        raise wrong_form("turn")
    before, after = (labels[: at[0]], labels[at[-1] + 1 :]) if at else ([], labels)
    if not at and len(after) == 2:
        before, after = after[:1], after[1:]
    if len(before) > 1 or len(after) > 1 or any(label.data != "number" for label in before):
        raise wrong_form("turn")
    return before, [labels[i] for i in at], after


def _label(labels: list[Node], table: Table, total: int, number: int) -> tuple[str | None, int | str | None]:
    """Player and die of a turn. A lone number is the die, unless only the turn's number fits it."""
    before, names, after = _parts(labels)
    die: int | str | None = None
    if after:
        label = after[0]
        die = {"unknown": "?", "one_to_three": "1-3"}.get(str(label.data)) or whole(label.children[0])
        if not names and not before and die == number and die != total:
            die = None
    if not names:
        return None, die
    words = [nodes(name)[0] for name in names]
    if len(words) == 1:
        return table.player(words[0]), die
    texts = [word(node) for node in words]
    if any(exact for _, exact in texts):
        raise wrong_form("turn")
    return find_player(" ".join(text for text, _ in texts), table.players), die


def wrong_form(rule: str) -> RecordSyntaxError:
    """The error for a line of kind `rule` whose parts do not go together."""
    return RecordSyntaxError(
        say(N_("this line does not have the form of its kind")),
        say(N_("write it like this: {example}"), example=EXAMPLES[rule]),
    )


def _moves(tree: Node, table: Table, position: Position) -> dict[str, int]:
    moves: dict[str, int] = {}
    items = nodes(tree)
    letters = _letters(items, table)
    for index, item in enumerate(items):
        name = nodes(item)[0]
        if item.data == "target":
            agent = table.agent(name)
            _put(moves, agent, _steps_to(agent, building(nodes(item)[1]), position))
        elif item.data == "steps":
            _put(moves, table.agent(name), whole(item.children[1]))
        elif letters:
            _put(moves, letters[index], 1)
        else:
            _put(moves, *_one_step(name, table))
    return moves


def _letters(items: list[Node], table: Table) -> list[str]:
    """Agents of a list of single letters, one step each: `r b g y` means red, blue, green and yellow.

    Only where each letter stands for a colour in play; everywhere else `g` may be green or grey.
    """
    texts = [word(nodes(item)[0]) for item in items if item.data == "one_step"]
    if len(texts) < len(items) or len(items) < 2:
        return []
    for item, (text, _) in zip(items, texts, strict=True):
        if all(len(other) == 1 for other, _ in texts) and fold(text) not in LETTERS:
            table.agent(nodes(item)[0])  # the letter that is wrong is named, not one that is only short
    found = []
    for text, exact in texts:
        colour = LETTERS.get(fold(text))
        matches = find(colour, table.agents) if colour and not exact and text not in table.agents else []
        if len(matches) != 1:
            return []
        found.append(table.agents[matches[0]])
    return found


def _one_step(name: Node, table: Table) -> tuple[str, int]:
    """An agent without a number takes one step; `red3` is read as `red 3` where no agent is called so."""
    text, exact = word(name)
    glued = re.fullmatch(r"(\D+)(\d{1,2})", text)
    if not exact and glued and not find(text, table.agents):
        return find_agent(glued[1], table.agents), int(glued[2])
    return table.agent(name), 1


def _steps_to(agent: str, goal: int, position: Position) -> int:
    if not 0 <= goal <= 11:
        find_building(f"building {goal}")
    steps = distance(position(agent), goal)
    if steps == 0:
        raise RecordSyntaxError(
            say(N_("{agent} stands in that building already"), agent=agent),
            say(N_("name the building it moved to, or leave it out")),
        )
    return steps


def clue(tree: Node, table: Table) -> dict[str, Any]:
    """A clue's event."""
    *parts, trust, source = tree.children
    event: dict[str, Any] = {"type": "clue"}
    if tree.data == "clue_either":
        marks = [nodes(mark) for mark in parts if isinstance(mark, Tree)]
        event |= {"kind": "either", "pairs": [[table.player(who), table.agent(what)] for who, what in marks]}
    elif tree.data == "clue_extra":
        kind, name = parts
        assert isinstance(name, Tree)
        event |= {"kind": str(kind), "agent": table.agent(name)}
    else:
        who, kind, *names = parts
        assert isinstance(who, Tree)
        agents = [table.agent(name) for name in names if isinstance(name, Tree)]
        event |= {"kind": str(kind), "player": table.player(who)}
        if str(kind) == "one-of":
            event["agents"] = agents
        elif len(agents) == 1:
            event["agent"] = agents[0]
        else:
            raise wrong_form("clue")
    if isinstance(trust, Tree):
        event["trust"] = _percent(str(trust.children[0]))
    if source is not None:
        event["source"] = unquoted(str(source))
    return event


def _percent(text: str) -> int | float:
    value = Decimal(text) / 100
    return int(value) if value == int(value) else float(value)


def dossier(tree: Node, table: Table) -> dict[str, Any]:
    """A dossier's event; `-` stands for an extra."""
    who, *marks = nodes(tree)
    found: dict[str, str | None] = {}
    for mark in marks:
        agent, player = mark.children
        assert isinstance(agent, Tree)
        _put(found, table.agent(agent), table.player(player) if isinstance(player, Tree) else None)
    return {"type": "dossier", "player": table.player(who), "marks": found}
