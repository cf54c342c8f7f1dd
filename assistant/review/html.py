"""One self-contained HTML file of a review: figures inside, opens offline, prints, asks nobody for anything.

The template is filled with autoescaping on; the only things put in as markup are this room's own SVG figures, which
escape what people typed themselves. A content security policy in the file forbids every request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from assistant.deduction import Viewpoint, analyse
from assistant.game import PRESET_TITLES, building_name
from assistant.review.figures import Drawing, Marks, Scale, belief_svg
from assistant.review.html_words import words
from assistant.review.patterns import Look
from assistant.review.report_text import player_lines, point_headline, turn_text
from assistant.review.review import Review
from assistant.review.sharing import without_secrets
from assistant.review.sheet_figure import Sheet, SheetRow, sheet_svg
from assistant.review.table_report import dossier_effect, winners_text
from assistant.review.turning_points import information, legend
from assistant.wording import N_, Message, decimal, named, say, signed, untranslated


@dataclass(frozen=True)
class Writer:
    """Who reads the file, and how agents look in it.

    Attributes:
        looks: of the agents, in the record's order.
        translate: English template -> the reader's language.
        language: its code.
        cover: SVG of the final position to stand on top; "" for none. It must have escaped its texts.
    """

    looks: Sequence[Look]
    translate: Callable[[str], str] = field(default=untranslated)
    language: str = "en"
    cover: str = ""

    def text(self, message: Message) -> str:
        """A sentence in the reader's language."""
        return message.text(self.translate)

    def word(self, name: str) -> str:
        """The name of an agent or a building, in the reader's language where it is a word."""
        found = named(name)
        return self.text(found) if isinstance(found, Message) else found


def report_html(review: Review, writer: Writer, seat: int | None = None, secrets: bool = True) -> str:
    """The file's content.

    Args:
        review: the game.
        writer: language and looks.
        seat: through whose eyes the beliefs are shown; None for the table's.
        secrets: without them nothing is in the file but what anybody at the table could see: no truth, no
            dossier, no clue, no viewer; `seat` is then not used.
    """
    shown, seat = (review, seat) if secrets else (_public(review), None)
    return _template().render(
        words=words(writer.translate), lang=writer.language, cover=Markup(writer.cover),
        secrets=secrets, truth=secrets and shown.owners is not None,
        **_head(shown, writer, seat), **_result(shown, writer), **_points(shown, writer, seat),
        figures=list(_figures(shown, writer, seat, "share")), odds=list(_figures(shown, writer, seat, "log-odds")),
        legend=_legend(shown, writer), sheet=_sheet(shown, writer, seat), players=list(_players(shown, writer)),
        turns=list(_turns(shown, writer, seat)), data=_data(shown, writer, seat),
    )  # fmt: skip


def _public(review: Review) -> Review:
    # Of the game as it was: what a branch pins or adds is a secret, or may give one away.
    return Review.of(without_secrets(review.branch.main), review.timelines.parameters)


