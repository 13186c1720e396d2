"""Threads for the kernels, which release the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from types import TracebackType
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def n_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """Some threads; results come in the order of the items, whoever finishes first.

    Whoever waits for work that no thread has begun does it himself: so work may have other work
    done, and nobody waits in a circle.

    Parameters
    ----------
    n_threads : int
        With 1, everything happens in the calling thread.
    """

    def __init__(self, n_threads: int) -> None:
        self.n_threads = n_threads
        self._pool = ThreadPoolExecutor(n_threads - 1) if n_threads > 1 else None

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """Return the result of the work on each item."""
        items = list(items)
        if self._pool is None or len(items) < 2:
            return [work(item) for item in items]
        # this thread does the first, and then the last of those that no other has begun
        futures = [self._pool.submit(work, item) for item in items[1:]]
        mine: dict[int, Result] = {}
        try:
            mine[0] = work(items[0])
            for place in range(len(items) - 1, 0, -1):
                if not futures[place - 1].cancel():
                    break
                mine[place] = work(items[place])
            return [
                mine[place] if place in mine else futures[place - 1].result()
                for place in range(len(items))
            ]
        finally:
            # what was cancelled is not waited for: its place in the queue may be behind this work
            wait([future for future in futures if not future.cancel()])

    def begin(self, work: Callable[[], Result]) -> Callable[[], Result]:
        """Begin some work, if a thread is free for it; return what waits for it, or does it."""
        if self._pool is None:
            return work
        future = self._pool.submit(work)
        return lambda: work() if future.cancel() else future.result()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
