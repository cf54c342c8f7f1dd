"""The dossier as a sheet and as a slip: every chance once, no second choice where none is, as of which turn."""

from __future__ import annotations

import re
from pathlib import Path

from assistant.dashboard import alarm, dossier_sheet
from assistant.dashboard.insight import Fitting
from assistant.dashboard.opened import Opened
from assistant.deduction import Viewpoint, analyse
from assistant.records import RevealEvent, loads, replay
from assistant.records.store import Store
from assistant.records.store_record import keep
from assistant.review import cards_shown
from assistant.training.players import POPULATION
from assistant.training.selfplay import play_game

TEXT = """edition amigo
players Anna, Ben
agents red, blue, green, yellow
viewer Anna red
clue Ben owns blue
1 Anna 6: red 6
"""
POLICIES = {policy.name: policy for policy in POPULATION}


def test_a_row_tells_its_chance_once_and_no_second_choice_that_cannot_be() -> None:
    game = replay(loads(TEXT, "sheet.heimlich"))
    found = analyse(game, Viewpoint.of(game.record))
    rows = re.findall(r"<tr>.*?</tr>", dossier_sheet.sheet_html(found, 0, "Anna"))
    assert len(rows) == 3 and all(row.count("%") == 0 for row in rows), "all is certain here"
    assert "Ben" in rows[0] and "certain" in rows[0] and not any("or " in row for row in rows)
    open_ = analyse(replay(loads(TEXT.replace("clue Ben owns blue\n", ""), "open.heimlich")))
    for row, html in zip(
        open_.dossier.rows[1:],
        re.findall(r"<tr>.*?</tr>", dossier_sheet.sheet_html(open_, 0, None)),
        strict=True,
    ):
        assert html.count("%") == 1 and html.count("or ") == 1, row
    assert "As it stood in turn 7." in dossier_sheet.sheet_html(open_, 0, None, as_of=7)


def test_the_slip_holds_the_own_agent_and_a_line_for_every_other() -> None:
    game = replay(loads(TEXT, "slip.heimlich"))
    slip = dossier_sheet.slip_html(analyse(game, Viewpoint.of(game.record)), 0)
    assert "I am red" in slip and slip.count("<li>") == 3 and slip.count("100 %") == 3


def test_no_alarm_where_it_is_too_late_and_who_was_who_is_what_was_shown(tmp_path: Path) -> None:
    """A finished game whose dossier fell due before its last turn; one that ends in that turn still asks."""
    store = Store(tmp_path)
    seeds = (play_game([POLICIES["greedy"]] * 3, "ravensburger-expert", seed) for seed in range(99))
    record = next(r for r in seeds if 0 < len(r.events) - (replay(r).state.dossier_turn or 0) < 3)
    untold = record.model_copy(update={"owners": None})
    due = replay(record).state.dossier_turn
    assert due is not None

    def opened(turns: int) -> Opened:
        return Opened.of(store.load(keep(store, untold.with_events(untold.events[:turns]))))

    assert alarm.rings(opened(due)) and not alarm.rings(opened(len(record.events)))
    over = Opened.of(store.load(keep(store, untold.with_events(
        [*untold.events, RevealEvent(player="Ben", agent="red"), RevealEvent(player="Ben", agent="blue")]
    ))))  # fmt: skip
    assert cards_shown(over.record) == {"Ben": "blue"}
    assert Fitting.of(over.result).game.state.finished