@cache
def _template() -> Template:
    source = resources.files("assistant.review").joinpath("report.html").read_text(encoding="utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(source)


def _head(review: Review, writer: Writer, seat: int | None) -> dict[str, Any]:
    record, edition = review.game.record, review.game.start.edition
    eyes = (
        say(N_("seen by the table"))
        if seat is None
        else say(N_("seen by {player}"), player=record.names[seat])
    )
    size = say(N_("{players} players, {agents} agents, {turns} turns"), players=len(record.players),
               agents=len(record.agents), turns=review.turns)  # fmt: skip
    badge = writer.text(review.branch.badge) if review.branch.changes else ""
    return {
        "title": record.title or writer.translate(N_("Game review")), "date": record.date or "",
        "edition": writer.translate(PRESET_TITLES[edition.base]),
        "eyes": writer.text(eyes), "size": writer.text(size), "badge": badge,
        "names": record.names,
    }  # fmt: skip


def _result(review: Review, writer: Writer) -> dict[str, Any]:
    report = review.table
    if report is None:
        return {"standings": [], "winner": "", "effect": ""}
    agents = tuple(map(writer.word, review.game.start.agents))
    players = review.game.start.players
    standings = [
        {
            "rank": line.rank, "agent": agents[line.agent], "marker": line.marker, "bonus": line.bonus,
            "player": None if line.player is None else players[line.player], "total": line.total,
            "wins": report.ranking.decided and line.agent in report.ranking.winners,
        }
        for line in report.ranking.standings
    ]  # fmt: skip
    winner = writer.text(winners_text(review.game, report.ranking))
    return {"standings": standings, "winner": f"{winner[:1].upper()}{winner[1:]}.",
            "effect": writer.text(dossier_effect(review.game, report))}  # fmt: skip


def _points(review: Review, writer: Writer, seat: int | None) -> dict[str, Any]:
    points = [
        {
            "turn": point.turn, "grade": point.grade.replace(" ", "-"), "why": writer.text(point.sentence),
            "head": writer.text(point_headline(review, point)),
        }
        for point in review.points(review.eyes(seat))
    ]  # fmt: skip
    return {"points": points, "thresholds": writer.text(legend())}


def drawing(
    review: Review, writer: Writer, seat: int | None, player: int, scale: Scale, **more: Any
) -> Drawing:
    """How the timeline of `player` is drawn through the eyes of `seat`."""
    start = review.game.start
    title = say(N_("{player}: probability of every agent after every turn"), player=start.players[player])
    points = {p.turn: str(p.grade) for p in review.points(review.eyes(seat)) if p.seat == player}
    return Drawing(
        looks=writer.looks, agents=tuple(map(writer.word, start.agents)), uid=f"{scale}-{player}",
        title=writer.text(title), marks=Marks.of(review.game), scale=scale, points=points, **more,
    )  # fmt: skip


def _figures(review: Review, writer: Writer, seat: int | None, scale: Scale) -> Iterator[dict[str, Any]]:
    belief = review.timelines.through(review.eyes(seat)).posterior
    for player, name in enumerate(review.game.start.players):
        truth = None if review.owners is None else review.owners[player]
        drawn = drawing(review, writer, seat, player, scale, truth=truth, links=True)
        yield {"player": name, "svg": Markup(belief_svg(belief[:, player], drawn))}


def _legend(review: Review, writer: Writer) -> list[dict[str, str]]:
    return [
        {
            "name": writer.word(name),
            "letter": look.letter,
            "fill": look.fill("light"),
            "ink": look.text("light"),
        }
        for name, look in zip(review.game.start.agents, writer.looks, strict=True)
    ]


def dossier_sheet(review: Review, writer: Writer, seat: int | None, title: str) -> Sheet:
    """The assistant's dossier for `seat` (None: an observer) when it fell due, checked where owners are known."""
    eyes: Viewpoint = review.eyes(seat)
    found = analyse(review.game, eyes, "dossier", review.timelines.parameters)
    owners = review.owners
    owner_of = {} if owners is None else {agent: at for at, agent in enumerate(owners)}
    rows = [
        SheetRow(
            row.agent,
            writer.translate(N_("extra")) if row.named is None else found.players[row.named],
            row.probability,
            right=None if owners is None else owner_of.get(row.agent) == row.named,
        )
        for row in found.dossier.rows
        if row.agent != eyes.agent
    ]
    footer = say(N_("After turn {turn}; {points} points expected"), turn=found.turn,
                 points=decimal(found.dossier.expected_points))  # fmt: skip
    return Sheet(title, rows, writer.text(footer))


def _sheet(review: Review, writer: Writer, seat: int | None) -> Markup:
    sheet = dossier_sheet(review, writer, seat, writer.translate(N_("Secret dossier")))
    return Markup(sheet_svg(sheet, writer.looks, tuple(map(writer.word, review.game.start.agents))))


def _players(review: Review, writer: Writer) -> Iterator[dict[str, Any]]:
    for report in review.players:
        lines = [(writer.text(label), writer.text(text)) for label, text in player_lines(review, report)]
        yield {"name": review.game.start.players[report.seat],
               "agent": writer.word(review.game.start.agents[report.agent]), "lines": lines}  # fmt: skip


def _turns(review: Review, writer: Writer, seat: int | None) -> Iterator[dict[str, Any]]:
    bits = information(review.timelines.through(review.eyes(seat)))
    for turn, step in enumerate(review.game.turns, start=1):
        outcome = step.outcome
        if outcome is None:
            continue
        names = map(writer.word, outcome.before.agents)
        gains = [f"{name} {signed(gain)}" for name, gain in zip(names, outcome.gains, strict=True) if gain]
        moved = outcome.after.safe != outcome.before.safe
        yield {
            "n": turn, "text": writer.text(turn_text(review, turn)), "gains": ", ".join(gains),
            "safe": writer.word(building_name(outcome.after.safe)) if moved else "",
            "bits": writer.text(decimal(bits[turn - 1, outcome.turn.player], 2)),
        }  # fmt: skip


def _data(review: Review, writer: Writer, seat: int | None) -> dict[str, Any]:
    """The figures' numbers for programs, by name as in `rank --json`; `names` are the agents' in words."""
    start, line = review.game.start, review.timelines.through(review.eyes(seat))
    return {
        "viewer": None if seat is None else start.players[seat],
        "players": list(start.players),
        "agents": list(start.agents),
        "names": list(map(writer.word, start.agents)),
        "posterior": [[[round(float(p), 6) for p in row] for row in turn] for turn in line.posterior],
        "extras": [[round(float(p), 6) for p in turn] for turn in line.extras],
    }
