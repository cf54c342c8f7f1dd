"""Logs of the TU Wien engine: whole, bare, cut off, disturbed, broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_record_corpus import LOGS, by_name

from assistant.records import RecordError, TurnEvent, load, loads, replay
from assistant.records.engine_lines import CARD_TEXTS, Action, card_play


@pytest.mark.parametrize("path", LOGS, ids=by_name)
def test_log_imports_to_a_game_that_passes(path: Path) -> None:
    record = load(path)
    game = replay(record)
    assert game.state.finished and not record.source.warnings
    assert set(record.owners or {}) == {"P1", "P2"}
    assert all(isinstance(e, TurnEvent) and e.scores and e.positions for e in record.events)
    assert record.players[1].tags == {"controller": "Random"}
    has_cards = "cards" in path.stem
    expected = {"base": "amigo-dossier", "floor": "none", "agents": 5}
    if has_cards:
        expected |= {
            "cards": "on",
            "card_passes": "until-all-pass",
            "turn_order": "free",
            "scoring": "as-recorded",
        }
    assert record.edition == expected


@pytest.mark.parametrize("path", LOGS, ids=by_name)
def test_closing_list_alone_is_the_same_game(path: Path) -> None:
    line = next(line for line in path.read_text().splitlines() if " actions <" in line)
    bare, full = loads(line + "\n", "list.log"), load(path)
    assert replay(bare).state.markers == replay(full).state.markers
    assert bare.owners is None


@pytest.mark.parametrize("path", LOGS, ids=by_name)
def test_without_the_closing_list_it_is_the_same_record(path: Path) -> None:
    lines = [line for line in path.read_text().splitlines(True) if " actions <" not in line]
    assert loads("".join(lines), "x.log") == load(path)


@pytest.mark.parametrize("path", LOGS, ids=by_name)
def test_wherever_it_is_cut_the_turns_before_are_there(path: Path) -> None:
    text, whole = path.read_text(), load(path)
    over = text.index("Game over")
    most = 0
    for cut in range(5_003, over, 3_001):
        try:
            part = loads(text[:cut], "cut.log")
        except RecordError as error:
            assert most == 0 and "no complete turn" in str(error)
            continue
        assert part.events == whole.events[: len(part.events)]
        (warning,) = part.source.warnings
        assert warning.line and "the log ends" in str(warning) and "copy the log to its end" in str(warning)
        assert len(part.events) >= most
        most = len(part.events)
    assert most >= len(whole.events) - 4


def test_lines_of_other_programs_do_not_disturb(corpus: Path) -> None:
    path = corpus / "engine-logs" / "two-players.log"
    lines = path.read_text().splitlines(True)
    noisy = [line for i, row in enumerate(lines) for line in (row, f"[JIT info]: compiled {i} | done\n")]
    noise = loads("".join(noisy), "noisy.log")
    assert noise == load(path)


def test_windows_line_ends_and_utf_16_are_read(corpus: Path) -> None:
    path = corpus / "engine-logs" / "two-players-short.log"
    text = path.read_text().replace("\n", "\r\n")
    assert loads(text.encode("utf-16"), "x.log") == load(path) == loads(text, "x.log")


def test_a_lost_action_is_named_with_line_and_prefix(corpus: Path) -> None:
    text = (corpus / "engine-logs" / "two-players-short.log").read_text()
    lines = [line for line in text.splitlines(True) if " actions <" not in line]
    moves = [i for i, line in enumerate(lines) if line.startswith("> AgentMoveAction")]
    del lines[moves[4]]
    with pytest.raises(RecordError) as caught:
        loads("".join(lines), "lost.log")
    error = caught.value
    assert error.event == 5 and error.line is not None
    assert error.prefix is not None and len(error.prefix.events) == 4
    assert "no move follows" in str(error)


def test_a_garbled_move_is_named_with_line_and_prefix(corpus: Path) -> None:
    text = (corpus / "engine-logs" / "two-players-short.log").read_text()
    lines = [line for line in text.splitlines(True) if " actions <" not in line]
    moves = [i for i, line in enumerate(lines) if line.startswith("> AgentMoveAction")]
    lines[moves[3]] = "> AgentMoveAction: PERR\n"
    with pytest.raises(RecordError, match="cannot be read") as caught:
        loads("".join(lines), "garbled.log")
    assert caught.value.line == moves[3] + 1
    assert caught.value.prefix is not None and len(caught.value.prefix.events) == 3


def test_a_log_that_contradicts_its_list_is_refused(corpus: Path) -> None:
    text = (corpus / "engine-logs" / "two-players-short.log").read_text()
    with pytest.raises(RecordError, match="in the list at the end"):
        loads(
            text.replace("> AgentMoveAction: PERRY: 3; BUCCI: 3;", "> AgentMoveAction: PERRY: 2; BUCCI: 4;"),
            "x.log",
        )


def test_a_changed_move_disagrees_with_the_boards(corpus: Path) -> None:
    text = (corpus / "engine-logs" / "two-players-short.log").read_text()
    lines = [line for line in text.splitlines(True) if " actions <" not in line]
    changed = "".join(lines).replace("PERRY: 3; BUCCI: 3;", "PERRY: 2; BUCCI: 4;", 1)
    with pytest.raises(RecordError) as caught:
        loads(changed, "x.log")
    assert caught.value.event == 1 and "PERRY should stand in building 2" in str(caught.value)


def test_every_card_text_of_the_engine_has_its_id() -> None:
    texts = {
        "AddScorePointsCard: Move two score markers forward by three points each (max. to field 40).": "score-3-3",
        "Move an agent of your choice back by one or two buildings.": "back-1-or-2",
        "Move an agent of your choice backward or forward by one building.": "plus-minus-1",
        "Move two agents of your choice forward by one building each.": "two-forward",
        "Move an agent that is on the safe away from the safe by one building.": "off-the-safe",
        "Move all agents into the church.": "all-to-church",
        "Swap the places of two agents.": "swap",
        "Move one agent of your choice to another one. (First player that is given is being moved)": "join",
        "Move one or two agents of your choice from the ruins into the church.": "ruin-to-church",
        "Move an agent of your choice to the safe (Will trigger scoring).": "to-safe",
        "MoveSafeCard: Move the safe in a building of your choice.": "safe-anywhere",
    }
    for text, card in texts.items():
        play = card_play(Action("Card", f"Card: {text}; With Agents: PERRY, BUCCI; With Number: -1", 0, 1))
        assert play == {"card": card, "agents": ["PERRY", "BUCCI"], "number": -1}
    assert len(set(CARD_TEXTS.values())) == len(CARD_TEXTS) == 14
