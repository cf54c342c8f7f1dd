"""The table's rules where the rulebook is unclear (docs/baantjer.md), and names for the places, as form fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from assistant.baantjer.options import Options
from assistant.baantjer.pieces import GREEN_CARDS, HALVES, PLACES, WEAPON_KINDS
from assistant.baantjer.words import piece
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.language import _, translate
from assistant.dashboard.text import esc, md
from assistant.wording import N_

_DEFAULT = Options()
_SWITCHES = {
    "halves_before_token": N_("A weapon half may be laid before the token is turned"),
    "may_decline": N_("A card that fits may all the same go under the stack"),
    "closed_places": N_("The place of a closed file still counts as one's own"),
    "theft_needs_token": N_("A place is one's own only once its token is turned"),
    "skips_add_up": N_("Two files closed in one turn cost two turns"),
}
_CHOICES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "game": (N_("Game"), {"full": N_("full: three files win"), "short": N_("short: two files win")}),
    "weapon": (
        N_("The two halves of a weapon"),
        {"left-and-right": N_("a left and a right one"), "any-two": N_("any two of the kind")},
    ),
    "close": (
        N_("A complete file may be closed"),
        {"any-time": N_("at any time"), "own-turn": N_("in its owner's turn")},
    ),
    "turn_order": (N_("Turns"), {"seats": N_("in seat order"), "free": N_("in the order they are entered")}),
}


def fields(given: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Draws the fields, filled from `given`; returns the options that are not the default, unknown ones kept."""
    now = Options.model_validate(dict(given))
    found: dict[str, Any] = {}
    for option, (label, names) in _CHOICES.items():
        found[option] = st.pills(
            translate(label), list(names), default=getattr(now, option), required=True, key=f"b-{option}-{key}",
            format_func=_named(names),
        )  # fmt: skip
    for option, label in _SWITCHES.items():
        found[option] = st.toggle(translate(label), value=getattr(now, option), key=f"b-{option}-{key}")
    found["thefts_per_visit"] = st.number_input(
        _("Cards that may be taken in one visit"), 0, 99, now.thefts_per_visit, key=f"b-thefts-{key}"
    )
    found["tokens"] = _counts(
        _("Tokens of each kind, twelve in all"), WEAPON_KINDS, now.tokens, f"tokens-{key}"
    )
    any_two = found["weapon"] == "any-two"
    reds = WEAPON_KINDS if any_two else tuple(f"{kind}-{half}" for kind in WEAPON_KINDS for half in HALVES)
    start = (
        now.red if now.red is not None and set(now.red) == set(reds) else dict.fromkeys(reds, 32 // len(reds))
    )
    red = _counts(_("Red cards"), reds, start, f"red-{found['weapon']}-{key}")
    found["green"] = _counts(_("Green cards"), GREEN_CARDS, now.green, f"green-{key}")
    if red != dict.fromkeys(reds, 32 // len(reds)):
        found["red"] = red
    known = set(Options.model_fields)
    unknown = {name: value for name, value in given.items() if name not in known}
    return {**{n: v for n, v in found.items() if v != getattr(_DEFAULT, n)}, **unknown}


def _named(names: Mapping[str, str]) -> Callable[[str], str]:
    return lambda one: md(translate(names[one]))


def _counts(title: str, names: tuple[str, ...], now: Mapping[str, int], key: str) -> dict[str, int]:
    st.html(f'<p class="b-label">{esc(title)}</p>')
    with st.container(key=f"b-grid-{key}"):
        return {
            name: int(st.number_input(md(said(piece(name))), 0, 99, now.get(name, 0), key=f"b-{name}-{key}"))
            for name in names
        }


def places(given: Mapping[str, str], key: str) -> dict[str, str]:
    """Draws a field for the name of every place; returns those that have one."""
    with st.container(key=f"b-grid-places-{key}"):
        names = {
            str(place): st.text_input(
                _("Place {place}", place=place),
                given.get(str(place), ""),
                max_chars=60,
                key=f"b-place-{place}-{key}",
            )
            for place in PLACES
        }
    return {place: name.strip() for place, name in names.items() if name.strip()}
