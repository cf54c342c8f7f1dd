"""The drawn board: well-formed, complete, names as text, level markers apart, agents told apart."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from assistant.dashboard import language
from assistant.dashboard.board import geometry
from assistant.dashboard.board.drawing import (
    board_svg,
    laps,
    marker_places,
    pawn_places,
    pieces,
)
from assistant.dashboard.board.figures import placed
from assistant.dashboard.board.pad import card_choices
from assistant.dashboard.board.palette import (
    BOX_COLOURS,
    agent_style,
    agent_styles,
    contrast,
    shade,
)
from assistant.dashboard.board.picture import board_data
from assistant.dashboard.board.words import BOARD_LABELS, all_labels, board_labels
from assistant.game import GameState, edition, start

SVG = "{http://www.w3.org/2000/svg}"
WILD = '<img src=x onerror=alert(1)> & "Anna\'s" שלום 🕵️ </text><script>'


def table(spec: Any = "ravensburger-expert", **fields: Any) -> GameState:
    return replace(start(edition(spec), ("Anna", "Ben", "Cem", "Dana", "Eli"), BOX_COLOURS), **fields)


def drawn(state: GameState, **options: Any) -> ET.Element:
    return ET.fromstring(board_svg(state, **options))


def marked(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if name in node.attrib]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_board_shows_every_building_agent_and_marker_once(theme: Any) -> None:
    root = drawn(table(), theme=theme)
    for name, count in (("data-plot", 12), ("data-pawn", 7), ("data-marker", 7), ("data-safe", 1)):
        assert len(marked(root, name)) == count, name
    numbers = [node.text for node in root.iter(f"{SVG}text")]
    assert all(str(space) in numbers for space in range(42))
    assert "−3" in numbers


def test_the_picture_describes_itself() -> None:
    root = drawn(table(positions=(0, 3, 11, 7, 7, 7, 7), markers=(0, 12, 0, 0, 0, 0, 45), safe=11))
    assert root.attrib["role"] == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text == "The board"
    assert desc is not None and desc.text is not None
    assert "The safe is in building ruin." in desc.text
    assert "red stands in building 3, marker at 12." in desc.text
    assert "grey stands in building 7, marker at 45." in desc.text


def test_words_come_from_the_labels() -> None:
    german = {"title": "Das Brett", "turn of": "{player} ist am Zug", "ruin": "Ruine"}
    text = board_svg(table(safe=11), labels=german)
    assert "Das Brett" in text and "Anna ist am Zug" in text and "building Ruine" in text


@pytest.mark.parametrize("place", ["players", "agents"])
def test_wild_names_stay_text(place: str) -> None:
    names = (WILD, "![x](http://evil.example/x.png)", "W" * 200)
    players, agents = (names, ("r", "b", "g")) if place == "players" else (("Anna", "Ben"), names)
    state = start(edition("ravensburger").with_changes(agents=3), players, agents)
    root = drawn(state)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
        "svg", "title", "desc", "g", "rect", "path", "circle", "ellipse", "text",
    }  # fmt: skip
    desc = root.find(f"{SVG}desc")
    assert desc is not None and (place == "players" or WILD in str(desc.text))


def test_long_names_are_cut() -> None:
    state = start(edition("ravensburger"), ["W" * 200, "Ben"], ["red", "blue", "green", "grey"])
    assert f">{'W' * 21}… to move</text>" in board_svg(state)


def test_no_name_reaches_the_picture_as_an_address() -> None:
    text = board_svg(table())
    assert "href" not in text and "url(" not in text and " id=" not in text


def test_the_dossier_space_is_marked_only_where_there_is_a_dossier() -> None:
    sheet = "M-9-13H5L11-7V13H-9Z"
    assert sheet in board_svg(table("ravensburger-expert"))
    assert sheet not in board_svg(table("ravensburger"))


def test_the_track_counts_from_the_start_of_the_edition() -> None:
    shifted = table({"base": "ravensburger-expert", "start_score": 100}, markers=(129,) * 7)
    numbers = [node.text for node in drawn(shifted).iter(f"{SVG}text")]
    assert "141" in numbers and "41" not in numbers
    x, y = geometry.track_space(29)
    assert all(abs(at.dx - x) < 50 and abs(at.dy - y) < 50 for at in marker_places(shifted).values())


def test_the_second_lap_shows() -> None:
    assert ">2</text>" not in board_svg(table(markers=(41,) * 7)).split("data-figures")[1]
    assert ">2</text>" in board_svg(table(markers=(42,) + (0,) * 6)).split("data-figures")[1]


@pytest.mark.parametrize("count", range(1, 8))
def test_level_markers_lie_apart_and_leave_the_number_free(count: int) -> None:
    for one, other in combinations(geometry.MARKER_SLOTS[count], 2):
        apart = ((one.dx - other.dx) ** 2 + (one.dy - other.dy) ** 2) ** 0.5
        assert apart >= 29 * (one.scale + other.scale) * 0.9
    half = geometry.CELL / 2
    for dx, dy, scale in geometry.MARKER_SLOTS[count]:
        assert max(abs(dx), abs(dy)) + 29 * scale <= half
        number_is_free = dx - 29 * scale > -half + 40 or dy - 29 * scale > -half + 29
        assert number_is_free, (dx, dy, scale)


@pytest.mark.parametrize("count", range(1, 8))
def test_agents_in_one_building_show_their_letters(count: int) -> None:
    slots = geometry.PAWN_SLOTS[count]
    assert len(slots) == count
    for dx, dy, scale in slots:
        assert abs(dx) + 29 * scale <= geometry.PLOT_WIDTH / 2 + 2
        assert -dy + 98 * scale <= geometry.PLOT_HEIGHT - 10
    for back, front in combinations(slots, 2):
        if back.dy == front.dy:
            assert abs(back.dx - front.dx) >= 58 * back.scale
        else:
            # The letter stands 19 to 46 above the foot; the front hat reaches up to 98.
            assert front.dy > back.dy and front.dy - back.dy >= 60 * back.scale


def test_plots_and_spaces_do_not_overlap() -> None:
    boxes = [geometry.plot(b) for b in range(12)] + [geometry.square()]
    for one, other in combinations(boxes, 2):
        apart = (
            one.x + one.width <= other.x
            or other.x + other.width <= one.x
            or one.y + one.height <= other.y
            or other.y + other.height <= one.y
        )
        assert apart
    assert len({geometry.track_space(n) for n in range(42)}) == 42


def test_every_pawn_stands_on_its_plot() -> None:
    positions = (0, 1, 11, 11, 5, 5, 5)
    for agent, (x, y, _scale) in pawn_places(positions).items():
        box = geometry.plot(positions[agent])
        assert box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


def test_box_colours_differ_in_letter_pattern_and_fill() -> None:
    looks = agent_styles(BOX_COLOURS)
    for part in ("colour", "night", "letter", "pattern"):
        assert len({getattr(look, part) for look in looks}) == 7, part


def test_text_on_an_agent_can_be_read() -> None:
    for index, name in enumerate([*BOX_COLOURS, "black", "white", "brown", "pink"]):
        look = agent_style(name, index)
        assert contrast(look.colour, look.ink) >= 4.5, name
        assert contrast(look.night, look.night_ink) >= 4.5, name


@pytest.mark.parametrize(
    ("agents", "letters"),
    [
        (("PERRY", "SCHULZ", "DOYLE", "JAQUES", "BUCCI", "MIRKOV", "LARSSON"), "PSDJBML"),
        (("rot", "gelb", "grün", "grau", "blau"), "RGUAB"),
        (("red", "rosa", "R", "RR"), "RO12"),
        (("grey", "green", "Emma"), "EGM"),
        (("🕵️", "❓"), "12"),
    ],
)
def test_letters_are_unique_in_a_game(agents: tuple[str, ...], letters: str) -> None:
    looks = agent_styles(agents)
    assert len({look.letter for look in looks}) == len(agents)
    assert "".join(look.letter for look in looks) == letters


def test_a_colour_is_known_in_every_language_and_given_once() -> None:
    assert agent_style("rosso", 3).colour == agent_style("red", 0).colour
    looks = agent_styles(("Zoe", "yellow", "Max", "rood"))
    assert len({look.colour for look in looks}) == 4


def test_shade_mixes() -> None:
    assert shade("#ffffff", "#000000", 0.5) == "#808080"


def test_the_pieces_by_themselves_are_those_of_the_board() -> None:
    state = table(markers=(3, 12, 29, 42, -3, 0, 0)[: len(table().markers)])
    alone = ET.fromstring(f"<svg>{pieces(agent_styles(state.agents), laps(state), 'dark')}</svg>")
    board = ET.fromstring(board_svg(state, theme="dark").replace(f' xmlns="{SVG[1:-1]}"', ""))
    for kind in ("data-marker", "data-pawn", "data-safe"):
        for piece in board.iterfind(f".//*[@{kind}]"):
            (same,) = [one for one in alone.iterfind(f".//*[@{kind}]") if one.get(kind) == piece.get(kind)]
            assert [ET.tostring(part) for part in same] == [ET.tostring(part) for part in piece]


def test_the_board_in_the_browser_places_the_pieces_as_the_picture_does() -> None:
    count = len(table().agents)
    state = table(positions=(4, 4, 4, 0, 11, 7, 7)[:count], markers=(3, 3, 29, 42, -3, 0, 0)[:count])
    data = board_data(state, board_labels(), "light")
    picture = ET.fromstring(board_svg(state))
    for piece, (x, y, scale) in data["places"].items():
        (node,) = picture.iterfind(f".//*[@{piece[1:-1]}]")
        assert node.get("transform") == placed(x, y, scale)
    drawn = [f'[data-pawn="{node.get("data-pawn")}"]' for node in picture.iterfind(".//*[@data-pawn]")]
    assert [piece for piece in data["places"] if "pawn" in piece] == drawn  # back rows first
    assert data["turn"] in board_svg(state) and data["description"] in board_svg(state)


def test_card_choices_come_in_the_language_asked_for() -> None:
    state = start(edition("amigo-topsecret"), ("Anna", "Ben", "Cem"), BOX_COLOURS[:7])
    german = card_choices(state, language.catalogue("de").gettext)
    assert "Plätze tauschen" in [choice["label"] for choice in german]
    for choice, english in zip(german, card_choices(state), strict=True):
        assert choice["id"] == english["id"]
        assert choice["label"] != english["label"] and choice["hint"] != english["hint"]


def test_every_label_is_translated_once_by_key() -> None:
    upper = all_labels(str.upper)
    assert set(BOARD_LABELS) < set(upper)
    assert upper["commit"] == "COMMIT TURN"


def test_a_pad_looks_the_same_to_the_browser_after_a_restart() -> None:
    """The name of its look is no word of one process, whatever Python makes its hashes from."""
    script = (
        "from assistant.dashboard.board.pad import pad_data\nfrom assistant.game import edition, start\n"
        "state = start(edition('ravensburger'), ['Anna', 'Ben'], ['red', 'blue', 'green', 'grey'])\n"
        "print(pad_data(state)['look'])"
    )
    looks = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True,
            text=True, check=True, cwd=Path(__file__).parents[2],
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(looks) == 1 and looks != {""}
