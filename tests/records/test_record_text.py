"""The text notation: what lines mean, what is wrong with them, and the pages that describe it."""

from __future__ import annotations

import doctest
import json
import re
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_scenes import HEAD, text_record

from assistant.records import (
    AmbiguousName,
    RecordError,
    RecordSyntaxError,
    TurnEvent,
    UnknownName,
    loads,
    replay,
)
from assistant.records.json_format import parse_json, print_json
from assistant.records.plain import to_plain
from assistant.records.text_format import parse_text, print_text

DOCS = Path(__file__).resolve().parents[2] / "docs"
DOC_HEAD = """edition amigo-topsecret
players Anna, Ben, Cem
agents red, blue, green, yellow, grey, purple
"""
BLOCK = re.compile(r"```heimlich\n(.*?)```(?:\n```json\n(.*?)```)?", re.DOTALL)


def events(text: str, head: str = HEAD) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = to_plain(parse_text(head + text).events)
    return data


NOTATION = BLOCK.findall((DOCS / "notation.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "meaning"), NOTATION)
def test_every_example_of_the_page_on_notation(text: str, meaning: str) -> None:
    if not meaning:
        assert len(replay(parse_text(text)).steps) == 7
        return
    expected = json.loads(meaning)
    assert events(text, DOC_HEAD) == (expected if isinstance(expected, list) else [expected])


def test_the_page_on_notation_has_its_examples() -> None:
    assert len(NOTATION) == 7
    assert sum(not meaning for _, meaning in NOTATION) == 1


def test_the_page_on_the_record_runs_and_its_record_passes() -> None:
    page = DOCS / "record.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.failed, result.attempted) == (0, 4)
    example = re.search(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert example and len(replay(loads(example[1], "page.json")).steps) == 6


def test_a_name_without_quotes_may_be_shortened_and_one_in_quotes_may_not() -> None:
    assert events("an 3: bl 3")[0]["player"] == "Anna"
    with pytest.raises(UnknownName, match="no player is called an"):
        events('"an" 3: blue 3')


def test_ambiguity_is_an_error_with_line_and_candidates() -> None:
    with pytest.raises(AmbiguousName) as caught:
        text_record("Anna 3: r 1, g 2", name="g.heimlich")
    assert str(caught.value) == (
        "g.heimlich: line 4: event 1: g may be any of green, grey; type more letters of the one you mean"
    )


def test_a_list_of_letters_is_one_step_each() -> None:
    assert events("Anna 4: r b g y")[0]["moves"] == {"red": 1, "blue": 1, "green": 1, "yellow": 1}
    assert events("Anna 3: r e b")[0]["moves"] == {"red": 1, "grey": 1, "blue": 1}
    assert events("Anna 3: e 3")[0]["moves"] == {"grey": 3}, "the letter on its mark"
    with pytest.raises(AmbiguousName):
        events("Anna 4: r b gr y")
    with pytest.raises(UnknownName, match="no agent in play is called x"):
        events("Anna 4: r b g x")


def test_letters_are_names_where_agents_are_called_so() -> None:
    head = HEAD.replace("red, blue, green", "g, green, rose")
    assert events("Anna 2: g y", head)[0]["moves"] == {"g": 1, "yellow": 1}


@pytest.mark.parametrize(
    ("line", "die", "player"),
    [
        (": red 5", 5, "Anna"),
        ("5: red 3, blue 2", 5, "Anna"),
        ("1: red 3, blue 2", 5, "Anna"),  # only the turn's number fits
        ("1: red", 1, "Anna"),
        ("2: red 3", 2, "Anna"),  # wrong, and the replay says so
        ("1 5: red 5", 5, "Anna"),
        ("1 Anna: red 5", 5, "Anna"),
        ("Ben: red 5", 5, "Ben"),
        ("9 Cem 5: red 5", 5, "Cem"),
        ("Anna ?: red 5", None, "Anna"),
    ],
)
def test_number_player_and_die_may_be_left_out(line: str, die: int | None, player: str) -> None:
    (event,) = events(line)
    assert (event.get("die"), event["player"]) == (die, player)


def test_the_die_of_the_amigo_edition() -> None:
    head = HEAD.replace("edition ravensburger", "edition amigo")
    assert [e.get("die") for e in events(": red 1\n: red 2\n: red 3\n: red 4\n: -", head)] == [
        "1-3",
        2,
        3,
        4,
        None,
    ]


def test_targets_are_counted_from_where_the_agent_stands() -> None:
    found = events("Anna: red>5\nBen: red>7 > 3\nCem: red>ruin\nAnna: red>3>4\nBen: red>4, b > 9")
    assert [e["moves"] for e in found] == [
        {"red": 5},
        {"red": 2},
        {"red": 4},
        {"red": 4},
        {"red": 1, "blue": 1},
    ]
    assert [e["safe"] for e in found] == [None, 3, None, 4, 9]
    with pytest.raises(RecordSyntaxError, match="event 2: red stands in that building already"):
        events("Anna: red>5\nBen: red>5")
    with pytest.raises(RecordError, match=r"line 5: event 2: it is the turn of Ben"):
        events("Anna: red>5\nAnna 1: red 1\nCem: red>9")


def test_order_of_the_head_is_free_and_owners_may_come_last() -> None:
    record = loads(
        "viewer anna r\nagents red, blue\nplayers Anna, Ben\nedition amigo\n: red 4\nowners b=b a=r\n"
    )
    assert record.viewer is not None and record.viewer.agent == "red"
    assert record.owners == {"Ben": "blue", "Anna": "red"}


def test_head_lines_may_have_a_colon_and_any_case() -> None:
    record = loads(
        "Edition: amigo\nPlayers: Anna Maria, Ben\nAgents: red, blue\nTitle: A: B\nAnna Maria: red 2\n"
    )
    assert (record.title, record.names, record.turn(record.events[0], record.start()).player) == (
        "A: B", ("Anna Maria", "Ben"), 0)  # type: ignore[arg-type]  # fmt: skip


def test_comments_survive() -> None:
    text = HEAD + "# before\n1 Anna 5: red 5  # behind\n# end\n"
    assert parse_text(print_text(parse_text(text))) == parse_text(text)
    assert {"# before", "# end"} <= set(print_text(parse_text(text)).splitlines())
    assert "1 Anna 5: red 5  # behind" in print_text(parse_text(text))


@pytest.mark.parametrize(
    "name", ["a, b", 'say "x"', "[bold]x[/]", "👩‍💻", "שלום", "pass", "9", "-", "#1", "a\tb", "\u202e!"]
)
def test_strange_names_are_quoted_and_come_back(name: str) -> None:
    head = HEAD.replace("Ben", json.dumps(name)).replace("blue", json.dumps(name))
    record = parse_text(head + ": red 5\n: red 1\nclue Anna owns red\n")
    assert record.names[1] == record.agents[1] == name
    assert record.events[1].player == name  # type: ignore[union-attr]
    assert parse_text(print_text(record)) == record
    assert print_text(record).replace("\n", "").isprintable() or "\u200d" in name


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Anna 5 red 5", "event 1: a turn needs a colon before its moves; write it like this: 3 Anna 5: red"),
        (
            "Anna 5: red 5 blue > > 7",
            'column 22: event 1: ">" is not expected here; write it like this: 3 Anna 5:',
        ),
        ("Anna 5: red 5 >", "the line ends too early"),
        ("Anna 5: red five", "no agent in play is called five"),
        ("Anna 5: red 3, red 2", "red stands twice in this line"),
        ("Anna 5: castle>3", "no agent in play is called castle"),
        ("Anna 5: red 5 > castle", "there is no building castle"),
        ("Anna Ben 5: red 5", "no player is called Anna Ben"),
        ("5 Anna 5 5: red 5", "does not have the form of its kind"),
        ("Dora 5: red 5", "no player is called Dora; the players are Anna, Ben, Cem"),
        ("Anna 5: red 99999999999", "is too large"),
        ('Anna 5: "red 5', "is not expected here"),
        ('Anna 5: "\\q" 5', "has an escape that JSON does not know"),
        ("= red 5", "no turn stands above it"),
        ("cards Anna pass", "no turn stands above it"),
        ("clue Ben knows blue", "write it like this: clue Ben owns blue"),
        ("clue Ben owns blue, red", "does not have the form"),
        ("clue either Ben blue", "write it like this: clue either Ben=blue, Cem=red 50%"),
        ("dossier Anna: blue=Bob", "no player is called Bob"),
        ("reveal Ben", "write it like this: reveal Ben blue"),
        ("note Ben hesitated", "a note needs a colon"),
        ("Anna 5: red 5\nfield x {", "this is not JSON"),
        ("Anna 5: red 5\nfield x", "write it like this: field mood"),
        ("Anna 5: red 5\nwithout type", "`type` cannot be changed"),
        ("Anna 5: red 5\ncards Anna swop red", "no single card is called swop"),
        ("Anna 5: red 5\ncards Anna two red", "it may be two-back, two-forward, two-agent-cards"),
        ("Anna 5: red 5\ncards Anna back-1-or-2 red -1 > 8", "write it like this: cards Anna"),
        ("Anna 5: red 5\ncards Anna pass red", "write it like this: cards Anna"),
        ("Anna 5: red 5\nscored perhaps", "`scored` is yes or no"),
        ("players Dora, Eva", "there is a line `players` already"),
        ("viewer Dora", "no player is called Dora"),
        ("owners Anna=red, Anna=blue", "the owner Anna needs exactly one agent"),
        ("owners Anna=-", "needs exactly one agent"),
        ("title x\ntitle y", "there is a line `title` already"),
    ],
)
def test_a_wrong_line_is_named_with_reason_and_remedy(line: str, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        text_record("", *line.split("\n"), name="g.heimlich")
    error = caught.value
    assert words in str(error)
    assert error.line == HEAD.count("\n") + 1 + len(line.split("\n"))
    assert error.prefix is not None and not error.prefix.events
    assert str(error.remedy)


NUMBERLESS = [
    ("safe-anywhere", "`> 8`, or in JSON"),
    ("back-1-or-2 blue", "it takes: -1, -2"),
    ("plus-minus-1 blue", "it takes: -1, +1"),
    ("off-the-safe blue", "it takes: -1, +1"),
    ("forward-1-2-3 blue", "it takes: +1, +2, +3"),
]


@pytest.mark.parametrize(("play", "remedy"), NUMBERLESS)
def test_a_card_without_its_number_stays_without_and_is_refused(play: str, remedy: str) -> None:
    """0 is the church: a forgotten building must not send the safe there."""
    text = DOC_HEAD + f"Anna 6: red 6\ncards Anna {play}\n"
    record = parse_text(text)
    (event,) = record.events
    assert isinstance(event, TurnEvent) and event.cards and event.cards[0].number is None
    assert f"Anna {play}\n" in print_text(record)
    for same in (record, parse_text(print_text(record)), parse_json(print_json(record))):
        assert same == record
        with pytest.raises(RecordError, match=r"event 1: the card .* is played with a number") as caught:
            replay(same)
        assert remedy in str(caught.value.remedy)


@pytest.mark.parametrize("card", [{"number": None}, {}])
def test_a_card_in_json_without_its_number_is_refused(card: dict[str, Any]) -> None:
    cards = [{"player": "Anna", "card": "safe-anywhere", **card}]
    turn = {"type": "turn", "player": "Anna", "moves": {"red": 6}, "cards": cards}
    head = to_plain(parse_text(DOC_HEAD + ": red 1\n"))
    record = parse_json(json.dumps({**head, "events": [turn]}))
    assert parse_text(print_text(record)) == record
    with pytest.raises(RecordError, match="safe-anywhere is played with a number"):
        replay(record)
    cards[0]["number"] = 0
    record = parse_json(json.dumps({**head, "events": [turn]}))
    assert replay(record).state.safe == 0 and "safe-anywhere > church" in print_text(record)


@pytest.mark.parametrize(
    "line",
    ["note {blanks}x", "note {words}", 'note "{blanks}" {blanks}x', 'note "{slashes}', 'field {blanks}"',
     "field {word}", 'field "{slashes}', "drew {word}", "scored {word}", "cards {blanks}x",
     '{word}"', "# {word}"],
)  # fmt: skip
def test_long_lines_are_judged_at_once(line: str) -> None:
    """A pattern that tries every way to share the blanks would take a minute here, and hours for more."""
    length = 4_000
    line = line.format(blanks=" " * length, words="a " * length, slashes="\\" * length, word="a" * length)
    begun = time.process_time()
    with pytest.raises(RecordError) if line[0] != "#" else nullcontext():
        text_record(": red 5", line)
    assert time.process_time() - begun < 3


@pytest.mark.parametrize("length", [100, 50_000])
def test_long_texts_come_back(length: int) -> None:
    long = "x y" * length
    record = text_record(
        ": red 5", f'clue Ben owns blue 70% "{long[:900]}"', f"note Ben: {long}", f"# {long}"
    )
    (turn, clue, note) = record.events
    data = {
        **to_plain(record), "title": long, "tags": {"place": long},
        "players": [{"name": name, "tags": {"hat": long}} for name in record.names],
        "edition": {"base": "ravensburger", "house rule": long},
        "events": [{**to_plain(turn), "comment": long}, {**to_plain(clue), "source": long}, to_plain(note)],
    }  # fmt: skip
    record = parse_json(json.dumps(data))
    assert parse_text(print_text(record)) == record


@pytest.mark.parametrize(
    ("line", "player", "text"),
    [("note Ben: a: b", "Ben", "a: b"), ("note: Ben: x", None, "Ben: x"), ('note "Ben" : "q"', "Ben", "q"),
     ('note   be  :x "y"', "Ben", 'x "y"'), ("note:", None, "")],
)  # fmt: skip
def test_what_a_note_is_about(line: str, player: str | None, text: str) -> None:
    (event,) = events(line)
    assert (event.get("player"), event["text"]) == (player, text)


@pytest.mark.parametrize(
    "line", ["note", "note Ben", 'note "Ben', 'note "Ben" x: y', 'note B"en: x', 'note "Ben: x"']
)
def test_what_is_no_note(line: str) -> None:
    with pytest.raises(RecordSyntaxError, match="a note needs a colon"):
        events(line)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna 5: red 5", "line 1: the line `edition` is missing before the first event"),
        ("edition amigo\n: red 1", "line 2: the line `players` is missing"),
        ("edition amigo\nplayers A, B\n: red 1", "line 3: the line `agents` is missing"),
        ("edition amiga\nplayers A, B", "line 1: there is no edition 'amiga'"),
        ("edition amigo flor=none", "line 1: no edition has a parameter 'flor'; did you mean floor?"),
        ("edition amigo base=amigo", "line 1: the edition is named twice"),
        ("edition amigo\nplayers A, A\nagents red, blue\n: red 1", "line 3: the name A stands twice"),
        ("edition amigo\nplayers A\nagents red, blue\n: red 1", "line 3: a game has 2 to 7 players"),
        ("edition amigo\nplayers A, B", "the line `agents` is missing"),
        ("edition amigo\nplayers A, , B", "line 2, column 12"),
    ],
)
def test_a_wrong_head_is_named(text: str, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text + "\n")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "lines",
    [
        [": red 5", "without player", "cards pass"],
        [": red 5", "field scores 5", "= red 3"],
        [": red 5", "field cards 5", "cards pass"],
        [": red 5", "field comments 5 # x", "# y", "= red 5"],
        [": red 5", "field comment 5 # x", "= red 5 # z"],
        [": red 5", "field moves 5", "Ben: red>7"],
        [": red 5", 'field moves {"pink": 5}', "Ben: red>7"],
        [": red 5", "without moves", "Ben: red>7"],
        ["field players 5", ": red 5"],
        ["field agents [5]", ": red 5"],
        ["field events 5"],
        ["without edition", ": red 5"],
        ["field owners 5", "owners Anna=red"],
        ["field viewer 5", "viewer Anna"],
    ],
)
def test_fields_of_any_kind_give_a_record_or_a_record_error(lines: list[str]) -> None:
    try:
        record = text_record(*lines)
    except RecordError as error:
        assert str(error.reason) and str(error.remedy)
    else:
        assert parse_text(print_text(record)) == record


