"""Literals: each restricts one variable, and tells which rows of a column satisfy it.

An interval restricts a numeric column, a set of levels a categorical one, and either may be asked
whether it is missing. Missing values satisfy nothing that does not say so; a level never seen in
training satisfies nothing but "is not missing".
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.exceptions import ColumnError, InputError
from turs.model.notation import format_level, format_name, format_number, sort_levels
from turs.model.plain import level_type, plain_bound, plain_flag, plain_levels, plain_name
from turs.table.content import MISSING, UNSEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.table.schema import Column, Level

# Codes that are not positions of levels index the end of an array, from behind.
_N_SPECIAL = -min(MISSING, UNSEEN)


@dataclass(frozen=True)
class Interval:
    """Restrict a numeric variable to ``low < x <= high``.

    Parameters
    ----------
    variable : str
        The name of a numeric column.
    low, high : float or None
        The bounds; at least one of them is a number, and ``low < high``.
    missing : bool, default=False
        Whether missing values satisfy the literal too.

    Examples
    --------
    >>> print(Interval("age", low=30, high=65))
    30 < age <= 65
    >>> print(Interval("age", high=65, missing=True))
    age <= 65 or missing
    """

    variable: str
    low: float | None = None
    high: float | None = None
    missing: bool = False

    def __post_init__(self) -> None:
        """Check the bounds and make plain floats of them."""
        variable = plain_name(self.variable)
        low, high = plain_bound("low", self.low), plain_bound("high", self.high)
        if low is None and high is None:
            raise InputError(f"the interval on {variable!r} has no bound; give low, high or both")
        if low is not None and high is not None and not low < high:
            raise InputError(
                f"the interval on {variable!r} has low = {format_number(low)} and "
                f"high = {format_number(high)}; low must be less than high"
            )
        _store(self, variable=variable, low=low, high=high, missing=plain_flag(self.missing))

    @property
    def n_bounds(self) -> int:
        """How many bounds are used: one or two."""
        return (self.low is not None) + (self.high is not None)

    def __str__(self) -> str:
        """Return the literal as text, as in ``30 < age <= 65``."""
        name = format_name(self.variable)
        if self.low is None:
            text = f"{name} <= {format_number(self._upper)}"
        elif self.high is None:
            text = f"{name} > {format_number(self.low)}"
        else:
            text = f"{format_number(self.low)} < {name} <= {format_number(self.high)}"
        return text + _or_missing(self.missing)

    def covers(self, values: NDArray[Any], column: Column) -> NDArray[np.bool_]:
        """Tell which rows satisfy the literal.

        Parameters
        ----------
        values : ndarray of float64, shape (n_rows,)
            A numeric column; NaN is missing.
        column : Column
            What the column is.

        Returns
        -------
        ndarray of bool, shape (n_rows,)
        """
        self.check(column)
        low = -math.inf if self.low is None else self.low
        covered: NDArray[np.bool_] = (values > low) & (values <= self._upper)
        return covered | np.isnan(values) if self.missing else covered

    def check(self, column: Column) -> None:
        """Raise ColumnError unless the literal can be asked of `column`."""
        if column.kind != "numeric":
            raise ColumnError(
                f"'{self}' is an interval, but column {column.name!r} is categorical; "
                "use a set of levels"
            )

    @property
    def _upper(self) -> float:
        return math.inf if self.high is None else self.high


@dataclass(frozen=True, init=False, repr=False)
class Levels:
    """Restrict a categorical variable to a set of levels.

    Parameters
    ----------
    variable : str
        The name of a categorical column.
    levels : iterable of str, int, float or bool
        At least one level; all of them texts, all truth values, or all numbers.
    missing : bool, default=False
        Whether missing values satisfy the literal too.

    Examples
    --------
    >>> print(Levels("ward", {"B", "A"}))
    ward in {A, B}
    >>> print(Levels("ward", ["A"], missing=True))
    ward = A or missing
    """

    variable: str
    levels: frozenset[Level]
    missing: bool
    # Python holds that 1 == True; a column of numbers is not one of truth values.
    level_type: str = field(init=False)

    def __init__(self, variable: str, levels: Iterable[Level], missing: bool = False) -> None:
        variable = plain_name(variable)
        plain = plain_levels(variable, levels)
        _store(self, variable=variable, levels=frozenset(plain), missing=plain_flag(missing))
        _store(self, level_type=level_type(plain[0]))

    @property
    def n_bounds(self) -> int:
        """One: a set of levels counts as one literal, whatever its size."""
        return 1

    def __str__(self) -> str:
        """Return the literal as text, as in ``ward in {A, B}``."""
        levels = [format_level(level) for level in sort_levels(self.levels)]
        chosen = f"= {levels[0]}" if len(levels) == 1 else f"in {{{', '.join(levels)}}}"
        return f"{format_name(self.variable)} {chosen}{_or_missing(self.missing)}"

    def __repr__(self) -> str:
        """Return the call that makes this literal, with its levels in order."""
        levels = ", ".join(map(repr, sort_levels(self.levels)))
        missing = ", missing=True" if self.missing else ""
        return f"Levels({self.variable!r}, {{{levels}}}{missing})"

    def covers(self, values: NDArray[Any], column: Column) -> NDArray[np.bool_]:
        """Tell which rows satisfy the literal.

        Parameters
        ----------
        values : ndarray of int32, shape (n_rows,)
            A categorical column: codes of ``column.levels``, `MISSING` or `UNSEEN`.
        column : Column
            What the column is.

        Returns
        -------
        ndarray of bool, shape (n_rows,)
        """
        self.check(column)
        allowed = np.zeros(len(column.levels) + _N_SPECIAL, dtype=np.bool_)
        allowed[: len(column.levels)] = [level in self.levels for level in column.levels]
        allowed[MISSING] = self.missing
        covered: NDArray[np.bool_] = allowed[values]
        return covered

    def check(self, column: Column) -> None:
        """Raise ColumnError unless the literal can be asked of `column`."""
        if column.kind != "categorical":
            raise ColumnError(
                f"'{self}' is a set of levels, but column {column.name!r} is numeric; "
                "use an interval, or declare the column as categorical"
            )
        types = {level_type(level) for level in column.levels}
        if types and self.level_type not in types:
            raise ColumnError(
                f"'{self}' asks for a {self.level_type}, but the levels of column {column.name!r} "
                f"are of another type, such as {column.levels[0]!r}"
            )


@dataclass(frozen=True)
class Missing:
    """Restrict a variable of any kind to missing values, or to values that are not missing.

    Parameters
    ----------
    variable : str
        The name of a column.
    negated : bool, default=False
        Whether to ask for "is not missing", which a level never seen in training satisfies too.

    Examples
    --------
    >>> print(Missing("lactate"))
    lactate is missing
    >>> print(Missing("lactate", negated=True))
    lactate is not missing
    """

    variable: str
    negated: bool = False

    def __post_init__(self) -> None:
        """Check the name and the flag."""
        _store(self, variable=plain_name(self.variable), negated=plain_flag(self.negated))

    @property
    def n_bounds(self) -> int:
        """One."""
        return 1

    def __str__(self) -> str:
        """Return the literal as text, as in ``lactate is missing``."""
        return f"{format_name(self.variable)} is {'not ' if self.negated else ''}missing"

    def covers(self, values: NDArray[Any], column: Column) -> NDArray[np.bool_]:
        """Tell which rows satisfy the literal.

        Parameters
        ----------
        values : ndarray of float64 or int32, shape (n_rows,)
            A numeric column (NaN is missing) or a categorical one.
        column : Column
            What the column is.

        Returns
        -------
        ndarray of bool, shape (n_rows,)
        """
        missing: NDArray[np.bool_] = (
            np.isnan(values) if column.kind == "numeric" else values == MISSING
        )
        return ~missing if self.negated else missing

    def check(self, column: Column) -> None:
        """Accept any column: every kind may have missing values."""


Literal = Interval | Levels | Missing


def _or_missing(missing: bool) -> str:
    return " or missing" if missing else ""


def _store(literal: Literal, **values: object) -> None:
    for name, value in values.items():
        object.__setattr__(literal, name, value)
