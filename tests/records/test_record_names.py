"""Names that people type: colours in four languages, beginnings, buildings, and errors that list candidates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.records import AmbiguousName, UnknownName
from assistant.records.names import COLOURS, find_agent, find_building, find_player

RAVENSBURGER = ("yellow", "red", "purple", "blue", "green", "orange", "grey")
ENGINE = ("PERRY", "SCHULZ", "DOYLE", "JAQUES", "BUCCI", "MIRKOV", "LARSSON")


@pytest.mark.parametrize(
    ("colour", "words"),
    [
        ("yellow", "yellow gelb giallo geel Gelb y ye"),
        ("red", "red rot rosso rood ROT r"),
        ("purple", "purple violet violett lila viola paars p"),
        ("blue", "blue blau blu blauw b bl"),
        ("green", "green grün GRÜN gruen grun verde groen gree"),
        ("orange", "orange arancione oranje o"),
        ("grey", "grey gray grau grigio grijs"),
    ],
)
def test_colours_in_four_languages(colour: str, words: str) -> None:
    assert {find_agent(word, RAVENSBURGER) for word in words.split()} == {colour}


def test_a_colour_in_any_language_answers_to_the_others() -> None:
    assert find_agent("red", ("rot", "blau")) == "rot"
    assert find_agent("grigio", ("Grau", "Rot")) == "Grau"


@given(st.sampled_from(sorted(COLOURS)), st.data())
def test_no_alias_stands_for_two_colours(colour: str, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from((colour, *COLOURS[colour])))
    assert find_agent(word, tuple(COLOURS)) == colour


@pytest.mark.parametrize("word", ["g", "gr", "G"])
def test_an_ambiguous_beginning_lists_the_candidates(word: str) -> None:
    with pytest.raises(AmbiguousName, match=f"{word} may be any of green, grey; type more letters"):
        find_agent(word, RAVENSBURGER)


def test_a_name_that_begins_another_is_itself() -> None:
    assert find_player("An", ("Anna", "An", "Annabel")) == "An"
    assert find_player("anna", ("Annabel", "Anna")) == "Anna"
    with pytest.raises(AmbiguousName, match="Annabel, Anna"):
        find_player("Ann", ("Annabel", "Anna"))


def test_names_that_differ_in_case_only_need_it() -> None:
    assert find_player("anna", ("Anna", "anna")) == "anna"
    with pytest.raises(AmbiguousName, match="Anna, anna"):
        find_player("ANNA", ("Anna", "anna"))


def test_the_engines_names_are_names_in_their_own_right() -> None:
    assert [find_agent(name[0].lower(), ENGINE) for name in ENGINE] == list(ENGINE)
    with pytest.raises(UnknownName, match="no agent in play is called red"):
        find_agent("red", ENGINE)


def test_a_colour_that_is_not_in_play_is_unknown() -> None:
    with pytest.raises(UnknownName, match="no agent in play is called orange; the agents are red, blue"):
        find_agent("orange", ("red", "blue"))


def test_a_slip_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="did you mean yellow"):
        find_agent("yelow", RAVENSBURGER)


@pytest.mark.parametrize(
    ("building", "words"),
    [
        (0, "0 church Kirche chiesa kerk ch K"),
        (11, "11 ruin ruins Ruine rovina rovine ruïne RU"),
        (7, "7 07"),
        (14, "14"),
    ],
)
def test_buildings(building: int, words: str) -> None:
    assert {find_building(word) for word in words.split()} == {building}


def test_an_unknown_building_is_refused() -> None:
    with pytest.raises(UnknownName, match="there is no building castle"):
        find_building("castle")
