"""The rows of one partition, on the worker where they live: questions in, integers out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import Counts, Masks, Shape, cell_kernels, growing_kernels, part_kernels
from turs.counting.entries import Entries, plain_entries
from turs.counting.rows import blended_entries
from turs.counting.view import rows_of
from turs.distributed.counts import FewCounts

RowNumbers = NDArray[np.int32]

# Of the last rules so many rows are remembered, for each row that there is.
_MOST_REMEMBERED = 2


@dataclass(frozen=True, eq=False)
class RuleStep:
    """A rule that was added: what it says, and where the rows of each cell go that it covers."""

    masks: Masks
    new_cells: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class RulesSoFar:
    """The rules that were added, in order: all that it takes to know the cell of a row.

    Parameters
    ----------
    name : str
        Tells one search from another.
    shape : Shape
        What there is to know of the columns.
    steps : tuple of RuleStep
        The rules, in the order in which they were added or taken out again.
    """

    name: str
    shape: Shape
    steps: tuple[RuleStep, ...] = ()

    def with_rule(self, step: RuleStep) -> RulesSoFar:
        """Return the same with one rule more."""
        return RulesSoFar(self.name, self.shape, (*self.steps, step))

    def renamed(self, name: str) -> RulesSoFar:
        """Return the same for another search, which goes on from here."""
        return RulesSoFar(name, self.shape, self.steps)


class UnknownTreeError(Exception):
    """A partition was told the last splits of a tree of which it does not know the others."""


@dataclass(frozen=True, eq=False)
class TreeShape:
    """The splits of a tree: all that it takes to know the leaf of a row.

    Parameters
    ----------
    name : str
        Tells one tree from another.
    before : str
        The name that it had before its last leaves were split.
    first : int
        The first node that is told of: all of them, or those since the last splits but one.
    columns : int32 array, shape (n_nodes - first,)
        The column of each split, -1 of a leaf.
    masks : uint64 array, shape (n_nodes - first, n_words)
        The codes that go left.
    left, right : int32 arrays, shape (n_nodes - first,)
        The children.
    """

    name: str
    before: str
    first: int
    columns: NDArray[np.int32]
    masks: NDArray[np.uint64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]

    @property
    def n_nodes(self) -> int:
        """Number of all nodes."""
        return self.first + len(self.columns)

    def since(self, first: int) -> TreeShape:
        """Return the same, told from a node on."""
        return replace(
            self,
            first=first,
            columns=self.columns[first:],
            masks=self.masks[first:],
            left=self.left[first:],
            right=self.right[first:],
        )

    def move_down(self, codes: NDArray[Any], rows: RowNumbers, nodes: NDArray[np.int32]) -> None:
        """Move each of some rows from its node to the leaf below."""
        tree = (_own(a) for a in (self.columns, self.masks, self.left, self.right))
        part_kernels.move_down(codes, rows, self.first, *tree, nodes)

    def leaves_of(self, codes: NDArray[Any], rows: RowNumbers) -> NDArray[np.int32]:
        """Return the leaf of each of some rows."""
        leaves = np.zeros(len(rows), dtype=np.int32)
        self.move_down(codes, rows, leaves)
        return leaves


@dataclass(frozen=True, eq=False)
class _OpenRows:
    """The rows of a growing tree that may go further down, and the node of each."""

    tree: str
    rows: RowNumbers
    nodes: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class _Cover:
    """The rows of a rule, of all or of the uncovered ones."""

    masks: Masks
    rows: RowNumbers
    whole: bool


@dataclass
class _State:
    """What a partition remembers of the last question; it can be worked out again."""

    name: str = ""
    n_rules: int = 0
    cells: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    labels: NDArray[np.uint16] = field(default_factory=lambda: np.zeros(0, dtype=np.uint16))
    uncovered: RowNumbers = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    sample: tuple[float, RowNumbers] | None = None
    growing: _OpenRows | None = None
    leaves: tuple[str, NDArray[np.int32]] | None = None
    covers: list[_Cover] = field(default_factory=list)

    @property
    def nbytes(self) -> int:
        """Size, in bytes."""
        arrays: list[NDArray[Any]] = [self.cells, self.labels, self.uncovered]
        arrays += [cover.rows for cover in self.covers]
        if self.sample is not None:
            arrays.append(self.sample[1])
        if self.growing is not None:
            arrays += [self.growing.rows, self.growing.nodes]
        if self.leaves is not None:
            arrays.append(self.leaves[1])
        return sum(array.nbytes for array in arrays)


class Part:
    """The codes and classes of a partition.

    Nothing that it answers depends on what it was asked before: the cells of its rows follow
    from the rules in the question. It remembers them all the same, and forgets them when it is
    moved, or lost and made again.

    Parameters
    ----------
    entries : Entries
        Labels are classes, from 0.
    own : Entries, optional
        The same with weights by which each row counts once, as its own class: other ones where
        classes are blended.
    """

    def __init__(self, entries: Entries, own: Entries | None = None) -> None:
        self._entries = Entries(*map(_own, entries))
        self._own = self._entries if own is None else self._entries._replace(weights=own.weights)
        self._state = _State()
        # a worker may have several threads, and a question may be asked twice
        self._lock = Lock()

    @classmethod
    def of_rows(cls, codes: NDArray[Any], classes: NDArray[np.integer]) -> Part:
        """Return a partition of rows as they are."""
        return cls(plain_entries(codes, classes))

    @property
    def n_rows(self) -> int:
        """Number of rows, or of entries where classes are blended."""
        return len(self._entries.labels)

    @property
    def rows(self) -> tuple[NDArray[Any], NDArray[np.uint16]]:
        """Codes and classes, where these are not blended."""
        return self._entries.codes, self._entries.labels

    def blended(self, shares: NDArray[np.uint8]) -> Part:
        """Return the same rows with their classes blended."""
        codes, classes = self.rows
        return Part(*blended_entries(codes, classes, shares))

    def __sizeof__(self) -> int:
        arrays = *self._entries, self._own.weights
        return sum(array.nbytes for array in arrays) + self._state.nbytes

    def __reduce__(self) -> tuple[Any, ...]:
        return Part, (self._entries, self._own)

    @property
    def _codes(self) -> NDArray[Any]:
        return self._entries.codes

    @classmethod
    def joined(cls, parts: Sequence[Part], order: Sequence[int]) -> Part:
        """Return the rows of some partitions in one, with the columns in another order."""
        ends = np.cumsum([part.n_rows for part in parts])
        codes = np.empty((len(order), ends[-1]), dtype=parts[0]._codes.dtype)
        for part, end in zip(parts, ends, strict=True):
            codes[:, end - part.n_rows : end] = part._codes[list(order)]
        return cls.of_rows(codes, np.concatenate([part._entries.labels for part in parts]))

    def count_all(self, n_codes: int, n_classes: int) -> Counts:
        """Return all rows by column, code and class."""
        out = np.zeros((len(self._codes), n_codes, n_classes), dtype=np.int64)
        everything = np.arange(self.n_rows, dtype=np.int32)
        part_kernels.count_codes(self._entries, everything, out)
        return out

    def count_codes(self, rules: RulesSoFar, masks: Masks, whole: bool) -> Counts:
        """Return the rows of some rules by column, code and label."""
        shape = rules.shape
        with self._lock:
            state = self._at(rules)
            size = len(self._codes), shape.most_codes + 1, shape.n_classes * (1 + whole)
            out = np.zeros((len(masks), *size), dtype=np.int64)
            entries = self._entries
            if whole:
                entries = entries._replace(labels=state.labels)
            for rows, its_out in zip(self._covers(masks, rules, whole), out, strict=True):
                part_kernels.count_codes(entries, rows, its_out)
        return out

    def count_shared(
        self,
        rules: RulesSoFar,
        masks: Masks,
        picks: Sequence[tuple[int, int, NDArray[np.uint64]]],
        whole: bool,
    ) -> Counts:
        """Return how many rows each two refinements share, each counted once, below the diagonal.

        A refinement is (parent among the rules with these masks, column, codes left of it).
        """
        bits = np.zeros((len(picks), self.n_rows // 64 + 1), dtype=np.uint64)
        with self._lock:
            self._at(rules)
            covers = list(self._covers(masks, rules, whole))
            for its_bits, (parent, column, mask) in zip(bits, picks, strict=True):
                rows = covers[parent]
                rows = rows[self._own.weights[rows] > 0]
                part_kernels.mark_rows(self._codes[column], rows, _own(mask), its_bits)
        out = np.zeros((len(picks), len(picks)), dtype=np.int64)
        part_kernels.count_shared(bits, out)
        return out

    def count_cells(
        self, rules: RulesSoFar, masks: Masks, n_cells: int, own: bool = False
    ) -> FewCounts:
        """Return the rows of some rules by rule, cell and class: shares, or as their own alone."""
        with self._lock:
            state = self._at(rules)
            out = np.zeros((len(masks), n_cells, rules.shape.n_classes), dtype=np.int64)
            for rows, its_out in zip(self._covers(masks, rules, True), out, strict=True):
                entries = self._own if own else self._entries
                cell_kernels.cell_counts(rows, state.cells, entries, its_out)
        return FewCounts.of_all(out)

    def count_leaves(self, rules: RulesSoFar, masks: Masks, tree: TreeShape) -> FewCounts:
        """Return the uncovered rows of some rules by rule, leaf and class."""
        with self._lock:
            leaves = self._leaves(rules, tree)
            size = len(masks), tree.n_nodes, rules.shape.n_classes
            out = np.zeros(size, dtype=np.int64)
            for rows, its_out in zip(self._covers(masks, rules, False), out, strict=True):
                cell_kernels.cell_counts(rows, leaves, self._entries, its_out)
        return FewCounts.of_all(out)

    def count_sample(self, rules: RulesSoFar, share: float) -> Counts:
        """Return the classes of the uncovered rows that are chosen for the splits of a tree."""
        with self._lock:
            rows = self._sample(rules, share)
        labels, weights = self._entries.labels[rows], self._entries.weights[rows]
        return np.bincount(labels, weights, minlength=rules.shape.n_classes).astype(np.int64)

    def count_nodes(
        self, rules: RulesSoFar, share: float | None, tree: TreeShape, nodes: NDArray[np.int64]
    ) -> FewCounts:
        """Return the uncovered rows of some leaves of a growing tree by column, code and class.

        With a share, only of the rows that are chosen for the splits. See
        :func:`turs.counting.growing_kernels.choose_splits` for the keys.
        """
        with self._lock:
            found = self._open_rows(rules, share, tree)
            place_of = np.full(tree.n_nodes, -1, dtype=np.int64)
            place_of[nodes] = np.arange(len(nodes))
            rows, starts = np.empty_like(found.rows), np.empty(len(nodes) + 1, dtype=np.int64)
            part_kernels.group_rows(found.rows, found.nodes, place_of, starts, rows)
            # rows of other leaves go no further down
            rows = rows[: starts[-1]].copy()
            its_nodes = np.repeat(nodes, np.diff(starts)).astype(np.int32)
            self._state.growing = _OpenRows(tree.name, rows, its_nodes)
        width, n_classes = rules.shape.most_codes + 1, rules.shape.n_classes
        most = np.minimum(np.diff(starts), width * n_classes).sum() * len(self._codes)
        keys, values = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
        n = part_kernels.count_nodes(self._entries, rows, starts, width, n_classes, keys, values)
        return FewCounts.of(keys[:n], values[:n])

    def _covers(self, masks: Masks, rules: RulesSoFar, whole: bool) -> Iterator[RowNumbers]:
        """Yield the rows of each of some rules.

        Most rules refine one that came shortly before, in this question or in the last, and are
        looked for among its rows.
        """
        recent = self._state.covers
        for rule in _own(masks):
            wider = [c for c in recent if c.whole == whole and not (rule & ~c.masks).any()]
            if wider:
                least = min(wider, key=lambda cover: len(cover.rows))
                rows = rows_of(rule, self._codes, least.rows, least.masks)
            else:
                everything = np.arange(self.n_rows, dtype=np.int32)
                start = everything if whole else self._state.uncovered
                rows = rows_of(rule, self._codes, start, rules.shape.full)
            if not any((rule == cover.masks).all() for cover in wider):
                recent.append(_Cover(rule, rows, whole))
            while sum(len(cover.rows) for cover in recent) > _MOST_REMEMBERED * self.n_rows:
                recent.pop(0)
            yield rows

    def _at(self, rules: RulesSoFar) -> _State:
        """Return what there is to remember after these rules, worked out as far as need be."""
        state = self._state
        if (state.name, state.n_rules) == (rules.name, len(rules.steps)):
            return state
        goes_on = state.name == rules.name and state.n_rules < len(rules.steps)
        cells = state.cells.copy() if goes_on else np.zeros(self.n_rows, dtype=np.int32)
        everything = np.arange(self.n_rows, dtype=np.int32)
        for step in rules.steps[state.n_rules if goes_on else 0 :]:
            rows = rows_of(_own(step.masks), self._codes, everything, rules.shape.full)
            cells[rows] = step.new_cells[cells[rows]]
        is_uncovered = cells == 0
        labels = self._entries.labels + np.uint16(rules.shape.n_classes) * is_uncovered
        uncovered = np.flatnonzero(is_uncovered).astype(np.int32)
        # where the uncovered rows were put does not change; those that are covered are not asked
        leaves = state.leaves if goes_on else None
        self._state = _State(rules.name, len(rules.steps), cells, labels, uncovered, leaves=leaves)
        return self._state

    def _sample(self, rules: RulesSoFar, share: float) -> RowNumbers:
        state = self._at(rules)
        if state.sample is None or state.sample[0] != share:
            marks = np.empty(self.n_rows, dtype=np.bool_)
            growing_kernels.mark_sample(self._codes, share, marks)
            state.sample = share, state.uncovered[marks[state.uncovered]]
        return state.sample[1]

    def _open_rows(self, rules: RulesSoFar, share: float | None, tree: TreeShape) -> _OpenRows:
        """Return the rows that a tree is grown of, where they are now, as far as they are open."""
        state = self._at(rules)
        growing = state.growing
        if growing is None or growing.tree not in (tree.before, tree.name):
            if tree.first > 0:
                raise UnknownTreeError
            rows = state.uncovered if share is None else self._sample(rules, share)
            return _OpenRows(tree.name, rows, tree.leaves_of(self._codes, rows))
        nodes = growing.nodes.copy()
        tree.move_down(self._codes, growing.rows, nodes)
        return _OpenRows(tree.name, growing.rows, nodes)

    def _leaves(self, rules: RulesSoFar, tree: TreeShape) -> NDArray[np.int32]:
        state = self._at(rules)
        if state.leaves is None or state.leaves[0] != tree.name:
            leaves = np.empty(self.n_rows, dtype=np.int32)
            leaves[state.uncovered] = tree.leaves_of(self._codes, state.uncovered)
            state.leaves = tree.name, leaves
        return state.leaves[1]


def _own(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array that may be written to.

    For those that come over the wire, which may not be, numba would compile everything again.
    """
    return np.require(array, requirements=["C", "W"])
