"""Work in many processes: the same results in the same order, however many there are.

A worker that dies loses nothing: what it had not answered is given to others; a piece of work that kills its
worker twice is answered by `lost`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

from judgekit.errors import JudgekitError

T = TypeVar("T")
R = TypeVar("R")
TRIES = 2


class WrongWorkers(JudgekitError):
    """A number of workers, or a cluster, that cannot work."""


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_chunks(
    work: Callable[[Sequence[T]], list[R]],
    things: Sequence[T],
    workers: int,
    size: int,
    lost: Callable[[T], R],
    cluster: str = "",
    tell: Callable[[int], None] | None = None,
) -> list[R]:
    """The results of `work` for the things, piece by piece, in order."""
    if workers < 1:
        raise WrongWorkers(f"at least one worker is needed; got {workers}")
    chunks = [things[at : at + size] for at in range(0, len(things), size)]
    if workers == 1 and not cluster:
        found = []
        for chunk in chunks:
            found += work(chunk)
            if tell is not None:
                tell(len(found))
        return found
    done: dict[int, list[R]] = {}
    left, tries = set(range(len(chunks))), 0
    while left and tries < TRIES:
        tries += 1
        for at, result in _attempt(work, chunks, left, workers, cluster):
            done[at] = result
            if tell is not None:
                tell(sum(map(len, done.values())))
        left -= done.keys()
    done |= {at: [lost(thing) for thing in chunks[at]] for at in left}
    return [one for at in range(len(chunks)) for one in done[at]]


def _attempt(
    work: Callable[[Sequence[T]], list[R]],
    chunks: Sequence[Sequence[T]],
    left: set[int],
    workers: int,
    cluster: str,
) -> Iterator[tuple[int, list[R]]]:
    """The chunks answered before a worker dies."""
    with _executor(workers, cluster) as pool:
        futures: dict[int, Future[list[R]]] = {at: pool.submit(work, chunks[at]) for at in sorted(left)}
        for at, future in futures.items():
            try:
                yield at, future.result()
            except BrokenProcessPool:
                continue
            except Exception as problem:
                if type(problem).__name__ not in ("KilledWorker", "CancelledError"):
                    raise


def _executor(workers: int, cluster: str) -> Executor:
    if cluster:
        return _on_cluster(cluster)
    alone = threading.active_count() == 1 and "fork" in get_all_start_methods()
    return ProcessPoolExecutor(workers, mp_context=get_context("fork" if alone else "spawn"))


PATIENCE = 5  # seconds in which a scheduler must answer


def _on_cluster(address: str) -> Executor:
    try:
        from distributed import Client
    except ImportError as problem:
        raise WrongWorkers("a cluster needs `pip install judgekit[cluster]`") from problem
    try:
        client: Any = Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as problem:
        raise WrongWorkers(
            f"no scheduler answers at {address}: start one with `dask scheduler`, and workers with "
            f"`dask worker {address}` ({problem})"
        ) from problem
    executor: Executor = client.get_executor(pure=False)
    return executor
