"""The card round of a Top Secret turn in the text notation.

`cards Anna swap green, yellow; Anna pass; Ben to-ruin red; Ben pass`: entries in order, passes included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Tree

from assistant.game import CARDS, TWO_AGENT_CARDS
from assistant.records.errors import UnknownName
from assistant.records.names import find_agent, find_player
from assistant.records.notation import CARD_WORDS
from assistant.records.record import did_you_mean
from assistant.records.text_lines import Node, Table, building, nodes, whole, word, wrong_form
from assistant.wording import N_, say


def card_id(text: str) -> str:
    """The card that `text` is the id of, or the beginning of its id.

    Raises:
        UnknownName: no card, or several.
    """
    if text in CARDS:
        return text
    matches = [card for card in CARDS if card.startswith(text.casefold())]
    if len(matches) == 1:
        return matches[0]
    known = say(N_("the cards are {names}"), names=", ".join(CARDS))
    if matches:
        known = say(N_("it may be {candidates}"), candidates=", ".join(matches))
    raise UnknownName(
        say(N_("no single card is called {name}"), name=text),
        known if matches else did_you_mean(text, CARDS, N_("the cards are {names}")),
    )


def cards(tree: Node, table: Table, active: str) -> Iterator[dict[str, Any]]:
    """The card round of the turn of player `active`, entry by entry."""
    due = active
    for entry in nodes(tree):
        *names, number, safe = entry.children
        texts = [word(name) for name in names if isinstance(name, Tree)]
        if _names_player(texts):
            first = entry.children[0]
            assert isinstance(first, Tree)
            due, texts = table.player(first), texts[1:]
        if number is not None and safe is not None:
            raise wrong_form("cards")
        play = _card(texts, table, due)
        if play["card"] is not None:
            if number is not None:
                play["number"] = whole(number)
            elif isinstance(safe, Tree):
                play["number"] = building(nodes(safe)[0])
        elif len(texts) > 1 or number is not None or safe is not None:
            raise wrong_form("cards")
        yield play
        due = table.after(due) if play["card"] is None else due


def _names_player(texts: list[tuple[str, bool]]) -> bool:
    """Whether an entry begins with a player: `Anna swap red` does, `swap red` and `two-b red` do not."""
    if len(texts) < 2:
        return False
    (first, exact), (second, second_exact) = texts[:2]
    if exact or first in CARDS or first in CARD_WORDS:
        return exact
    return second_exact or second == "pass" or _is_card(second) or not _is_card(first)


def _is_card(text: str) -> bool:
    return any(card.startswith(text.casefold()) for card in CARDS)


def _card(texts: list[tuple[str, bool]], table: Table, player: str) -> dict[str, Any]:
    (name, exact), *rest = texts
    if name == "pass" and not exact:
        return {"player": player, "card": None}
    card = name if exact else card_id(name)
    play: dict[str, Any] = {"player": player, "card": card, "agents": []}
    if not (card in CARDS and CARDS[card].needs_number):  # there 0 would be the church, not "none given"
        play["number"] = 0
    words = [text for text, quoted in rest if not quoted]
    if card == TWO_AGENT_CARDS and rest and words[:1] and words[0] in ("look", "exchange"):
        play["effect"] = rest.pop(0)[0]
        if len(rest) >= 2 and rest[-2] == ("with", False):
            other, quoted = rest[-1]
            play["other"] = other if quoted else find_player(other, table.players)
            rest = rest[:-2]
    play["agents"] = [text if quoted else find_agent(text, table.agents) for text, quoted in rest]
    return play
