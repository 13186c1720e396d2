"""Trouble becomes one sentence on standard error and an exit code."""

from collections.abc import Callable

import click
import pytest

import turs
from turs.cli.main import commands, main
from turs.exceptions import ColumnError

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        printed = capsys.readouterr()
        return stopped.value.code, printed.out, printed.err

    return run


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
    assert "demo" in out


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
