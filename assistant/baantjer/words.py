"""Names of the pieces for people, to be translated where they are shown.

Records, the command line and the engine use short words (`poison-left`); pages put them into these names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from assistant.wording import N_, Message, say

KINDS: Final[Mapping[str, str]] = {
    "firearm": N_("Firearm"), "stabbing": N_("Stabbing weapon"), "poison": N_("Poison"),
    "blunt": N_("Blunt weapon"),
}  # fmt: skip
PERSONS: Final[Mapping[str, str]] = {
    "koninghe": N_("Dr Den Koninghe"), "jochems": N_("Brigadier Jochems"), "lowietje": N_("Smalle Lowietje"),
    "buitendam": N_("Commissaris Buitendam"),
}  # fmt: skip
SQUARES: Final[Mapping[str, str]] = {
    "red": N_("Red square"), "green": N_("Green square"), "plain": N_("Plain square"), "parking": N_("Parking"),
}  # fmt: skip
_HALVES: Final[Mapping[str, str]] = {"left": N_("{kind} (left)"), "right": N_("{kind} (right)")}


def piece(name: str) -> Message:
    """Name of a token's kind or of a card: `poison-left`, `koninghe`; `token`, and `?-left` for an open kind.

    A word that names no piece is given back as it is.
    """
    if name in PERSONS:
        return say(PERSONS[name])
    if name == "token":
        return say(N_("Location token"))
    kind, _, half = name.partition("-")
    of_kind = (
        say(N_("Weapon")) if kind == "?" else say(KINDS[kind]) if kind in KINDS else say("{name}", name=name)
    )
    return say(_HALVES[half], kind=of_kind) if half in _HALVES else of_kind


def pieces(names: Iterable[str]) -> Message:
    """Names with commas."""
    values = {f"n{i}": piece(name) for i, name in enumerate(names)}
    return Message(", ".join(f"{{{key}}}" for key in values), values)


_STOPS: Final[Mapping[str, str]] = {
    "red": N_("a red square"),
    "green": N_("a green square"),
    "plain": N_("a plain square"),
    "parking": N_("the parking"),
}
_OF_PIECES = frozenset({"card", "cards", "kind", "missing", "not_", "one_of"})
_COLOURS: Final[Mapping[str, str]] = {"red": N_("red"), "green": N_("green")}


def spoken(message: Message) -> Message:
    """A message of this room with the record's words for pieces put as people say them; names stay as they are."""
    return Message(message.template, {key: _spoken(key, value) for key, value in message.values.items()})


def _spoken(key: str, value: object) -> object:
    if isinstance(value, Message):
        return spoken(value)
    if not isinstance(value, str):
        return value
    if key == "colour":
        return say(_COLOURS[value]) if value in _COLOURS else value
    if key in ("where", "on", "is_"):
        return say(_STOPS[value]) if value in _STOPS else value
    names = value.split(", ")
    known = {*KINDS, *PERSONS, "token", "?"}
    if key in _OF_PIECES and all(name.partition("-")[0] in known for name in names):
        return pieces(names)
    return value
