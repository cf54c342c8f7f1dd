"""What is possible but odd is remarked on, in the place where it stands, and stops nothing."""

from __future__ import annotations

from typing import Any

import pytest
from record_scenes import HEAD, text_record
from rich.console import Console

from assistant.records import Record, loads, replay
from assistant.records.plain import from_plain
from assistant.records.remarks import remarks
from assistant.records.text_format import print_text
from assistant.records.transcript import replay_table

DOSSIER = HEAD.replace("edition ravensburger", "edition ravensburger-expert dossier_at=7")
DUE = [": red 6", ": red 1 > 3", ": blue 6"]
"""The dossier falls due in turn 2 of 3."""


def said(record: Record) -> list[str]:
    return [str(remark) for remark in remarks(replay(record))]


class TestReveals:
    def test_one_player_shows_two_agents(self) -> None:
        record = text_record("reveal Anna red", "note: x", "reveal Anna blue")
        assert said(record) == ["event 3: Anna showed red before"]

    def test_two_players_show_one_agent(self) -> None:
        record = text_record("reveal Anna red", "reveal Ben red", "reveal Cem blue")
        assert said(record) == ["event 2: Anna showed red before"]

    def test_the_same_card_again_and_another_card_are_well(self) -> None:
        assert said(text_record("reveal Anna red", "reveal Anna red", "reveal Ben blue")) == []

    def test_owners_say_otherwise(self) -> None:
        record = text_record("owners Anna=red Ben=blue Cem=green", "reveal Ben green")
        assert said(record) == ["event 1: Ben shows green, but `owners` says blue"]

    @pytest.mark.parametrize(("shown", "odd"), [("Anna blue", True), ("Ben red", True), ("Anna red", False)])
    def test_the_viewer_s_own_card_says_otherwise(self, shown: str, odd: bool) -> None:
        record = text_record("viewer Anna red", f"reveal {shown}")
        who, what = shown.split()
        expected = [f"event 1: {who} shows {what}, but the viewer Anna holds red"]
        assert said(record) == (expected if odd else [])

    def test_after_an_exchange_of_identity_nothing_contradicts(self) -> None:
        head = HEAD.replace("ravensburger", "amigo-topsecret")
        lines = [": red 6", "cards two-agent-cards exchange with Ben", "reveal Anna red", "reveal Ben red"]
        assert said(text_record(*lines, head=head)) == []


class TestDossiers:
    @pytest.mark.parametrize(
        ("turns", "remark"),
        [
            (0, "the dossier is not due yet"),
            (1, "the dossier is not due yet"),
            (2, None),
            (3, "the dossier was due in turn 2, before turn 3"),
        ],
    )
    def test_early_in_time_and_late(self, turns: int, remark: str | None) -> None:
        record = text_record(*DUE[:turns], "dossier Anna: red=Ben", head=DOSSIER)
        assert said(record) == ([f"event {turns + 1}: {remark}"] if remark else [])

    def test_after_the_end_dossiers_are_opened(self) -> None:
        head = DOSSIER.replace("dossier_at=7", "dossier_at=7 finish=15")
        lines = [*DUE, ": green 3 > 2", ": yellow 2 > 9", "dossier Anna: red=Ben", "dossier Ben: red=Cem"]
        record = text_record(*lines, head=head)
        assert replay(record).state.finished and said(record) == []

    def test_a_second_one_of_the_same_player(self) -> None:
        lines = [*DUE[:2], "dossier Anna: red=Ben", "dossier Ben: red=Anna", "dossier Anna: red=Cem"]
        record = text_record(*lines, head=DOSSIER)
        assert said(record) == ["event 5: Anna filled a dossier before: the last one counts"]
        assert replay(record).dossiers()[0] == {0: 2}

    def test_without_dossiers(self) -> None:
        assert said(text_record("dossier Anna: red=Ben")) == [
            "event 1: this edition has no dossier, so it pays nothing"
        ]


def warned(*lines: str) -> list[tuple[int | None, int | None, str]]:
    record = text_record(*lines, name="g.heimlich")
    assert len(replay(loads(print_text(record))).steps) == len(record.events)
    assert loads(print_text(record)).source.warnings == ()
    return [(w.line, w.event, str(w.reason)) for w in record.source.warnings]


class TestNumbersOfTurns:
    def test_right_numbers_and_none(self) -> None:
        assert warned("1 Anna 5: red 5", "note: x", "Ben 3: blue 3", "3 Cem 1: red 1", "4: green 4") == []

    def test_a_wrong_first_number(self) -> None:
        assert warned("7 Anna 5: red 5", "2 Ben 3: blue 3") == [(4, 1, "this is turn 1, but the line says 7")]

    def test_a_number_twice(self) -> None:
        assert warned("1 Anna 5: red 5", "note: x", "1 Ben 3: blue 3") == [
            (6, 3, "this is turn 2, but the line says 1")
        ]

    def test_a_row_that_is_shifted_is_named_once(self) -> None:
        found = warned("1 Anna 5: red 5", "3 Ben 3: blue 3", "4 Cem 3: green 3", "5 Anna 3: grey 3")
        assert found == [(5, 2, "this is turn 2, but the line says 3")]

    def test_a_number_beyond_all_games(self) -> None:
        assert warned("9" * 30 + " Anna 5: red 5") == [(4, 1, "this is turn 1, but the line says 999999999")]

    def test_the_remark_says_where_and_what_to_do(self) -> None:
        (warning,) = text_record("7 Anna 5: red 5", name="g.heimlich").source.warnings
        assert str(warning) == (
            "g.heimlich: line 4: event 1: this is turn 1, but the line says 7; "
            "write 1, or look for a turn that is missing or stands twice"
        )


@pytest.mark.parametrize(
    ("edition", "moves", "die", "face"),
    [("amigo", {"red": 1}, None, "1-3"), ("amigo", {"red": 2}, None, "2"), ("amigo", {"red": 2}, "1-3", "1-3"),
     ("ravensburger", {"red": 1}, None, "1")],
)  # fmt: skip
def test_a_die_that_nobody_noted_is_shown_with_a_face_that_it_has(
    edition: str, moves: dict[str, int], die: Any, face: str
) -> None:
    data = {
        "format": "heimlich-record", "version": 1, "edition": edition, "agents": ["red", "blue"],
        "players": [{"name": "Anna"}, {"name": "Ben"}],
        "events": [{"type": "turn", "player": "Anna", "moves": moves, **({"die": die} if die else {})}],
    }  # fmt: skip
    console = Console(width=160)
    with console.capture() as shown:
        console.print(replay_table(replay(from_plain(data))))
    row = next(line for line in shown.get().splitlines() if "Anna" in line)
    assert row.split("│")[3].strip() == face
