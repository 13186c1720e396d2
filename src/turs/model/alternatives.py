"""Alternatives: other values of a column that leave other rules open than the present one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turs.model.literal import Interval, Levels, Missing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from turs.model.literal import Literal
    from turs.table.schema import Column


@dataclass(frozen=True)
class Alternative:
    """Values of one column that all rules take for the same.

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


def alternatives(
    column: Column,
    position: int,
    cuts: NDArray[np.float64] | None,
    left_open: Sequence[int],
    atom: int,
) -> list[Alternative]:
    """List the alternatives to the present value of a column; no value becomes missing.

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

    Returns
    -------
    list of Alternative
        For each set of rules that can be left open the nearest values that do, or all levels.
    """
    if cuts is None:
        return _other_levels(column, position, left_open, atom)
    n_values = len(cuts)
    missing = atom == n_values
    nearest: dict[int, tuple[int, int]] = {}
    for other in range(n_values):
        if left_open[other] != left_open[atom]:
            n_steps = 1 if missing else abs(other - atom)
            key = left_open[other]
            nearest[key] = min(nearest.get(key, (n_steps, other)), (n_steps, other))
    return [
        Alternative(position, _stretch(column, cuts, other), left_open[other], n_steps)
        for n_steps, other in nearest.values()
    ]


def _stretch(column: Column, cuts: NDArray[np.float64], atom: int) -> Literal:
    low = float(cuts[atom - 1]) if atom > 0 else None
    high = float(cuts[atom]) if atom < len(cuts) - 1 else None
    if low is None and high is None:
        return Missing(column.name, negated=True)
    return Interval(column.name, low=low, high=high)


def _other_levels(
    column: Column, position: int, left_open: Sequence[int], atom: int
) -> list[Alternative]:
    by_open: dict[int, list[int]] = {}
    for other in range(len(column.levels)):
        if left_open[other] != left_open[atom]:
            by_open.setdefault(left_open[other], []).append(other)
    return [
        Alternative(position, Levels(column.name, [column.levels[i] for i in codes]), bits, 1)
        for bits, codes in by_open.items()
    ]
