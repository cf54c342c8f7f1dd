"""Clues: what somebody said, saw or believes, in three taps; and what to do when they contradict each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from assistant.dashboard import changing, describe, figures, frame, insight, parts, pin, session
from assistant.dashboard.changing import Target, told
from assistant.dashboard.entry import enter
from assistant.dashboard.language import _, refused
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc, md, short
from assistant.records import ClueEvent, Record
from assistant.records.store import StoreError

KINDS = ("owns", "not-owns", "one-of", "extra", "not-extra", "either", "saw")
TRUST = 70
"""Percent of trust that a claim starts with; who saw the card is certain."""
HANDLED, NOTED = map(session.key, ("clues-handled", "clue-noted"))


def _kind_names() -> dict[str, str]:
    return {
        "owns": _("is"), "not-owns": _("is not"), "one-of": _("is one of"), "extra": _("is an extra"),
        "not-extra": _("is no extra"), "either": _("this or that"), "saw": _("I saw the card"),
    }  # fmt: skip


def panel(opened: Opened) -> None:
    """The form: what kind, who, which agent, how sure."""
    frame.heading(esc(_("A clue")), esc(_("said, seen or guessed")))
    handled: list[str] = st.session_state.get(HANDLED, [])
    entry = parts.clue(_form(opened.record, handled), key=f"clue-{opened.game.id}")
    _tell_noted(opened)
    if entry is None or entry.get("nonce") in handled:
        return
    clue, nonce = clue_of(entry, opened.record), entry.get("nonce")
    if clue is None or not isinstance(nonce, str):
        return
    try:
        game, meanwhile = enter(session.store(), opened.game, clue, Target(), nonce)
    except StoreError as error:  # it waits in the browser, and comes again with the next run
        st.html(f'<p role="alert">{esc(refused(error))}</p>')
        return
    st.session_state[HANDLED] = [*handled, nonce][-changing.KEPT_WORDS :]
    changing.remark(told(meanwhile))
    st.session_state[NOTED] = game.revision
    st.rerun()


def _tell_noted(opened: Opened) -> None:
    """What was noted last, beside the form, until something else is entered: who is who may be far up a phone."""
    if st.session_state.get(NOTED) != opened.game.revision or not opened.record.events:
        return
    viewer = opened.record.viewer.player if opened.record.viewer else None
    words = describe.event(opened.record.events[-1], False, viewer)
    text = _("Noted. {entry}", entry=words)
    clash = insight.who(opened.fitting, insight.eyes(opened.fitting, pin.stands_open(opened))).contradiction
    if clash is not None:
        text += " " + _("It contradicts other entries: see Who is who.")
    st.html(f'<div class="h-preview{" wrong" * (clash is not None)}" role="status"><p>{esc(text)}</p></div>')


def _form(record: Record, handled: Sequence[str]) -> dict[str, Any]:
    names = _kind_names()
    return {
        "kinds": [
            {
                "id": kind, "label": names[kind], "player": kind not in ("extra", "not-extra"),
                "several": kind == "one-of", "pairs": 2 if kind == "either" else 1,
                "trust": 100 if kind == "saw" else TRUST,
            }
            for kind in KINDS
        ],
        "players": list(record.names),
        "agents": figures.marks(record.agents),
        "acknowledged": list(handled),
        "words": {
            "kind": _("Kind"), "player": _("Player"), "agent": _("Agent"), "trust": _("Trust"),
            "add": _("Add the clue"), "missing": _("Tap who and which agent first."),
        },
    }  # fmt: skip


def clue_of(entry: Mapping[str, Any], record: Record) -> ClueEvent | None:
    """The clue that was tapped together; None where a browser sends what the form cannot."""
    kind, percent, pairs = entry.get("kind"), entry.get("percent"), entry.get("pairs")
    if kind not in KINDS or not isinstance(percent, int) or not 5 <= percent <= 100:
        return None
    if not isinstance(pairs, list) or len(pairs) != (2 if kind == "either" else 1):
        return None
    found = [_pair(pair, record, kind) for pair in pairs]
    if None in found:
        return None
    whole = [pair for pair in found if pair is not None]
    player, agents = whole[0]
    trust = 1 if percent == 100 else percent / 100
    match kind:
        case "one-of":
            return ClueEvent(kind="one-of", player=player, agents=tuple(agents), trust=trust)
        case "either":
            return ClueEvent(kind="either", pairs=tuple((p or "", a[0]) for p, a in whole), trust=trust)
        case "extra":
            return ClueEvent(kind="extra", agent=agents[0], trust=trust)
        case "not-extra":
            return ClueEvent(kind="not-extra", agent=agents[0], trust=trust)
        case "not-owns":
            return ClueEvent(kind="not-owns", player=player, agent=agents[0], trust=trust)
        case _:
            source = _("saw the card") if kind == "saw" else None
            return ClueEvent(kind="owns", player=player, agent=agents[0], trust=trust, source=source)


def _pair(pair: object, record: Record, kind: str) -> tuple[str | None, list[str]] | None:
    """Player and agents of one line of the form; None where they are not of this game or not whole."""
    if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[1], list):
        return None
    player, agents = pair
    if (player is None) != (kind in ("extra", "not-extra")) or (
        player is not None and player not in record.names
    ):
        return None
    known = [agent for agent in agents if agent in record.agents]
    fits = len(known) == len(agents) and (len(known) >= 1 if kind == "one-of" else len(known) == 1)
    return (player, known) if fits else None


def contradiction(opened: Opened, found: insight.Analysis) -> None:
    """Names the entries that cannot all be true, and offers to take out the fewest that settle it."""
    clash = found.contradiction
    if clash is None:
        return
    viewer = opened.record.viewer.player if opened.record.viewer else None
    steps = opened.result.steps

    def words(number: int) -> str:
        if number == 0:
            return _("what you said of your own card")
        return describe.event(steps[number - 1].event, False, viewer)

    entries = "".join(f"<li>{esc(words(number))}</li>" for number in clash.entries)
    title = esc(_("These entries contradict each other"))
    st.html(f'<div class="h-preview wrong" role="alert"><p><b>{title}</b></p>'
            f"<ul>{entries}</ul></div>")  # fmt: skip
    for number in filter(None, clash.drop):
        label = _("Take out: {entry}", entry=md(short(words(number), 50)))
        if st.button(label, key=f"drop-{number}", icon=":material/delete:"):
            entry = opened.game.entries[steps[number - 1].number - 1].id
            changing.attempt(partial(session.store().remove, opened.game.id, entry, opened.game.revision))
            st.rerun()
