"""Parquet and Arrow files, read and written by pyarrow, which is loaded only for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from turs.exceptions import ColumnError, InputError
from turs.tablefile.opening import Source

_PARQUET = b"PAR1"
_STREAM = b"\xff\xff\xff\xff"
# What a file begins with, and what it is called.
_FORMATS = {
    _PARQUET: "Parquet",
    b"ARROW1": "Arrow",
    b"FEA1": "Feather",
    _STREAM: "Arrow",
}
_FRACTION = re.compile(r"\.[0-9]+")


def arrow_format(head: bytes) -> str | None:
    """Tell by its first bytes whether a file is one for pyarrow.

    Parameters
    ----------
    head : bytes
        The beginning of the file.

    Returns
    -------
    str or None
        ``"Parquet"``, ``"Arrow"`` or ``"Feather"``; None if it is none of them.

    Examples
    --------
    >>> arrow_format(b"PAR1..."), arrow_format(b"age,ward")
    ('Parquet', None)
    """
    return next((name for start, name in _FORMATS.items() if head.startswith(start)), None)


def load_pyarrow(doing: str, module: str = "pyarrow") -> Any:
    """Import pyarrow, or a part of it.

    Parameters
    ----------
    doing : str
        What for, as in ``"reading Parquet"``.
    module : str, default="pyarrow"
        The module.

    Returns
    -------
    module

    Raises
    ------
    InputError
        If it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise InputError(f"{doing} needs pyarrow; pip install 'turs[arrow]'") from None


class ArrowRows:
    """Read a Parquet or an Arrow file batch by batch.

    Parameters
    ----------
    source : Source
        The open file.

    Attributes
    ----------
    names : tuple of str
        The names of the columns.
    n_rows : int or None
        The number of rows, if the file says so at its beginning or its end.

    Raises
    ------
    InputError
        If pyarrow is not installed, or cannot read the file.
    """

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._format = arrow_format(source.head) or "Arrow"
        self._pyarrow = load_pyarrow(f"reading {self._format}")
        try:
            self._file = self._open(source)
        except (self._pyarrow.ArrowException, OSError) as error:
            raise self._unreadable(error) from None
        self.names: tuple[str, ...] = tuple(self._file.schema_arrow.names)
        self.n_rows: int | None = getattr(getattr(self._file, "metadata", None), "num_rows", None)
        twice = [name for name in self.names if self.names.count(name) > 1]
        if twice:
            raise ColumnError(
                f"{source.name} has several columns with the name {twice[0]!r}; "
                "give each column a name of its own"
            )

    def batches(self, n_rows: int, columns: Sequence[str] | None = None) -> Iterator[Any]:
        """Read the rows.

        Parameters
        ----------
        n_rows : int
            The most rows of a batch.
        columns : sequence of str, optional
            The columns that are read; all of them if not given.

        Yields
        ------
        pyarrow.RecordBatch
            Never an empty one.

        Raises
        ------
        InputError
            If the file is damaged.
        """
        try:
            for batch in self._file.iter_batches(n_rows, columns=columns):
                if batch.num_rows:
                    yield batch
        except (self._pyarrow.ArrowException, OSError) as error:
            raise self._unreadable(error) from None

    def joined(self, batches: Sequence[Any]) -> Any:
        """Make one table of batches.

        Parameters
        ----------
        batches : sequence of pyarrow.RecordBatch
            One at least.

        Returns
        -------
        pyarrow.Table
        """
        return self._pyarrow.Table.from_batches(batches)

    def _open(self, source: Source) -> Any:
        file = source.seekable()
        if self._format == "Parquet":
            parquet = load_pyarrow("reading Parquet", "pyarrow.parquet")
            return parquet.ParquetFile(file)
        if self._format == "Feather":
            feather = load_pyarrow("reading Feather", "pyarrow.feather")
            return _Batches(feather.read_table(file).to_reader())
        ipc = load_pyarrow("reading Arrow", "pyarrow.ipc")
        if source.head.startswith(_STREAM):
            return _Batches(ipc.open_stream(self._stream(file)))
        return _Batches(ipc.open_file(self._stream(file)))

    def _stream(self, file: Any) -> Any:
        return self._pyarrow.OSFile(file) if isinstance(file, str) else file

    def _unreadable(self, error: Exception) -> InputError:
        why = str(error).partition("\n")[0].rstrip(".")
        return InputError(f"{self._name}: the {self._format} file cannot be read: {why}")


class _Batches:
    """The batches of an Arrow file, by the methods that a Parquet file has."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self.schema_arrow = reader.schema

    def iter_batches(self, n_rows: int, columns: Sequence[str] | None = None) -> Iterator[Any]:
        for batch in self._all():
            chosen = batch if columns is None else batch.select(list(columns))
            for start in range(0, batch.num_rows, n_rows):
                yield chosen.slice(start, n_rows)

    def _all(self) -> Iterator[Any]:
        if not hasattr(self._reader, "num_record_batches"):
            yield from self._reader
            return
        for index in range(self._reader.num_record_batches):
            yield self._reader.get_batch(index)


def plain_values(name: str, array: Any, where: str) -> Any:
    """Turn a column of pyarrow into numbers, texts or truth values.

    Parameters
    ----------
    name : str
        The name of the column.
    array : pyarrow.Array or pyarrow.ChunkedArray
        The column.
    where : str
        The name of the file, for errors.

    Returns
    -------
    ndarray of float64, or list
        Numbers with NaN where missing; texts or truth values with None where missing. Dates are
        texts, as in a text file.

    Raises
    ------
    ColumnError
        If the column holds anything else.
    """
    pyarrow = import_module("pyarrow")
    types, kind = pyarrow.types, array.type
    if types.is_dictionary(kind):
        array = array.cast(kind.value_type)
        kind = array.type
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        floats = array.cast(pyarrow.float64(), safe=False)
        return np.array(floats.to_numpy(zero_copy_only=False), dtype=np.float64)
    if types.is_date(kind) or types.is_time(kind) or types.is_timestamp(kind):
        # Without the zeros of a unit: the same time is the same text, in whatever unit it is kept.
        texts = array.cast(pyarrow.string()).to_pylist()
        return [text and _FRACTION.sub(_without_zeros, text) for text in texts]
    if not (is_text(kind) or types.is_boolean(kind) or types.is_null(kind)):
        raise ColumnError(
            f"{where}: column {name!r} holds {kind}, of which no rule can be made; "
            f"leave it out, as in --drop {name}"
        )
    return array.to_pylist()


def _without_zeros(fraction: re.Match[str]) -> str:
    return fraction[0].rstrip("0").rstrip(".")


def is_text(kind: Any) -> bool:
    """Tell whether a type of pyarrow is one of texts.

    Parameters
    ----------
    kind : pyarrow.DataType
        The type of a column.

    Returns
    -------
    bool
    """
    return str(kind) in ("string", "large_string", "string_view")
