import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import environments
from benchmarks.environments import (
    ENVIRONMENTS,
    Environment,
    InstallError,
    commands,
    python_of,
    run_command,
)

OLD = Environment("old", ("numpy<2",), bare=("learner==1.0",))


class Recorder:
    """Stands in for running commands: remembers them, makes the directory, may fail."""

    def __init__(self, fails: bool = False) -> None:
        self.commands: list[Sequence[str]] = []
        self.fails = fails

    def __call__(self, words: Sequence[str]) -> None:
        self.commands.append(words)
        if "venv" in words:
            Path(words[-1]).mkdir(parents=True)
        elif self.fails:
            raise InstallError("ERROR: no such package")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TURS_BENCH_DIR", str(tmp_path / "kept"))
    return tmp_path / "kept" / "old"


def test_an_environment_is_made_by_three_commands(place: Path) -> None:
    make, install, bare = commands(OLD, place)
    assert make == [sys.executable, "-m", "venv", str(place)]
    assert install[0] == str(place / "bin" / "python")
    assert install[-2:] == ["--quiet", "numpy<2"]
    assert bare[-3:] == ["--quiet", "--no-deps", "learner==1.0"]
    assert len(commands(Environment("new", ("learner",)), place)) == 2


def test_it_is_made_once(place: Path) -> None:
    run = Recorder()
    assert python_of(OLD, run) == python_of(OLD, run) == place / "bin" / "python"
    assert len(run.commands) == 3


def test_other_packages_make_it_anew(place: Path) -> None:
    run = Recorder()
    python_of(OLD, run)
    (place / "litter").write_text("")
    python_of(Environment("old", ("numpy<3",)), run)
    assert len(run.commands) == 5
    assert not (place / "litter").exists()


def test_half_of_one_is_removed(place: Path) -> None:
    with pytest.raises(InstallError, match="no such package"):
        python_of(OLD, Recorder(fails=True))
    assert not place.exists()


def test_without_the_variable_they_are_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TURS_BENCH_DIR")
    assert environments.directory().name == "peers"


def test_a_command_that_fails_says_why() -> None:
    script = "import sys; print('ERROR: no\\nhint', file=sys.stderr); sys.exit(1)"
    with pytest.raises(InstallError, match=r"^ERROR: no$"):
        run_command([sys.executable, "-c", script])


def test_names_are_those_of_directories() -> None:
    assert all(name == environment.name for name, environment in ENVIRONMENTS.items())
