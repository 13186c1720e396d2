"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table, what is not in its first column to the right.

    Parameters
    ----------
    header : sequence of str
    rows : sequence of sequence of str

    Returns
    -------
    str
        With an end of line after the last row.

    Examples
    --------
    >>> print(table(["set", "AUC"], [["iris", "0.9"]]), end="")
    | set | AUC |
    | --- | ---: |
    | iris | 0.9 |
    """
    line = ["---"] + ["---:"] * (len(header) - 1)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (header, line, *rows))
