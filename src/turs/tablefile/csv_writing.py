"""Write CSV a chunk at a time."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from turs.exceptions import InputError
from turs.table.refusal import shown
from turs.tablefile.options import ReadOptions


class Sink(Protocol):
    """What bytes can be written to."""

    def write(self, block: bytes, /) -> object:
        """Write some bytes."""

    def flush(self) -> object:
        """Write what is held back."""


class CsvWriter:
    """Write rows of text to a binary file.

    Parameters
    ----------
    file : binary file
        What to write to; it is not closed.
    options : ReadOptions
        The delimiter, the encoding and the decimal mark.
    compressed : bool, default=False
        Whether to compress by gzip.
    """

    def __init__(self, file: Sink, options: ReadOptions, *, compressed: bool = False) -> None:
        self._file = file
        self._gzip = _compressing(file) if compressed else None
        self._encoding = options.encoding or "utf-8"
        self._encoder = codecs.getincrementalencoder(self._encoding)()
        self._decimal = options.decimal or "."
        self._buffer = io.StringIO(newline="")
        self._rows = csv.writer(
            self._buffer, delimiter=options.delimiter or ",", lineterminator="\n"
        )
        self._names: list[str] | None = None

    def write(self, columns: Mapping[str, Any]) -> None:
        """Write some rows, and the header before the first.

        Parameters
        ----------
        columns : mapping of str to sequence
            The columns.
        """
        names = list(columns)
        if self._names is None:
            self._names = names
            self._rows.writerow(names)
        check_names(names, self._names)
        cells = [self._cells(values) for values in columns.values()]
        self._rows.writerows(zip(*cells, strict=True))
        self._flush()

    def close(self) -> None:
        """Write what is left, and leave the file open."""
        if self._gzip is not None:
            self._gzip.close()
        self._file.flush()

    def abandon(self) -> None:
        """Write no more; what was written is to be thrown away."""
        if self._gzip is not None:
            with suppress(OSError):
                self._gzip.close()

    def _cells(self, values: Any) -> Sequence[Any]:
        """Return values of which csv writes what we want: None is an empty cell."""
        plain = plain_list(values)
        if any(isinstance(value, float) for value in plain):
            plain = [self._number(value) if isinstance(value, float) else value for value in plain]
        return plain

    def _number(self, value: float) -> str | None:
        if value != value:
            return None
        text = repr(value)
        return text if self._decimal == "." else text.replace(".", self._decimal)

    def _flush(self) -> None:
        text = self._buffer.getvalue()
        self._buffer.seek(0)
        self._buffer.truncate()
        try:
            block = self._encoder.encode(text)
        except UnicodeEncodeError as error:
            raise InputError(
                f"{shown(text[error.start])} cannot be written in {self._encoding}; "
                "choose another encoding, as in --encoding utf-8"
            ) from None
        (self._file if self._gzip is None else self._gzip).write(block)


def _compressing(file: Any) -> gzip.GzipFile:
    # Without a time in it, the same table gives the same bytes.
    return gzip.GzipFile("", "wb", fileobj=file, mtime=0)


def plain_list(values: Any) -> Sequence[Any]:
    """Return a column as a list of Python values.

    Parameters
    ----------
    values : sequence, ndarray or pyarrow array
        The column.

    Returns
    -------
    sequence
    """
    for method in ("to_pylist", "tolist"):
        if hasattr(values, method):
            plain: list[Any] = getattr(values, method)()
            return plain
    return values  # type: ignore[no-any-return]


def check_names(names: list[str], first: list[str]) -> None:
    """Refuse columns that are not those of the first rows.

    Parameters
    ----------
    names : list of str
        The columns of these rows.
    first : list of str
        The columns of the first.

    Raises
    ------
    InputError
        If they differ.
    """
    if names != first:
        raise InputError(
            f"the columns to be written are {', '.join(map(repr, names))}; they must be those of "
            f"the first rows, {', '.join(map(repr, first))}"
        )
