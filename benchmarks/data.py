"""The paper's 13 data sets: a name into columns and classes.

Each is a CSV file with the class in its last column. The files are looked for in the directory
that is given, in ``$TURS_DATA_DIR``, in ``../shared/data/uci`` beside the checkout, and among what
was downloaded before; failing that they are downloaded and kept in the user's cache.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.sources import SOURCES, SourceError, csv_rows, download

if TYPE_CHECKING:
    from numpy.typing import NDArray

BESIDE_THE_CHECKOUT = Path(__file__).resolve().parents[2] / "shared" / "data" / "uci"
WITHOUT_INDEX = "anuran-noindex"


class DataError(ValueError):
    """A data set is not there, or is not what it should be."""


@dataclass(frozen=True)
class Facts:
    """What a file must have to be the paper's.

    Attributes
    ----------
    n_rows, n_variables, n_classes : int
    fingerprint : str
        Of the values in their order: the folds depend on it.
    has_header : bool
    """

    n_rows: int
    n_variables: int
    n_classes: int
    fingerprint: str
    has_header: bool = False


FACTS: dict[str, Facts] = {
    "anuran": Facts(7195, 23, 4, "6d20d8629249", has_header=True),
    "avila": Facts(20867, 10, 12, "9ad1cebe6fd6", has_header=True),
    "backnote": Facts(1372, 4, 2, "f394005c52f2"),
    "car": Facts(1728, 6, 4, "ffdfa9b6b1c3"),
    "chess": Facts(3196, 36, 2, "59f2810a3adf"),
    "contracept": Facts(1473, 9, 3, "0250ff6e59cb"),
    "diabetes": Facts(768, 8, 2, "d87c2165bffa", has_header=True),
    "ionosphere": Facts(351, 34, 2, "637832fcf82c"),
    "iris": Facts(150, 4, 3, "03a7f5ba7afe"),
    "magic": Facts(19020, 10, 2, "d961348a648c"),
    "tic-tac-toe": Facts(958, 9, 2, "9489dbd2c84f"),
    "waveform": Facts(5000, 21, 3, "4906a74bd220"),
    "wine": Facts(178, 13, 3, "9fb188ce5a04"),
}

# From the smallest to the largest, so that the first results come soon.
NAMES = (*sorted(FACTS, key=lambda name: FACTS[name].n_rows), WITHOUT_INDEX)


@dataclass(frozen=True)
class DataSet:
    """A table and its classes.

    Attributes
    ----------
    name : str
    X : dict of str to ndarray
        The columns: integers, floats or strings.
    y : ndarray
        The classes.
    """

    name: str
    X: dict[str, NDArray[Any]]
    y: NDArray[Any]

    def take(self, rows: NDArray[np.intp]) -> DataSet:
        """Return some of the rows.

        Parameters
        ----------
        rows : ndarray of int

        Returns
        -------
        DataSet
        """
        columns = {name: values[rows] for name, values in self.X.items()}
        return DataSet(self.name, columns, self.y[rows])


def load_data_set(name: str, directory: Path | None = None) -> DataSet:
    """Read one of the paper's data sets.

    Parameters
    ----------
    name : str
        One of `NAMES`: the 13, and ``anuran-noindex``, which is ``anuran`` without its first
        column, a row index that gives the class away.
    directory : path, optional
        Where the files are.

    Returns
    -------
    DataSet

    Raises
    ------
    DataError
        When there is no such file, or it is not the data set.
    """
    if name not in NAMES:
        raise DataError(f"there is no data set {name!r}; there are {', '.join(NAMES)}")
    file_name = "anuran" if name == WITHOUT_INDEX else name
    path = find_file(file_name, directory)
    data_set = _checked(parse(file_name, path.read_text(encoding="utf-8")), str(path))
    if name != WITHOUT_INDEX:
        return data_set
    return DataSet(name, dict(list(data_set.X.items())[1:]), data_set.y)


def parse(name: str, text: str) -> DataSet:
    """Read the text of a CSV file.

    Parameters
    ----------
    name : str
        Of the data set, which says whether the file has a header.
    text : str

    Returns
    -------
    DataSet
    """
    rows = csv_rows(text)
    if len({len(row) for row in rows}) != 1:
        raise DataError(f"the rows of {name} should all have the same number of values")
    header = rows.pop(0) if FACTS[name].has_header else [f"x{i}" for i in range(len(rows[0]))]
    *columns, classes = (_typed(list(column)) for column in zip(*rows, strict=True))
    names = [title or "index" for title in header]
    return DataSet(name, dict(zip(names, columns, strict=False)), classes)


def find_file(name: str, directory: Path | None = None) -> Path:
    """Return the file of a data set; download it if it is nowhere.

    Parameters
    ----------
    name : str
    directory : path, optional
        The only place to look in, if given.

    Returns
    -------
    path
    """
    named = directory or os.environ.get("TURS_DATA_DIR")
    if named:
        path = Path(named) / f"{name}.csv"
        if path.is_file():
            return path
        raise DataError(f"there is no {path.name} in {named}, which should have the data sets")
    for place in (BESIDE_THE_CHECKOUT, cache_directory()):
        if (path := place / f"{name}.csv").is_file():
            return path
    return fetch(name, cache_directory())


def cache_directory() -> Path:
    """Return where downloads are kept: a place that the system has for that.

    Returns
    -------
    path
    """
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "turs" / "uci"


def fetch(name: str, directory: Path) -> Path:
    """Download a data set into a directory, all of it or nothing.

    Parameters
    ----------
    name : str
    directory : path

    Returns
    -------
    path
        Of the file.

    Raises
    ------
    DataError
        When it cannot be had, or is not the data set.
    """
    source = SOURCES[name]
    try:
        text = download(source)
    except SourceError as error:
        raise DataError(
            f"cannot download {name}: {error}; put {name}.csv into a directory of your own, "
            "the class last, and set TURS_DATA_DIR to it"
        ) from error
    data_set = _checked(parse(name, text), source.url)
    if fingerprint(data_set) != FACTS[name].fingerprint:
        warnings.warn(
            f"{name} as downloaded from {source.url} is not, row by row, what the paper used, so "
            "its folds are others",
            stacklevel=2,
        )
    return _written(text, directory / f"{name}.csv")


def fingerprint(data_set: DataSet) -> str:
    """Return a short digest of the values in their order.

    Parameters
    ----------
    data_set : DataSet

    Returns
    -------
    str
        Twelve hexadecimal digits.

    Notes
    -----
    Copies of a file differ in how they write a number, and by rounding in its last digits; ten
    digits are the same in all.
    """
    digest = hashlib.sha256()
    for values in (*data_set.X.values(), data_set.y):
        is_text = values.dtype.kind == "U"
        cells = values if is_text else (f"{value:.10g}" for value in values.tolist())
        digest.update("\n".join(cells).encode() + b"\n\n")
    return digest.hexdigest()[:12]


def _typed(cells: list[str]) -> NDArray[Any]:
    """Return a column as integers if it can be, else as floats, else as it is."""
    for kind in (int, float):
        try:
            return np.array([kind(cell) for cell in cells])
        except ValueError:
            continue
    return np.array(cells)


def _checked(data_set: DataSet, where: str) -> DataSet:
    """Refuse what has not the size of the paper's data set."""
    facts = FACTS[data_set.name]
    expected = (facts.n_rows, facts.n_variables, facts.n_classes)
    found = (len(data_set.y), len(data_set.X), len(np.unique(data_set.y)))
    if found != expected:
        raise DataError(
            f"{data_set.name} in {where} has {found[0]} rows, {found[1]} variables and {found[2]} "
            f"classes; the paper's has {expected[0]}, {expected[1]} and {expected[2]}"
        )
    return data_set


def _written(text: str, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    Path(temporary).replace(path)
    return path
