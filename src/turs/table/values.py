"""Read a column of Python values, and let the values decide what the column is."""

import math
import numbers
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError
from turs.table.content import MISSING, Coded, Content, infinite_error, number_content
from turs.table.refusal import USABLE, Family, family_of, refuse, shown
from turs.table.schema import Level


def read_values(
    name: str,
    values: Sequence[Any],
    *,
    as_levels: bool = False,
    order: Iterable[Any] | None = None,
) -> Content:
    """Read a column of Python values.

    Parameters
    ----------
    name : str
        The name of the column, for errors.
    values : sequence
        Strings, numbers or booleans; None, NaN and pandas' own values where missing.
    as_levels : bool, default=False
        Whether numbers are levels: the column came as a category.
    order : iterable, optional
        All levels of an ordered category, in order.

    Returns
    -------
    Numbers or Coded
        Numbers if all are numbers. A column of None alone is coded, without any level.

    Raises
    ------
    ColumnError
        If the values are of several families, or of one that cannot be used.
    InputTypeError
        If a value is an object that no column can hold.

    Examples
    --------
    >>> read_values("ward", ["B", None, "A"]).levels
    ('A', 'B')
    >>> read_values("age", [31, None, 40.5]).values.tolist()
    [31.0, nan, 40.5]
    """
    families = {kind: family_of(kind) for kind in set(map(type, values))}
    _refuse_unusable(name, values, families)
    family = _single_family(name, values, families)
    if family == "number" and not as_levels:
        return number_content(name, _as_floats(name, values, families))
    return _code_values(name, values, family, order)


def is_missing(value: Any) -> bool:
    """Tell whether a value stands for a missing one: None, NaN, or one of pandas' own.

    Parameters
    ----------
    value : object
        Any value.

    Returns
    -------
    bool
        True if it is missing.

    Examples
    --------
    >>> is_missing(None), is_missing(float("nan")), is_missing("")
    (True, True, False)
    """
    if isinstance(value, float | np.floating):
        return math.isnan(value)
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    if isinstance(value, Decimal):
        return value.is_nan()
    return family_of(type(value)) == "missing"


def _refuse_unusable(name: str, values: Sequence[Any], families: dict[type, Family]) -> None:
    bad = {kind for kind, family in families.items() if family not in USABLE}
    if bad:
        row, value = next((row, value) for row, value in enumerate(values) if type(value) in bad)
        raise refuse(name, families[type(value)], f"{shown(value)} in row {row}")


def _single_family(name: str, values: Sequence[Any], families: dict[type, Family]) -> Family:
    """Find the one family of all values, "missing" if there are none."""
    present = set(families.values()) - {"missing"}
    if len(present) == 1:
        return present.pop()
    # A float may be there only to say NaN, as in a pandas column of strings.
    first: dict[Family, Any] = {}
    for value in values:
        family = families[type(value)]
        if family not in first and not is_missing(value):
            first[family] = value
    if len(first) > 1:
        one, other, *_ = map(shown, first.values())
        raise ColumnError(
            f"column {name!r} mixes types: it has {one} and {other}; "
            "make it all numbers, all strings or all booleans"
        )
    return next(iter(first), "missing")


def _as_floats(
    name: str, values: Sequence[Any], families: dict[type, Family]
) -> NDArray[np.float64]:
    # numpy reads None as NaN, but not the missing values of pandas.
    if any(family == "missing" and kind is not type(None) for kind, family in families.items()):
        values = [None if families[type(value)] == "missing" else value for value in values]
    try:
        return np.array(values, dtype=np.float64)
    except OverflowError:
        row = next(row for row, value in enumerate(values) if _overflows(value))
        raise infinite_error(name, row) from None


def _overflows(value: Any) -> bool:
    try:
        float(0 if value is None else value)
    except OverflowError:
        return True
    return False


def _code_values(
    name: str, values: Sequence[Any], family: Family, order: Iterable[Any] | None
) -> Coded:
    # A dictionary of the distinct values is several times faster than sorting all of them.
    distinct = set(values)
    present = {value for value in distinct if not is_missing(value)}
    plain = _plainer(family, present)
    order = None if order is None else tuple(order)
    levels = _in_order(present, plain, order)
    code_of = {level: code for code, level in enumerate(levels)}
    codes = {value: code_of[plain(value)] if value in present else MISSING for value in distinct}
    array = np.fromiter(map(codes.__getitem__, values), dtype=np.int32, count=len(values))
    for code, level in enumerate(levels):
        if isinstance(level, float) and math.isinf(level):
            raise infinite_error(name, int(np.argmax(array == code)))
    return Coded(array, levels, order)


def _in_order(
    present: set[Any], plain: Callable[[Any], Any], order: Iterable[Any] | None
) -> tuple[Level, ...]:
    """Sort the levels that occur, or put them in the order of the category."""
    if order is None:
        return tuple(sorted(set(map(plain, present))))
    # A category also lists levels that do not occur, perhaps of another family.
    return tuple(dict.fromkeys(plain(level) for level in order if level in present))


def _plainer(family: Family, present: Iterable[Any]) -> Callable[[Any], Level]:
    """Choose what makes levels of one family plain Python values of one type."""
    if family == "boolean":
        return bool
    if family == "number":
        return int if all(map(_is_integral, present)) else float
    # Not str itself: it would print the name of a member of an enumeration of strings.
    return str.__str__


def _is_integral(value: Any) -> bool:
    return isinstance(value, numbers.Integral) or float(value).is_integer()
