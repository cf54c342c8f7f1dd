"""The entry pad: the board to tap on, one round trip per turn.

The component keeps the half-entered turn in the browser and delivers it once, in the record's own form. The
engine judges it again: nothing that comes from a browser is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2s
from typing import Any, NotRequired, TypedDict

import streamlit as st

from assistant.dashboard.board import geometry
from assistant.dashboard.board.drawing import description
from assistant.dashboard.board.palette import Theme, agent_styles
from assistant.dashboard.board.picture import name_of, script, send
from assistant.dashboard.board.words import all_labels, shown_name
from assistant.dashboard.parts import ignore
from assistant.game import CARDS, VALUES, GameState, Turn, marker_cap
from assistant.game.deck import copies
from assistant.game.legal import totals

SCRIPTS = ("rules.js", "view.js", "roster.js", "figures.js", "round.js", "keys.js", "pad.js")
"""Files of the component's script, in the order in which they are joined into one module."""


class CardEntry(TypedDict):
    """One entry of the card round as the record has it; `card` None is a pass."""

    player: str
    card: str | None
    agents: NotRequired[list[str]]
    number: NotRequired[int]
    effect: NotRequired[str]
    other: NotRequired[str]


_CARD_FIELDS = frozenset(CardEntry.__annotations__)


class CommittedTurn(TypedDict):
    """A turn as it was committed.

    `turn` is the number of turns before it and `player` the one to move, as the pad showed them: where the
    game has moved on meanwhile, the two tell. `nonce` is the same when a lost commit is sent again.
    """

    die: int | str
    moves: dict[str, int]
    safe: int | None
    cards: NotRequired[list[CardEntry]]
    nonce: str
    turn: int
    player: str


class CardChoice(TypedDict):
    """A card that can be played: id, short name, what it does, how many agents and which numbers it takes."""

    id: str
    label: str
    hint: str
    agents: list[int]
    numbers: list[int]


_component = st.components.v2.component(
    "heimlich_entry_pad", css=script("pad.css"), js="\n".join(script(name) for name in SCRIPTS)
)


def card_choices(state: GameState, translate: Callable[[str], str] = str) -> list[CardChoice]:
    """The kinds of cards that are not all played yet; none in editions without cards.

    Args:
        state: the position.
        translate: puts the cards' names into the user's language.
    """
    deck = copies(state.edition, len(state.players))
    left = {card: n - state.played.count(card) for card, n in deck.items()}
    return [
        {
            "id": card,
            "label": translate(CARDS[card].label),
            "hint": translate(CARDS[card].does),
            "agents": list(CARDS[card].agents),
            "numbers": [] if CARDS[card].numbers == (0,) else list(CARDS[card].numbers),
        }
        for card, n in left.items()
        if n > 0
    ]


def entry_pad(
    state: GameState,
    *,
    key: str,
    labels: Mapping[str, str] | None = None,
    theme: Theme = "light",
    disabled: bool = False,
    cards: Sequence[CardChoice] | None = None,
    draft: Mapping[str, Any] | None = None,
    focus: bool = False,
) -> CommittedTurn | None:
    """The pad for the next turn of `state`; returns a turn in the one run in which it was committed.

    After a turn was taken over, call `st.rerun()`: the pad stays locked until it sees the next position, or
    this one again where the turn was refused; then the taps are kept to be corrected.

    Args:
        state: the position before the turn.
        key: the element's key, one per game and turn edited.
        labels: words in the user's language, keys as in `words.BOARD_LABELS` and `words.PAD_LABELS`.
        theme: light or dark.
        disabled: show the board, take nothing.
        cards: cards that can be played, for games with Top Secret cards; see `card_choices`.
        draft: a turn to start from, in the record's form, for editing an earlier one.
        focus: put the focus on the die when the position changes, for playing by keyboard.
    """
    seen = f"{key}:last nonce"
    with st.container(gap=None):
        send(state, theme, key)
        result = _component(
            key=key,
            data=pad_data(state, labels, theme, disabled, cards, draft)
            | {"acknowledged": st.session_state.get(seen), "focus": focus},
            on_commit_change=ignore,
        )
    turn = parsed(result.commit, state)
    if turn is None or turn["nonce"] == st.session_state.get(seen):
        return None
    st.session_state[seen] = turn["nonce"]
    return turn


