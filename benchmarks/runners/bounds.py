"""Literals as this project counts them: one for each variable and bound of a rule."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

_INEQUALITIES = {"<", "<=", ">", ">="}


def n_bounds(literals: Iterable[tuple[Hashable, str, Hashable]]) -> int:
    """Count the literals of a rule; of several bounds on one side of a variable, one.

    Parameters
    ----------
    literals : iterable of tuple
        A variable, a comparison such as ``<=`` or ``=``, and a value.

    Returns
    -------
    int

    Examples
    --------
    >>> n_bounds([("age", ">", 2), ("age", "<=", 7), ("age", "<=", 5), ("ward", "=", "A")])
    3
    """
    counted: set[Hashable] = set()
    for variable, comparison, value in literals:
        is_bound = comparison in _INEQUALITIES
        counted.add((variable, comparison[0]) if is_bound else (variable, comparison, value))
    return len(counted)
