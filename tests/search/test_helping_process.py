"""Another process does its part, or none: the work goes on in either case."""

import os
import sys
import time
from pathlib import Path

import pytest

from turs.search import helping_process as room
from turs.search.helping_process import helping_process


def write_number(path: str) -> None:
    Path(path).write_text(str(os.getpid()))


def fail(path: str) -> None:
    Path(path).touch()
    raise ValueError("this is not to be seen")


def wait_for_ever(path: str) -> None:
    write_number(path)
    time.sleep(1000)


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)


def test_the_function_is_called_elsewhere(tmp_path: Path) -> None:
    with helping_process(write_number, str(tmp_path / "number")):
        pass
    assert int((tmp_path / "number").read_text()) != os.getpid()


def test_a_failure_is_silent(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with helping_process(fail, str(tmp_path / "called")):
        pass
    assert (tmp_path / "called").exists()
    assert capfd.readouterr() == ("", "")


def test_an_interrupt_ends_the_other_process(tmp_path: Path) -> None:
    path = tmp_path / "number"
    with pytest.raises(KeyboardInterrupt), helping_process(wait_for_ever, str(path)):
        while not (path.exists() and path.read_text()):
            time.sleep(0.01)
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(int(path.read_text()), 0)


def test_a_process_that_is_stuck_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_MOST_SECONDS", 0.1)
    before = time.monotonic()
    with helping_process(wait_for_ever, str(tmp_path / "number")):
        pass
    assert time.monotonic() - before < 100


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("executable", "/usr/sbin/httpd"),
        ("executable", None),
        ("executable", "/nowhere/python3"),
        ("frozen", True),
    ],
)
def test_where_there_is_no_plain_python_nothing_is_started(
    name: str, value: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, name, value, raising=False)
    with helping_process(write_number, str(tmp_path / "number")):
        pass
    assert not (tmp_path / "number").exists()


def test_one_core_helps_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    with helping_process(write_number, str(tmp_path / "number")):
        pass
    assert not (tmp_path / "number").exists()
