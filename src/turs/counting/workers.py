"""Threads for the kernels, which release the GIL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
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
        self._pool = (
            ThreadPoolExecutor(n_threads, initializer=self._begin_thread) if n_threads > 1 else None
        )

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """Return the result of the work on each item.

        Work that maps in its turn does so in its own thread: all the others may be waiting.
        """
        items = list(items)
        is_worker = getattr(self._here, "is_worker", False)
        if self._pool is None or is_worker or len(items) < 2:
            return [work(item) for item in items]
        return list(self._pool.map(work, items))

    def _begin_thread(self) -> None:
        self._here.is_worker = True

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
