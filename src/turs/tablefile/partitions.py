"""Cut Parquet files into partitions by their footers, and read one partition at a time."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from turs.exceptions import ColumnError, InputError
from turs.tablefile.arrow import arrow_format, is_text, load_pyarrow, plain_values
from turs.tablefile.arrow_table import numbers_from_texts, without_markers
from turs.tablefile.contents import TableFile
from turs.tablefile.numbers import Notation
from turs.tablefile.opening import open_source
from turs.tablefile.options import ReadOptions
from turs.tablefile.reading import arrow_notation, wanted_columns

MOST_ROWS = 1 << 20
"""The rows of a partition, unless one row group has more."""

MOST_BYTES = 1 << 27
"""The bytes of a partition in memory, likewise."""

_ENDINGS = (".parquet", ".pq")
_CELL_BYTES = 8
_CONVERT = (
    "import pyarrow.dataset as d; d.write_dataset(d.dataset({!r}, format='csv'), {!r}, "
    "format='parquet')"
)


@dataclass(frozen=True)
class Partition:
    """Name some row groups of a Parquet file, one after another.

    Parameters
    ----------
    file : str
        What to call the file in messages.
    path : str
        Its whole path, which also a process elsewhere can open.
    groups : tuple of int
        The numbers of the row groups.
    first_row : int
        The number of the first row in the file, from 0.
    n_rows : int
        The number of rows.
    whole : bool
        Whether these are all rows of the file.
    """

    file: str
    path: str
    groups: tuple[int, ...]
    first_row: int
    n_rows: int
    whole: bool

    @property
    def name(self) -> str:
        """What to call it in messages."""
        if self.whole:
            return self.file
        return f"{self.file}, rows {self.first_row + 1} to {self.first_row + self.n_rows}"


@dataclass(frozen=True, eq=False)
class PartedTable:
    """Describe a table that is in Parquet files, of which the footers were read.

    Parameters
    ----------
    files : tuple of str
        The files.
    partitions : tuple of Partition
        Their rows, in order; one at the least.
    types : mapping of str to str
        The columns that are wanted, in the order of the first file, and the types that they
        have there.
    categorical : tuple of str
        The number columns whose values are levels.
    asked : mapping of str to str
        What columns are asked to be: ``"numeric"`` or ``"categorical"``.
    options : ReadOptions
        How to read them: of these the missing markers and the decimal mark matter.
    """

    files: tuple[str, ...]
    partitions: tuple[Partition, ...]
    types: Mapping[str, str]
    categorical: tuple[str, ...]
    asked: Mapping[str, str]
    options: ReadOptions

    @property
    def name(self) -> str:
        """What to call the table in messages."""
        return _counted_name(self.files)

    @property
    def n_rows(self) -> int:
        """The number of rows of all partitions."""
        return sum(partition.n_rows for partition in self.partitions)

    def read(self, partition: Partition) -> TableFile:
        """Read one partition.

        Parameters
        ----------
        partition : Partition
            One of this table.

        Returns
        -------
        TableFile
            The columns as `read_table` would read them, without guesses: what a column is taken
            for, all partitions decide together.

        Raises
        ------
        ColumnError
            If a value is not what it was asked to be.
        InputError
            If the file is damaged, or is no longer what its footer said.
        """
        notation = arrow_notation(self.options)
        columns = {
            name: _values(name, array, notation, self.asked.get(name), partition)
            for name, array in _arrays(partition, self.types)
        }
        name, n_rows = partition.name, partition.n_rows
        return TableFile(name, columns, (), n_rows, self.options, self.options)


def find_parquet(words: Iterable[str]) -> list[str]:
    """Find the files that words of a command line mean.

    Parameters
    ----------
    words : iterable of str
        Files; directories, which stand for the Parquet files in them; and patterns such as
        ``"big/*.parquet"``, if there is no file of that name.

    Returns
    -------
    list of str
        Those of a directory or a pattern are sorted.

    Raises
    ------
    InputError
        If a directory or a pattern has no file, or a file is named twice.
    """
    found = [path for word in words for path in _meant(word)]
    seen: dict[str, str] = {}
    for path in found:
        real = os.path.realpath(path)
        if real in seen:
            raise InputError(
                f"{path!r} is the same file as {seen[real]!r}, and its rows would count twice; "
                "name each file once"
            )
        seen[real] = path
    return found


def open_parts(
    files: Sequence[str],
    options: ReadOptions | None = None,
    *,
    categorical: Iterable[str] = (),
    numeric: Iterable[str] = (),
    drop: Iterable[str] = (),
    most_bytes: int = MOST_BYTES,
) -> PartedTable:
    """Open Parquet files as one table: their footers are read, and no row is.

    Parameters
    ----------
    files : sequence of str
        The files, one at the least, with the same columns.
    options : ReadOptions, optional
        How to read them.
    categorical, numeric, drop : iterable of str
        As of `read_table`.
    most_bytes : int, default=MOST_BYTES
        The bytes of a partition in memory, unless one row group has more.

    Returns
    -------
    PartedTable

    Raises
    ------
    InputError
        If a file is no Parquet file, or there is no row in any.
    ColumnError
        If a column is not there, or is not the same in all files.
    OSError
        If a file cannot be opened.
    """
    options = ReadOptions() if options is None else options
    footers = [_Footer(file) for file in files]
    asked = {"categorical": list(categorical), "numeric": list(numeric), "drop": list(drop)}
    names = list(dict.fromkeys(name for footer in footers for name in footer.names))
    wanted = wanted_columns(names, {"columns": None, **asked}, _counted_name(files))
    types = {name: _agreed_type(name, footers) for name in wanted.names}
    partitions = tuple(
        partition for footer in footers for partition in footer.partitions(set(types), most_bytes)
    )
    if not partitions:
        raise InputError(f"{_counted_name(files)}: there is a header and no row under it")
    levels = [
        name
        for name, kind in types.items()
        if _is_levels(name, kind, wanted.asked.get(name), files[0])
    ]
    shown = {name: str(kind) for name, kind in types.items()}
    return PartedTable(tuple(files), partitions, shown, tuple(levels), wanted.asked, options)


class _Footer:
    """What the footer of a Parquet file says."""

    def __init__(self, file: str) -> None:
        self.file = file
        with open_source(file) as source:
            _refuse_others(file, arrow_format(source.head))
        with _readable(file) as parquet:
            opened = parquet.ParquetFile(file)
            self._metadata = opened.metadata
            schema = opened.schema_arrow
            opened.close()
        self.names: tuple[str, ...] = tuple(schema.names)
        self.types = {name: schema.field(place).type for place, name in enumerate(self.names)}
        if len(self.types) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise ColumnError(
                f"{file} has several columns with the name {twice!r}; "
                "give each column a name of its own"
            )

    def partitions(self, names: set[str], most_bytes: int) -> Iterator[Partition]:
        """Put row groups together, as many as there may be in one partition."""
        sizes = [self._size(group, names) for group in range(self._metadata.num_row_groups)]
        first_row, groups, n_rows, n_bytes = 0, list[int](), 0, 0
        for group, (more_rows, more_bytes) in enumerate(sizes):
            full = n_rows + more_rows > MOST_ROWS or n_bytes + more_bytes > most_bytes
            if n_rows and full:
                yield self._partition(groups, first_row, n_rows)
                first_row, groups, n_rows, n_bytes = first_row + n_rows, [], 0, 0
            groups.append(group)
            n_rows, n_bytes = n_rows + more_rows, n_bytes + more_bytes
        if n_rows:
            yield self._partition(groups, first_row, n_rows)

    def _size(self, group: int, names: set[str]) -> tuple[int, int]:
        """Return the rows of a row group, and about the bytes of its columns in memory."""
        of_group = self._metadata.row_group(group)
        columns = (of_group.column(place) for place in range(of_group.num_columns))
        n_bytes = sum(
            column.total_uncompressed_size
            for column in columns
            if column.path_in_schema.partition(".")[0] in names or column.path_in_schema in names
        )
        # What is written once and pointed at in the file takes a place in each row.
        return of_group.num_rows, max(n_bytes, of_group.num_rows * len(names) * _CELL_BYTES)

    def _partition(self, groups: Sequence[int], first_row: int, n_rows: int) -> Partition:
        whole = n_rows == self._metadata.num_rows
        path = os.path.abspath(self.file)
        return Partition(self.file, path, tuple(groups), first_row, n_rows, whole)


@contextmanager
def _readable(file: str) -> Iterator[Any]:
    """Give pyarrow.parquet, and say in one sentence that it cannot read a file."""
    pyarrow = load_pyarrow("reading Parquet")
    try:
        yield load_pyarrow("reading Parquet", "pyarrow.parquet")
    except (pyarrow.ArrowException, OSError) as error:
        why = str(error).partition("\n")[0].rstrip(".")
        raise InputError(f"{file}: the Parquet file cannot be read: {why}") from None


def _counted_name(files: Sequence[str]) -> str:
    more = len(files) - 1
    return f"{files[0]} and {more} more" if more else files[0]


def _meant(word: str) -> list[str]:
    if os.path.isdir(word):
        names = sorted(name for name in os.listdir(word) if name.endswith(_ENDINGS))
        # Those that begin so are notes of the program that wrote the others.
        files = [os.path.join(word, name) for name in names if not name.startswith(("_", "."))]
        if not files:
            raise InputError(f"there is no Parquet file (*.parquet) in the directory {word!r}")
        return files
    if os.path.exists(word) or not glob.has_magic(word):
        return [word]
    files = sorted(path for path in glob.glob(word, recursive=True) if os.path.isfile(path))
    if not files:
        raise InputError(f"there is no file whose name is like {word!r}; check the directory")
    return files


def _refuse_others(file: str, format: str | None) -> None:
    if format == "Parquet":
        return
    if format is not None:
        raise InputError(
            f"{file} is a file of {format}, and tables larger than memory are read from Parquet; "
            "save it as Parquet"
        )
    folder = os.path.splitext(os.path.basename(file))[0]
    raise InputError(
        f"{file} is no Parquet file, and tables larger than memory are read from Parquet; if it "
        f'is CSV, convert it: python -c "{_CONVERT.format(file, folder)}"'
    )


def _agreed_type(name: str, footers: Sequence[_Footer]) -> Any:
    """Return the type of a column, which must mean the same in all files."""
    one = next(footer for footer in footers if name in footer.types)
    for other in footers:
        if name not in other.types:
            raise ColumnError(
                f"{other.file} has no column {name!r}, and {one.file} has one; give files with "
                f"the same columns, or leave it out, as in --drop {name}"
            )
        kinds = one.types[name], other.types[name]
        if _meaning(kinds[0]) is None:
            one = other
        elif _meaning(kinds[1]) not in (None, _meaning(kinds[0])):
            raise ColumnError(
                f"column {name!r} is of the type {kinds[0]} in {one.file} and of the type "
                f"{kinds[1]} in {other.file}; make it the same in all files"
            )
    return one.types[name]


def _is_levels(name: str, kind: Any, asked: str | None, where: str) -> bool:
    """Tell whether a column has numbers that are to be levels, or refuse its type."""
    nothing = load_pyarrow("reading Parquet").array([], type=kind)
    if isinstance(plain_values(name, nothing, where), list) or asked == "numeric":
        return False
    return asked == "categorical" or hasattr(kind, "ordered")


def _meaning(kind: Any) -> Any:
    """Return what is the same for types that are read alike; None if nothing is in the column."""
    types = load_pyarrow("reading Parquet", "pyarrow.types")
    if types.is_null(kind):
        return None
    if types.is_dictionary(kind):
        meaning = _meaning(kind.value_type)
        return "text" if meaning == "text" and not kind.ordered else ("category", meaning)
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        return "number"
    if types.is_timestamp(kind):
        return "time", kind.tz
    return "text" if is_text(kind) else str(kind)


def _arrays(partition: Partition, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Read column after column, so that no more than one is in memory twice."""
    with _readable(partition.file) as parquet, parquet.ParquetFile(partition.path) as opened:
        for name in names:
            table = opened.read_row_groups(list(partition.groups), columns=[name])
            if table.num_rows != partition.n_rows:
                raise InputError(f"{partition.file} has changed while it was read; begin again")
            yield name, table[name]


def _values(
    name: str, array: Any, notation: Notation, asked: str | None, partition: Partition
) -> Any:
    """Read a column as `take_column` does."""
    values = without_markers(plain_values(name, array, partition.file), notation)
    if isinstance(values, list) and asked == "numeric":
        start = partition.first_row
        return numbers_from_texts(name, values, notation, partition.file, start)
    kind = array.type
    if hasattr(kind, "ordered") and kind.ordered and is_text(kind.value_type):
        return array
    if isinstance(values, list):
        # Equal texts are one object: a million of them take the place of a million pointers.
        known: dict[Any, Any] = {}
        return [known.setdefault(value, value) for value in values]
    return values
