"""Records in a CSV file that grows: one line each, written when it is there.

A run that was cut goes on where it stood; a line that was cut in the middle is dropped.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, astuple, fields
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")


class LedgerError(ValueError):
    """A file of results is not one that this version can read."""


class Records(Generic[Record]):
    """A file of records of one kind.

    Parameters
    ----------
    path : path
        It need not exist.
    kind : type
        A dataclass whose fields are str, int or float, strings of a `Literal`, or one of these or
        None, which is an empty cell. A file from before a field with a default was added can be
        read, and has the default there.
    """

    def __init__(self, path: Path, kind: type[Record]) -> None:
        self.path = path
        self._kind = kind
        self._names = [field.name for field in fields(kind)]
        self._needed = {field.name for field in fields(kind) if field.default is MISSING}
        self._readers = {name: _reader(hint) for name, hint in get_type_hints(kind).items()}

    def read(self) -> list[Record]:
        """Return the records so far.

        Returns
        -------
        list of the kind
        """
        lines = self._whole_lines()
        if not lines:
            return []
        header, *rows = csv.reader(io.StringIO(lines, newline=""))
        if len(set(header)) < len(header) or not self._needed <= set(header) <= set(self._names):
            raise LedgerError(
                f"{self.path} has other columns than {','.join(self._names)}; "
                "move it away to begin anew"
            )
        return [self._record(header, row) for row in rows]

    def append(self, record: Record) -> None:
        """Add a record and make sure that it is in the file.

        Parameters
        ----------
        record : of the kind
        """
        kept = self._whole_lines()
        if kept and next(csv.reader(io.StringIO(kept, newline=""))) != self._names:
            self.keep(self.read())
            kept = self._whole_lines()
        rows: list[Sequence[object]] = [] if kept else [self._names]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.truncate(len(kept.encode("utf-8")))
            file.write(_csv([*rows, astuple(record)]))

    def keep(self, records: Iterable[Record]) -> None:
        """Put other records in place of all that are there.

        Parameters
        ----------
        records : iterable of the kind
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(_csv([self._names, *map(astuple, records)]))

    def _whole_lines(self) -> str:
        """Return the text of the file to its last end of line."""
        if not self.path.exists():
            return ""
        text = self.path.read_bytes().decode("utf-8")
        return text[: text.rfind("\n") + 1]

    def _record(self, header: list[str], row: list[str]) -> Record:
        try:
            cells = zip(header, row, strict=True)
            return self._kind(**{name: self._readers[name](cell) for name, cell in cells})
        except ValueError as error:
            raise LedgerError(
                f"{self.path} has a line that is not a result: {','.join(row)} ({error})"
            ) from None


def _csv(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8")


def _reader(hint: Any) -> Callable[[str], Any]:
    """Return what reads a cell of a type, such as ``float`` or ``float | None``."""
    if get_origin(hint) is Literal:
        return str
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    if not kinds:
        return hint  # type: ignore[no-any-return]
    kind = kinds[0]
    return lambda cell: kind(cell) if cell else None
