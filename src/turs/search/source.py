"""What the search asks of the training rows, wherever they are: by rules, never by rows.

:class:`turs.counting.Rows` answers for rows in memory, and
:class:`turs.distributed.rows.ClusterRows` for the partitions of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from turs.binning import BinnedColumn
from turs.counting import Beam, Blend, CellRules, Counts, Descent, Masks, Shape, Workers
from turs.mdl import AnyTicks


class RuleView(Protocol):
    """All rows, or the uncovered ones, as the beam search sees them."""

    def everything(self) -> Beam:
        """Return a beam of the empty rule alone."""
        ...

    def beam_of(self, masks: Masks) -> Beam:
        """Return a beam of some rules."""
        ...

    def descend(self, beam: Beam, width: int, diversity: float) -> Descent:
        """Return the best refinements, unlike each other, and maybe those of these, and so on."""
        ...


class RuleCounter(Protocol):
    """The rows and the cells that the rules so far have put them into."""

    @property
    def whole(self) -> RuleView:
        """All rows, with covered and uncovered rows told apart."""
        ...

    @property
    def uncovered(self) -> RuleView:
        """The rows that no rule covers yet."""
        ...

    @property
    def is_large(self) -> bool:
        """Whether the uncovered rows keep a thread busy for longer than it takes to tell it so."""
        ...

    def cells_of(self, rule: Beam, n_cells: int, *, own: bool = False) -> Counts:
        """Return the rows of a rule by cell and class: each once, as its own class, or shares."""
        ...

    def covered_changes(self, beam: Beam, cells: CellRules) -> Counts:
        """Return by how many ticks the covered rows change with each of some rules."""
        ...

    def move(self, rule: Beam, new_cells: NDArray[np.int32]) -> None:
        """Put the rows of a rule from each cell c into ``new_cells[c]``."""
        ...

    def moved(self, rule: Beam, new_cells: NDArray[np.int32]) -> Self:
        """Return a counter of the same rows, those of a rule moved; this one stays as it is."""
        ...

    def pruned_ticks(self, least: int, split: int) -> int:
        """Return the length of the pruned tree of the uncovered rows."""
        ...

    def pruned_ticks_without(self, beam: Beam) -> Counts:
        """Return the lengths of that tree without the rows of each rule."""
        ...

    def grow_tree(self, least: int, split: int) -> bool:
        """Grow the pruned tree anew, unless it was grown of just these rows; tell whether."""
        ...

    def tree_ticks(
        self, leaf_sizes: Callable[[int], Sequence[int]], without: Beam | None = None
    ) -> int:
        """Return the length of the best of the paper's trees, without the rows of a rule."""
        ...


class TrainingRows(Protocol):
    """The codes and classes of the training rows."""

    @property
    def columns(self) -> Sequence[BinnedColumn]:
        """What the codes stand for."""
        ...

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        ...

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        ...

    @property
    def blend(self) -> Blend:
        """How classes are blended."""
        ...

    @property
    def shares(self) -> int:
        """How often a row counts: more than once where classes are blended."""
        ...

    def code_counts(self) -> Sequence[Counts]:
        """Return, for each column, its rows by code and class."""
        ...

    def class_counts(self) -> Counts:
        """Return the rows by class, or their shares where classes are blended."""
        ...

    def with_blend(self, most: float, workers: Workers) -> Self:
        """Return the same rows with their classes blended, by no more than that part of a row."""
        ...

    def in_order(self, order: Sequence[int]) -> Self:
        """Return the same rows with the columns in another order."""
        ...

    def ticks(self) -> AnyTicks:
        """Return the lengths of up to all of these rows."""
        ...

    def counter(self, shape: Shape, ticks: Any, workers: Workers, price: int) -> RuleCounter:
        """Return a counter of these rows, of which no rule covers any yet."""
        ...
