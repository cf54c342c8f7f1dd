"""The report on the table: who won, and who would have won had nobody filled a dossier."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.game import Ranking, final_ranking
from assistant.records import Replay
from assistant.wording import N_, Message, listed, named, say


@dataclass(frozen=True)
class TableReport:
    """The final ranking twice.

    Attributes:
        ranking: under the edition, with the dossiers.
        without: the same without any dossier.
        missing: seats whose dossier the record does not have, where the edition is played with dossiers.
        turned: whether the dossiers changed who wins.
    """

    ranking: Ranking
    without: Ranking
    missing: tuple[int, ...]

    @property
    def turned(self) -> bool:
        """Whether the dossiers changed who wins."""
        return set(self.ranking.winners) != set(self.without.winners)


def table_report(game: Replay) -> TableReport | None:
    """Ranks the table at the end of the record; None where the record does not say who owns what."""
    owners = game.record.owners_by_seat
    if owners is None:
        return None
    dossiers = game.dossiers()
    filled = game.start.edition.has_dossier
    missing = tuple(seat for seat in range(len(owners)) if seat not in dossiers) if filled else ()
    return TableReport(
        final_ranking(game.state, owners, dossiers), final_ranking(game.state, owners, {}), missing
    )


def winners_text(game: Replay, ranking: Ranking) -> Message:
    """Who wins, in a sentence."""
    owners = game.record.owners_by_seat or ()
    owner_of = {agent: seat for seat, agent in enumerate(owners)}
    if not ranking.decided:
        return say(N_("the game is not over"))
    if not ranking.winners:
        return say(N_("nobody wins: an extra is in front"))
    names = listed([
        say("{player} ({agent})", player=game.start.players[owner_of[agent]], agent=named(game.start.agents[agent]))
        if agent in owner_of else named(game.start.agents[agent])
        for agent in ranking.winners
    ])  # fmt: skip
    if len(ranking.winners) == 1:
        return say(N_("{winner} wins"), winner=names)
    return say(N_("{winners} share the win"), winners=names)


def dossier_effect(game: Replay, report: TableReport) -> Message:
    """What the dossiers did to the result, in a sentence."""
    if not game.start.edition.has_dossier:
        return say(N_("This edition is played without dossiers."))
    if len(report.missing) == len(game.start.players):
        return say(N_("The record holds no dossier, so none is paid."))
    without = winners_text(game, report.without)
    if report.turned:
        return say(N_("The dossiers decided the game. Without them: {result}."), result=without)
    return say(N_("The dossiers did not change who wins."))
