"""A game turn by turn as rich tables: positions, markers, scorings, final ranking."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from assistant.game import CardPlay, Outcome, building_name, final_ranking
from assistant.records.record import Record
from assistant.records.replay import Replay, Step
from assistant.records.text_printer import print_event
from assistant.wording import N_, say, visible


def _cell(text: object, style: str = "") -> Text:
    """A cell that shows its text as it is: no markup, no control signs."""
    return Text("\n".join(map(visible, str(text).split("\n"))), style=style)


def replay_table(game: Replay) -> Table:
    """One row an event: turns with building and marker of every agent after them, gains where one scored."""
    record = game.record
    table = Table(title=_cell(_title(record)), caption=_cell(say(N_("building | marker, gain of a scoring"))))
    for heading in (N_("turn"), N_("player"), N_("die"), N_("moves"), N_("safe")):
        table.add_column(str(say(heading)), justify="right" if heading in ("turn", "die") else "left")
    for agent in record.agents:
        table.add_column(_cell(agent), justify="right", no_wrap=True)
    for step in game.steps:
        if step.outcome is not None:
            _add_turn(table, record, step, step.outcome)
        else:
            table.add_row("", "", "", _cell(print_event(step.event, record)[0], "italic"))
    return table


def _title(record: Record) -> str:
    base = record.edition if isinstance(record.edition, str) else record.edition.get("base", "")
    return ", ".join(part for part in (record.title, record.date or "", str(base)) if part)


def _add_turn(table: Table, record: Record, step: Step, outcome: Outcome) -> None:
    turn, after = outcome.turn, outcome.after
    lines = [", ".join(f"{a} {n}" for a, n in zip(record.agents, turn.steps, strict=True) if n) or "-"]
    if turn.drew not in (None, False):
        lines.append(str(say(N_("draws a card"))))
    for play in turn.cards:
        if play.card is not None:
            lines.append(_card(record, play))
    safe = building_name(after.safe)
    if after.safe != outcome.before.safe:
        safe = f"{building_name(outcome.before.safe)} → {safe}"
    style = "bold" if outcome.scored is not None else ""
    cells = [
        _cell(_standing(outcome, agent), style if outcome.gains[agent] else "")
        for agent in range(len(record.agents))
    ]
    table.add_row(
        str(after.turns), _cell(record.names[turn.player]), str(turn.rolled(after.edition)),
        _cell("\n".join(lines)), _cell(safe, style), *cells,
    )  # fmt: skip


def _card(record: Record, play: CardPlay) -> str:
    agents = ", ".join(record.agents[agent] for agent in play.agents)
    number = f"{play.number:+d}" if play.number else ""
    if play.card == "safe-anywhere":
        number = f"> {building_name(play.number)}"
    return " ".join(filter(None, (f"{record.names[play.player]}:", play.card, agents, number)))


def _standing(outcome: Outcome, agent: int) -> str:
    after, gain = outcome.after, outcome.gains[agent]
    text = f"{building_name(after.positions[agent])} | {after.markers[agent]}"
    return f"{text} {gain:+d}" if gain else text


def ranking_table(game: Replay) -> Table | None:
    """The final ranking with the dossiers paid out; None where not every player's agent is known."""
    record, state = game.record, game.state
    owners = record.owners_by_seat
    if owners is None:
        return None
    ranking = final_ranking(state, owners, game.dossiers())
    title = N_("final ranking") if ranking.decided else N_("ranking so far (the game is not over)")
    table = Table(title=str(say(title)))
    for heading in (N_("rank"), N_("agent"), N_("player"), N_("marker"), N_("dossier"), N_("total"), ""):
        table.add_column(str(say(heading)), justify="left" if heading in ("agent", "player", "") else "right")
    for line in ranking.standings:
        player = say(N_("(extra)")) if line.player is None else record.names[line.player]
        wins = say(N_("wins")) if ranking.decided and line.agent in ranking.winners else ""
        table.add_row(
            str(line.rank), _cell(record.agents[line.agent]), _cell(player), str(line.marker),
            str(line.bonus), str(line.total), str(wins),
        )  # fmt: skip
    if ranking.decided and not ranking.winners:
        table.caption = str(say(N_("nobody wins: an extra is in front")))
    return table
