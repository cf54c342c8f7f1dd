"""Self-play records: complete, replayable, told by their tags, the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from training_scenes import AMIGO, POLICIES, game

from assistant.game import edition
from assistant.records import load, replay
from assistant.records.json_format import print_json
from assistant.records.record import TurnEvent
from assistant.training.selfplay import MAX_TURNS, play_game
from assistant.training.simulation import simulation_jobs, write_game


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("rules", ["ravensburger-expert", AMIGO], ids=str)
def test_records_pass_replay_with_every_check(players: int, rules: str | dict[str, object]) -> None:
    record = play_game([POLICIES["greedy"]] * players, rules, seed=players, checks=True)
    done = replay(record)
    assert done.problems == () and (done.state.finished or len(record.events) == MAX_TURNS)
    assert len(record.agents) == edition(rules).agents_in_play(players)
    assert all(isinstance(e, TurnEvent) and len(e.scores or ()) == len(record.agents) for e in record.events)
    owners = record.owners_by_seat
    assert owners is not None and len(set(owners)) == players
    assert record.tags["source"] == "self-play"
    assert {player.tags["controller"] for player in record.players} == {"greedy"}


def test_dice_and_owners_come_from_the_seed() -> None:
    """Over forty games every face is rolled about as often and every agent owned by somebody."""
    games = [game("random", "random", seed=seed) for seed in range(40)]
    dice = [event.die for record in games for event in record.events if isinstance(event, TurnEvent)]
    shares = [dice.count(face) / len(dice) for face in range(1, 7)]
    assert min(shares) > 0.12 and max(shares) < 0.22
    owned = {agent for record in games for agent in (record.owners or {}).values()}
    assert owned == set(games[0].agents)


def test_written_games_are_those_of_the_seed_whoever_plays_them(tmp_path: Path) -> None:
    jobs = simulation_jobs(3, 3, 7, "greedy,random", "ravensburger-expert", tmp_path)
    again = simulation_jobs(3, 3, 7, "greedy,random", "ravensburger-expert", tmp_path)
    assert jobs == again != simulation_jobs(3, 3, 8, "greedy,random", "ravensburger-expert", tmp_path)
    for job in reversed(jobs):
        write_game(*job)
    for policies, rules, seed, path in jobs:
        written = load(path)
        assert replay(written).problems == ()
        assert print_json(written) == print_json(
            play_game(policies, rules, seed, title=path.stem, checks=True)
        )
