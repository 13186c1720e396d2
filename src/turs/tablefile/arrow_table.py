"""Take the columns of a Parquet or Arrow file for what their types say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError
from turs.table.refusal import shown
from turs.tablefile.arrow import is_text, plain_values
from turs.tablefile.contents import DISTINCT_CAP, ColumnGuess, ColumnKind, count_distinct, place_of
from turs.tablefile.numbers import NotANumber, Notation, parse_numbers

_N_EXAMPLES = 3


def take_column(
    name: str, array: Any, notation: Notation, asked: str | None, where: str
) -> tuple[Any, ColumnGuess]:
    """Read one column of pyarrow.

    Parameters
    ----------
    name : str
        The name of the column.
    array : pyarrow.ChunkedArray
        The column.
    notation : Notation
        How numbers are written in a column of texts that is asked to be numeric, and which texts
        and numbers stand for a missing value, beside null.
    asked : {"numeric", "categorical"} or None
        What the user wants it to be.
    where : str
        The name of the file, for errors.

    Returns
    -------
    values : ndarray of float64, list, or pyarrow.ChunkedArray
        The column; an ordered category stays as it is, for its order is in it alone.
    guess : ColumnGuess
        What it is.

    Raises
    ------
    ColumnError
        If it cannot be used, or a number was asked for and one value is none.
    """
    values = without_markers(plain_values(name, array, where), notation)
    category = hasattr(array.type, "ordered")
    if asked == "numeric" and isinstance(values, list):
        values = numbers_from_texts(name, values, notation, where)
        category = False
    levels = asked == "categorical" or (category and asked != "numeric")
    guess = _describe(name, values, str(array.type), levels)
    ordered = category and array.type.ordered and is_text(array.type.value_type)
    return (array if ordered else values), guess


def without_markers(values: Any, notation: Notation) -> Any:
    """Make missing what a marker says is missing.

    Parameters
    ----------
    values : ndarray of float64, or list
        A column.
    notation : Notation
        With the markers; those that are numbers count in a column of numbers.

    Returns
    -------
    ndarray of float64, or list
    """
    if isinstance(values, list):
        return [None if value in notation.missing else value for value in values]
    numbers = [float(text) for text in notation.missing if notation.is_number(text)]
    if numbers:
        values[np.isin(values, numbers)] = np.nan
    return values


def numbers_from_texts(
    name: str, values: Sequence[Any], notation: Notation, where: str, start: int = 0
) -> NDArray[np.float64]:
    """Read numbers that a column holds as texts.

    Parameters
    ----------
    name : str
        The name of the column.
    values : sequence of str, bool or None
        Its values.
    notation : Notation
        How numbers are written.
    where : str
        The name of the file, for errors.
    start : int, default=0
        The number of the first row, from 0.

    Returns
    -------
    ndarray of float64

    Raises
    ------
    ColumnError
        If a value is no number.
    """
    if any(isinstance(value, bool) for value in values):
        return np.array([math.nan if value is None else value for value in values], dtype=float)
    texts = ["" if value is None else value for value in values]
    try:
        return parse_numbers(texts, replace(notation, missing=notation.missing | {""}))
    except NotANumber as error:
        raise ColumnError(
            f"{where}, {place_of(start + error.position, None)}: column {name!r} has "
            f"{shown(texts[error.position])}, which is not a number; correct it, or make it a "
            "missing marker"
        ) from None


def _describe(name: str, values: Any, type_name: str, levels: bool) -> ColumnGuess:
    why = f"its type is {type_name}"
    if isinstance(values, np.ndarray):
        n_missing = int(np.isnan(values).sum())
        examples = dict.fromkeys(values[:DISTINCT_CAP][~np.isnan(values[:DISTINCT_CAP])].tolist())
        texts = tuple(f"{value:.15g}" for value in list(examples)[:_N_EXAMPLES])
        n_distinct = count_distinct(values)
        return ColumnGuess(name, "number", why, n_missing, n_distinct, texts, categorical=levels)
    distinct = dict.fromkeys(value for value in values if value is not None)
    texts = tuple(str(value) for value in list(distinct)[:_N_EXAMPLES])
    n_distinct = min(len(distinct), DISTINCT_CAP)
    return ColumnGuess(name, _kind(distinct.keys()), why, values.count(None), n_distinct, texts)


def _kind(distinct: AbstractSet[Any]) -> ColumnKind:
    if not distinct:
        return "empty"
    return "truth value" if isinstance(next(iter(distinct)), bool) else "text"
