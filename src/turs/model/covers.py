"""Covers: the rules of a set, arranged by column, so that all of them meet a row at once.

Asking one rule after another costs a few array operations a literal. Here a value is looked up
among the atoms of its column, which say as bits what rules it leaves open; a row is covered by the
rules that all its values leave open.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from turs.model.atoms import Atoms
from turs.model.patterns import as_integers, pack, unpack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.rule import Rule
    from turs.table.columns import Columns
    from turs.table.schema import Schema

    Bools = NDArray[np.bool_]
    Words = NDArray[np.uint64]

# Rows whose covers are computed at a time: what is known of them stays near the processor.
_CHUNK_ROWS = 8192


@dataclass(frozen=True, eq=False)
class CoverPlan:
    """The literals of a rule set, arranged by column.

    Parameters
    ----------
    n_rules : int
        The number of rules.
    asked : tuple of (int, Atoms)
        The position of each column that a rule asks of, and its atoms.
    """

    n_rules: int
    asked: tuple[tuple[int, Atoms], ...]

    @classmethod
    def of(cls, rules: Sequence[Rule], schema: Schema) -> CoverPlan:
        """Arrange the literals of rules by the columns of a schema.

        Parameters
        ----------
        rules : sequence of Rule
            Each literal must suit its column.
        schema : Schema
            The columns of the tables to come.

        Returns
        -------
        CoverPlan
        """
        used = {name for rule in rules for name in rule.variables}
        asked = [
            (position, Atoms.of(column, rules))
            for position, column in enumerate(schema.columns)
            if column.name in used
        ]
        return cls(len(rules), tuple(asked))

    def covers(self, columns: Columns) -> Bools:
        """Tell which rules cover which rows.

        Parameters
        ----------
        columns : Columns
            A table with the plan's schema.

        Returns
        -------
        ndarray of bool, shape (n_rows, n_rules)
        """
        covers = np.empty((columns.n_rows, self.n_rules), dtype=np.bool_)
        for rows, patterns in self.patterns(columns):
            covers[rows] = unpack(patterns, self.n_rules)
        return covers

    def patterns(self, columns: Columns) -> Iterator[tuple[slice, Words]]:
        """Find the patterns of a table, a chunk of rows at a time.

        Parameters
        ----------
        columns : Columns
            A table with the plan's schema.

        Yields
        ------
        rows : slice
            Where the chunk is.
        patterns : ndarray of uint64, shape (n_rows_of_chunk, n_words)
            The rules that cover each row, packed.
        """
        for start in range(0, columns.n_rows, _CHUNK_ROWS):
            rows = slice(start, min(start + _CHUNK_ROWS, columns.n_rows))
            patterns = np.repeat(self._all, rows.stop - start, axis=0)
            for (position, atoms), left_open in zip(self.asked, self._left_open, strict=True):
                values = np.ascontiguousarray(columns.values[position][rows])
                patterns &= left_open.take(atoms.find(values), axis=0)
            yield rows, patterns

    def pattern_of_one(self, columns: Columns) -> int:
        """Find the pattern of a table of one row, for which arrays are a detour.

        Parameters
        ----------
        columns : Columns
            A table of one row, with the plan's schema.

        Returns
        -------
        int
            Bit r is rule r.
        """
        pattern, questions = self._as_integers
        for position, cuts, left_open in questions:
            value = columns.values[position].item()
            if cuts is None:
                pattern &= left_open[value]
            else:
                pattern &= left_open[bisect_left(cuts, value) if value == value else -1]
        return pattern

    @cached_property
    def _all(self) -> Words:
        return pack(np.ones((self.n_rules, 1), dtype=np.bool_))

    @cached_property
    def _left_open(self) -> list[Words]:
        return [pack(atoms.open) for _, atoms in self.asked]

    @cached_property
    def _as_integers(self) -> tuple[int, list[tuple[int, list[float] | None, list[int]]]]:
        questions = [
            (position, atoms.cuts if atoms.cuts is None else atoms.cuts.tolist(), as_integers(bits))
            for (position, atoms), bits in zip(self.asked, self._left_open, strict=True)
        ]
        return as_integers(self._all)[0], questions