def pad_data(
    state: GameState,
    labels: Mapping[str, str] | None = None,
    theme: Theme = "light",
    disabled: bool = False,
    cards: Sequence[CardChoice] | None = None,
    draft: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything the script needs to know, as plain values."""
    edition, words = state.edition, {**all_labels(), **(labels or {})}
    styles = agent_styles(state.agents)
    position = (state.turns, state.to_move, state.positions, state.markers, state.safe, state.hands)
    picture = name_of(state, theme)
    return {
        "picture": picture,
        "description": description(state, words),
        "scene": geometry.scene(),
        "labels": words,
        "theme": theme,
        "disabled": disabled or state.finished,
        "stamp": repr((position, state.agents, state.players, draft)),
        # The same in every process: after a restart a browser need not draw what it has.
        "look": blake2s(repr((picture, sorted(words.items()))).encode(), digest_size=8).hexdigest(),
        "turn": state.turns,
        "seat": state.to_move,
        "players": list(state.players),
        "agents": [
            {
                "id": name,
                "name": shown_name(name, words),
                "letter": look.letter,
                "fill": look.fill(theme),
                "ink": look.text(theme),
            }
            for name, look in zip(state.agents, styles, strict=True)
        ],
        "positions": list(state.positions),
        "markers": list(state.markers),
        "safe": state.safe,
        "faces": list(edition.faces),
        "totals": {str(face): list(totals(edition, face)) for face in edition.faces},
        "safeTarget": edition.safe_target,
        "values": list(VALUES),
        "finish": edition.finish_score,
        "start": edition.start_score,
        "floor": edition.floor_score,
        "cards": _card_data(state, cards),
        "draft": _draft_data(state, draft),
    }


def _card_data(state: GameState, cards: Sequence[CardChoice] | None) -> dict[str, Any] | None:
    if cards is None or state.edition.cards == "off":
        return None
    return {"choices": list(cards), "passes": state.edition.card_passes, "cap": marker_cap(state.edition)}


def _draft_data(state: GameState, draft: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A recorded turn as the script keeps it: steps by agent, plays by seat, passes left out.

    A turn that does not fit this game, which is why it is being edited, comes as far as it can.
    """
    if draft is None:
        return None
    moves: Mapping[str, int] = draft.get("moves") or {}
    steps = tuple(max(0, moves.get(agent, 0)) for agent in state.agents)
    die = Turn(state.to_move, steps, draft.get("die")).rolled(state.edition) if moves else draft.get("die")
    fits = die in state.edition.faces
    return {
        "die": die if fits else None,
        "steps": list(steps) if fits else [0] * len(steps),
        "safe": draft.get("safe"),
        "plays": [_play_data(state, entry) for entry in draft.get("cards") or () if _is_play(state, entry)],
    }


def _is_play(state: GameState, entry: Mapping[str, Any]) -> bool:
    return entry.get("card") is not None and _card_fits(
        {k: entry[k] for k in _CARD_FIELDS & set(entry)}, state
    )


def _play_data(state: GameState, entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "player": state.players.index(entry["player"]),
        "card": entry["card"],
        "agents": [state.agents.index(agent) for agent in entry.get("agents") or ()],
        "number": entry.get("number"),
        "effect": entry.get("effect"),
        "other": None if entry.get("other") is None else state.players.index(entry["other"]),
    }


def parsed(value: object, state: GameState) -> CommittedTurn | None:
    """The turn that the browser sent, or None for nothing and for nonsense.

    Only the form is checked: known names, whole numbers. Whether the turn is legal is for the engine.
    """
    if not isinstance(value, dict):
        return None
    die, moves, safe = value.get("die"), value.get("moves"), value.get("safe")
    nonce, turn, player = value.get("nonce"), value.get("turn"), value.get("player")
    fits = (
        (_whole(die) or isinstance(die, str))
        and die in state.edition.faces
        and isinstance(moves, dict)
        and all(agent in state.agents and _whole(n) for agent, n in moves.items())
        and (safe is None or _whole(safe))
        and isinstance(nonce, str)
        and 0 < len(nonce) <= 64
        and _whole(turn)
        and player in state.players
        and _cards_fit(value.get("cards"), state)
    )
    if not fits:
        return None
    kept = ("die", "moves", "safe", "cards", "nonce", "turn", "player")
    return {name: value[name] for name in kept if name in value}  # type: ignore[return-value]


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cards_fit(cards: object, state: GameState) -> bool:
    return cards is None or (isinstance(cards, list) and all(_card_fits(entry, state) for entry in cards))


def _card_fits(entry: object, state: GameState) -> bool:
    if not isinstance(entry, dict):
        return False
    card, agents, number = entry.get("card"), entry.get("agents", []), entry.get("number")
    return (
        set(entry) <= _CARD_FIELDS
        and entry.get("player") in state.players
        and (card is None or (isinstance(card, str) and card in CARDS))
        and isinstance(agents, list)
        and all(agent in state.agents for agent in agents)
        and (number is None or _whole(number))
        and entry.get("effect") in (None, "look", "exchange")
        and entry.get("other") in (None, *state.players)
    )
