"""Bytes become whole lines, in any encoding and with the line ends of any system."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.exceptions import InputError
from turs.tablefile import lines
from turs.tablefile.lines import count_lines, find_encoding, read_texts, split_lines
from turs.tablefile.opening import Source, open_source


def source_of(data: bytes) -> Source:
    return Source("t.csv", io.BytesIO(data))


def error_of(data: bytes, asked: str | None = None) -> str:
    with pytest.raises(InputError) as error:
        list(read_texts(source_of(data), find_encoding(source_of(data), asked)))
    return str(error.value)


@pytest.mark.parametrize(
    ("encoding", "found"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-32", "utf-32"),
    ],
)
def test_the_mark_decides(encoding: str, found: str) -> None:
    data = "Größe\n1\n".encode(encoding)
    for asked in (None, "utf-8"):
        assert find_encoding(source_of(data), asked) == found
    assert "".join(read_texts(source_of(data), found)) == "Größe\n1\n"


def test_asked() -> None:
    data = "Größe\n".encode("latin-1")
    assert find_encoding(source_of(data), "latin-1") == "latin-1"
    assert list(read_texts(source_of(data), "latin-1")) == ["Größe\n"]


@given(
    st.text(st.sampled_from("aé\r\n,\u2028\x0b\x1c")), st.integers(1, 5), st.sampled_from([8, 16])
)
def test_blocks_are_whole_lines(text: str, size: int, bits: int) -> None:
    """However the bytes are cut, the lines are those of the whole text."""
    if not text:
        return
    encoding = f"utf-{bits}"
    old, lines._BLOCK_BYTES = lines._BLOCK_BYTES, size
    try:
        blocks = list(read_texts(source_of(text.encode(encoding)), encoding))
    finally:
        lines._BLOCK_BYTES = old
    assert "".join(blocks) == text
    assert [line for block in blocks for line in split_lines(block)] == split_lines(text)
    assert sum(map(count_lines, blocks)) == len(split_lines(text))


def test_a_byte_of_another_encoding() -> None:
    data = "a\r\nb\rc\nGröße".encode("latin-1")
    assert error_of(data) == (
        "t.csv, line 4: the byte 0xf6 is not UTF-8 text; "
        "say which encoding the file has, as in --encoding latin-1"
    )
    late = b"x\n" * 300_000 + b"\xe9\n"
    assert error_of(late).startswith("t.csv, line 300001: the byte 0xe9 is not UTF-8 text; ")
    assert error_of(b"a\n\xff", "ascii") == (
        "t.csv, line 2: the byte 0xff is not ascii text; "
        "say which encoding the file has, as in --encoding utf-8"
    )


def test_zero_bytes() -> None:
    assert error_of(b"a\0b") == (
        "t.csv: the file is binary, with zero bytes in it; a table must be CSV, Parquet or Arrow"
    )
    assert error_of(b"x\n" * 50_000 + b"a\0\n") == (
        "t.csv, line 50001: there is a zero byte, which no text has; the file is binary, or damaged"
    )


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PK\x03\x04...", "an Excel workbook or a zip archive"),
        (b"\xd0\xcf\x11\xe0...", "an old Excel workbook"),
        (b"SQLite format 3\0", "an SQLite database"),
    ],
)
def test_files_that_are_often_met(tmp_path: Path, data: bytes, what: str) -> None:
    path = tmp_path / "t"
    path.write_bytes(data)
    with open_source(path) as source, pytest.raises(InputError) as error:
        find_encoding(source, None)
    assert str(error.value) == (
        f"{path}: the file is {what}; save the table as CSV or Parquet first"
    )
