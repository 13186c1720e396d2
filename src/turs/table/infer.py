"""Look at a training table, decide what its columns are, and read them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError
from turs.table.categorical import columns_asked_for
from turs.table.columns import Columns
from turs.table.content import Coded, Content, Numbers, code_numbers
from turs.table.reading import read_content
from turs.table.schema import Column, Schema
from turs.table.source import open_table

# So many rows are enough to see that most columns have too many values to be levels.
_GLANCE = 1000

# From here on, neighbouring integers are one and the same float64.
_LARGEST_EXACT = 2.0**53


def infer_columns(
    X: Any, *, categorical_features: Any = "from_dtype", max_integer_levels: int = 0
) -> Columns:
    """Read a training table, and decide what its columns are.

    Parameters
    ----------
    X : data frame, array, dict of columns or list of rows
        The table: pandas, polars, pyarrow, numpy or plain Python.
    categorical_features : "from_dtype", None, or array-like of str, int or bool
        Categories, strings and booleans are always categorical. With names, positions or a
        mask, so are the numeric columns that they choose; their values become levels.
    max_integer_levels : int, default=0
        A numeric column of integral values is categorical if it has at most so many distinct
        ones.

    Returns
    -------
    Columns
        The same for the same data, whatever container it came in.

    Raises
    ------
    ColumnError
        If a column cannot be used, or `categorical_features` asks for one that is not there.
    InputError
        If `X` has no rows, no columns or not two dimensions.
    InputTypeError
        If `X` is no table, or holds objects.

    Notes
    -----
    A column of which every value is None has nothing to say what it is, and is categorical
    without levels. A column of NaN is numeric.

    Examples
    --------
    >>> columns = infer_columns({"age": [31, 40, None], "ward": ["B", "A", "B"]})
    >>> for column in columns.schema.columns:
    ...     print(column.name, column.kind, column.levels)
    age numeric ()
    ward categorical ('A', 'B')
    """
    source = open_table(X)
    asked = columns_asked_for(categorical_features, source.names)
    described = [
        describe_content(
            name, read_content(name, raw, finite=source.finite), name in asked, max_integer_levels
        )
        for name, raw in zip(source.names, source.columns, strict=True)
    ]
    schema = Schema(tuple(column for column, _ in described), named=source.named)
    return Columns(schema, tuple(values for _, values in described), source.n_rows)


def describe_content(
    name: str, content: Content, asked: bool, max_integer_levels: int
) -> tuple[Column, NDArray[Any]]:
    """Decide what one column is.

    Parameters
    ----------
    name : str
        The name of the column.
    content : Numbers or Coded
        Its values. How often a value occurs does not matter.
    asked : bool
        Whether numbers are asked to be levels.
    max_integer_levels : int
        So many distinct integral values are levels, asked for or not.

    Returns
    -------
    column : Column
        What it is.
    values : ndarray of shape (n_rows,)
        Its values as in `Columns`.

    Raises
    ------
    ColumnError
        If it must be categorical and cannot be.
    """
    if isinstance(content, Numbers):
        if not asked and not _has_few_integers(content.values, max_integer_levels):
            # Learning goes through a column many times, and faster if it is in one piece.
            return Column(name, "numeric"), np.ascontiguousarray(content.values)
        refuse_inexact(name, float(np.nanmax(np.abs(content.values), initial=0.0)))
        content = code_numbers(content)
    return _describe_levels(name, content)


def _describe_levels(name: str, coded: Coded) -> tuple[Column, NDArray[Any]]:
    column = Column(name, "categorical", levels=coded.levels, ordered=coded.ordered)
    return column, coded.codes


def refuse_inexact(name: str, largest: float) -> None:
    """Refuse numbers as levels if floats do not tell them from their neighbours.

    Parameters
    ----------
    name : str
        The name of the column.
    largest : float
        The largest absolute value that it has.

    Raises
    ------
    ColumnError
        If that is too large.
    """
    if largest >= _LARGEST_EXACT:
        raise ColumnError(
            f"column {name!r} cannot be categorical: it has a number as large as {largest:.0f}, "
            "too large to be told from its neighbours; convert it to strings first"
        )


def _has_few_integers(values: NDArray[np.float64], most: int) -> bool:
    """Tell whether all values are integral, and some but at most so many are distinct."""
    if most < 1 or np.unique(_present(values[:_GLANCE])).size > most:
        return False
    present = _present(values)
    integral = bool((present == np.floor(present)).all())
    return integral and 0 < np.unique(present).size <= most


def _present(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return values[~np.isnan(values)]
