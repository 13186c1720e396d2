"""Files, pipes and compressed files are one stream of bytes."""

import gzip
import io
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from turs.exceptions import InputError, InputTypeError
from turs.tablefile import opening
from turs.tablefile.opening import HEAD_BYTES, open_source

LONG = b"0123456789" * 20_000


@pytest.mark.parametrize("data", [b"a", b"a,b\n", LONG])
def test_a_file(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(data)
    with open_source(path) as source:
        assert source.name == str(path)
        assert source.size == len(data)
        assert source.head == data[:HEAD_BYTES]
        assert source.read(7) + source.read() == data
        assert source.n_bytes_read == len(data)
        assert source.seekable() == str(path)


def test_gzip_whatever_the_name(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(gzip.compress(LONG))
    with open_source(path) as source:
        assert source.head == LONG[:HEAD_BYTES]
        held = source.seekable()
        assert isinstance(held, io.BytesIO)
        assert held.read() == LONG
        assert source.n_bytes_read == source.size == path.stat().st_size


def test_gzip_that_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(os.urandom(200_000))[:-100])
    with open_source(path) as source, pytest.raises(InputError) as error:
        source.read()
    assert str(error.value) == (
        f"{path}: the gzip file is damaged or was cut off; make or fetch it again"
    )


def test_standard_input_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO(b"a,b\n1,2\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    with open_source("-") as source:
        assert source.name == "standard input"
        assert source.size is None
        assert source.read() == b"a,b\n1,2\n"
    assert not stream.closed


@pytest.mark.skipif(os.name != "posix", reason="pipes with names are of POSIX systems")
def test_a_pipe_gives_its_bytes_in_parts(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with open(pipe, "wb", buffering=0) as file:
            file.write(b"a")
            file.write(b",b\n")

    writer = threading.Thread(target=write)
    writer.start()
    with open_source(pipe) as source:
        assert source.size is None
        assert source.read() == b"a,b\n"
    writer.join(timeout=10)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.touch()
    with pytest.raises(InputError) as error:
        open_source(path)
    assert str(error.value) == f"{path}: the file is empty; a table has a header and rows"


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as error:
        open_source(tmp_path)
    assert str(error.value) == (
        f"cannot read {str(tmp_path)!r}: it is a directory; add the name of a file"
    )


def test_not_there(tmp_path: Path) -> None:
    (tmp_path / "patients.csv").touch()
    for name, advice in (
        ("patient.csv", f"did you mean {str(tmp_path / 'patients.csv')!r}?"),
        ("x", "check its name and directory"),
        ("no/x", f"there is no directory {str(tmp_path / 'no')!r} either"),
    ):
        path = str(tmp_path / name)
        with pytest.raises(FileNotFoundError) as error:
            open_source(path)
        assert str(error.value) == f"cannot read {path!r}: there is no such file; {advice}"


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may be permitted everything, so the refusal is played."""

    def refuse(*args: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "t.csv"
    path.write_text("a")
    monkeypatch.setattr(opening, "open", refuse, raising=False)
    with pytest.raises(PermissionError) as error:
        open_source(path)
    assert str(error.value) == f"cannot read {str(path)!r}: reading it is not permitted"


def test_what_is_no_path() -> None:
    with pytest.raises(InputTypeError, match="the path of a file must be a text or a path, not 5"):
        open_source(5)  # type: ignore[arg-type]
    with pytest.raises(OSError, match=r"cannot read 'a\\x00b': embedded null byte"):
        open_source("a\0b")
