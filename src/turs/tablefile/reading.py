"""Read a whole table file, for learning: every column, and what it was taken for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from turs.exceptions import ColumnError, InputError
from turs.tablefile.arrow import ArrowRows, arrow_format
from turs.tablefile.arrow_table import take_column
from turs.tablefile.contents import TableFile
from turs.tablefile.csv_rows import CsvRows, with_asked
from turs.tablefile.guessing import ColumnGuesser
from turs.tablefile.names import find_columns
from turs.tablefile.numbers import Notation
from turs.tablefile.opening import Progress, Source, open_source
from turs.tablefile.options import ReadOptions

_BATCH_ROWS = 1 << 16


@dataclass(frozen=True)
class Wanted:
    """Which columns are read, and what they are asked to be."""

    names: tuple[str, ...]
    asked: dict[str, str]


def read_table(
    path: str | os.PathLike[str],
    options: ReadOptions | None = None,
    *,
    columns: Iterable[str] | None = None,
    categorical: Iterable[str] = (),
    numeric: Iterable[str] = (),
    drop: Iterable[str] = (),
    progress: Progress | None = None,
) -> TableFile:
    """Read a table from a CSV, Parquet or Arrow file.

    Parameters
    ----------
    path : str or path
        The file; ``"-"`` is standard input. What it is, is seen from its first bytes, and
        whether it is compressed by gzip, too.
    options : ReadOptions, optional
        How to read a CSV file; by default all is guessed.
    columns : iterable of str, optional
        The columns to read, by name or by a pattern such as ``"lab_*"``; all if not given.
    categorical : iterable of str
        Columns, by name or pattern, whose numbers are levels.
    numeric : iterable of str
        Columns, by name or pattern, that must be numbers.
    drop : iterable of str
        Columns, by name or pattern, that are not read.
    progress : callable, optional
        Called with how much was read so far and how much there is, or None if that is not known:
        in bytes for a CSV file, in rows for others.

    Returns
    -------
    TableFile

    Raises
    ------
    InputError
        If the file is no table: the sentence has the line.
    ColumnError
        If a column is not there, or is not what it was asked to be.
    OSError
        If the file cannot be opened.

    Notes
    -----
    A CSV column is one of numbers if every value is a finite number, without leading zeros; of
    truth values if every one is ``true`` or ``false``; else of texts. Blanks around a value mean
    nothing. In a Parquet or Arrow file the types decide, and only markers that are asked for
    stand for a missing value, beside null.
    """
    options = ReadOptions() if options is None else options
    chosen = {"columns": columns, "categorical": categorical, "numeric": numeric, "drop": drop}
    asked = {what: None if names is None else list(names) for what, names in chosen.items()}
    with open_source(path) as source:
        read = _read_csv if arrow_format(source.head) is None else _read_arrow
        table = read(source, options, asked, progress)
    if table.n_rows == 0:
        raise InputError(f"{source.name}: there is a header and no row under it")
    return table


def wanted_columns(names: Sequence[str], asked: dict[str, list[str] | None], where: str) -> Wanted:
    """Find the columns that are asked to be categorical, numeric or left out."""
    found = {what: find_columns(patterns or (), names, where) for what, patterns in asked.items()}
    both = [name for name in found["numeric"] if name in found["categorical"]]
    if both:
        raise ColumnError(
            f"column {both[0]!r} is asked to be both numeric and categorical; choose one"
        )
    chosen = names if asked["columns"] is None else found["columns"]
    kinds = {name: what for what in ("numeric", "categorical") for name in found[what]}
    return Wanted(tuple(name for name in chosen if name not in found["drop"]), kinds)


def _read_csv(
    source: Source,
    options: ReadOptions,
    asked: dict[str, list[str] | None],
    progress: Progress | None,
) -> TableFile:
    rows = CsvRows(source, options)
    wanted = wanted_columns(rows.names, asked, source.name)
    notation = Notation(rows.options.decimal or ".", rows.options.markers)
    guessers = {
        name: ColumnGuesser(name, _notation_for(name, notation, wanted), wanted.asked.get(name))
        for name in wanted.names
    }
    places = [(rows.names.index(name), guesser) for name, guesser in guessers.items()]
    blocks_of_lines = [np.empty(0, dtype=np.int64)]
    for block in rows.blocks():
        blocks_of_lines.append(np.fromiter(block.lines, dtype=np.int64))
        for place, guesser in places:
            guesser.add(block.columns[place], block.lines, source.name)
        if progress is not None:
            progress(source.n_bytes_read, source.size)
    lines = np.concatenate(blocks_of_lines)
    remembered = with_asked(options, rows.options)
    if not lines.size:
        return TableFile(source.name, {}, (), 0, rows.options, remembered, lines)
    finished = {name: guesser.finish(lines) for name, guesser in guessers.items()}
    return TableFile(
        source.name,
        {name: values for name, (values, _) in finished.items()},
        tuple(guess for _, guess in finished.values()),
        lines.size,
        rows.options,
        remembered,
        lines,
    )


def _notation_for(name: str, notation: Notation, wanted: Wanted) -> Notation:
    # Who asks for numbers means that 007 is seven.
    return replace(notation, padded=wanted.asked.get(name) == "numeric")


def arrow_notation(options: ReadOptions) -> Notation:
    """Say how a file with types is read: null is missing, and markers only if asked for.

    Parameters
    ----------
    options : ReadOptions
        What was asked.

    Returns
    -------
    Notation
    """
    return Notation(options.decimal or ".", frozenset(options.missing or ()), padded=True)


def _read_arrow(
    source: Source,
    options: ReadOptions,
    asked: dict[str, list[str] | None],
    progress: Progress | None,
) -> TableFile:
    rows = ArrowRows(source)
    wanted = wanted_columns(rows.names, asked, source.name)
    batches: list[Any] = []
    n_rows = 0
    for batch in rows.batches(_BATCH_ROWS, wanted.names):
        batches.append(batch)
        n_rows += batch.num_rows
        if progress is not None:
            progress(n_rows, rows.n_rows)
    if not batches:
        return TableFile(source.name, {}, (), 0, options, options)
    table = rows.joined(batches)
    notation = arrow_notation(options)
    taken = {
        name: take_column(name, table[name], notation, wanted.asked.get(name), source.name)
        for name in wanted.names
    }
    columns = {name: values for name, (values, _) in taken.items()}
    guesses = tuple(guess for _, guess in taken.values())
    return TableFile(source.name, columns, guesses, table.num_rows, options, options)
