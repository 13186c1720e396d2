"""Take a column of a table file for the class of each row, or say why it cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError, TargetError
from turs.table.refusal import shown
from turs.tablefile.contents import TableFile
from turs.tablefile.names import hint

_MANY_CLASSES = 50
_MANY_PER_ROW = 0.1
_MANY_TEXTS_PER_ROW = 0.5


@dataclass(frozen=True, eq=False)
class TargetColumn:
    """Hold the class column of a table file.

    Parameters
    ----------
    name : str
        The name of the column.
    labels : list of str, int or bool
        The class of each row that has one.
    present : ndarray of bool of shape (n_rows,)
        True for the rows that have a class.
    first_missing : str or None
        Where the first row without a class stands, as in ``"line 17"``.
    """

    name: str
    labels: list[Any]
    present: NDArray[np.bool_]
    first_missing: str | None = None

    @property
    def n_missing(self) -> int:
        """Number of rows without a class."""
        return int((~self.present).sum())


def check_target(table: TableFile, name: str) -> TargetColumn:
    """Take a column for the target.

    Parameters
    ----------
    table : TableFile
        The table.
    name : str
        The name of the target.

    Returns
    -------
    TargetColumn
        The labels of the rows that have one, whole numbers as ints.

    Raises
    ------
    ColumnError
        If there is no such column.
    TargetError
        If no row has a value, all have the same, or the values are no classes: numbers with
        decimals, or more than 50 different ones that are also more than a tenth of the rows (of
        texts, more than half).
    """
    if name not in table.columns:
        raise ColumnError(
            f"{table.name} has no column {name!r} for the target; {hint(name, list(table.columns))}"
        )
    values = table.columns[name]
    plain = values.to_pylist() if hasattr(values, "to_pylist") else list(values)
    present = np.array([value is not None and value == value for value in plain], dtype=bool)
    labels = [value for value, there in zip(plain, present, strict=True) if there]
    distinct = list(dict.fromkeys(labels))
    check_classes(name, distinct, len(labels))
    if isinstance(distinct[0], float):
        labels = whole_labels(name, labels, distinct)
    absent = np.flatnonzero(~present)
    first = table.place(int(absent[0])) if absent.size else None
    return TargetColumn(name, labels, present, first)


def check_classes(name: str, distinct: Sequence[Any], n_labels: int) -> None:
    """Refuse a target of which the distinct values are no classes of so many rows."""
    if not distinct:
        raise TargetError(f"the target {name!r} has no value in any row; choose another column")
    if len(distinct) == 1:
        raise TargetError(
            f"the target {name!r} is {_shown(distinct[0])} in every row; "
            "two classes or more are needed"
        )
    number = isinstance(distinct[0], float)
    share = _MANY_PER_ROW if number else _MANY_TEXTS_PER_ROW
    fractions = number and not all(map(float.is_integer, distinct))
    if len(distinct) > _MANY_CLASSES and (fractions or len(distinct) > share * n_labels):
        raise TargetError(
            f"the target {name!r} has {len(distinct)} different {'numbers' if number else 'texts'} "
            f"in {n_labels} rows, such as {_shown(distinct[0])}; rules predict classes: "
            + (
                "if it is a quantity, cut it into a few ranges first"
                if number
                else "if it names each row, choose another column"
            )
        )


def whole_labels(name: str, labels: Sequence[float], distinct: Sequence[float]) -> list[int]:
    """Return the labels of a target of floats as integers; refuse fractions."""
    fraction = next((value for value in distinct if not value.is_integer()), None)
    if fraction is not None:
        raise TargetError(
            f"the target {name!r} has the number {_shown(fraction)}; classes are texts, truth "
            "values or whole numbers"
        )
    return [int(label) for label in labels]


def _shown(value: Any) -> str:
    return f"{value:.15g}" if isinstance(value, float) else shown(value)
