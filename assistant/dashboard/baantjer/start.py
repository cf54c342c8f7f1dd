"""Without an open game: a new one, a sample, a file, and the games that are kept."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import streamlit as st

from assistant.baantjer.errors import RecordError
from assistant.baantjer.pieces import FILES_EACH, MAX_PLAYERS, PLACES
from assistant.baantjer.record import FORMAT, VERSION, Record, from_data, load, to_json
from assistant.dashboard import frame, game_list, parts, session
from assistant.dashboard.baantjer import importing, options_form
from assistant.dashboard.baantjer.entering import explain
from assistant.dashboard.baantjer.stored import KIND, keep, record_of
from assistant.dashboard.language import _, n_
from assistant.dashboard.samples import FOLDER
from assistant.dashboard.text import esc, md, short
from assistant.records.store import Game

LONGEST_NAME = 60


def show() -> None:
    """Draws the forms and the list. Other devices get no list: there a game opens by its own address alone."""
    parts.view("")
    note = esc(
        _("Note what happens; the assistant keeps the evidence, counts the odds and calls out thefts.")
    )
    st.html(f"<h1>Baantjer</h1><p class='h-note'>{note}</p>")
    with st.container(key="b-start"):
        with st.container(key="card-b-new"):
            frame.heading(esc(_("New game")))
            started = _new()
        with st.container(key="card-b-sample"):
            frame.heading(esc(_("A game to look at")))
            started = _sample() or started
            with st.expander(_("Open a game from a file or from text"), icon=":material/file_open:"):
                started = importing.panel() or started
    if session.on_this_machine():
        frame.heading(esc(_("Games")))
        game_list.show(export, KIND)
    if started is not None:
        session.open_game(started)
        st.session_state["baantjer-section"] = "table"
        st.rerun()


def _new() -> str | None:
    known = session.store().players(KIND) if session.on_this_machine() else []
    players = st.multiselect(
        _("Detectives in seat order, who begins comes first"), known, accept_new_options=True,
        max_selections=MAX_PLAYERS, key="b-players", select_all=False, placeholder=_("Type a name, then Enter"),
    )  # fmt: skip
    names = [str(player).strip()[:LONGEST_NAME].strip() for player in players if str(player).strip()]
    files = [_files(seat, player) for seat, player in enumerate(names)]
    with st.expander(_("Where the rulebook is unclear"), icon=":material/rule:"):
        options = options_form.fields({}, "new")
    with st.expander(_("Names of the places"), icon=":material/signpost:"):
        places = options_form.places({}, "new")
    trouble = st.container(key="b-trouble")  # above the button: below it a phone has its pages' bar
    if not st.button(_("Start"), type="primary", icon=":material/play_arrow:", key="b-start-go"):
        return None
    wrong = _wrong(names, files)
    if wrong:
        trouble.html(f'<div class="h-preview wrong" role="alert"><p>{esc(wrong)}</p></div>')
        parts.show(".st-key-b-trouble")
        return None
    with trouble:
        record = _record({
            "format": FORMAT, "version": VERSION, "date": datetime.date.today().isoformat(), "options": options,
            "players": [{"name": n, "files": f} for n, f in zip(names, files, strict=True)], "places": places,
        })  # fmt: skip
    title = ", ".join(short(player, 20) for player in names)
    return keep(session.store(), record, title) if record is not None else None


def _files(seat: int, player: str) -> list[int]:
    chosen = st.pills(
        _("The three files of {player}", player=md(short(player, 24))), PLACES, selection_mode="multi",
        key=f"b-files-{seat}", format_func=str,
    )  # fmt: skip
    return sorted(chosen or ())


def _wrong(names: list[str], files: list[list[int]]) -> str:
    """What the form still lacks, the first of it; "" where nothing."""
    if len(names) < 2:
        return _("Two to four detectives are needed.")
    for player, own in zip(names, files, strict=True):
        if len(own) != FILES_EACH:
            return n_("{player} has {n} file: choose three.", "{player} has {n} files: choose three.", len(own),
                      player=player)  # fmt: skip
    everything = [file for own in files for file in own]
    twice = sorted({file for file in everything if everything.count(file) > 1})
    if twice:
        return _("File {file} belongs to two detectives: leave it with one.", file=twice[0])
    return ""


def _record(data: dict[str, Any]) -> Record | None:
    try:
        return from_data(data)
    except RecordError as error:
        explain(_("The game cannot start like that"), error)
        return None


def _samples() -> dict[Path, Record]:
    found: dict[Path, Record] = {}
    for file in sorted((FOLDER / "baantjer").glob("*.json")):
        try:
            found[file] = load(file)
        except RecordError:
            continue
    return found


def _sample() -> str | None:
    samples = _samples()
    if not samples:
        return None
    file = st.selectbox(
        _("Sample game"),
        list(samples),
        format_func=lambda f: short(samples[f].title or f.stem),
        key="b-sample",
    )
    if st.button(_("Open the sample"), icon=":material/menu_book:", key="b-sample-go"):
        return keep(session.store(), samples[file])
    return None


def export(game: Game, key: str) -> None:
    """The game as a file."""
    try:
        content = to_json(record_of(game))
    except RecordError as error:  # the others in the list are still to be had
        explain(_("This game cannot be read"), error)
        return
    st.download_button(
        _("Save as JSON"), content.encode("utf-8", "backslashreplace"), "baantjer.json",
        "application/json", key=f"json-{key}", on_click="ignore",
    )  # fmt: skip
