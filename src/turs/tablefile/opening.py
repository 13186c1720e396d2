"""Open a table file: a path or standard input, compressed or not, into one stream of bytes."""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Protocol, TypeAlias

from turs.exceptions import InputError, InputTypeError
from turs.tablefile.names import nearest

STANDARD = "-"
"""The path that means standard input, or standard output."""

HEAD_BYTES = 1 << 16
"""So much of a file is looked at to find out what it is."""

Progress: TypeAlias = "Callable[[int, int | None], None]"
"""What is told how much of a file was read, and of how much, if that is known."""

_GZIP = b"\x1f\x8b"


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class _File(_Readable, Protocol):
    def close(self) -> None: ...


class Source:
    """Hold an open file of which the beginning was looked at.

    Parameters
    ----------
    name : str
        What to call it in messages.
    file : file
        What to read from, byte by byte as on the disk.
    status : os.stat_result, optional
        What the system says of it, if it has a path.

    Attributes
    ----------
    head : bytes
        The first `HEAD_BYTES` of what is inside; less if there is no more.
    size : int or None
        Its bytes on the disk, if that is known.
    """

    def __init__(self, name: str, file: _File, status: os.stat_result | None = None) -> None:
        self.name = name
        self.size = status.st_size if status and stat.S_ISREG(status.st_mode) else None
        self._file = _Counted(file)
        self._stream: _Readable = self._file
        self._owned = status is not None
        start = self._read_exactly(len(_GZIP))
        self._stream = _Again(start, self._file)
        self._compressed = start == _GZIP
        if self._compressed:
            self._stream = gzip.GzipFile(fileobj=self._stream)  # type: ignore[call-overload]
        self.head = self._read_exactly(HEAD_BYTES)
        self._stream = _Again(self.head, self._stream)
        if not self.head:
            raise InputError(f"{name}: the file is empty; a table has a header and rows")

    @property
    def n_bytes_read(self) -> int:
        """Bytes of the file that were read so far; compressed ones if it is compressed."""
        return self._file.n_bytes

    def read(self, size: int = -1) -> bytes:
        """Read from the stream, from the first byte on.

        Parameters
        ----------
        size : int, default=-1
            The most bytes to return; all that are left if negative.

        Returns
        -------
        bytes
            None are left if it is empty.

        Raises
        ------
        InputError
            If the file is compressed, and damaged.
        OSError
            If it cannot be read; the message says why.
        """
        try:
            return self._stream.read(size)
        except (gzip.BadGzipFile, EOFError, zlib.error):
            raise InputError(
                f"{self.name}: the gzip file is damaged or was cut off; make or fetch it again"
            ) from None
        except OSError as error:
            raise _unread(self.name, error) from None

    def seekable(self) -> io.BytesIO | str:
        """Return what pyarrow can jump about in: the path, or all bytes of a pipe."""
        plain = self.size is not None and not self._compressed
        return self.name if plain else io.BytesIO(self.read())

    def close(self) -> None:
        """Close the file, unless it is standard input."""
        if self._owned:
            self._file.close()

    def _read_exactly(self, size: int) -> bytes:
        """Read so many bytes, which a pipe may not give at once, or all there are."""
        blocks: list[bytes] = []
        while size > 0 and (block := self.read(size)):
            blocks.append(block)
            size -= len(block)
        return b"".join(blocks)

    def __enter__(self) -> Source:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_source(path: str | os.PathLike[str]) -> Source:
    """Open a file, or standard input, and look at its beginning.

    Parameters
    ----------
    path : str or path
        ``"-"`` is standard input. What is compressed by gzip is known by its first bytes,
        whatever its name.

    Returns
    -------
    Source
        To be closed after use.

    Raises
    ------
    InputError
        If there is nothing in it, or it is compressed and damaged.
    InputTypeError
        If the path is neither a text nor a path.
    OSError
        If it cannot be opened; the message says why.
    """
    name = path_text(path)
    if name == STANDARD:
        return Source("standard input", sys.stdin.buffer)
    try:
        status = os.stat(name)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, "is a directory")
        file = open(name, "rb")  # noqa: SIM115 - closed with the source
    except (OSError, ValueError) as error:
        raise _unread(name, error) from None
    try:
        return Source(name, file, status)
    except BaseException:
        file.close()
        raise


def path_text(path: str | os.PathLike[str]) -> str:
    """Return a path as text.

    Parameters
    ----------
    path : str or path
        The path.

    Returns
    -------
    str

    Raises
    ------
    InputTypeError
        If it is neither.
    """
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str):
        raise InputTypeError(f"the path of a file must be a text or a path, not {path!r}")
    return name


class _Counted:
    """A file that counts what is read from it."""

    def __init__(self, file: _File) -> None:
        self._file = file
        self.n_bytes = 0

    def read(self, size: int = -1, /) -> bytes:
        block = self._file.read(size)
        self.n_bytes += len(block)
        return block

    def close(self) -> None:
        self._file.close()


class _Again:
    """A stream that gives back first what was read from it already."""

    def __init__(self, head: bytes, rest: _Readable) -> None:
        self._head = head
        self._rest = rest

    def read(self, size: int = -1, /) -> bytes:
        if not self._head:
            return self._rest.read(size)
        if size < 0:
            head, self._head = self._head, b""
            return head + self._rest.read()
        head, self._head = self._head[:size], self._head[size:]
        return head


def _unread(name: str, error: OSError | ValueError) -> OSError:
    kind = type(error) if isinstance(error, OSError) else OSError
    return kind(f"cannot read {name!r}: {_why_unread(name, error)}")


def _why_unread(name: str, error: OSError | ValueError) -> str:
    if isinstance(error, IsADirectoryError):
        return "it is a directory; add the name of a file"
    if isinstance(error, PermissionError):
        return "reading it is not permitted"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"there is no such file; {_near_file(Path(name))}"
    return getattr(error, "strerror", None) or str(error)


def _near_file(path: Path) -> str:
    try:
        near = nearest(path.name, sorted(os.listdir(path.parent)))
    except OSError:
        return f"there is no directory {str(path.parent)!r} either"
    if near is None:
        return "check its name and directory"
    return f"did you mean {str(path.with_name(near))!r}?"
