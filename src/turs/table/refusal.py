"""Sort Python types into what a column may hold and what it may not, and say why not."""

import datetime
import numbers
from collections.abc import Mapping, Sequence, Set
from decimal import Decimal
from typing import Any, TypeAlias

import numpy as np

from turs.exceptions import ColumnError, InputTypeError, TursError

Family: TypeAlias = str

USABLE: frozenset[Family] = frozenset({"missing", "boolean", "string", "number"})

# The order matters: bool is an int, a datetime64 is a generic, a numpy string is a sequence.
_FAMILIES: tuple[tuple[Family, tuple[type, ...]], ...] = (
    ("missing", (type(None),)),
    ("boolean", (bool, np.bool_)),
    ("string", (str,)),
    ("duration", (datetime.timedelta, np.timedelta64)),
    ("time", (datetime.date, datetime.time, np.datetime64)),
    ("number", (numbers.Real, Decimal)),
    ("complex", (numbers.Complex,)),
    ("binary", (bytes, bytearray, memoryview, np.bytes_)),
    ("nested", (Mapping, Sequence, Set, np.ndarray)),
)

# pandas has missing values of its own, and is never imported here.
_MISSING_NAMES = frozenset({"NAType", "NaTType"})


def family_of(kind: type) -> Family:
    """Sort a Python type into a family.

    Parameters
    ----------
    kind : type
        The type of a value in a column.

    Returns
    -------
    str
        One of `USABLE`, or the family to be refused: ``"time"``, ``"duration"``,
        ``"complex"``, ``"binary"``, ``"nested"``, ``"other"``.

    Examples
    --------
    >>> family_of(float), family_of(bool), family_of(dict)
    ('number', 'boolean', 'nested')
    """
    if kind.__name__ in _MISSING_NAMES and kind.__module__.startswith("pandas"):
        return "missing"
    for family, kinds in _FAMILIES:
        if issubclass(kind, kinds):
            return family
    return "other"


def refuse(name: str, family: Family, found: str) -> TursError:
    """Make the error for a column whose content cannot be used.

    Parameters
    ----------
    name : str
        The name of the column.
    family : str
        The family of what was found, see `family_of`.
    found : str
        What was found, as in ``"{'a': 1} in row 0"``.

    Returns
    -------
    TursError
        A `ColumnError`, or an `InputTypeError` where no column could hold such a value.
    """
    match family:
        case "time":
            return ColumnError(
                f"column {name!r} holds dates or times ({found}); "
                "convert it to a number, such as the days since a first day"
            )
        case "duration":
            return ColumnError(
                f"column {name!r} holds durations ({found}); "
                "convert it to a number, such as the seconds"
            )
        case "complex":
            return ColumnError(
                f"Complex data not supported: column {name!r} holds complex numbers ({found}); "
                "give the real and the imaginary part as two columns"
            )
        case "binary":
            return ColumnError(f"column {name!r} holds bytes ({found}); decode it to strings first")
        case _:
            return _refuse_objects(name, family, found)


def _refuse_objects(name: str, family: Family, found: str) -> TursError:
    # scikit-learn's own check of estimators looks for "argument must be ... string ... number".
    advice = (
        "spread it over several columns" if family == "nested" else "convert it to one of these"
    )
    return InputTypeError(
        f"column {name!r} holds objects ({found}); each value in a table argument must be "
        f"a string, a number, a boolean or missing: {advice}"
    )


def shown(value: Any, most: int = 60) -> str:
    """Write a value for an error message, without numpy's wrapping, and not too long.

    Parameters
    ----------
    value : object
        Any value.
    most : int, default=60
        The number of characters that are kept.

    Returns
    -------
    str
        The start of its ``repr``.

    Examples
    --------
    >>> import numpy as np
    >>> shown(np.float64(1.5)), shown("a" * 100, most=5)
    ('1.5', "'aaaa...")
    """
    text = repr(value.item() if isinstance(value, np.generic) else value).replace("\n", " ")
    return text if len(text) <= most else text[:most] + "..."
