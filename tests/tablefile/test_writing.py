"""Tables are written whole or not at all, and read back as they were."""

import errno
import gzip
import io
import os
import stat
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs import replacing
from turs.exceptions import InputError
from turs.tablefile import ReadOptions, TableWriter, read_table

ROWS = {"age": ["031", " x,y "], "p": np.array([0.25, np.nan]), "ill": [True, None]}
CSV = 'age,p,ill\n031,0.25,True\n" x,y ",,\n'


def write(path: Any, *chunks: dict[str, Any], options: ReadOptions | None = None) -> None:
    with TableWriter(path, options) as writer:
        for chunk in chunks:
            writer.write(chunk)


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    write(path, ROWS, ROWS)
    assert path.read_text() == CSV + CSV.partition("\n")[2]
    assert os.listdir(tmp_path) == ["out.csv"]


def test_as_the_input_was(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    write(path, {"ü": ["é"], "p": [0.5]}, options=ReadOptions(";", "latin-1", ","))
    assert path.read_bytes() == "ü;p\né;0,5\n".encode("latin-1")
    for encoding in ("utf-8-sig", "utf-16"):
        write(path, {"ü": ["é"]}, {"ü": ["è"]}, options=ReadOptions(encoding=encoding))
        assert path.read_bytes() == "ü\né\nè\n".encode(encoding)


@pytest.mark.parametrize("suffix", [".tsv", ".TAB"])
def test_tabs_by_name(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"out{suffix}"
    write(path, {"a": [1], "b": [2]})
    assert path.read_text() == "a\tb\n1\t2\n"


def test_compressed_by_name(tmp_path: Path) -> None:
    path = tmp_path / "out.csv.gz"
    write(path, ROWS)
    first = path.read_bytes()
    assert gzip.decompress(first) == CSV.encode()
    write(path, ROWS)
    assert path.read_bytes() == first


def test_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=buffer, flush=lambda: None))
    write("-", ROWS)
    assert buffer.getvalue() == CSV.encode()


def test_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    write(path, {"a": [], "b": []})
    assert path.read_text() == "a,b\n"


@pytest.mark.parametrize("name", ["out.xlsx", "out.parquet.gz", "out.json"])
def test_other_endings(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    with pytest.raises(InputError) as error:
        TableWriter(path)
    assert str(error.value) == (
        f"cannot save a table to {path!r}: the name must end in .csv, .tsv, .csv.gz, .parquet or "
        ".feather"
    )
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["out.csv", "out.csv.gz", "out.parquet", "out.feather"])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path, name: str) -> None:
    if name.endswith(("parquet", "feather")):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), TableWriter(path) as writer:
        writer.write({"a": ["x"] * 100_000})
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "out.csv"
    path.write_text("old")
    monkeypatch.setattr(replacing.os, step, fail)
    with pytest.raises(OSError) as error:
        write(path, ROWS)
    assert str(error.value) == f"cannot save to {str(path)!r}: No space left on device"
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.csv"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("n_rows", [1, 1_000_000])
def test_a_full_disk(n_rows: int) -> None:
    with pytest.raises(OSError) as error:
        write("/dev/full", {"a": ["x"] * n_rows})
    assert str(error.value) == "cannot save to '/dev/full': No space left on device"


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as error:
        TableWriter(tmp_path)
    assert str(error.value) == (
        f"cannot save to {str(tmp_path)!r}: it is a directory; add the name of a file"
    )
    path = str(tmp_path / "no" / "out.csv")
    with pytest.raises(FileNotFoundError) as missing:
        TableWriter(path)
    assert str(missing.value) == (
        f"cannot save to {path!r}: there is no directory {str(tmp_path / 'no')!r}; make it first"
    )


def test_other_columns_later(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        write(tmp_path / "out.csv", {"a": [1]}, {"b": [1]})
    assert str(error.value) == (
        "the columns to be written are 'b'; they must be those of the first rows, 'a'"
    )
    assert os.listdir(tmp_path) == []


def test_a_text_that_cannot_be_encoded(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        write(tmp_path / "out.csv", {"a": ["Łódź"]}, options=ReadOptions(encoding="latin-1"))
    assert str(error.value) == (
        "'Ł' cannot be written in latin-1; choose another encoding, as in --encoding utf-8"
    )


@pytest.mark.skipif(os.name != "posix", reason="modes, links and pipes are of POSIX systems")
class TestPosix:
    def test_modes_and_links_stay(self, tmp_path: Path) -> None:
        target, link = tmp_path / "real.csv", tmp_path / "link.csv"
        target.write_text("old")
        target.chmod(0o640)
        link.symlink_to(target)
        write(link, ROWS)
        assert link.is_symlink()
        assert target.read_text() == CSV
        assert stat.S_IMODE(target.stat().st_mode) == 0o640

    def test_a_pipe(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        received: list[str] = []
        reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
        reader.start()
        write(pipe, ROWS)
        reader.join(timeout=10)
        assert received == [CSV]


@given(st.lists(st.floats(allow_infinity=False) | st.none(), min_size=1))
def test_numbers_come_back(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[float | None]
) -> None:
    path = tmp_path_factory.mktemp("t") / "t.csv"
    options = ReadOptions(";", decimal=",")
    write(path, {"x": numbers, "y": ["a"] * len(numbers)}, options=options)
    read = read_table(path, options, numeric=["x"]).columns["x"].tolist()
    expected = [float("nan") if number is None else number for number in numbers]
    assert list(map(repr, read)) == list(map(repr, expected))
