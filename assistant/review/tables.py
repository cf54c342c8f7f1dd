"""The review as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from assistant.records.transcript import ranking_table
from assistant.review.report_text import player_lines, point_headline
from assistant.review.review import Review
from assistant.review.table_report import dossier_effect, winners_text
from assistant.review.turning_points import legend
from assistant.wording import N_, say, visible


def _cell(text: object) -> Text:
    """A cell that shows its text as it is: no markup, no control signs."""
    return Text(visible(text))


def review_tables(review: Review, seat: int | None) -> Iterator[Table | Text]:
    """Ranking, turning points through the eyes of `seat` (None: the table), and a table per player."""
    ranking = ranking_table(review.game)
    if ranking is None or review.table is None:
        yield _cell(str(say(N_("no final ranking: the record does not say who owns which agent"))))
    else:
        yield ranking
        yield _cell(
            f"{winners_text(review.game, review.table.ranking)}. {dossier_effect(review.game, review.table)}"
        )
    yield _points(review, seat)
    for report in review.players:
        start = review.game.start
        title = _cell(f"{start.players[report.seat]} · {start.agents[report.agent]}")
        table = Table(title=title, show_header=False)
        table.add_column(no_wrap=True)
        table.add_column()
        for label, text in player_lines(review, report):
            table.add_row(_cell(str(label)), _cell(str(text)))
        yield table


def _points(review: Review, seat: int | None) -> Table:
    table = Table(title=str(say(N_("Turning points"))), caption=str(legend()))
    table.add_column(str(say(N_("what"))))
    table.add_column(str(say(N_("why"))))
    for point in review.points(review.eyes(seat)):
        table.add_row(_cell(str(point_headline(review, point))), _cell(str(point.sentence)))
    return table
