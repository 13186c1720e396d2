"""Numbers that threads change together: nothing is lost, and each change is made by one of them."""

import os
from threading import Barrier, Thread

import numpy as np
import pytest
from numpy.typing import NDArray

from turs.counting.compiling import compiled
from turs.counting.sharing import add_to, look_again
from turs.counting.waiting_kernels import wait_for_change

_MANY = 1_000 if "NUMBA_DISABLE_JIT" in os.environ else 3_000_000


@compiled
def claim_all(claims: NDArray[np.int64], mine: NDArray[np.bool_]) -> None:
    """Mark what is claimed, until nothing is left."""
    place = add_to(claims, 0, 1)
    while place < mine.shape[0]:
        mine[place] = True
        place = add_to(claims, 0, 1)


@pytest.mark.parametrize("turn", range(8))
def test_what_several_threads_claim_goes_to_one_of_them(turn: int) -> None:
    # so many, and begun together, that threads come between each other's steps
    claims = np.zeros(1, dtype=np.int64)
    taken = np.zeros((3, _MANY), dtype=np.bool_)
    begin = Barrier(len(taken))

    def claim(mine: NDArray[np.bool_]) -> None:
        begin.wait()
        claim_all(claims, mine)

    threads = [Thread(target=claim, args=(mine,)) for mine in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (taken.sum(axis=0) == 1).all()
    assert claims[0] == taken.shape[1] + len(threads)


def test_to_add_returns_what_was_there() -> None:
    numbers = np.array([7, 5])
    assert [add_to(numbers, 1, 2), add_to(numbers, 1, 0), add_to(numbers, 0, -1)] == [5, 7, 7]
    assert numbers.tolist() == [6, 7]


def test_a_change_is_seen_and_none_is_not() -> None:
    numbers, few = np.array([3]), np.int64(5)
    assert not wait_for_change(numbers, np.int64(3), few)
    assert wait_for_change(numbers, np.int64(2), few)
    assert not wait_for_change(numbers, np.int64(2), np.int64(0))


@compiled
def take_turns(turns: NDArray[np.int64], mine: np.int64, n_threads: np.int64) -> None:
    """Take every turn that is one's own, waiting for those of the others."""
    n_looks = 0
    for turn in range(mine, 400, n_threads):
        while add_to(turns, 0, 0) != turn:
            n_looks = look_again(n_looks)
        turns[1 + turn] = mine
        add_to(turns, 0, 1)


def test_threads_that_wait_give_way() -> None:
    # more threads than cores: without giving way, each turn would take as long as they are let run
    turns, n_threads = np.zeros(401, dtype=np.int64), 8
    threads = [
        Thread(target=take_turns, args=(turns, np.int64(mine), np.int64(n_threads)))
        for mine in range(n_threads)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert turns.tolist() == [400, *(turn % n_threads for turn in range(400))]


def test_who_has_waited_knows_how_often() -> None:
    assert look_again(3) == 4
