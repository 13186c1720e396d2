"""Threads for the kernels, which release the GIL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from types import TracebackType
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Workers:
    """Some threads; results come in the order of the items, whoever finishes first.

    Parameters
    ----------
    n_threads : int
        With 1, everything happens in the calling thread.
    """

    def __init__(self, n_threads: int) -> None:
        self.n_threads = n_threads
        self._here = threading.local()
        self._pool = ThreadPoolExecutor(n_threads - 1) if n_threads > 1 else None

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """Return the result of the work on each item.

        Work that maps in its turn does so in its own thread: all the others may be waiting.
        """
        items = list(items)
        is_at_work = getattr(self._here, "is_at_work", False)
        if self._pool is None or is_at_work or len(items) < 2:
            return [work(item) for item in items]
        # this thread does the first, and then the last of those that no other has begun
        futures = [self._pool.submit(self._inside, work, item) for item in items[1:]]
        mine: dict[int, Result] = {}
        try:
            mine[0] = self._inside(work, items[0])
            for place in range(len(items) - 1, 0, -1):
                if not futures[place - 1].cancel():
                    break
                mine[place] = self._inside(work, items[place])
            return [
                mine[place] if place in mine else futures[place - 1].result()
                for place in range(len(items))
            ]
        finally:
            for future in futures:
                future.cancel()
            wait(futures)

    def _inside(self, work: Callable[[Item], Result], item: Item) -> Result:
        self._here.is_at_work = True
        try:
            return work(item)
        finally:
            self._here.is_at_work = False

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
