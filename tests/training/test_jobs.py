"""Many games on many cores: the same results, however they are run, and a clean stop."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from training_scenes import game

from assistant.game import GameError
from assistant.training.evaluation import judge_game, report
from assistant.training.jobs import Jobs

ROOT = Path(__file__).resolve().parents[2]
ARGUMENTS = [(n, 3) for n in range(7)]


def power(base: int, exponent: int) -> int:
    return int(base**exponent)


def records() -> list[tuple[object, str]]:
    return [(game("greedy", "random", seed=seed), "dossier") for seed in range(3)]


def test_results_come_in_the_order_of_the_arguments() -> None:
    assert Jobs(quiet=True)(power, ARGUMENTS) == [0, 1, 8, 27, 64, 125, 216]
    assert Jobs(quiet=True)(power, []) == []


def test_two_processes_find_what_one_does() -> None:
    one, two = (report(Jobs(jobs, quiet=True)(judge_game, records())) for jobs in (1, 2))
    assert one == two


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """A Dask cluster of two workers on this machine, in this process."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    ) as cluster:
        yield cluster.scheduler_address


def test_a_dask_cluster_finds_what_this_process_does(scheduler: str) -> None:
    here = report(Jobs(quiet=True)(judge_game, records()))
    assert report(Jobs(scheduler=scheduler, quiet=True)(judge_game, records())) == here


def interrupted(number: int, log: str) -> int:
    """Ctrl-C at the third job."""
    if number == 3:
        raise KeyboardInterrupt
    with Path(log).open("a") as stream:
        stream.write(f"{number}\n")
    return number


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    log = tmp_path / "done"
    runner = Jobs(quiet=True)
    assert runner(interrupted, [(n, str(log)) for n in range(1, 6)]) == [1, 2]
    assert runner.stopped
    assert log.read_text() == "1\n2\n", "nothing was begun after the stop"


def test_ctrl_c_goes_on_where_only_the_whole_is_worth_something(tmp_path: Path) -> None:
    runner = Jobs(quiet=True, whole=True)
    with pytest.raises(KeyboardInterrupt):
        runner(interrupted, [(n, str(tmp_path / "done")) for n in range(1, 6)])
    assert runner.stopped


def test_an_error_in_a_job_is_no_stop() -> None:
    runner = Jobs(quiet=True)
    with pytest.raises(TypeError):
        runner(power, [("a", "b")])
    assert not runner.stopped


def test_a_scheduler_that_does_not_exist_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.training.jobs.PATIENCE", 1)
    pytest.importorskip("distributed")
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(GameError, match="scheduler"):
            Jobs(scheduler=address, quiet=True)(power, ARGUMENTS)


def test_a_scheduler_without_dask_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GameError, match="not installed"):
        Jobs(scheduler="tcp://127.0.0.1:8786", quiet=True)(power, ARGUMENTS)


def test_sums_do_not_depend_on_the_number_of_cores() -> None:
    """One thread for linear algebra, unless the user says otherwise."""
    code = "import assistant.game, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    env = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    for given, wanted in (({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**env, **given},
            check=True,
        )
        assert done.stdout.strip() == wanted
