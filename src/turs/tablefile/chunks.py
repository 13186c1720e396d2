"""Read a table file a chunk at a time, for prediction on files larger than memory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from turs.exceptions import ColumnError, InputError
from turs.table import Column, Schema
from turs.tablefile.arrow import ArrowRows, arrow_format, plain_values
from turs.tablefile.arrow_table import numbers_from_texts, without_markers
from turs.tablefile.csv_rows import Block, CsvRows
from turs.tablefile.fixed import parse_column
from turs.tablefile.names import hint
from turs.tablefile.numbers import Notation
from turs.tablefile.opening import Progress, open_source
from turs.tablefile.options import ReadOptions
from turs.tablefile.reading import arrow_notation


@dataclass(frozen=True, eq=False)
class Chunk:
    """Hold some rows of a table file.

    Parameters
    ----------
    columns : mapping of str to ndarray or list
        The columns of the model, as `turs.table.read_columns` takes them.
    cells : mapping of str to sequence
        All columns of the file as they came, to be written beside a prediction: texts, untouched,
        or arrays of pyarrow.
    first_row : int
        The number of the first row in the file, from 0.
    n_rows : int
        The number of rows.
    lines : sequence of int or None
        The line on which each row ends, from 1; None in a file without lines.
    """

    columns: Mapping[str, Any]
    cells: Mapping[str, Any]
    first_row: int
    n_rows: int
    lines: Sequence[int] | None = None


class Chunks:
    """Iterate once over the chunks of an open table file, which is closed after the last.

    It is a context manager too, for who may stop before.

    Attributes
    ----------
    name : str
        What to call the file in messages.
    names : tuple of str
        The names of all columns of the file, in order.
    options : ReadOptions
        How it is read, with what was guessed in place of None.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        options: ReadOptions,
        schema: Schema,
        n_rows: int,
        progress: Progress | None,
        target: Column | None = None,
    ) -> None:
        self._source = open_source(path)
        self._schema = schema
        self._n_rows = n_rows
        self._progress = progress
        self.name = self._source.name
        try:
            text = arrow_format(self._source.head) is None
            self._rows = CsvRows(self._source, options) if text else ArrowRows(self._source)
            self.names: tuple[str, ...] = self._rows.names
            self._found = _match(schema, target, self.names, self.name)
        except BaseException:
            self._source.close()
            raise
        self.options = self._rows.options if isinstance(self._rows, CsvRows) else options

    def __iter__(self) -> Iterator[Chunk]:
        rows = self._rows
        try:
            if isinstance(rows, CsvRows):
                yield from self._text_chunks(rows)
            else:
                yield from self._arrow_chunks(rows)
        finally:
            self.close()

    def close(self) -> None:
        """Close the file."""
        self._source.close()

    def __enter__(self) -> Chunks:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _text_chunks(self, rows: CsvRows) -> Iterator[Chunk]:
        notation = Notation(self.options.decimal or ".", self.options.markers)
        first = 0
        for block in regroup(rows.blocks(), self._n_rows):
            cells = dict(zip(self.names, block.columns, strict=True))
            columns = {
                column.name: parse_column(column, cells[name], notation, block.lines, self.name)
                for column, name in self._found
            }
            if self._progress is not None:
                self._progress(self._source.n_bytes_read, self._source.size)
            yield Chunk(columns, cells, first, len(block.lines), block.lines)
            first += len(block.lines)

    def _arrow_chunks(self, rows: ArrowRows) -> Iterator[Chunk]:
        notation = arrow_notation(self.options)
        first = 0
        for batch in rows.batches(self._n_rows):
            cells = dict(zip(self.names, batch.columns, strict=True))
            columns = {
                column.name: self._arrow_column(column, cells[name], notation, first)
                for column, name in self._found
            }
            if self._progress is not None:
                self._progress(first + batch.num_rows, rows.n_rows)
            yield Chunk(columns, cells, first, batch.num_rows)
            first += batch.num_rows

    def _arrow_column(self, column: Column, array: Any, notation: Notation, first: int) -> Any:
        values = without_markers(plain_values(column.name, array, self.name), notation)
        if column.kind == "numeric" and isinstance(values, list):
            return numbers_from_texts(column.name, values, notation, self.name, first)
        return values


