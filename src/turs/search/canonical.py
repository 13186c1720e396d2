"""An order of the columns that does not depend on the order in which they were given."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turs.binning import BinnedTable


def column_order(table: BinnedTable, classes: NDArray[np.integer], n_classes: int) -> list[int]:
    """Return the places of the columns, in an order that their content decides.

    Ties in the search go to the column that comes first. Columns are ordered by how many rows of
    how many classes fall into each of their bins, whichever classes these are, and then by name.
    So the order of rows, of columns and of classes, the scale of a numeric column and, short of a
    tie, the names change nothing.
    """
    return sorted(range(len(table.columns)), key=lambda j: _content(table, j, classes, n_classes))


def _content(
    table: BinnedTable, j: int, classes: NDArray[np.integer], n_classes: int
) -> tuple[bool, int, bytes, str]:
    column = table.columns[j]
    n_codes = column.n_bins + column.has_missing
    code_and_class = table.codes[j].astype(np.int64) * n_classes + classes
    counts = np.bincount(code_and_class, minlength=n_codes * n_classes)
    by_size = np.sort(counts.reshape(n_codes, n_classes), axis=1)
    return column.ordered, n_codes, by_size.astype(">i8").tobytes(), column.name
