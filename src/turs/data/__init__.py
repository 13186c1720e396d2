"""Turn the data shipped with the package into plain columns.

Nothing here needs a data frame library: columns are lists, a missing value is ``None``.
"""

import csv
from importlib.resources import files

__all__ = ["Value", "load_penguins"]

Value = str | int | float | None
"""What a cell of the shipped data holds; None where the value is missing."""

_CLASS = "species"
_LEFT_OUT = frozenset({_CLASS, "year"})  # the year tells when a bird was met, not what it is


def load_penguins() -> tuple[dict[str, list[Value]], list[str]]:
    """Load the Palmer penguins: 344 birds of three species.

    Returns
    -------
    X : dict of str to list
        Six columns of 344 values: ``island`` and ``sex`` (categorical), ``bill_length_mm``,
        ``bill_depth_mm``, ``flipper_length_mm`` and ``body_mass_g`` (numeric). ``None`` is a
        missing value: two birds have no measurements, eleven no recorded sex.
    y : list of str
        The species: Adelie (152 birds), Chinstrap (68) or Gentoo (124).

    Notes
    -----
    The year of observation, a column of the file, is left out. The README beside the file has its
    source, its licence (CC0) and how to cite it.

    Examples
    --------
    >>> from turs.data import load_penguins
    >>> X, y = load_penguins()
    >>> {name: values[3] for name, values in X.items()}  # doctest: +NORMALIZE_WHITESPACE
    {'island': 'Torgersen', 'bill_length_mm': None, 'bill_depth_mm': None,
     'flipper_length_mm': None, 'body_mass_g': None, 'sex': None}
    >>> y[3]
    'Adelie'
    """
    text = files(__name__).joinpath("penguins.csv").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    columns = dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))
    X = {name: _parse(cells) for name, cells in columns.items() if name not in _LEFT_OUT}
    return X, columns[_CLASS]


def _parse(cells: list[str]) -> list[Value]:
    """Read a column as integers, else as numbers, else as text."""
    for read in (int, float):
        try:
            return [None if cell == "NA" else read(cell) for cell in cells]
        except ValueError:
            continue
    return [None if cell == "NA" else cell for cell in cells]
