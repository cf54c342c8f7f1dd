"""Names that people type: colours in four languages, buildings, and the beginnings of names.

An exact name wins, then one that differs only in case, then an alias, then the only name (or alias) that
begins so. Several that begin so are an error that lists them. The names that the Java engine gives its agents
(PERRY, SCHULZ, ...) are names in their own right: no colour stands for them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from assistant.game import CHURCH, RUIN
from assistant.records.errors import AmbiguousName, UnknownName
from assistant.records.record import did_you_mean
from assistant.wording import N_, say

COLOURS: Mapping[str, tuple[str, ...]] = {
    "yellow": ("gelb", "giallo", "geel"),
    "red": ("rot", "rosso", "rood"),
    "purple": ("violet", "lilac", "violett", "lila", "viola", "paars"),
    "blue": ("blau", "blu", "azzurro", "blauw"),
    "green": ("grün", "gruen", "verde", "groen"),
    "orange": ("arancione", "arancio", "oranje"),
    "grey": ("gray", "grau", "grigio", "grijs"),
    "black": ("schwarz", "nero", "zwart"),
    "white": ("weiß", "weiss", "bianco", "wit"),
    "brown": ("braun", "marrone", "bruin"),
    "pink": ("rosa", "roze"),
}
"""Colours of the agents in English, with their names in German, Italian and Dutch."""

LETTERS: Mapping[str, str] = {
    "r": "red", "b": "blue", "g": "green", "y": "yellow", "o": "orange", "p": "purple", "e": "grey",
}  # fmt: skip
"""Colours by one letter, for a list of letters such as `r b g y`; as on the agents' marks."""

BUILDINGS: Mapping[int, tuple[str, ...]] = {
    CHURCH: ("church", "kirche", "chiesa", "kerk"),
    RUIN: ("ruin", "ruins", "ruine", "rovina", "rovine", "ruïne"),
}


def fold(name: str) -> str:
    """The name without case and accents, for comparing: `Grün` becomes `grun`."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@cache
def colour_aliases(agent: str) -> frozenset[str]:
    """Folded names in all languages of the colour that `agent` is called after; none for other names."""
    folded = fold(agent)
    for english, others in COLOURS.items():
        # No other colour begins like the letter on grey's mark: it stands for grey alone as well.
        everything = frozenset(map(fold, (english, *others, *(["e"] if english == LETTERS["e"] else []))))
        if folded in everything:
            return everything
    return frozenset()


def find(word: str, names: Sequence[str], aliases: Sequence[Iterable[str]] = ()) -> list[int]:
    """Indices of all of `names` that `word` may mean; the best kind of match alone counts.

    Args:
        word: what was typed.
        names: the names in the game.
        aliases: for each name the folded words that stand for it.
    """
    if word in names:
        return [names.index(word)]
    typed = fold(word)
    folded = [fold(name) for name in names]
    known = [set(words) for words in aliases] or [set() for _ in names]
    kinds: tuple[Callable[[int], bool], ...] = (
        lambda i: folded[i] == typed,
        lambda i: typed in known[i],
        lambda i: folded[i].startswith(typed),
        lambda i: any(alias.startswith(typed) for alias in known[i]),
    )
    for kind in kinds:
        matches = [i for i in range(len(names)) if typed and kind(i)]
        if matches:
            return matches
    return []


def _one(word: str, names: Sequence[str], matches: list[int], unknown: str, otherwise: str) -> int:
    if len(matches) == 1:
        return matches[0]
    if not matches:
        raise UnknownName(say(unknown, name=word), did_you_mean(word, names, otherwise))
    candidates = ", ".join(names[i] for i in matches)
    raise AmbiguousName(
        say(N_("{word} may be any of {candidates}"), word=word, candidates=candidates),
        say(N_("type more letters of the one you mean")),
    )


def find_player(word: str, players: Sequence[str]) -> str:
    """The player that `word` means: the name, or the beginning of only one.

    Raises:
        UnknownName: nobody.
        AmbiguousName: several.
    """
    matches = find(word, players)
    return players[
        _one(word, players, matches, N_("no player is called {name}"), N_("the players are {names}"))
    ]


def find_agent(word: str, agents: Sequence[str]) -> str:
    """The agent that `word` means: the name, its colour in another language, or the beginning of only one.

    Raises:
        UnknownName: no agent in play.
        AmbiguousName: several.
    """
    matches = find(word, agents, [colour_aliases(agent) for agent in agents])
    unknown, otherwise = N_("no agent in play is called {name}"), N_("the agents are {names}")
    return agents[_one(word, agents, matches, unknown, otherwise)]


def find_building(word: str) -> int:
    """The building: its number as it stands, or a word for the church or the ruin.

    Raises:
        UnknownName: neither.
        AmbiguousName: the word may be both.
    """
    if word.removeprefix("-").removeprefix("+").isdecimal() and len(word) <= 7:
        return int(word)
    buildings = list(BUILDINGS)
    names = [BUILDINGS[b][0] for b in buildings]
    aliases = [[fold(name) for name in BUILDINGS[b]] for b in buildings]
    unknown, otherwise = N_("there is no building {name}"), N_("buildings are 1 to 10, {names}")
    return buildings[_one(word, names, find(word, names, aliases), unknown, otherwise)]
