"""Figures and the HTML file: the same numbers as `rank --json`, nothing from outside, no secret told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from review_scenes import WILD, game, long_game, renamed, with_clue

import assistant.__main__  # registers every command
from assistant.cli import main
from assistant.dashboard.board.palette import agent_styles
from assistant.records import NoteEvent, Record, RevealEvent, TurnEvent, Viewer, loads, replay, save
from assistant.review import Review, ignore_turn, pin_owner, turned_over, without_secrets
from assistant.review.figures import BASE, HEIGHT, TOP, Drawing, Marks, belief_svg, y_of
from assistant.review.html import Writer, report_html
from assistant.review.sheet_figure import Sheet, SheetRow, sheet_svg
from assistant.review.stacked_figure import stacked_svg

assert assistant.__main__
SVG = "{http://www.w3.org/2000/svg}"


def html_of(record: Record, seat: int | None = None, secrets: bool = True) -> str:
    return report_html(Review.of(record), Writer(agent_styles(record.agents)), seat, secrets)


def figures_in(text: str) -> dict[str, ElementTree.Element]:
    found = re.findall(r'<svg [^>]*class="belief".*?</svg>', text, re.S)
    return {root.attrib["data-figure"]: root for root in map(ElementTree.fromstring, found)}


def numbers(figure: ElementTree.Element, turn: int) -> list[float]:
    column = next(c for c in figure.iter(f"{SVG}rect") if c.get("data-turn") == str(turn))
    return [float(p) for p in column.attrib["data-p"].split()]


@pytest.mark.parametrize("viewer", ["observer", "Ben"])
def test_the_figures_carry_the_numbers_of_rank(
    viewer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "game.json", tmp_path / "game.html"
    record = with_clue(game())
    assert record.owners is not None
    # `rank` takes a player's own card from the viewer line alone; the review may also look at the owners
    ben = Viewer(player="Ben", agent=record.owners["Ben"])
    save(record.model_copy(update={"viewer": ben}), file)
    for command in (["review", str(file), "--html", str(out), "--viewer", viewer],):
        with pytest.raises(SystemExit) as done:
            main(command)
        assert done.value.code == 0
    figures = figures_in(out.read_text(encoding="utf-8"))
    capsys.readouterr()
    for turn in (0, 4, 9):
        with pytest.raises(SystemExit):
            main(["rank", str(file), "--json", "--viewer", viewer, "--at", str(turn)])
        data = json.loads(capsys.readouterr().out)
        for seat, name in enumerate(data["players"]):
            expected = list(data["posterior"][name].values())
            assert numbers(figures[f"share-{seat}"], turn) == pytest.approx(expected, abs=1e-6)
            assert numbers(figures[f"log-odds-{seat}"], turn) == pytest.approx(expected, abs=1e-6)


def test_areas_are_as_high_as_their_numbers() -> None:
    review = Review.of(game())
    belief = review.timelines.table.posterior[:, 0]
    drawing = Drawing(agent_styles(game().agents), game().agents, "f", "t", Marks.of(review.game))
    root = ElementTree.fromstring(belief_svg(belief, drawing))
    turns = len(belief)
    for path in root.iter(f"{SVG}path"):
        if (agent := path.get("data-agent")) is None:
            continue
        points = re.findall(r"[ML]([\d.]+) ([\d.]+)", path.attrib["d"])
        ys = np.array([float(y) for _, y in points])
        heights = ys[turns:][::-1] - ys[:turns]
        np.testing.assert_allclose(heights / (BASE - TOP), belief[:, int(agent)], atol=2e-4)


def test_marks_stand_for_scorings_safe_moves_and_the_space() -> None:
    review = Review.of(game())
    marks = Marks.of(review.game)
    outcomes = [step.outcome for step in review.game.turns if step.outcome]
    assert len(marks.scorings) == review.game.state.scorings > 0
    assert all(outcomes[t - 1].after.safe != outcomes[t - 1].before.safe for t in marks.safe_moves)
    assert marks.space == 29 and marks.reached == review.game.state.dossier_turn
    drawing = Drawing(agent_styles(game().agents), game().agents, "f", "t", marks, points={3: "giveaway"})
    svg = belief_svg(review.timelines.table.posterior[:, 0], drawing)
    assert svg.count('data-mark="scoring"') == len(marks.scorings)
    assert svg.count('data-mark="safe"') == len(marks.safe_moves)
    assert svg.count('data-mark="point"') == 1 and ">29</text>" in svg


@pytest.mark.parametrize("dossier_at", [29, "off", 12, 40])
def test_the_space_is_counted_from_where_the_markers_start(dossier_at: int | str) -> None:
    """In an edition whose markers start at 100 its space 29 is the marker value 129."""
    record = game()
    record = record.with_events(e.unchecked() for e in record.events if isinstance(e, TurnEvent))
    edition = {"base": "ravensburger-expert", "dossier_at": dossier_at}
    here, there = (
        Marks.of(replay(record.model_copy(update={"edition": {**edition, "start_score": start}})))
        for start in (0, 100)
    )
    assert here == there and here.space == (29 if dossier_at == "off" else dossier_at)
    assert here.reached is not None and 1 < here.reached <= len(record.events)


def test_no_line_stands_where_no_marker_got_to_the_space() -> None:
    """The dossier falls due at the end of the game, even where that comes before the space."""
    text = "edition ravensburger-expert finish=5 dossier_at=29\nplayers Anna, Ben\nagents red, blue, green, grey\n"
    done = replay(loads(text + "Anna 5: red 5\nBen 2: red 2 > 9\n"))
    assert done.state.dossier_turn == 2 and Marks.of(done).reached is None


def test_log_odds_stay_inside_the_picture() -> None:
    assert y_of(99, "log-odds") == TOP and y_of(-99, "log-odds") == BASE and BASE < HEIGHT
    assert y_of(0, "log-odds") == pytest.approx((TOP + BASE) / 2)


def test_no_secret_is_in_the_file_without_secrets() -> None:
    record = with_clue(game())
    assert record.owners is not None
    record = record.with_events(
        [*record.events, NoteEvent(text="mole"), RevealEvent(player="Anna", agent="red")]
    )
    record = record.model_copy(update={"tags": {"who": "mole"}, "viewer": None})
    public = html_of(record, seat=1, secrets=False)
    told = html_of(record)
    for secret in (
        "said so",
        "mole",
        "Best bluff",
        "The true agent",
        "(extra)",
        'stroke-width="3" stroke-linejoin',
    ):
        assert secret not in public
    assert "Best bluff" in told and "The true agent" in told
    # what is left does not depend on the truth at all
    other = record.model_copy(
        update={"owners": dict(zip(record.owners, reversed(record.owners.values()), strict=True))}
    )
    assert html_of(other, secrets=False) == public and html_of(other) != told


def test_a_branch_is_shared_without_secrets_as_the_game_it_was() -> None:
    record = game()
    branch = pin_owner(ignore_turn(record, 2), record.names[1], record.agents[0])
    writer = Writer(agent_styles(record.agents))
    assert report_html(Review.of(branch), writer, secrets=False) == html_of(record, secrets=False)
    assert str(branch.badge) in report_html(Review.of(branch), writer)


def test_the_public_record_holds_turns_and_reveals_of_the_game_alone() -> None:
    record = with_clue(game())
    shown = RevealEvent(player="Anna", agent="red")
    record = record.with_events(
        [*record.events[:3], shown, *record.events[3:], RevealEvent(player="Ben", agent="blue")]
    )
    public = without_secrets(record)
    assert {event.type for event in public.events} == {"turn", "reveal"}
    assert [event for event in public.events if event.type == "reveal"] == [shown]
    assert public.owners is None and not public.tags and not any(p.tags for p in public.players)


def test_reveals_of_all_players_give_the_owners() -> None:
    record = game()
    assert record.owners is not None
    bare = record.model_copy(update={"owners": None})
    reveals = [RevealEvent(player=player, agent=agent) for player, agent in record.owners.items()]
    assert turned_over(bare.with_events([*record.events, *reveals])).owners == record.owners
    assert turned_over(bare.with_events([*record.events, *reveals[1:]])).owners is None


def test_wild_names_are_text_everywhere() -> None:
    record = renamed(renamed(game(), "Anna", WILD), "red", "<b>r</b>")
    text = html_of(record)
    assert "<img" not in text and "<b>r</b>" not in text
    assert "&lt;img src=x" in text and all(figures_in(text).values())
    looks = agent_styles(record.agents)
    sheet = sheet_svg(Sheet(WILD, [SheetRow(1, WILD, 0.5)], WILD), looks, record.agents)
    both = stacked_svg([(WILD, sheet)], looks, record.agents)
    assert ElementTree.fromstring(both) is not None and "<img" not in both


def test_a_long_game_fits_into_the_file_and_it_asks_nobody_for_anything() -> None:
    record = long_game()
    text = html_of(record)
    assert len(text.encode()) < 6_000_000
    assert "default-src 'none'" in text
    outside = set(re.findall(r"(?:https?:)?//[\w.]+", text)) - {"http://www.w3.org"}
    assert outside == set() and "@import" not in text and "url(http" not in text


def test_a_game_without_owners_tells_what_it_can() -> None:
    text = html_of(game().model_copy(update={"owners": None}))
    assert "does not say who owns" in text and "Best bluff" not in text and len(figures_in(text)) == 8
