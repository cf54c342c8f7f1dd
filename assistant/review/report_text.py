"""The reports in sentences, for the terminal, the page and the HTML file alike."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.review.player_report import KNOWN, DossierReport, PlayerReport, TellingTurn
from assistant.review.review import Review
from assistant.review.turning_points import GRADE_NAMES, TurningPoint
from assistant.wording import N_, Message, decimal, listed, named, percentage, say

Line = tuple[Message, Message]
"""A label and its sentence."""


def point_headline(review: Review, point: TurningPoint) -> Message:
    """Grade, number and change of a turning point."""
    return say(
        N_("Turn {turn}: {grade}, {bits} bits about {player}: {agent} {before} → {after}"),
        turn=point.turn, grade=say(GRADE_NAMES[point.grade]), bits=decimal(point.bits, 2),
        player=review.game.start.players[point.seat], agent=named(review.game.start.agents[point.agent]),
        before=percentage(point.before), after=percentage(point.after),
    )  # fmt: skip


def player_lines(review: Review, report: PlayerReport) -> Iterator[Line]:
    """Everything about one player, a label and a sentence each."""
    yield say(N_("Found out")), _found_out(report)
    yield say(N_("Opponents")), _opponents(review, report)
    yield say(N_("Most revealing turn")), _telling(report.revealing, N_("No own turn revealed anything."))
    yield say(N_("Best bluff")), _telling(report.bluff, N_("No own turn led the table away from the truth."))
    yield say(N_("Bits given away")), say(
        N_("{bits} of {hidden} bits; {own} by own turns, the rest by what others showed."),
        bits=decimal(report.bits, 2), hidden=decimal(report.hidden, 2), own=decimal(report.own_bits, 2, True),
    )  # fmt: skip
    yield say(N_("Points")), _points(report)
    if report.dossier is not None:
        yield say(N_("Dossier")), dossier_sentence(report.dossier)
    yield say(N_("Luck of the dice")), say(
        N_("{rolled} steps in {rolls} rolls, {expected} expected: {surplus} ({sigmas} standard deviations)."),
        rolled=report.luck.rolled, rolls=report.luck.rolls, expected=decimal(report.luck.expected),
        surplus=decimal(report.luck.surplus, sign=True), sigmas=decimal(report.luck.sigmas, sign=True),
    )  # fmt: skip


def _found_out(report: PlayerReport) -> Message:
    known = percentage(KNOWN)
    if report.known_from is None:
        return say(
            N_("Never: the table gave the true agent {now} at the end, less than {known}."),
            now=percentage(float(report.belief[-1])), known=known,
        )  # fmt: skip
    if report.known_from == 0:
        return say(N_("From the start the table held the true agent at {known} or more."), known=known)
    return say(
        N_("From turn {turn} on the table held the true agent at {known} or more; at the end {now}."),
        turn=report.known_from, known=known, now=percentage(float(report.belief[-1])),
    )  # fmt: skip


def _opponents(review: Review, report: PlayerReport) -> Message:
    names = review.game.start.players
    by_turn = sorted((turn, seat) for seat, turn in report.known_by.items() if turn is not None)
    if not by_turn:
        return say(N_("With their own card in hand none of the others could have known."))
    parts = ", ".join(f"{names[seat]} {turn}" for turn, seat in by_turn)
    if len(by_turn) == len(report.known_by):
        return say(N_("With their own card in hand they could have known from turn: {list}."), list=parts)
    return say(N_("With their own card in hand some could have known from turn: {list}; the others never."),
               list=parts)  # fmt: skip


def _telling(turn: TellingTurn | None, none: str) -> Message:
    if turn is None:
        return say(none)
    return say(
        N_("Turn {turn}, {bits} bits ({before} → {after}). {why}"),
        turn=turn.turn, bits=decimal(turn.bits, 2, True), why=turn.sentence,
        before=percentage(turn.before), after=percentage(turn.after),
    )  # fmt: skip


def _points(report: PlayerReport) -> Message:
    paid = None if report.dossier is None else report.dossier.points
    if paid is None:
        return say(N_("{n} by the own agent."), n=report.agent_points)
    return say(N_("{n} by the own agent, {paid} by the dossier, {total} together."),
               n=report.agent_points, paid=paid, total=report.agent_points + paid)  # fmt: skip


def dossier_sentence(dossier: DossierReport) -> Message:
    """The dossier against the best that could be known when it fell due."""
    best = say(
        N_("the best one for turn {turn} could expect {expected} and would have paid {points}"),
        turn=dossier.turn, expected=decimal(dossier.best_expected), points=dossier.best_points,
    )  # fmt: skip
    if dossier.expected is None:
        return say(N_("None is noted; {best}."), best=best)
    return say(
        N_("It could expect {expected} points and paid {points}; {best}."),
        expected=decimal(dossier.expected), points=dossier.points, best=best,
    )  # fmt: skip


def turn_text(review: Review, turn: int) -> Message:
    """A turn in a few signs: `Ben 4: red 3, blue 1`."""
    outcome = review.timelines.step(turn).outcome
    if outcome is None:
        return Message("")
    agents, before = outcome.before.agents, outcome.before
    steps = [say("{agent} {n}", agent=named(agents[a]), n=n) for a, n in enumerate(outcome.turn.steps) if n]
    return say("{player} {die}: {steps}", player=before.players[outcome.turn.player],
               die=outcome.turn.rolled(before.edition), steps=listed(steps) if steps else "–")  # fmt: skip