def iter_chunks(
    path: str | os.PathLike[str],
    options: ReadOptions | None,
    schema: Schema,
    n_rows: int = 50_000,
    progress: Progress | None = None,
    target: Column | None = None,
) -> Chunks:
    """Read a table file a chunk at a time, by the schema of a model.

    Parameters
    ----------
    path : str or path
        The file; ``"-"`` is standard input.
    options : ReadOptions or None
        How to read a CSV file: what training remembered, or None.
    schema : Schema
        The columns of the model.
    n_rows : int, default=50000
        The rows of a chunk, but for the last; batches of Parquet may be smaller.
    progress : callable, optional
        Called with how much was read so far and how much there is, or None if that is not known:
        in bytes for a CSV file, in rows for others.
    target : Column, optional
        The class column, with the classes as levels, if it is to be among the columns of the
        chunks, after those of the model.

    Returns
    -------
    Chunks
        To iterate over once. There is no chunk in a file without rows.

    Raises
    ------
    ColumnError
        If a column of the model is not in the file, or a cell is not of its kind.
    InputError
        If the file is no table, or `n_rows` is no positive number.
    OSError
        If the file cannot be opened.
    """
    if n_rows < 1:
        raise InputError(f"a chunk of {n_rows} rows was asked for; it must have one at least")
    options = ReadOptions() if options is None else options
    return Chunks(path, options, schema, n_rows, progress, target)


def _match(
    schema: Schema, target: Column | None, names: Sequence[str], where: str
) -> tuple[tuple[Column, str], ...]:
    if target is None:
        return match_schema(schema, names, where)
    found = match_schema(schema, [name for name in names if name != target.name], where)
    if target.name not in names:
        raise ColumnError(
            f"{where} has no column {target.name!r} for the target; {hint(target.name, names)}"
        )
    return (*found, (target, target.name))


def match_schema(
    schema: Schema, names: Sequence[str], where: str
) -> tuple[tuple[Column, str], ...]:
    """Find the columns of a model in a file.

    Parameters
    ----------
    schema : Schema
        The columns of the model.
    names : sequence of str
        The names of the columns of the file.
    where : str
        The name of the file, for errors.

    Returns
    -------
    tuple of (Column, str)
        Each column of the model with its name in the file: the same, unless training had no
        names and the file has as many columns.

    Raises
    ------
    ColumnError
        If one is not there.
    """
    absent = [name for name in schema.names if name not in names]
    if absent and not schema.named and len(names) == len(schema):
        return tuple(zip(schema.columns, names, strict=True))
    if absent:
        rest = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
        raise ColumnError(
            f"{where} lacks the column {absent[0]!r}{rest}, which the rules were learned with; "
            f"{hint(absent[0], names)}"
        )
    return tuple((column, column.name) for column in schema.columns)


def regroup(blocks: Iterator[Block], n_rows: int) -> Iterator[Block]:
    """Cut blocks of rows, and put them together, into blocks of one size.

    Parameters
    ----------
    blocks : iterator of Block
        Of any sizes.
    n_rows : int
        The rows of a block, but for the last.

    Yields
    ------
    Block
    """
    columns: list[list[str]] = []
    lines: list[int] = []
    for block in blocks:
        columns = columns or [[] for _ in block.columns]
        for column, more in zip(columns, block.columns, strict=True):
            column.extend(more)
        lines.extend(block.lines)
        while len(lines) >= n_rows:
            yield Block([column[:n_rows] for column in columns], lines[:n_rows])
            columns, lines = [column[n_rows:] for column in columns], lines[n_rows:]
    if lines:
        yield Block(list(columns), lines)
