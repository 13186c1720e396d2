"""Read what a user asks to be categorical: names, positions or a mask."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from turs.exceptions import ColumnError
from turs.table.refusal import shown
from turs.table.schema import listed

_FORMS = "'from_dtype', None, a list of names, a list of positions or a mask"


def columns_asked_for(categorical_features: Any, names: Sequence[str]) -> frozenset[str]:
    """Find the columns that are asked to be categorical.

    Parameters
    ----------
    categorical_features : "from_dtype", None, or array-like of str, int or bool
        Names, positions from 0, or one boolean a column.
    names : sequence of str
        The names of all columns of the table.

    Returns
    -------
    frozenset of str
        The names of the chosen ones.

    Raises
    ------
    ColumnError
        If there is no such column, or the argument is none of these.

    Examples
    --------
    >>> sorted(columns_asked_for([0, 2], ["age", "ward", "sex"]))
    ['age', 'sex']
    """
    if categorical_features is None or _is_from_dtype(categorical_features):
        return frozenset()
    chosen = _as_list(categorical_features)
    if all(isinstance(one, str) for one in chosen):
        return _by_name(chosen, names)
    if all(isinstance(one, bool) for one in chosen):
        return _by_mask(chosen, names)
    if all(isinstance(one, int) and not isinstance(one, bool) for one in chosen):
        return _by_position(chosen, names)
    raise ColumnError(f"categorical_features is {shown(categorical_features)}; it must be {_FORMS}")


def _is_from_dtype(categorical_features: Any) -> bool:
    return isinstance(categorical_features, str) and categorical_features == "from_dtype"


def _as_list(categorical_features: Any) -> list[Any]:
    if isinstance(categorical_features, str):
        raise ColumnError(
            f"categorical_features is {categorical_features!r}; it must be {_FORMS}: "
            f"for one column, write [{categorical_features!r}]"
        )
    if not isinstance(categorical_features, Iterable):
        raise ColumnError(
            f"categorical_features is {shown(categorical_features)}; it must be {_FORMS}"
        )
    return [one.item() if isinstance(one, np.generic) else one for one in categorical_features]


def _by_name(chosen: list[str], names: Sequence[str]) -> frozenset[str]:
    for name in chosen:
        if name not in names:
            raise ColumnError(
                f"categorical_features asks for the column {name!r}, which is not in the table; "
                f"{listed(names)}"
            )
    return frozenset(chosen)


def _by_mask(chosen: list[bool], names: Sequence[str]) -> frozenset[str]:
    if len(chosen) != len(names):
        raise ColumnError(
            f"categorical_features is a mask of {len(chosen)} columns and the table has "
            f"{len(names)}; it must have one boolean a column"
        )
    return frozenset(name for name, one in zip(names, chosen, strict=True) if one)


def _by_position(chosen: list[int], names: Sequence[str]) -> frozenset[str]:
    for position in chosen:
        if not 0 <= position < len(names):
            raise ColumnError(
                f"categorical_features asks for the column at position {position}; "
                f"the table has the positions 0 to {len(names) - 1}"
            )
    return frozenset(names[position] for position in chosen)
