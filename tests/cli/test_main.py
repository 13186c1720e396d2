"""Trouble becomes one sentence on standard error and an exit code."""

import errno
import io
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

import turs
from tests.cli.calls import Run, call
from turs.cli.main import commands, main
from turs.exceptions import ColumnError


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException | None], None]:
    """Add the verb ``trouble`` for the time of a test; it raises what it is given."""

    def add(error: BaseException | None) -> None:
        @click.command("trouble")
        def trouble() -> str:
            if error is not None:
                raise error
            return "a value that is nobody's business"

        monkeypatch.setitem(commands.commands, "trouble", trouble)

    return add


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"turs {turs.__version__}\n", "")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help(run: Run, option: str) -> None:
    code, out, err = run(option)
    assert (code, err) == (0, "")
    verbs = [
        line.split()[0] for line in out.partition("Commands:")[2].splitlines() if line[2:3].strip()
    ]
    assert verbs[:11] == [
        "demo",
        "fit",
        "show",
        "predict",
        "explain",
        "evaluate",
        "check",
        "report",
        "export",
        "warmup",
        "completion",
    ]
    assert "turs fit penguins.csv --target species -o model.json" in out


@pytest.mark.parametrize("name", list(commands.commands))
def test_every_verb_has_a_help_text_with_an_example(run: Run, name: str) -> None:
    code, out, err = run(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: turs {name} ")
    assert f"\n    turs {name}" in out or f"turs {name}" in out.partition("Example")[2]


def test_a_call_without_a_verb_is_wrong_and_helps(run: Run) -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err.startswith("Usage: turs")


def test_a_verb_that_is_not_there(run: Run) -> None:
    assert run("lern") == (2, "", "turs: No such command 'lern'; try 'turs --help'.\n")


def test_an_argument_too_many(run: Run) -> None:
    sentence = "turs: Got unexpected extra argument (x); try 'turs demo --help'.\n"
    assert run("demo", "x") == (2, "", sentence)


def test_bad_input(run: Run, verb: Callable[[BaseException], None]) -> None:
    verb(ColumnError("column 'x' has no values; leave it out"))
    assert run("trouble") == (2, "", "turs: column 'x' has no values; leave it out\n")


def test_a_failure_while_working(run: Run, verb: Callable[[BaseException], None]) -> None:
    verb(click.ClickException("The disk is full."))
    assert run("trouble") == (1, "", "turs: The disk is full.\n")


def test_an_interruption(run: Run, verb: Callable[[BaseException], None]) -> None:
    verb(KeyboardInterrupt())
    code, out, err = run("trouble")
    assert (code, out, err.strip()) == (1, "", "turs: Interrupted.")


def test_a_fault_of_our_own_is_not_hidden(verb: Callable[[BaseException], None]) -> None:
    verb(ZeroDivisionError("a fault"))
    with pytest.raises(ZeroDivisionError, match="a fault"):
        main(["trouble"])


def test_what_a_verb_returns_is_not_an_exit_code(
    run: Run, verb: Callable[[BaseException | None], None]
) -> None:
    verb(None)
    assert run("trouble") == (0, "", "")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (FileNotFoundError("cannot read 'x': there is no such file"), 2),
        (IsADirectoryError("cannot read 'x': it is a directory"), 2),
        (PermissionError("cannot read 'x': reading it is not permitted"), 2),
        (OSError("cannot save to 'x': No space left on device"), 1),
    ],
)
def test_trouble_with_files(
    run: Run, verb: Callable[[BaseException], None], error: OSError, code: int
) -> None:
    verb(error)
    assert run("trouble") == (code, "", f"turs: {error}\n")


def test_a_full_disk_under_standard_output(run: Run, verb: Callable[[BaseException], None]) -> None:
    verb(OSError(errno.ENOSPC, "No space left on device"))
    assert run("trouble") == (
        1,
        "",
        "turs: cannot write to standard output: No space left on device\n",
    )


def test_too_little_memory(run: Run, verb: Callable[[BaseException], None]) -> None:
    verb(MemoryError())
    assert run("trouble") == (1, "", "turs: There is not enough memory for this.\n")


