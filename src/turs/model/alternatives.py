"""Alternatives: other values of a column, and the rules that would cover a row with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from turs.model.literal import Interval, Levels, Missing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from turs.model.literal import Literal
    from turs.table.schema import Column, Level

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Alternative:
    """Values of one column that make no difference to each other.

    Parameters
    ----------
    column : int
        The position of the column.
    literal : Interval, Levels or Missing
        What the values satisfy.
    open : int
        The rules that they leave open, as bits.
    n_steps : int
        How far they are from the present value: bounds to cross, or 1 for another level.
    """

    column: int
    literal: Literal
    open: int
    n_steps: int


@dataclass(frozen=True, eq=False)
class Choice:
    """What a column offers a row.

    Parameters
    ----------
    column : Column
        What the column is.
    position : int
        Its position.
    cuts : ndarray of float64, or None
        The upper ends of the atoms of a numeric column, as in `Atoms`.
    left_open : sequence of int
        The rules that each atom leaves open, as bits; the last atom is "missing".
    atom : int
        That of the present value.
    """

    column: Column
    position: int
    cuts: Floats | None
    left_open: Sequence[int]
    atom: int

    @property
    def now_open(self) -> int:
        """The rules that the present value leaves open, as bits."""
        return self.left_open[self.atom]

    def alternatives(self, rest: int) -> list[Alternative]:
        """List the values that make a difference; no value becomes missing.

        Parameters
        ----------
        rest : int
            The rules that the other values leave open, as bits: others do not count.

        Returns
        -------
        list of Alternative
            For each set of rules that can be left open the nearest stretch of values that do, or
            all levels.
        """
        bits = [rest & left_open for left_open in self.left_open]
        if self.cuts is None:
            return self._levels(bits)
        nearest: dict[int, tuple[int, int, int]] = {}
        for key, atoms in groupby(range(len(self.cuts)), key=lambda atom: bits[atom]):
            if key != bits[self.atom]:
                run = list(atoms)
                found = (self._n_steps(run[0], run[-1]), run[0], run[-1])
                nearest[key] = min(nearest.get(key, found), found)
        return [
            Alternative(self.position, self._stretch(self.cuts, first, last), key, n_steps)
            for key, (n_steps, first, last) in nearest.items()
        ]

    def _n_steps(self, first: int, last: int) -> int:
        missing = self.atom == len(self.left_open) - 1
        return 1 if missing else max(first - self.atom, self.atom - last)

    def _stretch(self, cuts: Floats, first: int, last: int) -> Literal:
        low = float(cuts[first - 1]) if first > 0 else None
        high = float(cuts[last]) if last < len(cuts) - 1 else None
        if low is None and high is None:
            return Missing(self.column.name, negated=True)
        return Interval(self.column.name, low=low, high=high)

    def _levels(self, bits: Sequence[int]) -> list[Alternative]:
        by_bits: dict[int, list[Level]] = {}
        for code, level in enumerate(self.column.levels):
            if bits[code] != bits[self.atom]:
                by_bits.setdefault(bits[code], []).append(level)
        return [
            Alternative(self.position, Levels(self.column.name, levels), key, 1)
            for key, levels in by_bits.items()
        ]
