"""Room for what a beam search finds, level by level, and what is taken from there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.beams import some_rules
from turs.counting.kernels import Beam, Best
from turs.counting.level_kernels import APART, DONE, FIRST_LEVEL, Levels

# Refinements that are put in order, at the least and for each that is wanted; when too many of
# them are alike, more are.
_ROOM = 32
_ROOM_FOR_ONE = 8
# A search is done in parts of so many levels, and of so many rows unless one level may have more.
MOST_LEVELS = 32
_ROWS_AT_ONCE = 2**23
_MOST_SPARE_ROWS = 2**25
# What the kernel says where the refinements that it held were too much alike.
TOO_FEW_HELD = 2


class Descent(NamedTuple):
    """What was found below some rules.

    Attributes
    ----------
    beam : Beam
        The rules of all levels, level by level.
    last : Beam
        Those of the last level, from which to go on. There are none where there is nothing more.
    n_seen : int
        Refinements that had a gain.
    """

    beam: Beam
    last: Beam
    n_seen: int


class Spares:
    """Memory for the rows that searches find, which is used again.

    Memory that is new to a process takes as long to get as what is then written to it.
    """

    def __init__(self) -> None:
        self._free: list[NDArray[np.int32]] = []
        self._taken: list[NDArray[np.int32]] = []

    def take(self, n_rows: int) -> NDArray[np.int32]:
        """Return room for so many rows."""
        room = self._free.pop() if self._free else None
        if room is None or len(room) < n_rows:
            room = np.empty(n_rows, dtype=np.int32)
        self._taken.append(room)
        return room

    def take_back(self) -> None:
        """Let all be used again that was taken."""
        for room in self._taken:
            if sum(map(len, self._free)) < _MOST_SPARE_ROWS:
                self._free.append(room)
        self._taken.clear()


def no_levels(beam: Beam, width: int, n_levels: int, spares: Spares) -> Levels:
    """Return room for so many levels below a beam, each of so many rules."""
    n_labels, (n_start, n_columns, n_words) = beam.counts.shape[1], beam.masks.shape
    most_rows = width * int(np.diff(beam.starts).max(initial=0))
    return Levels(
        # what is never touched takes no memory
        rows=spares.take(max(most_rows, min(8 * most_rows, _ROWS_AT_ONCE))),
        starts=np.zeros(n_levels * width + 1, dtype=np.int64),
        counts=np.empty((n_levels * width, n_labels), dtype=np.int64),
        masks=np.empty((n_levels * width, n_columns, n_words), dtype=np.uint64),
        firsts=np.zeros(n_levels + 1, dtype=np.int64),
        n_seen=np.zeros(n_levels, dtype=np.int64),
        claims=np.zeros(n_levels * max(width, n_start), dtype=np.int64),
        progress=_progress(n_start, n_levels),
    )


def descent_of(levels: Levels, n_found: int) -> Descent:
    """Return the rules of the first so many levels."""
    n_rules, before = levels.firsts[n_found], levels.firsts[n_found - 1]
    starts = levels.starts[: n_rules + 1]
    beam = Beam(levels.rows[: starts[-1]], starts, levels.counts[:n_rules], levels.masks[:n_rules])
    last = some_rules(beam, slice(before, n_rules))
    return Descent(beam, last, int(levels.n_seen[:n_found].sum()))


def let_go(levels: Levels) -> None:
    """Let the threads go that help with these levels."""
    levels.progress[DONE] = 1


def room_for(width: int) -> int:
    """Return how many refinements to put in order, at first, when so many are wanted."""
    return max(_ROOM, _ROOM_FOR_ONE * width)


def no_refinements(room: int, n_words: int) -> Best:
    """Return room for so many refinements."""
    n_slots = room + 1
    return Best(
        gain=np.empty(n_slots, dtype=np.float64),
        facts=np.empty((n_slots, 3), dtype=np.int64),
        masks=np.empty((n_slots, n_words), dtype=np.uint64),
        order=np.arange(n_slots, dtype=np.int32),
        found=np.zeros(APART, dtype=np.int64),
    )


def for_each_thread(best: Best, n_threads: int) -> Best:
    """Return as much room for each of some threads, along a first axis.

    Along a second one there is as much again, which nobody uses: in the same cache line as what
    one thread writes, nothing can be read by another without waiting. One thread alone needs none.
    """
    if n_threads == 1:
        return Best._make(array[None, None] for array in best)
    return Best._make(
        array[None, None].repeat(n_threads, axis=0).repeat(2, axis=1) for array in best
    )


def _progress(n_start: int, n_levels: int) -> NDArray[np.int64]:
    """Return how far the threads are when all rules of level 0 may be looked at."""
    progress = np.zeros(FIRST_LEVEL + 2 * APART * (n_levels + 2), dtype=np.int64)
    progress[FIRST_LEVEL], progress[FIRST_LEVEL + APART] = n_start, 1
    return progress
