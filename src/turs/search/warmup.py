"""Compile the kernels, or load them from their cache, before time is measured."""

from __future__ import annotations

from functools import cache

import numpy as np

from turs.binning import BinnedColumn, BinnedTable
from turs.counting import kernels
from turs.counting.view import no_refinements
from turs.search.learn import learn
from turs.search.progress import say_if_slow
from turs.search.settings import SearchSettings, Surrogate

_SENTENCE = "loading compiled functions; after an installation this takes half a minute ..."

_SMALL = np.dtype(np.uint8)


@cache
def warm_up(dtype: np.dtype[np.unsignedinteger] = _SMALL, surrogate: Surrogate = "tree") -> None:
    """Learn from a table of six rows, so that every kernel is there; the second call is free.

    Parameters
    ----------
    dtype : dtype of the codes to be learned from
    surrogate : "tree", "cart" or None
        The one that will be used.
    """
    columns = (
        BinnedColumn("a", n_bins=3, ordered=True, has_missing=True, cuts=np.array([0.5, 1.5])),
        BinnedColumn("b", n_bins=2, ordered=False, has_missing=False, levels=("p", "q")),
    )
    codes = np.array([[0, 0, 1, 2, 2, 3], [0, 1, 0, 1, 1, 1]], dtype=dtype)
    table = BinnedTable(columns, codes, 6)
    settings = SearchSettings(surrogate=surrogate, least_leaf=1, leaf_sizes=(1,), min_new_rows=1)
    with say_if_slow(_SENTENCE):
        learn(table, np.array([0, 0, 0, 1, 1, 1]), 2, settings)
        # in so small a table the columns stay in one thread
        kernels.merge(no_refinements(1, 1), no_refinements(1, 1))
