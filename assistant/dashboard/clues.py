"""Clues: what somebody said, saw or believes, in three taps; and what to do when they contradict each other."""

from __future__ import annotations

import streamlit as st

from assistant.dashboard import changing, describe, frame, insight, parts, session
from assistant.dashboard.changing import Target, told
from assistant.dashboard.entry import enter
from assistant.dashboard.language import _, said
from assistant.dashboard.opened import Opened
from assistant.dashboard.text import esc, md, short
from assistant.records import ClueEvent, Record
from assistant.records.store import Clash

KINDS = ("owns", "not-owns", "one-of", "extra", "not-extra", "either", "saw")


def _kind_names() -> dict[str, str]:
    return {
        "owns": _("is"), "not-owns": _("is not"), "one-of": _("is one of"), "extra": _("is an extra"),
        "not-extra": _("is no extra"), "either": _("this or that"), "saw": _("I saw the card"),
    }  # fmt: skip


def panel(opened: Opened) -> None:
    """The form: what kind, who, which agent, how sure."""
    # A form that is half filled in outlasts a turn; the next clue starts with an empty one.
    record, version = opened.record, str(sum(isinstance(e, ClueEvent) for e in opened.record.events))
    frame.heading(esc(_("A clue")), esc(_("said, seen or guessed")))
    names = _kind_names()
    kind = st.pills(_("Kind"), KINDS, format_func=names.__getitem__, default="owns", key=f"clue-kind-{version}",
                    label_visibility="collapsed", required=True) or "owns"  # fmt: skip
    pairs: list[tuple[str | None, list[str]]] = []
    for row in range(2 if kind == "either" else 1):
        player = None
        if kind not in ("extra", "not-extra"):
            player = st.pills(_("Player"), record.names, format_func=lambda n: md(short(n, 24)),
                              key=f"clue-player-{version}-{row}")  # fmt: skip
        pairs.append((player, _agents(record, kind == "one-of", f"clue-agent-{version}-{row}")))
    trust = parts.trust(_("Trust"), 100 if kind == "saw" else 70, f"{version}-{kind}", "clue-trust")
    wanted = st.button(_("Add the clue"), key="clue-add", type="primary", width="stretch")
    if not wanted:
        return
    clue = _clue(kind, pairs, trust)
    if clue is None:
        st.html(f'<p class="h-note" role="alert">{esc(_("Tap who and which agent first."))}</p>')
        return
    _game, meanwhile = enter(session.store(), opened.game, clue, Target())
    changing.remark(told(meanwhile))
    st.rerun()


def _agents(record: Record, several: bool, key: str) -> list[str]:
    """The agents that were tapped."""

    def label(agent: str) -> str:
        return md(short(describe.agent_name(agent), 20))

    if several:
        return st.pills(
            _("Agents"),
            record.agents,
            format_func=label,
            selection_mode="multi",
            default=None,
            key=f"{key}-several",
        )
    one = st.pills(_("Agent"), record.agents, format_func=label, key=key)
    return [one] if one else []


def _clue(kind: str, pairs: list[tuple[str | None, list[str]]], percent: int) -> ClueEvent | None:
    """The clue that was tapped together; None while something is missing."""
    player, agents = pairs[0]
    needs_player = kind not in ("extra", "not-extra")
    if any((needs_player and not p) or not a for p, a in pairs):
        return None
    trust = 1 if percent == 100 else percent / 100
    match kind:
        case "one-of":
            return ClueEvent(kind="one-of", player=player, agents=tuple(agents), trust=trust)
        case "either":
            return ClueEvent(kind="either", pairs=tuple((p or "", a[0]) for p, a in pairs), trust=trust)
        case "extra":
            return ClueEvent(kind="extra", agent=agents[0], trust=trust)
        case "not-extra":
            return ClueEvent(kind="not-extra", agent=agents[0], trust=trust)
        case "not-owns":
            return ClueEvent(kind="not-owns", player=player, agent=agents[0], trust=trust)
        case _:
            source = _("saw the card") if kind == "saw" else None
            given = {"source": source} if source else {}
            return ClueEvent(kind="owns", player=player, agent=agents[0], trust=trust, **given)


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
            f"<p>{esc(said(clash.message))}</p><ul>{entries}</ul></div>")  # fmt: skip
    for number in filter(None, clash.drop):
        label = _("Take out: {entry}", entry=md(short(words(number), 50)))
        if st.button(label, key=f"drop-{number}", icon=":material/delete:"):
            try:
                entry = opened.game.entries[steps[number - 1].number - 1].id
                session.store().remove(opened.game.id, entry, opened.game.revision)
            except Clash as error:
                changing.remark(said(error.reason))
            st.rerun()
