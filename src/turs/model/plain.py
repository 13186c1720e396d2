"""Turn what callers pass (numpy scalars, ints for floats, any iterable) into plain values.

Each function refuses, in one sentence, what it cannot use.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from turs.exceptions import InputError, InputTypeError

if TYPE_CHECKING:
    from turs.table.schema import Level


def plain_level(value: object) -> Level:
    """Return a level as a plain Python value; whole numbers become int.

    Parameters
    ----------
    value : str, bool, int or float
        Of Python or of numpy.

    Returns
    -------
    str, bool, int or float

    Examples
    --------
    >>> plain_level(np.float64(3.0)), plain_level(np.True_), plain_level(0.5)
    (3, True, 0.5)
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, str):
        return str(value)
    if not isinstance(value, numbers.Real):
        raise InputTypeError(
            f"a level is a text, a truth value or a number, not {value!r} of type "
            f"{type(value).__name__}"
        )
    number = _finite(value)
    if number is None:
        raise InputError(f"a level that is a number must be finite, not {value!r}")
    if isinstance(value, numbers.Integral):
        return int(value)
    return int(number) if number.is_integer() else number


def level_type(level: Level) -> str:
    """Name the type of a level: text, truth value or number."""
    if isinstance(level, bool):
        return "truth value"
    return "text" if isinstance(level, str) else "number"


def plain_levels(variable: str, levels: Iterable[Level]) -> list[Level]:
    """Return levels as plain values; refuse none, and more than one type."""
    if isinstance(levels, str):
        raise InputTypeError(
            f"the levels of {variable!r} must be a set or a list, not the text {levels!r}; "
            f"use {{{str(levels)!r}}}"
        )
    if not isinstance(levels, Iterable):
        raise InputTypeError(
            f"the levels of {variable!r} must be a set or a list, not {levels!r}; "
            f"use {{{levels!r}}}"
        )
    plain = [plain_level(level) for level in levels]
    if not plain:
        raise InputError(f"the set of levels of {variable!r} is empty; give at least one level")
    other = next((v for v in plain if level_type(v) != level_type(plain[0])), None)
    if other is not None:
        raise InputError(
            f"the levels of {variable!r} mix {plain[0]!r} and {other!r}; use levels of one type"
        )
    return plain


def plain_name(variable: object) -> str:
    """Return the name of a variable as a plain str."""
    if not isinstance(variable, str):
        raise InputTypeError(f"the variable of a literal is a text, not {variable!r}")
    return str(variable)


def plain_bound(name: str, value: object) -> float | None:
    """Return a bound as a finite float, or None for no bound."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise InputTypeError(f"{name} must be a number or None, not {value!r}")
    number = _finite(value)
    if number is None:
        raise InputError(
            f"{name} must be a finite number, not {value!r}; leave it out for no bound"
        )
    return number + 0.0  # -0.0 becomes 0.0, which prints and compares alike


def _finite(value: numbers.Real) -> float | None:
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def plain_flag(value: object) -> bool:
    """Return a flag as a plain bool."""
    if not isinstance(value, bool | np.bool_):
        raise InputTypeError(f"a flag of a literal is True or False, not {value!r}")
    return bool(value)