def test_a_reader_that_has_had_enough(run: Run, verb: Callable[[BaseException], None]) -> None:
    verb(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    assert run("trouble") == (0, "", "")


def test_text_that_the_stream_has_no_sign_for(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", stream)

    @click.command("greet")
    def greet() -> None:
        click.echo("größer 日")

    monkeypatch.setitem(commands.commands, "greet", greet)
    assert call("greet") == 0
    assert stream.buffer.getvalue() == b"gr\xf6\xdfer \\u65e5\n"


def in_a_shell(line: str, directory: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which ``turs`` is the program under test."""
    turs_function = f'turs() {{ {shlex.quote(sys.executable)} -c "{START}" "$@"; }}'
    return subprocess.run(
        ["bash", "-c", f"{turs_function}\n{line}"],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )


START = "from turs.cli.main import main; main()"


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_pipes_of_a_shell(place: Path) -> None:
    ended = in_a_shell(
        "set -o pipefail; cat penguins.csv | turs predict model.json - --only-new | turs --version",
        place,
    )
    assert ended.stdout == f"turs {turs.__version__}\n"
    assert ended.stderr == ""
    ended = in_a_shell("turs explain model.json penguins.csv --json | head -n 1", place)
    assert (ended.returncode, ended.stdout.count("\n"), ended.stderr) == (0, 1, "")
    assert ended.stdout.startswith('{"row": 1, "prediction": "Adelie"')


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize("arguments", ["show model.json", "predict model.json penguins.csv"])
def test_a_device_that_is_full(place: Path, arguments: str) -> None:
    ended = in_a_shell(f"turs {arguments} > /dev/full", place)
    assert (ended.returncode, ended.stderr) == (
        1,
        "turs: cannot write to standard output: No space left on device\n",
    )


LIGHT = """\
import sys
from turs.cli.main import main
for line in sys.argv[1:]:
    try:
        main(line.split())
    except SystemExit as stopped:
        assert stopped.code == 0, line
sys.stderr.write(" ".join({name.partition(".")[0] for name in sys.modules}))
"""


def loaded_by(place: Path, *lines: str) -> set[str]:
    command = [sys.executable, "-W", "error", "-c", LIGHT, *lines]
    ended = subprocess.run(command, cwd=place, capture_output=True, text=True, check=True)
    return set(ended.stderr.split())


def test_verbs_that_do_not_learn_load_no_learner(place: Path) -> None:
    loaded = loaded_by(
        place,
        "show model.json",
        "show model.json --json",
        "predict model.json penguins.csv -o predicted.csv --quiet",
        "explain model.json penguins.csv --row 1 --quiet",
        "evaluate model.json penguins.csv --quiet",
        "check model.json penguins.csv --quiet",
        "report model.json penguins.csv -o page.html --quiet",
        "export model.json --to sql",
        "demo --save other.csv",
    )
    assert "numpy" in loaded
    assert not loaded & {"llvmlite", "numba", "scipy", "sklearn", "pandas", "polars", "pyarrow"}
    assert "rich" not in loaded


def test_help_loads_next_to_nothing(place: Path) -> None:
    loaded = loaded_by(place, "--version", "--help", "fit --help", "completion zsh")
    assert not loaded & {"numpy", "narwhals", "rich", "numba", "sklearn"}


def test_a_request_to_end_removes_what_is_half_written(tmp_path: Path) -> None:
    """As ``timeout`` and a closed terminal make it."""
    script = (
        "import os, signal, sys\n"
        "from turs.cli import main\n"
        "from turs.replacing import Replacement\n"
        "import click\n"
        "@click.command('half')\n"
        "def half():\n"
        "    replacement = Replacement(sys.argv[1])\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        signal.pause()\n"
        "    finally:\n"
        "        replacement.discard()\n"
        "main.commands.add_command(half)\n"
        "main.main(['half'])\n"
    )
    path = tmp_path / "out.csv"
    ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False, timeout=60)
    assert ended.returncode == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []
