"""Threads: results in order, errors passed on, and none left behind."""

import subprocess
import sys
import threading
import time

import pytest

from turs.counting import Workers


@pytest.mark.parametrize("n_threads", [1, 2, 4])
def test_results_come_in_the_order_of_the_items(n_threads: int) -> None:
    with Workers(n_threads) as workers:
        assert workers.map(lambda item: item * item, range(50)) == [i * i for i in range(50)]
        assert workers.map(str, []) == []


def test_whoever_finishes_first() -> None:
    last_is_done = threading.Event()

    def first_waits_for_last(item: int) -> int:
        if item == 0:
            assert last_is_done.wait(timeout=30)
        else:
            last_is_done.set()
        return item

    with Workers(2) as workers:
        assert workers.map(first_waits_for_last, [0, 1]) == [0, 1]


def test_one_thread_is_the_calling_one() -> None:
    with Workers(1) as workers:
        assert workers.map(lambda _: threading.get_ident(), range(3)) == [threading.get_ident()] * 3


def test_the_calling_thread_works_too() -> None:
    both_are_at_work = threading.Barrier(2, timeout=30)

    def meet(_: int) -> int:
        both_are_at_work.wait()
        return threading.get_ident()

    with Workers(2) as workers:
        first, second = workers.map(meet, range(2))
    assert first == threading.get_ident() != second


def test_one_item_is_done_by_the_calling_thread() -> None:
    with Workers(2) as workers:
        assert workers.map(lambda _: threading.get_ident(), [0]) == [threading.get_ident()]


NESTED = """
from turs.counting import Workers

with Workers(2) as workers:
    assert workers.map(lambda n: sum(workers.map(abs, range(n))), range(6)) == [0, 0, 1, 3, 6, 10]
    deep = lambda n: sum(workers.map(deep, range(n))) if n else 1
    assert workers.map(deep, range(5)) == [1, 1, 2, 4, 8]
"""


def test_work_may_have_work_done() -> None:
    # In a process of its own: threads that wait for each other would wait for ever.
    subprocess.run([sys.executable, "-c", NESTED], check=True, timeout=60)


BEGUN = """
from turs.counting import Workers

with Workers(2) as workers:
    def squares():
        return workers.map(lambda n: n * n, range(50))
    for _ in range(100):
        begun = [workers.begin(squares) for _ in range(3)]
        assert squares() == [n * n for n in range(50)]
        assert all(result() == squares() for result in begun)
    left = workers.begin(squares)
"""


def test_work_that_is_begun_may_have_work_done() -> None:
    subprocess.run([sys.executable, "-c", BEGUN], check=True, timeout=60)


def test_work_is_begun_by_another_thread_and_waited_for() -> None:
    is_begun = threading.Event()

    def work() -> int:
        is_begun.set()
        return threading.get_ident()

    with Workers(2) as workers:
        result = workers.begin(work)
        assert is_begun.wait(timeout=30)
        assert result() != threading.get_ident()


def test_what_no_thread_has_begun_is_done_by_whoever_asks() -> None:
    may_end = threading.Event()
    with Workers(2) as workers:
        busy = workers.begin(lambda: may_end.wait(timeout=30))
        assert workers.begin(threading.get_ident)() == threading.get_ident()
        may_end.set()
        assert busy()
    with Workers(1) as workers:
        assert workers.begin(threading.get_ident)() == threading.get_ident()


def test_whoever_waits_does_parts_of_what_was_begun() -> None:
    both_are_at_work = threading.Barrier(2, timeout=30)

    def meet(_: int) -> int:
        both_are_at_work.wait()
        return threading.get_ident()

    is_begun = threading.Event()
    with Workers(2) as workers:

        def work() -> list[int]:
            is_begun.set()
            return workers.map(meet, range(2))

        result = workers.begin(work)
        assert is_begun.wait(timeout=30)
        assert threading.get_ident() in result()


def test_threads_begin_when_there_is_work_for_them() -> None:
    before = threading.active_count()
    with Workers(100) as workers:
        assert threading.active_count() == before
        workers.map(abs, range(3))
        assert threading.active_count() <= before + 2


def test_errors_of_what_was_begun_are_passed_on() -> None:
    def fails() -> None:
        raise ValueError("at once")

    with Workers(2) as workers:
        result = workers.begin(fails)
        with pytest.raises(ValueError, match="at once"):
            result()


@pytest.mark.parametrize("n_threads", [1, 3])
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_errors_of_the_work_are_passed_on(n_threads: int, error: type[BaseException]) -> None:
    def fails(item: int) -> int:
        if item == 5:
            raise error("item 5")
        return item

    with pytest.raises(error, match="item 5"), Workers(n_threads) as workers:
        workers.map(fails, range(10))


def test_no_thread_is_left_behind() -> None:
    before = threading.active_count()
    with Workers(4) as workers:
        workers.map(abs, range(20))
        assert threading.active_count() > before
    assert threading.active_count() == before


def test_what_waits_is_dropped_after_an_error() -> None:
    started = []

    def first_fails(item: int) -> None:
        started.append(item)
        if item == 0:
            raise ValueError
        time.sleep(0.01)

    with pytest.raises(ValueError), Workers(2) as workers:
        workers.map(first_fails, range(1000))
    assert len(started) < 1000


INTERRUPTED = """
import threading
from turs.counting import Workers

class Interrupted(Workers):
    def _add(self, tasks):
        super()._add(tasks)
        raise KeyboardInterrupt

let_go = threading.Event()
try:
    with Interrupted(2) as workers:
        workers.helped(lambda: None, [lambda: let_go.wait(timeout=50)], let_go.set)
except KeyboardInterrupt:
    print("interrupted", threading.active_count())
"""


def test_who_helps_is_let_go_when_help_was_called_and_somebody_interrupts() -> None:
    # In a process of its own, for it may wait for ever; and by far too long if nobody is let go.
    command = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(command, check=True, timeout=30, capture_output=True, text=True)
    assert done.stdout == "interrupted 1\n"


def test_a_thread_that_cannot_start_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    with pytest.raises(RuntimeError, match="can't start"), Workers(2) as workers:
        workers.map(abs, range(3))