def test_a_field_has_the_last_word() -> None:
    found = events(': red 5\nfield scores {}\n= red 3\nwithout comment # x\nfield moves {"red": 4}')
    assert found == [
        {"type": "turn", "player": "Anna", "die": 5, "moves": {"red": 4}, "safe": None, "scores": {}}
    ]


def test_the_prefix_ends_before_the_event_in_trouble() -> None:
    with pytest.raises(RecordError) as caught:
        text_record(": red 5", ": red 1", "= red 6, rad 3")
    prefix = caught.value.prefix
    assert prefix is not None and len(prefix.events) == 1 and caught.value.event == 2
    assert replay(prefix).state.turns == 1


GOOD = print_text(
    text_record(
        "Anna 5: red 3, blue 2", "= red 0", 'clue Ben owns blue 70% "x"', "dossier Anna: blue=Ben", "note: x"
    )
)


SIGNS = ['"', "#", ">", ":", "-", "\n", "=", "(", "\\", "9" * 30, "\x00", "é", "%"]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_fuzzed_text_gives_a_record_or_a_record_error(data: st.DataObject) -> None:
    """Pieces cut out, doubled, and strange signs put in."""
    text = GOOD
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        to = data.draw(st.integers(at, min(len(text), at + 12)))
        piece = data.draw(
            st.sampled_from(
                [
                    "",
                    text[at:to] * 2,
                    '"',
                    "#",
                    ">",
                    ":",
                    "-",
                    "\n",
                    "=",
                    "(",
                    "\\",
                    "9" * 30,
                    "\x00",
                    "é",
                    "%",
                ]
            )
        )
        text = text[:at] + piece + text[to:]
    try:
        record = parse_text(text)
    except RecordError as error:
        assert str(error.reason) and str(error.remedy)
    else:
        assert parse_text(print_text(record)) == record


def test_a_turn_without_its_checks_is_as_if_they_had_never_been_noted() -> None:
    checked = text_record("1 Anna 5: red 3, blue 2", "  = red 0", "  @ red 3", '  field mood "good"')
    plain = text_record("1 Anna 5: red 3, blue 2", '  field mood "good"')
    (event,) = checked.events
    assert isinstance(event, TurnEvent) and event.unchecked() == plain.events[0] != event
    assert print_text(checked.with_events([event.unchecked()])) == print_text(plain)
