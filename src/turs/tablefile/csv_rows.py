"""Read a text table row by row: its header first, then blocks of rows with their line numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from turs.exceptions import ColumnError, InputError
from turs.table.refusal import shown
from turs.tablefile.dialect import (
    DELIMITERS,
    blank_before_quote,
    guess_decimal,
    guess_delimiter,
    sample_of,
    sample_rows,
)
from turs.tablefile.lines import find_encoding, read_texts, split_lines
from turs.tablefile.numbers import Notation
from turs.tablefile.opening import Source
from turs.tablefile.options import ReadOptions

_MOST_COUNTED = 3
_BLOCK_ROWS = 1000
_SPOKEN = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}


@dataclass(frozen=True, eq=False)
class Block:
    """Hold some rows of a text table.

    Parameters
    ----------
    columns : list of sequence of str
        The cells as they stand in the file, column by column.
    lines : sequence of int
        The line on which each row ends, from 1.
    """

    columns: list[Sequence[str]]
    lines: Sequence[int]


class CsvRows:
    """Read the header of a text table, then its rows.

    Parameters
    ----------
    source : Source
        The open file.
    options : ReadOptions
        How to read it.

    Attributes
    ----------
    names : tuple of str
        The names of the columns.
    options : ReadOptions
        The same, with what was guessed in place of None.

    Raises
    ------
    InputError
        If there is no header, or it looks like data.
    ColumnError
        If two columns have one name.
    """

    def __init__(self, source: Source, options: ReadOptions) -> None:
        self._name = source.name
        encoding = find_encoding(source, options.encoding)
        self._texts = read_texts(source, encoding)
        text = next(self._texts, "")
        self.options = _resolve(options, encoding, sample_of(text))
        self._skip_blanks = blank_before_quote(sample_of(text), self.options.delimiter or ",")
        header, self._n_lines = self._read_header(text)
        self.names = self._name_columns(header)
        self._texts = chain(["".join(split_lines(text)[self._n_lines :])], self._texts)

    def blocks(self) -> Iterator[Block]:
        """Read the rows.

        Yields
        ------
        Block
            Never an empty one.

        Raises
        ------
        InputError
            If a row has more or fewer values than the header, or cannot be read.
        """
        # Text without quotes is split as a whole, several times faster than row by row.
        for text in filter(None, self._texts):
            columns = split_plain(text, self.options.delimiter or ",", len(self.names))
            if columns is None:
                yield from self._read_rows(chain([text], self._texts))
                return
            first = self._n_lines + 1
            self._n_lines += len(columns[0])
            if columns[0]:
                yield Block(columns, range(first, self._n_lines + 1))

    def _reader(self, lines: Iterable[str]) -> Any:
        return csv.reader(
            lines,
            delimiter=self.options.delimiter or ",",
            skipinitialspace=self._skip_blanks,
            strict=True,
        )

    def _read_header(self, text: str) -> tuple[list[str], int]:
        reader = self._reader(split_lines(text))
        try:
            header = next(row for row in reader if any(map(str.strip, row)))
        except csv.Error as error:
            raise self._unreadable(error, 1, reader.line_num) from None
        except StopIteration:
            raise InputError(
                f"{self._name}: the file is blank; a table has a header and rows"
            ) from None
        return [cell.strip() for cell in header], reader.line_num

    def _name_columns(self, header: Sequence[str]) -> tuple[str, ...]:
        where = f"{self._name}, line {self._n_lines}"
        _refuse_data(header, where)
        self._refuse_other_delimiter(header, where)
        names = tuple(name or f"column_{place}" for place, name in enumerate(header, 1))
        _refuse_twice(names, where)
        return names

    def _read_rows(self, texts: Iterable[str]) -> Iterator[Block]:
        """Read the rows one by one, some of which have quotes, are blank or of a wrong length."""
        n_before = last = self._n_lines
        reader = self._reader(line for text in texts for line in split_lines(text))
        rows: list[list[str]] = []
        lines: list[int] = []
        try:
            for row in reader:
                last = n_before + reader.line_num
                if row:
                    rows.append(row)
                    lines.append(last)
                if len(rows) == _BLOCK_ROWS:
                    yield from self._block(rows, lines)
                    rows, lines = [], []
        except csv.Error as error:
            raise self._unreadable(error, last + 1, n_before + reader.line_num) from None
        yield from self._block(rows, lines)

    def _block(self, rows: list[list[str]], lines: list[int]) -> Iterator[Block]:
        if set(map(len, rows)) != {len(self.names)}:
            rows, lines = self._without_blank(rows, lines)
        if rows:
            yield Block(list(zip(*rows, strict=True)), lines)

    def _unreadable(self, error: csv.Error, first: int, last: int) -> InputError:
        message = str(error)
        if "unexpected end of data" in message:
            what = f'line {first}: a quote (") is opened in this row and never closed'
        elif "field larger" in message:
            what = (
                f"line {first}: a value of this row is longer than {csv.field_size_limit()} "
                'characters; is a quote (") never closed?'
            )
        elif "expected after" in message:
            what = (
                f'line {last}: a quote (") ends before its value does; '
                "a quote inside a quoted value must be doubled"
            )
        else:
            what = f"line {last}: {message}"
        return InputError(f"{self._name}, {what}")

    def _without_blank(
        self, rows: list[list[str]], lines: list[int]
    ) -> tuple[list[list[str]], list[int]]:
        """Leave out rows of blanks alone, and refuse the first of another length."""
        width = len(self.names)
        kept = [
            (row, line)
            for row, line in zip(rows, lines, strict=True)
            if len(row) == width or len(row) > 1 or row[0].strip()
        ]
        for row, line in kept:
            if len(row) != width:
                raise InputError(
                    f"{self._name}, line {line}: {_counted(len(row), 'value')} where the header "
                    f"has {_counted(width, 'column')}{self._hint(row)}"
                )
        return [row for row, _ in kept], [line for _, line in kept]

    def _hint(self, row: Sequence[str]) -> str:
        if len(row) > len(self.names) and self.options.delimiter == ",":
            return '; a value with a comma in it must stand in quotes (")'
        return ""

    def _refuse_other_delimiter(self, header: Sequence[str], where: str) -> None:
        """Refuse a header of one name that holds another delimiter: one was asked for wrongly."""
        if len(header) > 1:
            return
        found = [(header[0].count(one), one) for one in DELIMITERS if one in header[0]]
        if found:
            n_found, other = max(found)
            raise InputError(
                f"{where}: the header has no {_spoken(self.options.delimiter)}, but "
                f"{_counted(n_found, _spoken(other))}; give --delimiter "
                f"{'tab' if other == chr(9) else repr(other)}"
            )


def split_plain(text: str, delimiter: str, width: int) -> list[Sequence[str]] | None:
    r"""Split lines without quotes into columns, all at once.

    Parameters
    ----------
    text : str
        Some whole lines.
    delimiter : str
        The delimiter.
    width : int
        The number of columns.

    Returns
    -------
    list of sequence of str, or None
        None if there is a quote, a blank line or a row of another length.

    Examples
    --------
    >>> split_plain("1,a\n2,b\n", ",", 2)
    [['1', '2'], ['a', 'b']]
    """
    if '"' in text:
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.endswith("\n"):
        text += "\n"
    # Each end of a line becomes a cell of its own, which must be the last of each row.
    cells = text.replace("\n", f"{delimiter}\n{delimiter}").split(delimiter)
    cells.pop()
    ends = cells[width :: width + 1]
    n_rows = text.count("\n")
    if not ends.count("\n") == len(ends) == n_rows or len(cells) != n_rows * (width + 1):
        return None
    columns: list[Sequence[str]] = [cells[place :: width + 1] for place in range(width)]
    return None if width == 1 and "" in columns[0] else columns


def _resolve(options: ReadOptions, encoding: str, text: str) -> ReadOptions:
    delimiter = options.delimiter or guess_delimiter(text)
    rows = sample_rows(text, delimiter)
    decimal = options.decimal or guess_decimal(rows, delimiter, options.markers)
    return ReadOptions(delimiter, encoding, decimal, tuple(sorted(options.markers - {""})))


def _refuse_data(header: Sequence[str], where: str) -> None:
    """Refuse a header that has numbers where names should be."""
    notation = Notation(".", frozenset(), padded=True)
    numbers = [cell for cell in header if notation.is_number(cell)]
    places = [str(place) for place in range(len(header))]
    if len(header) >= _MOST_COUNTED and list(header) == places:
        return  # What pandas writes for columns without names.
    fractions = [cell for cell in numbers if not float(cell).is_integer()]
    n_filled = sum(cell != "" for cell in header)
    if numbers and (len(numbers) == n_filled or 2 * len(fractions) >= n_filled):
        examples = ", ".join(map(shown, numbers[:_MOST_COUNTED]))
        raise InputError(
            f"{where}: the header looks like data ({examples}); "
            "the first line must name the columns"
        )


def _refuse_twice(names: Sequence[str], where: str) -> None:
    place_of: dict[str, int] = {}
    for place, name in enumerate(names, 1):
        if name in place_of:
            raise ColumnError(
                f"{where}: columns {place_of[name]} and {place} are both named {name!r}; "
                "give each column a name of its own, or add a header if there is none"
            )
        place_of[name] = place


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _spoken(delimiter: str | None) -> str:
    return _SPOKEN.get(delimiter or "", repr(delimiter))


def with_asked(asked: ReadOptions, found: ReadOptions) -> ReadOptions:
    """Return the options that another file of the same kind should be read with.

    What was guessed is guessed again, for another file may be written otherwise, but a decimal
    comma and the missing markers stay: they say what a value meant in training.

    Parameters
    ----------
    asked : ReadOptions
        What the user asked for.
    found : ReadOptions
        What this file was read with.

    Returns
    -------
    ReadOptions
    """
    decimal = found.decimal if found.decimal == "," else asked.decimal
    return replace(asked, decimal=decimal, missing=found.missing)
