"""What it meant: belief timelines, turning points, what if, guesses, reports, many games, one HTML file to share.

>>> from assistant.records import loads
>>> from assistant.review import Review
>>> review = Review.of(loads('''
... edition ravensburger
... players Anna, Ben
... agents red, blue, green, grey
... Anna: red 3, blue 2
... Ben 4: r 4 > 9
... '''))
>>> review.turns, review.timelines.table.posterior.shape
(2, (3, 2, 4))
"""

from assistant.review.branch import Branch, add_clue, change_move, ignore_turn, pin_owner
from assistant.review.guess import Judgement, assistants_dossier, judge
from assistant.review.history import GroupHistory, appearances, history
from assistant.review.player_report import PlayerReport, player_report
from assistant.review.review import Review
from assistant.review.sharing import cards_shown, turned_over, without_secrets
from assistant.review.table_report import TableReport, table_report
from assistant.review.timeline import TABLE, Timeline, Timelines
from assistant.review.turning_points import THRESHOLDS, TurningPoint, turning_points

__all__ = [
    "TABLE", "THRESHOLDS", "Branch", "GroupHistory", "Judgement", "PlayerReport", "Review", "TableReport",
    "Timeline", "Timelines", "TurningPoint", "add_clue", "appearances", "assistants_dossier", "cards_shown",
    "change_move", "history", "ignore_turn", "judge", "pin_owner", "player_report", "table_report", "turned_over",
    "turning_points", "without_secrets",
]  # fmt: skip
