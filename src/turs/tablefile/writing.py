"""Write a table file a chunk at a time: CSV, Parquet or Feather, by the end of its name."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import PurePath
from types import TracebackType
from typing import Any, Protocol

from turs.exceptions import InputError
from turs.replacing import Replacement
from turs.tablefile.arrow_writing import ArrowWriter
from turs.tablefile.csv_writing import CsvWriter, Sink
from turs.tablefile.opening import STANDARD, path_text
from turs.tablefile.options import ReadOptions

_PARQUET = (".parquet", ".pq")
_ARROW = (".feather", ".arrow", ".ipc")
_TEXT = ("", ".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ".out")


class _Writer(Protocol):
    def write(self, columns: Mapping[str, Any]) -> None: ...
    def close(self) -> None: ...
    def abandon(self) -> None: ...


class TableWriter:
    """Write a table, of which nothing is seen under its name before all of it is there.

    Parameters
    ----------
    path : str or path
        ``"-"`` is standard output, as CSV. A name that ends in ``.parquet`` or ``.pq`` is a
        Parquet file, one in ``.feather``, ``.arrow`` or ``.ipc`` a Feather file, and one in
        ``.csv``, ``.tsv``, ``.txt`` or without an ending a CSV file, which a further ``.gz``
        compresses.
    options : ReadOptions, optional
        How a CSV file is written: the options with which the table beside it was read. By
        default with commas (with tabs in a ``.tsv``), in UTF-8, with decimal points.

    Raises
    ------
    InputError
        If the name ends otherwise, or pyarrow is needed and not there.
    OSError
        If the file cannot be made; the message says why.

    Examples
    --------
    >>> with TableWriter("-") as writer:
    ...     writer.write({"age": [31.0, None], "class": ["ill", "well"]})
    age,class
    31.0,ill
    ,well
    """

    def __init__(self, path: str | os.PathLike[str], options: ReadOptions | None = None) -> None:
        name = path_text(path)
        self._writer: _Writer
        self._replacement: Replacement | None = None
        if name == STANDARD:
            sys.stdout.flush()
            self._writer = CsvWriter(_standard_output(), _for_text(options, ""))
            return
        suffixes = [suffix.lower() for suffix in PurePath(name).suffixes]
        compressed = suffixes[-1:] == [".gz"]
        suffix = "".join(suffixes[-2:-1] if compressed else suffixes[-1:])
        _refuse_ending(name, suffix, compressed)
        self._replacement = Replacement(name)
        file = self._replacement.file
        try:
            if suffix in _PARQUET or suffix in _ARROW:
                self._writer = ArrowWriter(file, "Parquet" if suffix in _PARQUET else "Feather")
            else:
                self._writer = CsvWriter(file, _for_text(options, suffix), compressed=compressed)
        except BaseException:
            self._replacement.discard()
            raise

    def write(self, columns: Mapping[str, Any]) -> None:
        """Write some rows.

        Parameters
        ----------
        columns : mapping of str to sequence
            The columns, in order, all of one length, and the same in every call. None and NaN
            are missing values; a text is written as it is.

        Raises
        ------
        InputError
            If the columns are not those of the first call, or a text cannot be encoded.
        OSError
            If the disk is full, or the like.
        """
        try:
            self._writer.write(columns)
        except OSError as error:
            raise self._sentence(error) from None

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._abandon()
            return
        try:
            self._writer.close()
        except OSError as failure:
            self._abandon()
            raise self._sentence(failure) from None
        except BaseException:
            self._abandon()
            raise
        if self._replacement is not None:
            self._replacement.commit()

    def _abandon(self) -> None:
        self._writer.abandon()
        if self._replacement is not None:
            self._replacement.discard()

    def _sentence(self, error: OSError) -> OSError:
        # A pipe that nobody reads any more is not worth a sentence: it is caught by its class.
        if self._replacement is None or isinstance(error, BrokenPipeError):
            return error
        return self._replacement.sentence(error)


def _standard_output() -> Sink:
    # In a notebook standard output takes text alone.
    return getattr(sys.stdout, "buffer", None) or _Encoded()


class _Encoded:
    """Standard output that takes bytes where it only has text."""

    def write(self, block: bytes, /) -> int:
        return sys.stdout.write(block.decode())

    def flush(self) -> None:
        sys.stdout.flush()


def _for_text(options: ReadOptions | None, suffix: str) -> ReadOptions:
    options = ReadOptions() if options is None else options
    delimiter = options.delimiter or ("\t" if suffix in (".tsv", ".tab") else ",")
    return ReadOptions(delimiter, options.encoding or "utf-8", options.decimal or ".")


def _refuse_ending(name: str, suffix: str, compressed: bool) -> None:
    if suffix in _TEXT or (not compressed and suffix in (*_PARQUET, *_ARROW)):
        return
    raise InputError(
        f"cannot save a table to {name!r}: the name must end in .csv, .tsv, .csv.gz, .parquet or "
        ".feather"
    )
