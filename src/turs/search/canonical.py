"""An order of the columns that does not depend on the order in which they were given."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from turs.binning import BinnedColumn
from turs.counting import Counts


def column_order(columns: Sequence[BinnedColumn], counts: Sequence[Counts]) -> list[int]:
    """Return the places of the columns, in an order that their content decides.

    Ties in the search go to the column that comes first. Columns are ordered by how many rows of
    how many classes fall into each of their bins, whichever classes these are, and then by name.
    So the order of rows, of columns and of classes, the scale of a numeric column and, short of a
    tie, the names change nothing.

    Parameters
    ----------
    columns : sequence of BinnedColumn
    counts : sequence of int64 array, shape (n_codes, n_classes)
        The rows of each column by code and class.
    """
    return sorted(range(len(columns)), key=lambda j: _content(columns[j], counts[j]))


def _content(column: BinnedColumn, counts: Counts) -> tuple[bool, int, bytes, str]:
    by_size = np.sort(counts, axis=1)
    return column.ordered, column.n_codes, by_size.astype(">i8").tobytes(), column.name
