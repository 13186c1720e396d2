"""Hold a table as small integer codes, one bin a code."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.table import Level

Codes: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class BinnedColumn:
    """Describe the codes of one column.

    Parameters
    ----------
    name : str
        The name of the column.
    n_bins : int
        The number of bins of values, at least 1; their codes are 0 to ``n_bins - 1``.
    ordered : bool
        Whether literals are ranges of codes (numeric columns and ordered categories), or sets.
    has_missing : bool
        Whether training saw missing values; their code is `n_bins`.
    cuts : ndarray of float64 of shape (n_bins - 1,) or None
        For a numeric column the increasing cuts; bin b is ``cuts[b - 1] < x <= cuts[b]``.
    levels : tuple or None
        For a categorical column the level of each bin. A column that was never anything but
        missing has no levels, and one bin without a row.
    """

    name: str
    n_bins: int
    ordered: bool
    has_missing: bool
    cuts: NDArray[np.float64] | None = None
    levels: tuple[Level, ...] | None = None

    @property
    def n_codes(self) -> int:
        """Number of codes: one a bin, and one more for missing values if there are any."""
        return self.n_bins + self.has_missing


@dataclass(frozen=True, eq=False)
class BinnedTable:
    """Hold a table as codes.

    Parameters
    ----------
    columns : tuple of BinnedColumn
        What the codes stand for.
    codes : ndarray of uint8 or uint16 of shape (n_columns, n_rows)
        In C order, so that a column is contiguous. uint8 if no column has more than 256 codes.
    n_rows : int
        The number of rows.
    """

    columns: tuple[BinnedColumn, ...]
    codes: Codes
    n_rows: int


def code_dtype(n_codes: int) -> type[Any]:
    """Choose the smallest dtype for so many codes.

    Parameters
    ----------
    n_codes : int
        The largest number of codes of any column.

    Returns
    -------
    type
        ``numpy.uint8`` or ``numpy.uint16``.
    """
    return np.uint8 if n_codes <= 256 else np.uint16
