"""Decode a stream of bytes into whole lines of text, and say where it cannot be decoded."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator

from turs.exceptions import InputError
from turs.tablefile.opening import Source

_BLOCK_BYTES = 1 << 18

# The longer mark comes first: that of UTF-32 begins as that of UTF-16 does.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_OTHER_FILES = (
    (b"PK\x03\x04", "an Excel workbook or a zip archive"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook"),
    (b"SQLite format 3", "an SQLite database"),
    (b"%PDF", "a PDF document"),
    (b"BZh", "compressed by bzip2"),
    (b"\xfd7zXZ", "compressed by xz"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd"),
)


def find_encoding(source: Source, asked: str | None) -> str:
    """Find the encoding of a text file.

    Parameters
    ----------
    source : Source
        The open file.
    asked : str, optional
        The encoding to use if there is no byte order mark.

    Returns
    -------
    str
        That of the byte order mark, the one asked for, or UTF-8.

    Raises
    ------
    InputError
        If the file is no text.
    """
    for mark, encoding in _MARKS:
        if source.head.startswith(mark):
            return encoding
    for start, what in _OTHER_FILES:
        if source.head.startswith(start):
            raise InputError(
                f"{source.name}: the file is {what}; save the table as CSV or Parquet first"
            )
    encoding = asked or "utf-8"
    if "\0" in codecs.getincrementaldecoder(encoding)("replace").decode(source.head):
        raise InputError(
            f"{source.name}: the file is binary, with zero bytes in it; "
            "a table must be CSV, Parquet or Arrow"
        )
    return encoding


def read_texts(source: Source, encoding: str) -> Iterator[str]:
    """Decode a file, a block of whole lines at a time.

    Parameters
    ----------
    source : Source
        The open file.
    encoding : str
        Its encoding.

    Yields
    ------
    str
        Some lines, each with its end, which may be that of any system; the last line of the
        file may have none.

    Raises
    ------
    InputError
        If a byte is none of the encoding, or zero.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    rest, n_lines, block = "", 0, b"more"
    while block:
        block = source.read(_BLOCK_BYTES)
        try:
            text = rest + decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            raise _undecodable(source.name, encoding, error, n_lines, rest) from None
        if "\0" in text:
            raise _zero(source.name, n_lines, text)
        end = _end_of_lines(text) if block else len(text)
        text, rest = text[:end], text[end:]
        if text:
            n_lines += count_lines(text)
            yield text


def split_lines(text: str) -> list[str]:
    r"""Split a text at the ends of lines, and keep them.

    Parameters
    ----------
    text : str
        Some lines.

    Returns
    -------
    list of str

    Examples
    --------
    >>> split_lines("a\rb\r\nc\u2028d\n")
    ['a\r', 'b\r\n', 'c\u2028d\n']
    """
    # Not str.splitlines(), which also splits at characters that may stand in a cell.
    return io.StringIO(text, newline="").readlines()


def count_lines(text: str) -> int:
    """Count the lines of a text.

    Parameters
    ----------
    text : str
        Some lines, the last perhaps without an end.

    Returns
    -------
    int
    """
    if "\r" in text:
        return len(split_lines(text))
    return text.count("\n") + (not text.endswith("\n"))


def _end_of_lines(text: str) -> int:
    # A carriage return at the very end may be one half of an end that goes on in the next block.
    return max(text.rfind("\n"), text.rfind("\r", 0, max(len(text) - 1, 0))) + 1


def _undecodable(
    name: str, encoding: str, error: UnicodeDecodeError, n_lines: int, rest: str
) -> InputError:
    before = split_lines(rest + error.object[: error.start].decode(encoding, "ignore") + "x")
    spoken = "UTF-8" if encoding in ("utf-8", "utf-8-sig") else encoding
    other = "latin-1" if spoken == "UTF-8" else "utf-8"
    return InputError(
        f"{name}, line {n_lines + len(before)}: the byte 0x{error.object[error.start]:02x} is not "
        f"{spoken} text; say which encoding the file has, as in --encoding {other}"
    )


def _zero(name: str, n_lines: int, text: str) -> InputError:
    line = n_lines + count_lines(text[: text.index("\0") + 1])
    return InputError(
        f"{name}, line {line}: there is a zero byte, which no text has; "
        "the file is binary, or damaged"
    )
