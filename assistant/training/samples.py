"""The complete games of `sample_games/`: self-play from fixed seeds, searched until they show their point.

`python -m assistant.training.samples FOLDER` writes them again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from assistant.deduction.dossier import best_marks
from assistant.deduction.worlds import all_worlds, posterior
from assistant.game import Ranking, edition, final_ranking
from assistant.records.files import save
from assistant.records.record import (
    ClueEvent,
    DossierEvent,
    Event,
    NoteEvent,
    Player,
    Record,
    RevealEvent,
    Viewer,
)
from assistant.records.replay import Replay, replay
from assistant.training.card_play import play_card_game
from assistant.training.evaluation import count_scores
from assistant.training.players import POPULATION, Policy
from assistant.training.selfplay import play_game

KINDS = {policy.name: policy for policy in POPULATION}


@dataclass(frozen=True)
class Sample:
    """One sample game.

    Attributes:
        file: name in `sample_games/`; its suffix decides the form.
        title: of the record.
        edition: of the record.
        kinds: who plays, in seat order.
        wanted: what the finished game must show.
        viewer: seat of the viewer, None for an observer.
        dress: adds what the turns alone do not hold: clues, notes.
        seed: where the search begins.
    """

    file: str
    title: str
    edition: str | dict[str, Any]
    kinds: tuple[str, ...]
    wanted: Callable[[Replay, Ranking], bool]
    viewer: int | None = None
    dress: Callable[[Record], Record] = field(default=lambda record: record)
    seed: int = 1


def _length(least: int, most: int) -> Callable[[Replay, Ranking], bool]:
    return lambda game, ranking: ranking.decided and least <= len(game.turns) <= most


def _extra_wins(game: Replay, ranking: Ranking) -> bool:
    winners = {line.agent for line in ranking.standings if line.player is None}
    return ranking.decided and bool(winners & set(ranking.winners)) and len(game.turns) < 60


def _nobody_wins(game: Replay, ranking: Ranking) -> bool:
    return ranking.decided and not ranking.winners and len(game.turns) < 60


def _second_lap(game: Replay, ranking: Ranking) -> bool:
    return ranking.decided and sum(line.laps > 0 for line in ranking.standings) >= 2


def _played_cards(game: Replay, ranking: Ranking) -> bool:
    played = sum(card.card is not None for step in game.turns for card in step.event.cards or ())  # type: ignore[union-attr] # turns only
    return ranking.decided and played >= 12 and len(game.turns) < 60


def _with_clues(record: Record) -> Record:
    """A claim, an observation and a look at a card, among the turns as they were heard."""
    assert record.owners is not None
    names = [player.name for player in record.players]
    owners = record.owners
    extra = next(agent for agent in record.agents if agent not in owners.values())
    events: list[Event] = list(record.events)
    talk: list[tuple[int, Event]] = [
        (6, ClueEvent(kind="not-owns", player=names[1], agent=owners[names[2]], trust=0.7, source="said so")),
        (9, NoteEvent(player=names[2], text="hesitated long over a 4")),
        (
            12,
            ClueEvent(
                kind="one-of", player=names[3], agents=(owners[names[3]], extra), source="saw the colour"
            ),
        ),
        (15, ClueEvent(kind="extra", agent=extra, trust=0.8, source="nobody ever moves it")),
    ]
    for place, event in reversed(talk):
        events.insert(place, event)
    return record.with_events(events)


SAMPLES: tuple[Sample, ...] = (
    Sample("expert-five.json", "Expert evening", "ravensburger-expert",
           ("sly", "searcher", "greedy", "leader-basher", "sly"), _length(20, 40), viewer=0, seed=10),
    Sample("first-evening.heimlich", "First evening", "ravensburger", ("beginner", "greedy", "sly"),
           _length(15, 35), viewer=1, seed=20),
    Sample("duel.heimlich", "Duel", "amigo", ("searcher", "sly"), _length(15, 40), seed=30),
    Sample("clues-four.heimlich", "Loose talk", "amigo-dossier", ("sly", "timid", "searcher", "greedy"),
           _length(20, 40), viewer=0, dress=_with_clues, seed=40),
    Sample("seven-second-lap.json", "Full table, second lap", "ravensburger-expert",
           ("sly", "searcher", "greedy", "sly", "leader-basher", "searcher", "sly"),
           _second_lap, viewer=2, seed=50),
    Sample("extra-wins.json", "The extra takes it", "ravensburger",
           ("late-grabber", "beginner", "timid", "random"), _extra_wins, seed=60),
    Sample("nobody-wins.heimlich", "Nobody wins", "amigo", ("random", "timid", "beginner"), _nobody_wins, seed=70),
    Sample("top-secret.heimlich", "Top Secret", "amigo-topsecret", ("sly", "searcher", "greedy", "sly"),
           _played_cards, viewer=3, seed=80),
    Sample("from-a-hundred.json", "Counted from a hundred", {"base": "amigo-dossier", "start_score": 100},
           ("searcher", "sly", "greedy", "sly"), _length(15, 40), viewer=0, seed=90),
)  # fmt: skip


def make(sample: Sample) -> Record:
    """The first game from the sample's seed on that shows what it should."""
    policies = [KINDS[kind] for kind in sample.kinds]
    for seed in count(sample.seed * 1000):
        record = _played(policies, sample, seed)
        owners = record.owners_by_seat
        assert owners is not None
        game = replay(record)
        if sample.wanted(game, final_ranking(game.state, owners, game.dossiers())):
            return sample.dress(_with_viewer(record, sample.viewer))
    raise AssertionError("seeds do not end")


def _played(policies: Sequence[Policy], sample: Sample, seed: int) -> Record:
    cards = edition(sample.edition).cards == "on"
    record = (play_card_game if cards else play_game)(policies, sample.edition, seed, title=sample.title)
    game = replay(record)
    return _finished(record, game) if game.start.edition.has_dossier and game.state.finished else record


def _finished(record: Record, game: Replay) -> Record:
    """Dossiers when they fall due, filled as a careful player counts, and the cards turned over at the end."""
    owners = record.owners_by_seat
    due = game.state.dossier_turn
    assert owners is not None and due is not None
    counted = count_scores(game, "dossier")
    events: list[Event] = list(record.events)
    sheets: list[Event] = []
    for seat, own in enumerate(owners):
        table = all_worlds(len(owners), len(record.agents))
        joint = posterior(counted, table[:, seat] == own)
        marks, _ = best_marks(joint, game.start.edition, seat)
        named = {
            record.agents[agent]: None if who is None else record.players[who].name
            for agent, who in enumerate(marks)
            if agent != own
        }
        sheets.append(DossierEvent(player=record.players[seat].name, marks=named))
    events[due:due] = sheets
    events += [
        RevealEvent(player=player.name, agent=record.agents[owners[seat]])
        for seat, player in enumerate(record.players)
    ]
    return record.with_events(events)


def _with_viewer(record: Record, seat: int | None) -> Record:
    """The record as its viewer kept it; self-play's tags stay out, a sample is a game and not a measurement."""
    players = tuple(Player(name=player.name) for player in record.players)
    viewer = None
    if seat is not None and record.owners is not None:
        name = players[seat].name
        viewer = Viewer(player=name, agent=record.owners[name])
    kept = {"players": players, "tags": {"source": "self-play"}, "viewer": viewer}
    return record.model_copy(update={name: value for name, value in kept.items() if value is not None})


def main(folder: Path) -> None:
    """Writes every sample into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        save(make(sample), folder / sample.file)
        print(folder / sample.file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
