"""Many games on many cores: joblib, its Dask backend when a scheduler is named, a progress bar, a clean stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import Progress

from assistant.game import GameError
from assistant.wording import N_, say

Result = TypeVar("Result")
Run = Callable[[Callable[..., Any], Sequence[tuple[Any, ...]], str], list[Any]]
"""How to run many jobs: a `Jobs`, or whatever else takes a function, its arguments and a label."""
PATIENCE = 10
"""Seconds that a scheduler may take to answer."""


class Jobs:
    """Runs functions over argument tuples.

    Args:
        jobs: processes on this machine; 1 runs in this process, -1 uses every core.
        scheduler: address of a Dask scheduler; needs the extra `.[dask]`.
        quiet: no progress bar.
        whole: a part of the results is worth nothing, so that Ctrl-C goes on to the caller.
    """

    def __init__(
        self, jobs: int = 1, scheduler: str | None = None, quiet: bool = False, whole: bool = False
    ) -> None:
        self.jobs = jobs
        self.scheduler = scheduler
        self.quiet = quiet
        self.whole = whole
        self.stopped = False

    def __call__(
        self, function: Callable[..., Result], arguments: Sequence[tuple[Any, ...]], label: str = ""
    ) -> list[Result]:
        """Results in the order of `arguments`, the same for every number of jobs.

        Ctrl-C stops cleanly: the results so far come back and `stopped` is set.

        Raises:
            KeyboardInterrupt: Ctrl-C, where the results are worth nothing unless they are `whole`.
        """
        from joblib import Parallel, delayed  # imported late: not every command needs it

        done: list[Result] = []
        with Progress(console=Console(stderr=True), disable=self.quiet, transient=True) as progress:
            task = progress.add_task(label, total=len(arguments))
            try:
                with self._backend():
                    parallel = Parallel(n_jobs=self.jobs, return_as="generator", batch_size="auto")
                    for result in parallel(delayed(function)(*args) for args in arguments):
                        done.append(result)
                        progress.advance(task)
            except KeyboardInterrupt:
                self.stopped = True
                if self.whole:
                    raise
        return done

    def _backend(self) -> AbstractContextManager[Any]:
        if self.scheduler is None:
            from joblib import parallel_config

            # One thread per process: the sums, and so the fitted figures, do not depend on the machine's cores.
            config: AbstractContextManager[Any] = parallel_config(backend="loky", inner_max_num_threads=1)
            return config if self.jobs != 1 else nullcontext()
        return _dask(self.scheduler)


@contextmanager
def _dask(address: str) -> Iterator[None]:
    """Runs joblib on the Dask cluster on the cluster at `address`.

    Raises:
        GameError: Dask is not installed, or nobody answers there.
    """
    from joblib import parallel_config

    try:
        from distributed import Client
    except ImportError:
        raise GameError(
            say(N_("a scheduler needs Dask, which is not installed")),
            say(N_("install the extra: pip install '.[dask]'")),
        ) from None
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call] # untyped
    except (OSError, ValueError) as error:
        raise GameError(
            say(N_("no Dask scheduler answers at {address!r}: {error}"), address=address, error=str(error)),
            say(
                N_(
                    "start one with `dask scheduler` and give the address it prints, such as tcp://127.0.0.1:8786"
                )
            ),
        ) from None
    with client.as_current(), parallel_config(backend="dask"):
        try:
            yield
        finally:
            client.close()
