"""Compile the kernels, or load them from their cache, before time is measured."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock

import numpy as np

from turs.binning import BinnedColumn, BinnedTable
from turs.counting import (
    Counter,
    Rows,
    Workers,
    growing_kernels,
    waiting_kernels,
    was_compiled_here,
)
from turs.search.helping_process import helping_process
from turs.search.learn import learn, shape_of
from turs.search.partition import Partition
from turs.search.progress import say_if_slow
from turs.search.settings import SearchSettings, Surrogate

_SENTENCE = "loading compiled functions; after an installation this takes 15 to 30 seconds ..."

_ALONE = Lock()

_SMALL = np.dtype(np.uint8)

_CLASSES = np.array([0, 0, 0, 1, 1, 1])


@cache
def warm_up(dtype: np.dtype[np.unsignedinteger] = _SMALL, surrogate: Surrogate = "tree") -> None:
    """Learn from a table of six rows, so that every kernel is there; the second call is free.

    Where they are not on the disk yet, another process compiles half of them meanwhile.

    Parameters
    ----------
    dtype : dtype of the codes to be learned from
    surrogate : "tree", "cart" or None
        The one that will be used.
    """
    with say_if_slow(_SENTENCE), _seldom_collecting():
        if _is_first_time(dtype):
            with helping_process(compile_refining, dtype.name):
                _compile_scoring(dtype, surrogate)
        learn(_six_rows(dtype), _CLASSES, 2, _settings(surrogate))
        _compile_waiting()


def compile_refining(dtype: str) -> None:
    """Compile what finds the refinements of a rule, and the forest."""
    with _seldom_collecting():
        counter = _counter(np.dtype(dtype), "tree")
        view = counter.uncovered
        view.descend(view.everything(), width=2, diversity=0.0)
        settings = _settings("tree")
        _rows(np.dtype(dtype)).with_blend(settings.blend_for(len(_CLASSES)), Workers(1))
        _compile_waiting()


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Let Python look for garbage seldom: among what a compiler makes there is hardly any.

    To look at all of it again and again takes an eighth of the time to compile.
    """
    with _ALONE:  # or the one would keep what the other has set for what there was
        before = gc.get_threshold()
        if before[0]:  # where nobody looks, it stays so
            gc.set_threshold(max(before[0], 200_000), 50, 50)
        try:
            yield
        finally:
            gc.set_threshold(*before)


def _compile_waiting() -> None:
    # in so small a table nobody waits
    nothing = np.int64(0)
    waiting_kernels.wait_for_change(np.zeros(1, dtype=np.int64), nothing, nothing)


def _compile_scoring(dtype: np.dtype[np.unsignedinteger], surrogate: Surrogate) -> None:
    """Compile what scores a rule, and adds it to a set: the trees and the cells."""
    counter = _counter(dtype, surrogate)
    rule = counter.whole.everything()
    if surrogate == "tree":
        counter.pruned_ticks(least=1, split=0)
        counter.pruned_ticks_without(rule)
    elif surrogate == "cart":
        counter.tree_ticks(lambda n_rows: (1,))
    inside = counter.cells_of(rule, n_cells=1)
    partition = Partition(inside[0], counter.whole.ticks)
    counter.covered_changes(rule, partition.rules)
    partition.add(inside)
    partition.without(0)


def _is_first_time(dtype: np.dtype[np.unsignedinteger]) -> bool:
    """Tell whether the smallest kernel that reads codes was not on the disk."""
    codes, marks = np.zeros((1, 0), dtype), np.zeros(0, dtype=np.bool_)
    growing_kernels.mark_sample(codes, 1.0, marks)
    return was_compiled_here(growing_kernels.mark_sample)


def _rows(dtype: np.dtype[np.unsignedinteger]) -> Rows:
    return Rows(_six_rows(dtype), _CLASSES, 2)


def _counter(dtype: np.dtype[np.unsignedinteger], surrogate: Surrogate) -> Counter:
    rows = _rows(dtype)
    return rows.counter(shape_of(rows, _settings(surrogate)), rows.ticks(), Workers(1), price=0)


def _settings(surrogate: Surrogate) -> SearchSettings:
    return SearchSettings(
        surrogate=surrogate, least_leaf=1, leaf_sizes=(1,), min_new_rows=1, revise=True
    )


def _six_rows(dtype: np.dtype[np.unsignedinteger]) -> BinnedTable:
    columns = (
        BinnedColumn("a", n_bins=3, ordered=True, has_missing=True, cuts=np.array([0.5, 1.5])),
        BinnedColumn("b", n_bins=2, ordered=False, has_missing=False, levels=("p", "q")),
    )
    codes = np.array([[0, 0, 1, 2, 2, 3], [0, 1, 0, 1, 1, 1]], dtype=dtype)
    return BinnedTable(columns, codes, 6)
