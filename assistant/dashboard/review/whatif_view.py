"""What if: make a branch. It shows in every section under one badge, and one click leads back."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from assistant.dashboard import describe, frame
from assistant.dashboard.describe import agent_name
from assistant.dashboard.entry import line_of, read_line
from assistant.dashboard.language import _, refused, translate
from assistant.dashboard.review import state
from assistant.dashboard.review.state import Shown
from assistant.dashboard.text import esc, md, short
from assistant.game import GameError
from assistant.records import ClueEvent, RecordError, TurnEvent
from assistant.review import Branch, add_clue, change_move, ignore_turn, pin_owner
from assistant.wording import N_, say

KINDS: dict[str, str] = {
    "ignore": N_("Ignore a turn"), "pin": N_("Pin an owner"), "move": N_("Change a move"), "clue": N_("Add a clue"),
}  # fmt: skip


def show(shown: Shown) -> None:
    """Draws the section."""
    with st.container(key="card-whatif"):
        frame.heading(esc(_("What if")), esc(_("The record is never touched: one click leads back to it.")))
        kind = st.segmented_control(
            _("Change"), list(KINDS), default="ignore", required=True, key="whatif-kind",
            format_func=lambda one: translate(KINDS[one]), label_visibility="collapsed",
        )  # fmt: skip
        make = {"pin": _pin, "move": _move, "clue": _clue}.get(kind or "ignore", _ignore)(shown)
        if make is None:
            st.html(f'<p class="h-note">{esc(_("This game has no turn yet that could be changed."))}</p>')
        elif st.button(_("See what would be"), type="primary", key="whatif-go", icon=":material/alt_route:"):
            _enter(make)
    if shown.branch.changes:
        _compared(shown)


def _enter(make: Callable[[], Branch]) -> None:
    try:
        branch = make()
    except (RecordError, GameError) as error:
        st.html(f'<p role="alert" class="h-preview wrong">{esc(refused(error))}</p>')
        return
    state.enter(branch)
    st.rerun()


def _turn_number(shown: Shown, label: str, least: int) -> int:
    turns = shown.review.turns
    value = min(max(state.turn(shown.review), least), turns)
    number = int(
        st.number_input(label, min(least, turns), turns, value, key=f"whatif-turn-{least}", width=180)
    )
    event = shown.review.game.turns[number - 1].event if number else None
    if isinstance(event, TurnEvent):
        st.html(f'<p class="h-note">{esc(describe.short_turn(event))}</p>')
    return number


def _cell(shown: Shown) -> tuple[str, str]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        player = st.selectbox(_("Player"), shown.players, format_func=short, key="whatif-player", width=240)
        agent = st.selectbox(
            _("Agent"),
            shown.agents,
            format_func=lambda a: short(agent_name(a)),
            key="whatif-agent",
            width=240,
        )
    return player, agent


def _ignore(shown: Shown) -> Callable[[], Branch] | None:
    if not shown.review.turns:
        return None
    turn = _turn_number(shown, _("Turn"), 1)
    return lambda: ignore_turn(shown.branch, turn)


def _pin(shown: Shown) -> Callable[[], Branch]:
    player, agent = _cell(shown)
    return lambda: pin_owner(shown.branch, player, agent)


def _move(shown: Shown) -> Callable[[], Branch] | None:
    if not shown.review.turns:
        return None
    turn = _turn_number(shown, _("Turn"), 1)
    step, record = shown.review.game.turns[turn - 1], shown.review.game.record
    # what was played stands there to be changed; the checks of the main line would contradict it
    event = step.event.unchecked() if isinstance(step.event, TurnEvent) else step.event
    line = st.text_input(
        _("What was played instead"), value=line_of(event, record), key=f"whatif-line-{turn}"
    )
    before = step.outcome.before if step.outcome is not None else shown.review.game.start

    def make() -> Branch:
        instead = read_line(line, record, before)
        if not isinstance(instead, TurnEvent):
            raise GameError(
                say(N_("this line is no turn")), say(N_("write it like the line that stood there"))
            )
        return change_move(shown.branch, turn, instead)

    return make


def _clue(shown: Shown) -> Callable[[], Branch]:
    player, agent = _cell(shown)
    kind = st.segmented_control(
        _("Says"), ["owns", "not-owns"], default="owns", required=True, key="whatif-says",
        format_func=lambda one: _("owns it") if one == "owns" else _("does not own it"),
    )  # fmt: skip
    trust = st.slider(_("How far it is trusted, %"), 5, 100, 100, 5, key="whatif-trust") / 100
    turn = _turn_number(shown, _("Known after turn"), 0)
    clue = ClueEvent(
        kind="not-owns" if kind == "not-owns" else "owns", player=player, agent=agent, trust=trust
    )
    template = (
        N_("{player} owns {agent} ({trust})")
        if kind != "not-owns"
        else N_("{player} does not own {agent} ({trust})")
    )
    text = say(template, player=player, agent=agent, trust=f"{trust:.0%}")
    return lambda: add_clue(shown.branch, clue, turn, text)


def _compared(shown: Shown) -> None:
    """What the change does to the table's belief at the end, the largest differences first."""
    main = state.main_review(shown).timelines.table.posterior[-1]
    now = shown.review.timelines.table.posterior[-1]
    cells = sorted(
        (
            (abs(now[s, a] - main[s, a]), s, a)
            for s in range(main.shape[0])
            for a in range(main.shape[1])
            if now[s].max() < 1.0 or main[s].max() == 1.0  # of a pinned owner it is known
        ),
        reverse=True,
    )[:6]
    rows = [
        f"- {md(shown.players[s])} = {md(agent_name(shown.agents[a]))}: {100 * main[s, a]:.0f} % → "
        f"**{100 * now[s, a]:.0f} %**"
        for difference, s, a in cells
        if difference >= 0.005
    ]
    with st.container(key="card-compared"):
        frame.heading(
            esc(_("What it changes at the end")), esc(_("the table's belief, in the game and in the branch"))
        )
        st.markdown("\n".join(rows) if rows else _("Nothing that would show."))
        if shown.branch.placed:
            text = _(
                "Where a later turn scores anew, the safe goes to where it stood in the game, or to the next "
                "building it may enter; such a turn says nothing."
            )
            st.html(f'<p class="h-note">{esc(text)}</p>')
