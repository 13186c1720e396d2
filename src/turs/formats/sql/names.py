"""Names: those of the result's columns, and those that a query uses within itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def result_names(
    wanted: Sequence[str], taken: Iterable[str], most_bytes: int | None = None
) -> list[str]:
    """Name the columns that a query adds to those of its table.

    Parameters
    ----------
    wanted : sequence of str
        The names to give.
    taken : iterable of str
        The names of the table's columns.
    most_bytes : int, optional
        How long a name may be; a longer one is cut.

    Returns
    -------
    list of str
        A name that is taken already, in any case, gets ``_2`` at its end, or ``_3`` and so on.

    Examples
    --------
    >>> result_names(["predicted_class", "p", "P"], ["age", "Predicted_Class"])
    ['predicted_class_2', 'p', 'P_2']
    """
    seen = {_cut(name, most_bytes).casefold() for name in taken}
    names = []
    for name in wanted:
        found, number = _cut(name, most_bytes), 1
        while found.casefold() in seen:
            number += 1
            ending = f"_{number}"
            found = _cut(name, most_bytes and most_bytes - len(ending)) + ending
        seen.add(found.casefold())
        names.append(found)
    return names


def free_prefix(taken: Iterable[str]) -> str:
    """Find a prefix that no name of a table begins with.

    Parameters
    ----------
    taken : iterable of str
        The names of the table and of its columns.

    Returns
    -------
    str

    Examples
    --------
    >>> free_prefix(["age"]), free_prefix(["TURS_rows"])
    ('turs_', 'turs2_')
    """
    folded = [name.casefold() for name in taken]
    prefix, number = "turs_", 1
    while any(name.startswith(prefix) for name in folded):
        number += 1
        prefix = f"turs{number}_"
    return prefix


def _cut(name: str, most_bytes: int | None) -> str:
    encoded = name.encode("utf-8", "surrogatepass")
    return encoded[:most_bytes].decode("utf-8", "ignore") if most_bytes else name
