"""Find columns by the names and patterns that a user wrote, and guess what was meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

from turs.exceptions import ColumnError
from turs.table.schema import listed


def find_columns(patterns: Iterable[str], names: Sequence[str], where: str) -> tuple[str, ...]:
    """Find the columns that names or patterns choose.

    Parameters
    ----------
    patterns : iterable of str
        Names, or patterns such as ``"lab_*"``. A column of exactly that name comes before a
        pattern.
    names : sequence of str
        The names of the columns of the file.
    where : str
        The name of the file, for errors.

    Returns
    -------
    tuple of str
        Each chosen name once, in the order in which it was asked for.

    Raises
    ------
    ColumnError
        If a name or a pattern chooses nothing.

    Examples
    --------
    >>> find_columns(["lab_*", "age"], ["age", "lab_a", "lab_b"], "patients.csv")
    ('lab_a', 'lab_b', 'age')
    """
    chosen: dict[str, None] = {}
    for pattern in patterns:
        if pattern in names:
            chosen[pattern] = None
            continue
        matching = [name for name in names if fnmatchcase(name, pattern)]
        if not matching:
            raise ColumnError(f"{where} has no column {pattern!r}; {hint(pattern, names)}")
        chosen.update(dict.fromkeys(matching))
    return tuple(chosen)


def hint(name: str, names: Sequence[str]) -> str:
    """Say which column may have been meant, and which there are.

    Parameters
    ----------
    name : str
        A name that is not there.
    names : sequence of str
        Those that are there.

    Returns
    -------
    str
        The end of a sentence, without a full stop.

    Examples
    --------
    >>> hint("Age", ["age", "ward"])
    "did you mean 'age'? (the columns are 'age', 'ward')"
    """
    near = nearest(name, names)
    return listed(names) if near is None else f"did you mean {near!r}? ({listed(names)})"


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Find the name that is most like another, whatever its capitals.

    Parameters
    ----------
    name : str
        What was written.
    names : iterable of str
        What there is.

    Returns
    -------
    str or None
        None if nothing is like it.
    """
    by_small = {one.strip().lower(): one for one in reversed(list(names))}
    near = get_close_matches(name.strip().lower(), by_small, n=1, cutoff=0.7)
    return by_small[near[0]] if near else None
