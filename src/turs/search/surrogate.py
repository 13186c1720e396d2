"""What an incomplete rule set is worth: its rules, and what could still be said of the rest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turs.counting import Counter, Counts
from turs.mdl import Ticks
from turs.search.candidate import Candidate
from turs.search.partition import Partition, length_ticks
from turs.search.settings import SearchSettings


class Surrogate:
    """Scores sets by their length, with a tree in place of the else rule (paper, section 5.1).

    Parameters
    ----------
    counter : Counter
    partition : Partition
        The rules added so far.
    ticks : Ticks
    settings : SearchSettings
        With ``surrogate=None`` the else rule stays, and scores are real lengths.
    """

    def __init__(
        self, counter: Counter, partition: Partition, ticks: Ticks, settings: SearchSettings
    ) -> None:
        self._counter = counter
        self._partition = partition
        self._ticks = ticks
        self._settings = settings

    def set_ticks(self) -> int:
        """Return L_T(M) of the rules added so far."""
        nothing = np.zeros(0, dtype=np.int32)
        rest = self._rest_ticks(nothing, np.zeros_like(self._partition.counts[0]))
        return self._partition.covered_ticks + rest

    def uncovered_ticks(self, candidate: Candidate) -> int:
        """Return L_T(M + S_unc): as if the rule covered its uncovered rows alone (phase 1)."""
        cover = candidate.cover
        own = length_ticks(cover.counts, self._ticks)
        return self._partition.covered_ticks + own + self._rest_ticks(cover.rows, cover.counts)

    def cover_ticks(self, candidate: Candidate) -> int:
        """Return L_T(M + S) (phase 2)."""
        inside = self._counter.cells_of(candidate.cover, self._partition.n_cells)
        rest = self._rest_ticks(self._counter.uncovered_rows(candidate.cover), inside[0])
        return self._partition.covered_ticks_with(inside) + rest

    def _rest_ticks(self, rows: NDArray[np.int32], counts: Counts) -> int:
        """Return the length of the uncovered rows, less some with these class counts."""
        if self._settings.surrogate is None:
            return length_ticks(self._partition.counts[0] - counts, self._ticks)
        return self._counter.tree_ticks(rows, self._settings.leaf_sizes_for)
