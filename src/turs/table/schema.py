"""Say what a table looks like: the name, the kind and the levels of each column."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

from turs.exceptions import ColumnError

Kind: TypeAlias = Literal["numeric", "categorical"]
Level: TypeAlias = str | int | float | bool


@dataclass(frozen=True)
class Column:
    """Describe one column of a table.

    Parameters
    ----------
    name : str
        The name of the column.
    kind : {"numeric", "categorical"}
        Numeric columns are cut into intervals, categorical ones into sets of levels.
    levels : tuple of str, int, float or bool, default=()
        For a categorical column the levels seen in training, sorted, or in the order of an
        ordered category. They are plain Python values of one type, and integral floats are
        ints. A column that was never anything but missing has no levels.
    ordered : bool, default=False
        Whether the order of the levels means something.

    Examples
    --------
    >>> Column("ward", "categorical", levels=("A", "B"))
    Column(name='ward', kind='categorical', levels=('A', 'B'), ordered=False)
    """

    name: str
    kind: Kind
    levels: tuple[Level, ...] = ()
    ordered: bool = False

    def __post_init__(self) -> None:
        """Refuse a column that contradicts itself."""
        if not isinstance(self.name, str):
            raise ColumnError(f"a column is named {self.name!r}; a name must be a string")
        if self.kind not in get_args(Kind):
            raise ColumnError(
                f"column {self.name!r} has the kind {self.kind!r}; "
                "it must be 'numeric' or 'categorical'"
            )
        if self.kind == "numeric" and (self.levels or self.ordered):
            raise ColumnError(
                f"column {self.name!r} is numeric and has levels; only a categorical one may"
            )
        _check_levels(self.name, self.levels)

    @cached_property
    def code_of(self) -> Mapping[Level, int]:
        """The code of each level: its position. Equal levels match, as 1 and 1.0 and True do."""
        return {level: code for code, level in enumerate(self.levels)}

    def __getstate__(self) -> dict[str, Any]:
        """Pickle what was given; the rest follows from it."""
        return {name: value for name, value in self.__dict__.items() if name != "code_of"}


@dataclass(frozen=True)
class Schema:
    """Describe all columns of a table, in their order.

    Parameters
    ----------
    columns : tuple of Column
        No two may have the same name.
    named : bool, default=True
        False when the names were made up: ``x0``, ``x1``, ... for the columns of an array.

    Examples
    --------
    >>> schema = Schema((Column("age", "numeric"), Column("ward", "categorical", ("A", "B"))))
    >>> schema.names, schema.index("ward"), len(schema)
    (('age', 'ward'), 1, 2)
    """

    columns: tuple[Column, ...]
    named: bool = True

    def __post_init__(self) -> None:
        """Refuse two columns of one name."""
        check_unique(self.names)

    def __len__(self) -> int:
        """Count the columns."""
        return len(self.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    def index(self, name: str) -> int:
        """Find the position of a column by its name.

        Parameters
        ----------
        name : str
            The name of a column.

        Returns
        -------
        int
            Its position, from 0.

        Raises
        ------
        ColumnError
            If there is no such column.
        """
        try:
            return self.names.index(name)
        except ValueError:
            raise ColumnError(f"there is no column {name!r}; {listed(self.names)}") from None


def check_unique(names: Iterable[str]) -> None:
    """Refuse names that occur twice.

    Parameters
    ----------
    names : iterable of str
        The names of the columns of a table.

    Raises
    ------
    ColumnError
        If two are the same.
    """
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ColumnError(
            f"the table has several columns with the name {twice[0]!r}; "
            "give each column a name of its own"
        )


def listed(names: Iterable[str], most: int = 8) -> str:
    """Write the first names of a table's columns for an error message.

    Parameters
    ----------
    names : iterable of str
        The names of the columns.
    most : int, default=8
        How many are written before the rest is only counted.

    Returns
    -------
    str
        A clause without a full stop.

    Examples
    --------
    >>> listed(["age", "ward"])
    "the columns are 'age', 'ward'"
    """
    names = list(names)
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return "the columns are " + ", ".join(map(repr, names[:most])) + rest


def _check_levels(name: str, levels: tuple[Level, ...]) -> None:
    sorts = {_sort_of_level(level) for level in levels}
    if not sorts <= {"str", "bool", "number"} or len(sorts) > 1:
        raise ColumnError(
            f"column {name!r} has the levels {levels!r}; "
            "they must be all strings, all finite numbers or all booleans"
        )
    if len(set(levels)) < len(levels):
        twice = Counter(levels).most_common(1)[0][0]
        raise ColumnError(f"column {name!r} has the level {twice!r} twice; once is enough")


def _sort_of_level(level: object) -> str:
    # bool comes first: it is a subclass of int.
    if isinstance(level, bool):
        return "bool"
    if isinstance(level, int) or (isinstance(level, float) and math.isfinite(level)):
        return "number"
    return "str" if isinstance(level, str) else "other"
