"""Frames for users: plain columns as a table of whichever frame library they have."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from turs.exceptions import InputError
from turs.table.refusal import shown

LIBRARIES = ("pandas", "polars", "pyarrow")
"""The libraries whose frames can be made; the first that is there is taken."""


def make_frame(columns: Mapping[str, Sequence[Any]], library: str | None = None) -> Any:
    """Make a frame of columns.

    Parameters
    ----------
    columns : mapping of str to sequence
        The columns, in order, all of one length; None is a missing value.
    library : {"pandas", "polars", "pyarrow"}, optional
        Whose frame to make. If not given, that of a library which the program has imported
        already, or else of one that can be imported; of several, pandas before polars before
        pyarrow.

    Returns
    -------
    pandas.DataFrame, polars.DataFrame or pyarrow.Table

    Raises
    ------
    InputError
        When there is no such library, or none at all.

    Examples
    --------
    >>> make_frame({"n": [1, None]}, "polars").to_dict(as_series=False)
    {'n': [1, None]}
    """
    module = _find() if library is None else _named(library)
    if module.__name__ == "polars":
        return module.DataFrame(dict(columns))
    if module.__name__ == "pyarrow":
        return module.table(dict(columns))
    return module.DataFrame({name: _nullable(values, module) for name, values in columns.items()})


def _named(library: str) -> Any:
    if library not in LIBRARIES:
        raise InputError(
            f"there is no frame library {shown(library)}; use {_listed('or', map(repr, LIBRARIES))}"
        )
    try:
        return import_module(library)
    except ImportError:
        raise InputError(
            f"the frame library {library!r} cannot be imported; install it, or use another of "
            f"{_listed('and', map(repr, LIBRARIES))}"
        ) from None


def _find() -> Any:
    for library in (*filter(sys.modules.get, LIBRARIES), *LIBRARIES):
        try:
            return import_module(library)
        except ImportError:
            continue
    raise InputError(
        f"a frame needs one of {_listed('and', LIBRARIES)}, and none can be imported; install one"
    )


def _nullable(values: Sequence[Any], pandas: Any) -> Any:
    """Keep whole numbers and truth values what they are: without this, pandas makes floats."""
    types = {type(value) for value in values}
    for kind, dtype in ((int, "Int64"), (bool, "boolean")):
        if types == {kind, type(None)}:
            return pandas.array(values, dtype=dtype)
    return values


def _listed(word: str, names: Any) -> str:
    *most, last = names
    return f"{', '.join(most)} {word} {last}"
