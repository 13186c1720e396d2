"""Write Parquet and Feather a chunk at a time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, BinaryIO

import numpy as np

from turs.exceptions import InputError
from turs.tablefile.arrow import load_pyarrow
from turs.tablefile.csv_writing import check_names


class ArrowWriter:
    """Write rows to a Parquet or a Feather file.

    The types of the columns are those of the first rows; a column without any value there holds
    texts.

    Parameters
    ----------
    file : binary file
        What to write to; it is not closed.
    format : {"Parquet", "Feather"}
        What to write.

    Raises
    ------
    InputError
        If pyarrow is not installed.
    """

    def __init__(self, file: BinaryIO, format: str) -> None:
        self._file = file
        self._pyarrow = load_pyarrow(f"writing {format}")
        part = "pyarrow.parquet" if format == "Parquet" else "pyarrow.ipc"
        self._module = load_pyarrow(f"writing {format}", part)
        self._parquet = format == "Parquet"
        self._schema: Any = None
        self._writer: Any = None

    def write(self, columns: Mapping[str, Any]) -> None:
        """Write some rows.

        Parameters
        ----------
        columns : mapping of str to sequence
            The columns.
        """
        try:
            table = self._pyarrow.table(
                {name: self._array(values) for name, values in columns.items()}
            )
            if self._writer is None:
                self._open(table.schema)
            check_names(list(columns), self._schema.names)
            table = table.cast(self._schema)
        except (self._pyarrow.ArrowInvalid, self._pyarrow.ArrowTypeError) as error:
            raise InputError(f"the rows cannot be written: {error}") from None
        self._writer.write_table(table)

    def close(self) -> None:
        """Write what is left, and leave the file open."""
        if self._writer is None:
            self._open(self._pyarrow.schema([]))
        self._writer.close()

    def abandon(self) -> None:
        """Write no more; what was written is to be thrown away."""
        # Left open, it would write once more when it is collected.
        if self._writer is not None:
            with suppress(OSError, self._pyarrow.ArrowException):
                self._writer.close()

    def _open(self, schema: Any) -> None:
        types = self._pyarrow.types
        self._schema = self._pyarrow.schema(
            [
                field.with_type(self._pyarrow.string()) if types.is_null(field.type) else field
                for field in schema
            ]
        )
        if self._parquet:
            self._writer = self._module.ParquetWriter(self._file, self._schema)
        else:
            self._writer = self._module.new_file(self._file, self._schema)

    def _array(self, values: Any) -> Any:
        if isinstance(values, self._pyarrow.Array | self._pyarrow.ChunkedArray):
            return values
        if isinstance(values, np.ndarray) and values.dtype.kind == "O":
            values = values.tolist()
        return self._pyarrow.array(values)
