"""Files are written whole or not at all."""

import errno
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from turs import replacing
from turs.exceptions import InputTypeError, ModelFileError
from turs.formats.files import read_text, write_text


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    write_text(path, "Größe\n")
    assert path.read_bytes() == "Größe\n".encode()
    assert read_text(path) == "Größe\n"
    assert os.listdir(tmp_path) == ["model.json"]


def test_the_name_may_be_text_and_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_text("model.json", "a")
    assert read_text("model.json") == "a"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "model.json"
    write_text(path, "old")

    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(replacing.os, step, fail)
    with pytest.raises(OSError, match=r"cannot save to .*model.json': No space left on device$"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["model.json"]


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(replacing.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "model.json", "new")
    assert os.listdir(tmp_path) == []


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="it is a directory; add the name of a file"):
        write_text(tmp_path, "text")


def test_a_directory_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no directory .*nowhere'; make it first"):
        write_text(tmp_path / "nowhere" / "model.json", "text")


def test_a_file_in_place_of_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="there is no directory"):
        write_text(tmp_path / "file" / "model.json", "text")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may be permitted everything, so the refusal is played."""

    def refuse(*args: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(replacing, "open", refuse, raising=False)
    with pytest.raises(PermissionError, match="writing in its directory is not permitted"):
        write_text(tmp_path / "model.json", "text")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="modes, links and pipes are of POSIX systems")
class TestPosix:
    def test_permissions_are_the_usual_ones_or_those_of_before(self, tmp_path: Path) -> None:
        path = tmp_path / "model.json"
        usual = tmp_path / "usual"
        usual.write_text("")
        write_text(path, "a")
        assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
        path.chmod(0o640)
        write_text(path, "b")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        target, link = tmp_path / "real.json", tmp_path / "link.json"
        target.write_text("old")
        link.symlink_to(target)
        write_text(link, "new")
        assert link.is_symlink()
        assert target.read_text() == "new"

    def test_a_pipe_is_written_to_and_not_replaced(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        received: list[str] = []
        reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
        reader.start()
        write_text(pipe, "text")
        reader.join(timeout=10)
        assert received == ["text"]
        assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_long_name(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250 + ".json")
    write_text(path, "text")
    assert path.read_text() == "text"


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"cannot load .*no.json': there is no such file"):
        read_text(tmp_path / "no.json")
    with pytest.raises(IsADirectoryError, match=r"cannot load .* it is a directory; add the name"):
        read_text(tmp_path)


@pytest.mark.parametrize("path", [None, 5, b"model.json"])
def test_what_is_no_path(path: Any) -> None:
    with pytest.raises(InputTypeError, match="path of a file must be a text or a path, not "):
        read_text(path)
    with pytest.raises(InputTypeError, match="path of a file must be a text or a path, not "):
        write_text(path, "text")


def test_a_directory_that_is_there_and_takes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As /proc does, which not every system has."""

    def refuse(*args: object, **options: object) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr(replacing, "open", refuse, raising=False)
    with pytest.raises(FileNotFoundError, match=r"the directory .* takes no new file; choose"):
        write_text(tmp_path / "model.json", "text")


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "model.pickle"
    path.write_bytes(b"{\x80\x04\x95")
    with pytest.raises(
        ModelFileError, match=r"model.pickle: the file is not UTF-8 text \(byte 1\)"
    ):
        read_text(path)
