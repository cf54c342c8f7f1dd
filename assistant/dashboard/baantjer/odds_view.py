"""Odds: kinds under the tokens that lie face down, what the stacks hold for whom, which card comes next."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import streamlit as st

from assistant.baantjer.errors import TooManyWorlds
from assistant.baantjer.odds import StackOdds, joint_token_odds, stack_odds, token_odds
from assistant.baantjer.pieces import WEAPON_KINDS, Colour
from assistant.baantjer.record import Record
from assistant.baantjer.state import State
from assistant.baantjer.words import piece, pieces
from assistant.dashboard import frame
from assistant.dashboard.baantjer import icons
from assistant.dashboard.baantjer.entering import explain
from assistant.dashboard.baantjer.wording import said
from assistant.dashboard.language import _, n_
from assistant.dashboard.text import esc, md, name, short
from assistant.wording import percent

COLOURS: tuple[Colour, ...] = ("red", "green")
MOST_COMBINATIONS = 8


def panel(record: Record, state: State, key: str) -> None:
    """Draws the odds; where too much is half seen to count it, why."""
    frame.heading(esc(_("Odds")), esc(_("exact, from what lies open and what was half seen")))
    try:
        tokens = token_odds(state)
        stacks = {c: [stack_odds(state, seat, c) for seat in range(len(state.players))] for c in COLOURS}
    except TooManyWorlds as error:
        explain(_("The odds cannot be counted"), error)
        return
    tables = [_tokens(record, state, tokens)] if tokens else []
    tables += [_helps(state, stacks), *(_next(state, colour, stacks[colour][0]) for colour in COLOURS)]
    st.html(f'<div class="b-odds">{"".join(tables)}</div>')
    _together(state, key)


def _tokens(record: Record, state: State, odds: Mapping[int, Mapping[str, Fraction]]) -> str:
    heads = "".join(
        f'<th scope="col">{icons.icon(kind)}<small>{esc(said(piece(kind)))}</small></th>'
        for kind in WEAPON_KINDS
    )
    rows = "".join(
        f'<tr><th scope="row">{_place(record, state, place)}</th>'
        + "".join(_cell(kinds[kind], _is_most(kind, kinds)) for kind in WEAPON_KINDS)
        + "</tr>"
        for place, kinds in odds.items()
    )
    title = esc(_("Under the tokens, in percent"))
    return (
        f'<table class="b-table b-tokens"><caption>{title}</caption><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _place(record: Record, state: State, place: int) -> str:
    owner = state.file(place).owner
    who = esc(_("nobody")) if owner is None else name(state.players[owner])
    called = record.places.get(str(place), "")
    return f"<b>{place}</b> <span>{name(called) + ' · ' if called else ''}{who}</span>"


def _is_most(kind: str, kinds: Mapping[str, Fraction]) -> bool:
    """Whether a kind is the likeliest; none is where all are equal."""
    return kinds[kind] == max(kinds.values()) > min(kinds.values())


def _cell(p: Fraction, best: bool) -> str:
    most = ' class="most"' if best else ""
    return f'<td{most} style="--p:{float(p):.3f}"><span>{percent(float(p))}</span></td>'


def _helps(state: State, stacks: Mapping[Colour, list[StackOdds]]) -> str:
    """Per player: the chance that the next card helps, and after how many cards the first one does."""
    rows = "".join(
        f'<tr><th scope="row">{name(who)}</th>'
        + "".join(_cell(o.helps, False) + f"<td>{_draws(o)}</td>" for o in (stacks[c][seat] for c in COLOURS))
        + "</tr>"
        for seat, who in enumerate(state.players)
    )
    groups = "".join(
        f'<th colspan="2" scope="colgroup"><span class="b-square {c}"></span>{esc(_colour(c))}</th>'
        for c in COLOURS
    )
    heads = (
        f'<th scope="col">{esc(_("next helps, %"))}</th><th scope="col">{esc(_("cards until one helps"))}</th>'
        * 2
    )
    title = esc(_("Who needs what the stacks hold"))
    return (
        f'<table class="b-table b-helps"><caption>{title}</caption><thead><tr><td></td>{groups}</tr>'
        f"<tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _colour(colour: Colour) -> str:
    return _("Red stack") if colour == "red" else _("Green stack")


def _draws(odds: StackOdds) -> str:
    if odds.expected_draws is None:
        return f'<span aria-label="{esc(_("no card of the stack helps now"))}">–</span>'
    return f"{float(odds.expected_draws):.1f}"


def _next(state: State, colour: Colour, odds: StackOdds) -> str:
    """The next card of a stack, and the order at its bottom."""
    stack = state.stack(colour)
    rows = "".join(
        f"<li>{icons.icon(card)}<span>{esc(said(piece(card)))}</span><b>{percent(float(p))} %</b>"
        f'<i class="bar" style="--p:{float(p):.3f}"></i></li>'
        for card, p in sorted(odds.next.items(), key=lambda pair: -pair[1])
    )
    title = _("Next red card") if colour == "red" else _("Next green card")
    size = n_("{n} card of unknown order", "{n} cards of unknown order", stack.head)
    known = [" / ".join(said(piece(card)) for card in sorted(possible)) for possible in stack.tail]
    below = ""
    if known:
        then = n_("then {n} known", "then {n} known", len(known))
        items = "".join(f"<li>{esc(one)}</li>" for one in known)
        below = f"<details><summary>{esc(then)}</summary><ol>{items}</ol></details>"
    return (
        f'<section class="b-next"><h3><span class="b-square {colour}"></span>{esc(title)}</h3>'
        f'<ul>{rows}</ul><p class="h-note">{esc(size)}</p>{below}</section>'
    )


@st.fragment
def _together(state: State, key: str) -> None:
    """Kinds under several own tokens at once, since one drawn here is missing there."""
    seats = [s for s in range(len(state.players)) if len(_hidden(state, s)) > 1]
    if not seats:
        return
    with st.expander(_("Several own tokens at once"), icon=":material/join_inner:"):
        seat = st.pills(
            _("Player"), seats, default=seats[0], key=f"together-{key}", required=True,
            format_func=lambda s: md(short(state.players[s], 24)),
        )  # fmt: skip
        places = _hidden(state, seats[0] if seat is None or seat not in seats else seat)
        found = sorted(joint_token_odds(state, places).items(), key=lambda pair: -pair[1])
        where = ", ".join(map(str, places))
        rows = "".join(
            f"<li>{''.join(map(icons.icon, kinds))}<span>{esc(said(pieces(kinds)))}</span>"
            f"<b>{percent(float(p))} %</b></li>"
            for kinds, p in found[:MOST_COMBINATIONS]
        )
        rest = len(found) - MOST_COMBINATIONS
        more = f'<p class="h-note">{esc(n_("and {n} more", "and {n} more", rest))}</p>' if rest > 0 else ""
        title = esc(_("Places {places}, in this order", places=where))
        st.html(f'<p class="h-note">{title}</p><ul class="b-joint">{rows}</ul>{more}')


def _hidden(state: State, seat: int) -> list[int]:
    return [file.place for file in state.own_files(seat) if file.token is None]
