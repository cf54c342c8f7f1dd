"""Guess first: one's own dossier at a turn, then the assistant's, then the truth, with the points of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.deduction import Dossier, Viewpoint
from assistant.deduction.dossier import advise_dossier
from assistant.game import pay_out
from assistant.review.timeline import Timelines

Marks = Mapping[int, int | None]
"""Agent -> seat of the player named for it, None for an extra; agents may be left out."""


@dataclass(frozen=True)
class Judgement:
    """A guess after the cards are turned over.

    Attributes:
        mine, theirs: the guess and the assistant's dossier.
        truth: agent -> seat of its owner, None for an extra.
        my_points, their_points: what the edition pays for what is named right.
    """

    mine: Marks
    theirs: Marks
    truth: Marks
    my_points: int
    their_points: int


def assistants_dossier(timelines: Timelines, seat: int, turn: int) -> Dossier:
    """What the assistant would have filled for the player in `seat` after turn number `turn`."""
    eyes = Viewpoint.player(timelines.game.record, timelines.game.start.players[seat])
    return advise_dossier(timelines.worlds(eyes, turn), timelines.game.start.edition, seat)


def judge(timelines: Timelines, seat: int, turn: int, marks: Marks) -> Judgement:
    """Compares the guess `marks` for the player in `seat` with the assistant's and with the truth.

    Raises:
        ValueError: the record does not say who owns what.
    """
    game = timelines.game
    owners = game.record.owners_by_seat
    if owners is None:
        raise ValueError("a guess is judged by the owners")
    theirs = dict(enumerate(assistants_dossier(timelines, seat, turn).marks))
    owner_of = {agent: at for at, agent in enumerate(owners)}
    mine_paid, theirs_paid = (pay_out(game.state, owners, seat, guess) for guess in (marks, theirs))
    return Judgement(
        mine=dict(marks),
        theirs=theirs,
        truth={agent: owner_of.get(agent) for agent in range(len(game.start.agents))},
        my_points=mine_paid.points,
        their_points=theirs_paid.points,
    )
