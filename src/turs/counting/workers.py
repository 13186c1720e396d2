"""Threads for the kernels, which release the GIL."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from threading import Condition, Lock, Thread
from types import TracebackType
from typing import Any, Generic, TypeVar

import numpy as np

from turs.counting.waiting_kernels import wait_for_change

Item = TypeVar("Item")
Result = TypeVar("Result")

# How often a thread looks for something to do, for about half a millisecond, before it sleeps.
_LOOKS = np.int64(10_000)


def n_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """Some threads; results come in the order of the items, whoever finishes first.

    Whoever waits for a result does meanwhile what no thread has begun, be it a part of what is
    waited for or not: so work may have other work done, nobody waits in a circle, and nobody is
    idle while there is something to do.

    Parameters
    ----------
    n_threads : int
        With 1, everything happens in the calling thread.
    """

    def __init__(self, n_threads: int) -> None:
        self.n_threads = n_threads
        self._todo: deque[_Task[Any]] = deque()
        # entered itself, not by a condition: Ctrl-C inside the latter's Python would keep it
        lock = self._lock = Lock()
        self._more = Condition(lock)  # what idle threads wait for
        self._change = Condition(lock)  # what others wait for: more to do, or something done
        # goes up whenever there is more to do, or something done; in a cache line of its own
        self._n_changes = np.zeros(24, dtype=np.int64)[8:16]
        # without a core for each, a thread that looks keeps another from what it waits for
        self._n_cores = n_cores()
        self._n_looks = _LOOKS if n_threads <= self._n_cores else np.int64(0)
        self._threads: list[Thread] = []
        self._n_idle = 0
        self._is_closed = False

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """Return the result of the work on each item."""
        items = list(items)
        if self.n_threads == 1 or len(items) < 2:
            return [work(item) for item in items]
        tasks = [_Task(partial(work, item)) for item in items[1:]]
        self._add(tasks)
        try:
            return [work(items[0]), *(self._result_of(task) for task in tasks)]
        finally:
            self._give_up(tasks)

    def begin(self, work: Callable[[], Result]) -> Callable[[], Result]:
        """Begin some work, if a thread is free for it; return what waits for it, or does it."""
        if self.n_threads == 1:
            return work
        task = _Task(work)
        self._add([task])
        return partial(self._result_of, task)

    @property
    def n_at_once(self) -> int:
        """How many threads can be at work at the same time, each on a core of its own."""
        return min(self.n_threads, self._n_cores)

    def helped(
        self,
        work: Callable[[], Result],
        help_along: Sequence[Callable[[], object]],
        let_go: Callable[[], object],
    ) -> Result:
        """Return the result of some work that threads without any may help along.

        The work does not need them. They are let go when it is done, and nobody waits for them.
        """
        tasks = [_Task(helping) for helping in help_along]
        try:
            self._add(tasks)
            return work()
        finally:
            let_go()
            with self._lock:
                self._forget(tasks)

    def _add(self, tasks: list[_Task[Result]]) -> None:
        with self._lock:
            self._todo.extend(tasks)
            n_missing = min(len(self._todo) - self._n_idle, self.n_threads - 1 - len(self._threads))
            for _ in range(n_missing):
                self._threads.append(Thread(target=self._serve, daemon=True))
                self._threads[-1].start()
            self._tell(len(tasks))

    def _tell(self, n_more: int) -> None:
        """Wake those who wait for so many further tasks, or for any change."""
        self._n_changes[0] += 1
        self._more.notify(n_more)
        self._change.notify_all()

    def _watch(self, n_changes: np.int64) -> bool:
        """Look for a moment whether something changes, after so many changes; tell whether."""
        return bool(wait_for_change(self._n_changes, n_changes, self._n_looks))

    def _result_of(self, task: _Task[Result]) -> Result:
        """Wait for a task, and do others meanwhile, the newest first: these are its own parts."""
        has_looked = False
        while True:
            with self._lock:
                while has_looked and not (task.is_done or self._todo):
                    self._change.wait()
                if task.is_done:
                    return task.outcome()
                mine = self._todo.pop() if self._todo else None
                n_changes = self._n_changes[0]
            if mine is None:
                has_looked = not self._watch(n_changes)
            else:
                self._do(mine)
                mine.raise_interrupt()
                has_looked = False

    def _do(self, task: _Task[Any]) -> None:
        try:
            task.do()
        finally:
            with self._lock:
                task.is_done = True
                self._tell(0)

    def _give_up(self, tasks: list[_Task[Result]]) -> None:
        """Forget the tasks that nobody has begun, and wait for the others."""
        with self._lock:
            self._forget(tasks)
            while not all(task.is_done for task in tasks):
                self._change.wait()

    def _forget(self, tasks: Sequence[_Task[Any]]) -> None:
        """Forget the tasks that nobody has begun."""
        for task in tasks:
            if task in self._todo:
                self._todo.remove(task)
                task.is_done = True

    def _serve(self) -> None:
        """Do what there is to do, the oldest first."""
        has_looked = False
        while True:
            mine, n_changes = self._next(may_sleep=has_looked)
            if mine is not None:
                self._do(mine)
                has_looked = False
            elif self._is_closed:
                return
            else:
                has_looked = not self._watch(n_changes)

    def _next(self, *, may_sleep: bool) -> tuple[_Task[Any] | None, np.int64]:
        """Return a task, if there is one, and the number of changes; maybe sleep until there is."""
        with self._lock:
            while may_sleep and not (self._is_closed or self._todo):
                self._n_idle += 1
                self._more.wait()
                self._n_idle -= 1
            mine = self._todo.popleft() if self._todo and not self._is_closed else None
            return mine, self._n_changes[0]

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._lock:
            self._is_closed = True
            self._n_changes[0] += 1
            # all: who was interrupted while waiting may still stand in the queue of those to wake
            self._more.notify_all()
            self._change.notify_all()
        for thread in self._threads:
            if thread.ident is not None:  # it did start
                thread.join()


class _Task(Generic[Result]):
    """Some work, and what came of it."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self.is_done = False

    def do(self) -> None:
        """Do the work; what goes wrong is for whoever asks for the result."""
        try:
            self._results.append(self._work())
        except BaseException as error:
            self._error = error

    def raise_interrupt(self) -> None:
        """Raise what is for whoever did the work as well: Ctrl-C, not an error."""
        if self._error is not None and not isinstance(self._error, Exception):
            raise self._error

    def outcome(self) -> Result:
        """Return the result, or raise what went wrong."""
        if self._error is not None:
            raise self._error
        return self._results[0]
