"""The whole fit, made small: the same file to the byte, and only the hidden kinds hidden."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from training_scenes import POLICIES, game, run_here
from typer.testing import CliRunner

from assistant.cli_training import app
from assistant.deduction.modes import MODES
from assistant.deduction.parameters import from_data, to_data
from assistant.records import save
from assistant.training import fit as room
from assistant.training import owners_fit
from assistant.training.fit import (
    GENERIC_SCALES,
    as_strangers,
    assemble,
    family,
    fit_kind,
    never_met,
    self_play,
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three kinds, one edition, few decisions and steps."""
    kinds = ("greedy", "sly", "random")
    monkeypatch.setattr(room, "POPULATION", tuple(POLICIES[kind] for kind in kinds))
    monkeypatch.setattr(room, "LEARNED", ("greedy", "sly"))
    monkeypatch.setattr(room, "EDITIONS", ("ravensburger-expert",))
    monkeypatch.setattr(room, "DECISIONS", 30)
    monkeypatch.setattr(owners_fit, "STEPS", 5)


def test_the_same_seed_gives_the_same_file_to_the_byte(small: None, tmp_path: Path) -> None:
    """Through the command, as a user would."""
    folder = tmp_path / "games"
    folder.mkdir()
    for seed in range(2):
        save(game("timid", "timid", seed=seed), folder / f"{seed}.json")
    texts = []
    for name in ("a", "b"):
        out = tmp_path / f"{name}.json"
        done = CliRunner().invoke(
            app, ["fit", str(folder), "--scale", "0.02", "--no-strangers", "--seed", "1", "--out", str(out)]
        )
        assert done.exit_code == 0, done.output
        texts.append((out.read_bytes(), out.with_name(f"{name}.figures.json").read_bytes()))
    assert texts[0] == texts[1]
    data = json.loads(texts[0][0])
    parameters = from_data(data)
    assert json.dumps(to_data(parameters)) == json.dumps(data), "what is written is what is read"
    assert parameters.types[:3] == ("timid", "greedy", "sly")
    assert parameters.fitted["records"] == 2 and parameters.fitted["seed"] == 1


def test_leaving_one_kind_out_reports_every_kind(small: None) -> None:
    records = [game("timid", "timid", seed=seed).model_copy(update={"tags": {}}) for seed in range(2)]
    found = room.fit(records, 1, run_here, scale=0.02, strangers=True)
    seen = found.figures["never_seen"]
    assert set(seen) == {"corpus", "self-play ravensburger-expert"}
    assert set(seen["corpus"]["by_tag"]) == {"timid"}
    assert set(seen["self-play ravensburger-expert"]["by_tag"]) == {"greedy", "sly", "random"}
    assert np.isfinite(found.parameters.surprise[0])


@pytest.fixture(scope="module")
def fits() -> dict[str, object]:
    return {kind: fit_kind([game(kind, kind, seed=s) for s in range(2)], kind) for kind in ("greedy", "sly")}


def test_types_are_the_kinds_and_their_mean_at_three_scales(fits: dict[str, object]) -> None:
    parameters = assemble(fits, [""])  # type: ignore[arg-type]
    assert parameters.types == ("greedy", "sly", *(f"generic {scale:g}" for scale in GENERIC_SCALES))
    mean = parameters.split[:2].mean(axis=0)
    for row, scale in enumerate(GENERIC_SCALES, start=2):
        np.testing.assert_allclose(parameters.split[row], scale * mean, atol=1e-12)
    without = assemble(fits, ["sly"])  # type: ignore[arg-type]
    np.testing.assert_allclose(without.split[2], parameters.split[0], atol=1e-12)


def test_a_players_own_kind_is_hidden_and_nobody_elses(fits: dict[str, object]) -> None:
    record = game("greedy", "random", "sly")
    reduced = as_strangers(record, fits)  # type: ignore[arg-type]
    hidden = np.array([modes.plain.max(axis=1) < -9_000 for modes in reduced.sums.modes])
    assert hidden[:, :2].tolist() == [[True, False], [False, False], [False, True]]
    assert not hidden[:, 2:].any()
    # The generic types that read Anna leave out her kind: they are the other kind alone.
    only = assemble(fits, ["greedy"])  # type: ignore[arg-type]
    from assistant.training.dataset import reduce_game

    alone = reduce_game(record, only)
    for name in ("plain", "slow", "unmasked"):
        mine, other = getattr(reduced.sums.modes[0], name), getattr(alone.sums.modes[0], name)
        np.testing.assert_allclose(mine[2:], other[2:], atol=1e-9)


def test_a_fit_that_never_met_a_kind_has_no_type_of_it(fits: dict[str, object]) -> None:
    whole = owners_fit.start(assemble(fits, [""]).types, 67)  # type: ignore[arg-type]
    left = never_met(fits, "sly", whole)  # type: ignore[arg-type]
    assert left.types == ("greedy", *(f"generic {scale:g}" for scale in GENERIC_SCALES))
    assert left.prior.size == len(left.types) * len(MODES) + 1
    np.testing.assert_allclose(left.split[1], left.split[0], atol=1e-12)


def test_one_bot_with_another_budget_is_family() -> None:
    assert family("MCTS-deep") == family("MCTS") != family("greedy") == "greedy"


def test_self_play_is_the_same_for_the_same_seed_and_grows_with_the_scale() -> None:
    def key(jobs: list[tuple[list[object], object, int]]) -> list[tuple[int, int]]:
        return [(len(policies), seed) for policies, _, seed in jobs]

    assert key(self_play(3, 0.02)) == key(self_play(3, 0.02)) != key(self_play(4, 0.02))  # type: ignore[arg-type]
    assert len(self_play(3, 0.2)) > 2 * len(self_play(3, 0.02))
    assert {len(policies) for policies, _, _ in self_play(3, 0.2)} == {3, 4, 5, 6, 7}
