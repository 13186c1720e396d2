"""What the tests of the command line share: a call of it, and a place with penguins."""

import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cli.calls import FOUR_RULES, Run, call


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line; the exit code, standard output and standard error come back."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = call(*arguments)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with ``penguins.csv``, and ``model.json`` learned from it: four rules."""
    directory = tmp_path_factory.mktemp("penguins")
    table, model = str(directory / "penguins.csv"), str(directory / "model.json")
    assert call("demo", "--save", table) == 0
    assert call("fit", table, "--target", "species", "-o", model, "--quiet", *FOUR_RULES) == 0
    return directory


@pytest.fixture
def place(learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own copy of that directory, to work in."""
    for file in learned.iterdir():
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Put bytes into standard input."""

    def pipe(block: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(block)))

    return pipe
