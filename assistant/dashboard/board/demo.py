"""A page to try the pad on: `streamlit run assistant/dashboard/board/demo.py`.

The address chooses the game, for example `?edition=amigo&players=Anna|Ben&agents=red|blue|green&theme=dark`;
`at`, `markers` and `safe` set up a position, `refuse` turns the first commit down, `focus`, `disabled` and
`draft` (a turn as JSON) are the pad's own. The page shows the last committed turn as text.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace

import streamlit as st

from assistant.dashboard.board.pad import CommittedTurn, card_choices, entry_pad
from assistant.dashboard.board.palette import BOX_COLOURS
from assistant.game import GameError, GameState, edition, play, start
from assistant.records import Record, TurnEvent


def _list(name: str, otherwise: str) -> list[str]:
    """A list from the address, or from the environment where it is too wild for an address."""
    return (st.query_params.get(name) or os.environ.get(f"PAD_{name.upper()}") or otherwise).split("|")


def _record() -> Record:
    rules = edition(st.query_params.get("edition", "ravensburger"))
    players = _list("players", "Anna|Ben|Cem|Dana|Eli")
    agents = _list("agents", "|".join(BOX_COLOURS[: rules.agents_in_play(len(players))]))
    return Record.model_validate(
        {"edition": rules.base, "agents": agents, "players": [{"name": name} for name in players]}
    )


def _beginning(record: Record) -> GameState:
    state = start(record.resolved_edition, record.names, record.agents)
    asked = {
        field: tuple(map(int, st.query_params[name].split(",")))
        for name, field in (("at", "positions"), ("markers", "markers"))
        if name in st.query_params
    }
    return replace(state, safe=int(st.query_params.get("safe", state.safe)), **asked)  # type: ignore[arg-type]


def main() -> None:
    """The page."""
    st.set_page_config(page_title="Entry pad", layout="wide")
    record = _record()
    if "state" not in st.session_state:
        st.session_state.update(state=_beginning(record), turn=None, trouble="", runs=0, commits=0)
    st.session_state.runs += 1
    state: GameState = st.session_state.state
    turn = entry_pad(
        state,
        key="pad",
        theme="dark" if st.query_params.get("theme") == "dark" else "light",
        disabled="disabled" in st.query_params,
        cards=card_choices(state) if state.edition.cards == "on" else None,
        draft=json.loads(st.query_params["draft"])
        if "draft" in st.query_params and not state.turns
        else None,
        focus="focus" in st.query_params,
    )
    if turn is not None:
        _take(record, state, turn)
        st.rerun()
    st.text(st.session_state.trouble or "no trouble")
    st.text(f"runs {st.session_state.runs} commits {st.session_state.commits}")
    st.text(json.dumps(st.session_state.turn, ensure_ascii=False))
    st.button("Run again")


def _take(record: Record, state: GameState, turn: CommittedTurn) -> None:
    st.session_state.turn = turn
    st.session_state.commits += 1
    fields = {name: value for name, value in turn.items() if name not in {"nonce", "turn"}}
    if "refuse" in st.query_params and st.session_state.commits == 1:
        st.session_state.trouble = "refused"
        return
    try:
        event = TurnEvent.model_validate(fields)
        st.session_state.state = play(state, record.turn(event, state)).after
        st.session_state.trouble = ""
    except GameError as error:
        st.session_state.trouble = str(error)


main()
