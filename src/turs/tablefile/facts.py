"""What a person wants to know of a column, part by part, and of all parts together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import TargetError
from turs.tablefile.contents import DISTINCT_CAP, ColumnGuess, ColumnKind
from turs.tablefile.target import check_classes, whole_labels

MOST_LABELS = 1 << 16
"""So many different classes are counted, and no more."""

_N_EXAMPLES = 3


@dataclass(frozen=True, eq=False)
class ColumnFacts:
    """Hold what is known of some rows of a column.

    Parameters
    ----------
    kind : {"number", "text", "truth value", "empty"}
        What it holds.
    n_missing : int
        The rows without a value.
    distinct : frozenset
        Different values, at most `DISTINCT_CAP` of them.
    examples : tuple of str
        The first few different values.
    """

    kind: ColumnKind
    n_missing: int
    distinct: frozenset[Any]
    examples: tuple[str, ...]

    def guess(self, name: str, why: str, categorical: bool) -> ColumnGuess:
        """Say what the column is taken for.

        Parameters
        ----------
        name : str
            Its name.
        why : str
            The reason.
        categorical : bool
            Whether its numbers are levels.

        Returns
        -------
        ColumnGuess
        """
        n_distinct = len(self.distinct)
        return ColumnGuess(
            name, self.kind, why, self.n_missing, n_distinct, self.examples, categorical=categorical
        )


def column_facts(values: Any) -> ColumnFacts:
    """Look at some rows of a column.

    Parameters
    ----------
    values : ndarray of float64, list, or pyarrow.ChunkedArray
        As `PartedTable.read` gives it.

    Returns
    -------
    ColumnFacts

    Examples
    --------
    >>> facts = column_facts(["b", None, "a", "b"])
    >>> facts.kind, facts.n_missing, facts.examples
    ('text', 1, ('b', 'a'))
    """
    if isinstance(values, np.ndarray):
        return _facts_of_numbers(values)
    plain = _plain(values)
    distinct = dict.fromkeys(plain)
    distinct.pop(None, None)
    first = next(iter(distinct), None)
    kind: ColumnKind = "truth value" if isinstance(first, bool) else "text"
    kept = frozenset(islice(distinct, DISTINCT_CAP))
    examples = tuple(map(str, islice(distinct, _N_EXAMPLES)))
    return ColumnFacts(kind if distinct else "empty", plain.count(None), kept, examples)


def merge_facts(parts: Sequence[ColumnFacts]) -> ColumnFacts:
    """Merge what is known of the parts of a column.

    Parameters
    ----------
    parts : sequence of ColumnFacts
        One at the least, in the order of the rows.

    Returns
    -------
    ColumnFacts
    """
    kinds = [part.kind for part in parts if part.kind != "empty"]
    examples = dict.fromkeys(chain.from_iterable(part.examples for part in parts))
    distinct = dict.fromkeys(chain.from_iterable(part.distinct for part in parts))
    return ColumnFacts(
        kinds[0] if kinds else "empty",
        sum(part.n_missing for part in parts),
        frozenset(islice(distinct, DISTINCT_CAP)),
        tuple(islice(examples, _N_EXAMPLES)),
    )


@dataclass(frozen=True, eq=False)
class TargetFacts:
    """Hold the classes of some rows.

    Parameters
    ----------
    counts : mapping of str, float or bool to int
        How many rows each class has, in the order in which they come; at most `MOST_LABELS`.
    n_missing : int
        The rows without a class.
    first_missing : str or None
        Where the first of them stands.
    """

    counts: Mapping[Any, int] = field(default_factory=dict)
    n_missing: int = 0
    first_missing: str | None = None

    @property
    def n_labels(self) -> int:
        """The number of rows with a class."""
        return sum(self.counts.values())

    def check(self, name: str) -> None:
        """Refuse values that are no classes, as `check_target` does.

        Parameters
        ----------
        name : str
            The name of the target.

        Raises
        ------
        TargetError
            If they cannot be used.
        """
        distinct = list(self.counts)
        check_classes(name, distinct, self.n_labels)
        if isinstance(distinct[0], float):
            whole_labels(name, distinct, distinct)
        if len(distinct) >= MOST_LABELS:
            raise TargetError(
                f"the target {name!r} has {MOST_LABELS} different values or more; rules predict "
                "classes: choose another column"
            )


def split_labels(values: Any) -> tuple[NDArray[np.bool_], list[Any]]:
    """Find the rows that have a class, and their classes.

    Parameters
    ----------
    values : ndarray of float64, list, or pyarrow.ChunkedArray
        The target column of a partition.

    Returns
    -------
    present : ndarray of bool
        True for the rows that have a class.
    labels : list of str, bool, int or float
        The classes of these, whole numbers as ints.
    """
    if isinstance(values, np.ndarray):
        present = ~np.isnan(values)
        numbers = values[present]
        whole = np.array_equal(numbers, np.floor(numbers)) and np.isfinite(numbers).all()
        return present, list(map(int, numbers.tolist())) if whole else numbers.tolist()
    plain = _plain(values)
    present = np.array([value is not None for value in plain], dtype=bool)
    return present, [value for value in plain if value is not None]


def target_facts(values: Any, present: NDArray[np.bool_], first_missing: str | None) -> TargetFacts:
    """Count the classes of some rows.

    Parameters
    ----------
    values : ndarray of float64, list, or pyarrow.ChunkedArray
        The target column of a partition.
    present : ndarray of bool
        True for the rows that have a class.
    first_missing : str or None
        Where the first row without a class stands.

    Returns
    -------
    TargetFacts
    """
    plain = _plain(values)
    counts = Counter(compress(plain, present.tolist()))
    return TargetFacts(_first(counts), int((~present).sum()), first_missing)


def merge_targets(parts: Sequence[TargetFacts]) -> TargetFacts:
    """Merge the classes of parts.

    Parameters
    ----------
    parts : sequence of TargetFacts
        In the order of the rows.

    Returns
    -------
    TargetFacts
    """
    counts: Counter[Any] = Counter()
    for part in parts:
        counts.update(part.counts)
    first = next((part.first_missing for part in parts if part.first_missing is not None), None)
    return TargetFacts(_first(counts), sum(part.n_missing for part in parts), first)


def _plain(values: Any) -> list[Any]:
    if isinstance(values, list):
        return values
    plain: list[Any] = values.tolist() if isinstance(values, np.ndarray) else values.to_pylist()
    return plain


def _first(counts: Counter[Any]) -> dict[Any, int]:
    return dict(islice(counts.items(), MOST_LABELS))


def _facts_of_numbers(values: NDArray[np.float64]) -> ColumnFacts:
    missing = np.isnan(values)
    start = values[:DISTINCT_CAP][~missing[:DISTINCT_CAP]]
    examples = islice(dict.fromkeys(start.tolist()), _N_EXAMPLES)
    # Most columns show enough different values at a glance, and sorting all takes long.
    for part in (values[: 5 * DISTINCT_CAP], values):
        distinct = np.unique(part[~np.isnan(part)])[:DISTINCT_CAP].tolist()
        if len(distinct) == DISTINCT_CAP:
            break
    texts = tuple(f"{value:.15g}" for value in examples)
    return ColumnFacts("number", int(missing.sum()), frozenset(distinct), texts)
