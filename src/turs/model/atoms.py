"""Atoms: a column cut so finely that no literal of the rules divides a piece.

The atoms of a numeric column are the stretches between the bounds of literals, those of a
categorical one its levels, and "missing" is one more. Which rules a value leaves open depends on
its atom alone, so that all literals of a column are asked at once, however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.model.literal import Interval, Literal
from turs.table.content import MISSING, UNSEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.rule import Rule
    from turs.table.schema import Column

    Bools = NDArray[np.bool_]

# Up to so many cuts, comparing with each of them is faster than a binary search.
_FEW_CUTS = 64


@dataclass(frozen=True, eq=False)
class Atoms:
    """The atoms of one column, and the rules that each of them leaves open.

    Parameters
    ----------
    open : ndarray of bool, shape (n_rules, n_atoms)
        Whether a value of the atom satisfies what the rule asks of the column. The last atom is
        "missing"; in a categorical column the one before it is that of levels never seen.
    cuts : ndarray of float64, or None
        The upper ends of the stretches of a numeric column, ascending, infinity the last of them.
        None for a categorical column, whose codes number the atoms.

    Examples
    --------
    >>> from turs.model import Rule
    >>> from turs.table import Column
    >>> rules = [Rule.parse("age <= 30"), Rule.parse("age > 18 or missing")]
    >>> atoms = Atoms.of(Column("age", "numeric"), rules)
    >>> atoms.cuts.tolist(), atoms.open.astype(int).tolist()
    ([18.0, 30.0, inf], [[1, 1, 0, 0], [0, 1, 1, 1]])
    >>> atoms.find(np.array([18, 18.5, 70, np.nan])).tolist()
    [0, 1, 2, 3]
    """

    open: Bools
    cuts: NDArray[np.float64] | None = None

    @classmethod
    def of(cls, column: Column, rules: Sequence[Rule]) -> Atoms:
        """Cut a column at the literals of rules.

        Parameters
        ----------
        column : Column
            What the column is.
        rules : sequence of Rule
            Each literal must suit its column.

        Returns
        -------
        Atoms
        """
        literals = [_literal_on(column, rule) for rule in rules]
        if column.kind == "numeric":
            cuts = _cuts(literals)
            # A stretch holds its upper end, which stands for all of it.
            return cls(_open(column, literals, np.append(cuts, np.nan)), cuts)
        codes = np.array([*range(len(column.levels)), UNSEEN, MISSING], dtype=np.int32)
        return cls(_open(column, literals, codes))

    def find(self, values: NDArray[Any]) -> NDArray[np.integer[Any]]:
        """Find the atom of each value.

        Parameters
        ----------
        values : ndarray of float64 or int32, shape (n_values,)
            Of a numeric column (NaN is missing) or codes of a categorical one.

        Returns
        -------
        ndarray of int, shape (n_values,)
            Positions among the atoms, perhaps counted from the end.
        """
        if self.cuts is None:
            return values
        if len(self.cuts) > _FEW_CUTS:
            return np.searchsorted(self.cuts, values)  # which takes NaN for the largest number
        # NaN is below no cut.
        not_above: NDArray[np.uint8] = np.add.reduce(
            values <= self.cuts[:, np.newaxis], axis=0, dtype=np.uint8
        )
        return np.uint8(len(self.cuts)) - not_above


def _literal_on(column: Column, rule: Rule) -> Literal | None:
    return next((x for x in rule.literals if x.variable == column.name), None)


def _cuts(literals: Sequence[Literal | None]) -> NDArray[np.float64]:
    bounds = {b for x in literals if isinstance(x, Interval) for b in (x.low, x.high)} - {None}
    return np.sort(np.array([*bounds, np.inf], dtype=np.float64))


def _open(column: Column, literals: Sequence[Literal | None], values: NDArray[Any]) -> Bools:
    opens = np.ones((len(literals), len(values)), dtype=np.bool_)
    for rule, literal in enumerate(literals):
        if literal is not None:
            opens[rule] = literal.covers(values, column)
    return opens
