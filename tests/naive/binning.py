"""Bins and cuts, value by value, straight from the definitions."""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from turs.binning import BinnedColumn


def bin_of(value: float, cuts: Sequence[float]) -> int:
    """Count the cuts below a value: bin b is ``cuts[b - 1] < x <= cuts[b]``."""
    return sum(cut < value for cut in cuts)


def bin_numbers(values: Sequence[float], cuts: Sequence[float]) -> list[int]:
    """Bin values; the bin after the last is for NaN."""
    return [len(cuts) + 1 if math.isnan(value) else bin_of(value, cuts) for value in values]


def fewest_digits(below: float, above: float) -> int:
    """Count the decimal digits that a number in a gap needs, exactly: ``below <= x < above``."""
    low, high = Fraction(repr(below)), Fraction(repr(above))
    digits = 0
    while math.ceil(low * 10**digits) >= high * 10**digits:
        digits += 1
    return digits


def n_digits(number: float) -> int:
    """Count the decimal digits that are printed after the point."""
    exponent = Decimal(repr(number)).normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


def allowed(column: BinnedColumn, codes: Sequence[int], mask: int) -> list[bool]:
    """Tell which rows a set of codes allows."""
    chosen = {code for code in range(column.n_codes) if mask // 2**code % 2 == 1}
    return [code in chosen for code in codes]
