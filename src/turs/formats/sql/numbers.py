"""Numbers: floats written so that a database reads exactly the same ones."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

# All whole numbers up to here are floats.
_MOST_WHOLE = 2**53
# The largest power of two that a 64-bit integer holds.
_POWER = 62

# SQLite promises 15 digits. It computes with at least 64 bits, or divides two exact numbers.
_SAFE_DIGITS = 15
_SAFE_EXPONENT = 22
_SAFE_DISTANCE = Fraction(1, 2**60)


def decimal_literal(value: float) -> str:
    """Write a float for a database that rounds a decimal number to the nearest float.

    Parameters
    ----------
    value : float
        A finite number.

    Returns
    -------
    str

    Examples
    --------
    >>> decimal_literal(50.0), decimal_literal(0.1)
    ('50', '0.1')
    """
    return str(int(value)) if _is_plain(value) else repr(value)


def double_literal(value: float) -> str:
    """Write a float for a database that takes for a float only what has an exponent.

    Parameters
    ----------
    value : float
        A finite number.

    Returns
    -------
    str

    Examples
    --------
    >>> double_literal(50.0), double_literal(0.1), double_literal(1e-7)
    ('50', '0.1e0', '1e-07')
    """
    written = decimal_literal(value)
    return written if _is_plain(value) or "e" in written else f"{written}e0"


def exact_literal(value: float) -> str:
    """Write a float for a database that may miss the nearest float of a long decimal number.

    Parameters
    ----------
    value : float
        A finite number.

    Returns
    -------
    str
        A decimal number where it is short enough to be read safely; else a whole number
        multiplied or divided by powers of two, which is exact everywhere.

    Examples
    --------
    >>> exact_literal(0.1), exact_literal(1 / 3)
    ('0.1', '(6004799503160661.0 / 18014398509481984)')
    """
    if _is_plain(value) or _is_safe(value):
        return decimal_literal(value)
    mantissa, exponent = math.frexp(value)
    whole, power = int(mantissa * _MOST_WHOLE), exponent - 53
    operator = "*" if power > 0 else "/"
    full, rest = divmod(abs(power), _POWER)
    factors = [2**_POWER] * full + [2**rest]
    return f"({whole}.0 {operator} " + f" {operator} ".join(map(str, factors)) + ")"


def _is_plain(value: float) -> bool:
    return value.is_integer() and abs(value) < _MOST_WHOLE


def _is_safe(value: float) -> bool:
    """Tell whether a reader with a small error finds the same float."""
    written = Decimal(repr(value))
    _, digits, exponent = written.as_tuple()
    if len(digits) > _SAFE_DIGITS or abs(int(exponent)) > _SAFE_EXPONENT:
        return False
    exact = Fraction(written)
    halfway = [(Fraction(value) + Fraction(math.nextafter(value, end))) / 2 for end in _ENDS]
    return min(abs(exact - point) for point in halfway) > abs(exact) * _SAFE_DISTANCE


_ENDS = (-math.inf, math.inf)
