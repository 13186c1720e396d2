"""Find out how a text table is written, from its first lines: delimiter and decimal mark."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from turs.tablefile.numbers import Notation, has_decimal_comma

DELIMITERS = (",", ";", "\t", "|")
"""The delimiters that are guessed; of equals, the first."""

_MOST_ROWS = 200
_SAMPLE_CHARACTERS = 1 << 16
_DOT = re.compile(r"[+-]?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?")


def sample_of(text: str) -> str:
    """Return the first lines of a text: enough of them to see how it is written.

    Parameters
    ----------
    text : str
        Some whole lines.

    Returns
    -------
    str
        Whole lines, too.
    """
    if len(text) <= _SAMPLE_CHARACTERS:
        return text
    end = max(text.rfind(mark, 0, _SAMPLE_CHARACTERS) for mark in "\r\n")
    return text[: end + 1] if end >= 0 else text


def sample_rows(text: str, delimiter: str) -> list[list[str]]:
    """Split the first lines of a file into rows.

    Parameters
    ----------
    text : str
        The beginning of the file.
    delimiter : str
        The delimiter to try.

    Returns
    -------
    list of list of str
        The rows that are not blank, up to the first that cannot be read.
    """
    rows: list[list[str]] = []
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=delimiter,
        skipinitialspace=blank_before_quote(text, delimiter),
        strict=True,
    )
    try:
        for row in reader:
            if row:
                rows.append(row)
            if len(rows) == _MOST_ROWS:
                break
    except csv.Error:
        pass
    return rows


def blank_before_quote(text: str, delimiter: str) -> bool:
    """Tell whether quotes stand after a blank, as in ``a, "b, c"``, and mean quotes all the same.

    Parameters
    ----------
    text : str
        The beginning of the file.
    delimiter : str
        Its delimiter.

    Returns
    -------
    bool
    """
    return f'{delimiter} "' in text


def guess_delimiter(text: str) -> str:
    r"""Find the delimiter that splits most rows into as many values as the header.

    Parameters
    ----------
    text : str
        The beginning of the file.

    Returns
    -------
    str
        One of `DELIMITERS`; the comma if none splits the header.

    Examples
    --------
    >>> guess_delimiter("name;dose\nsmith, j;1,5\n")
    ';'
    """
    best, best_score = DELIMITERS[0], (0.0, False, 0)
    for delimiter in DELIMITERS:
        rows = sample_rows(text, delimiter)
        width = len(rows[0]) if rows else 0
        if width < 2:
            continue
        share = sum(len(row) == width for row in rows[1:]) / max(len(rows) - 1, 1)
        # A delimiter that stands inside quotes leaves one of them in a cell.
        whole = not any(cell.count('"') % 2 for row in rows for cell in row)
        if (share, whole, width) > best_score:
            best, best_score = delimiter, (share, whole, width)
    return best


def guess_decimal(rows: Sequence[Sequence[str]], delimiter: str, missing: frozenset[str]) -> str:
    """Find the decimal mark.

    Parameters
    ----------
    rows : sequence of sequence of str
        The first rows of the file, the header among them.
    delimiter : str
        A comma that parts the values is no decimal mark.
    missing : frozenset of str
        What stands for a missing value.

    Returns
    -------
    str
        The comma if there are columns of numbers with it, and none with a point.
    """
    if delimiter == ",":
        return "."
    width = len(rows[0]) if rows else 0
    columns = list(zip(*(row for row in rows[1:] if len(row) == width), strict=True))
    comma = Notation(",", missing, padded=True)
    votes = [_mark([cell.strip() for cell in cells], comma) for cells in columns]
    return "," if "," in votes and "." not in votes else "."


def _mark(cells: Sequence[str], comma: Notation) -> str | None:
    """Find the mark that a column of numbers shows, if it shows any."""
    present = [cell for cell in cells if cell not in comma.missing]
    if any(map(has_decimal_comma, present)) and all(map(comma.is_number, present)):
        return ","
    return "." if present and any(map(_DOT.fullmatch, present)) else None
