"""Turn a command line into a call of one verb, and any trouble into one sentence and an exit code.

Exit codes: 0 when all went well, 1 for a failure while working, 2 for a wrong call or bad input.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, TextIO

import click

from turs import __version__
from turs.cli.check import check
from turs.cli.completion import completion
from turs.cli.demo import demo
from turs.cli.evaluate import evaluate
from turs.cli.explain import explain
from turs.cli.export import export
from turs.cli.fit import fit
from turs.cli.options import examples
from turs.cli.predict import predict
from turs.cli.report import report
from turs.cli.show import show
from turs.cli.warmup import warmup
from turs.exceptions import ClusterError, TursError

__all__ = ["main"]

_FAILURE = 1
_WRONG_CALL = 2

# What the name of a file can be wrong about; anything else is trouble of the machine.
_WRONG_PATH = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)

_VERBS = (demo, fit, show, predict, explain, evaluate, check, report, export, warmup, completion)


class _NobodyReads(Exception):
    """Standard output was closed; click would make an exit code of its own of the plain error."""


class _InOrder(click.Group):
    """Verbs in the order of work, not of the alphabet."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a verb, and tell a closed pipe from other trouble."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _NobodyReads from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the verbs as they were added."""
        return list(self.commands)


@click.group(
    cls=_InOrder,
    epilog=examples(
        "turs demo --save penguins.csv",
        "turs fit penguins.csv --target species -o model.json",
        "turs show model.json",
        "turs predict model.json penguins.csv -o predicted.csv",
    ),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Learn, read and use truly unordered probabilistic rule sets.

    Tables go to standard output, notes and progress to standard error. Exit codes: 0 when all
    went well, 1 for a failure while working, 2 for a wrong call or bad input.
    """
    # Left to itself, click answers a call without a verb by a version-dependent exit code.
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(_WRONG_CALL)


for verb in _VERBS:
    commands.add_command(verb)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after the program's name; by default those of this process.

    Raises
    ------
    SystemExit
        Always, with the exit code.
    """
    _accept_any_text(sys.stdout)
    _accept_any_text(sys.stderr)
    try:
        with _cleanly_ended():
            code = commands.main(arguments, prog_name="turs", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        _stop(_with_hint(error), error.exit_code)
    except click.ClickException as error:
        _stop(error.format_message(), error.exit_code)
    except TursError as error:
        _stop(str(error), _FAILURE if isinstance(error, ClusterError) else _WRONG_CALL)
    except (BrokenPipeError, _NobodyReads):
        _stop_quietly()
    except OSError as error:
        _stop(_sentence(error), _WRONG_CALL if isinstance(error, _WRONG_PATH) else _FAILURE)
    except MemoryError:
        _stop("There is not enough memory for this.", _FAILURE)
    except (click.Abort, KeyboardInterrupt):
        _stop("Interrupted.", _FAILURE)
    # A verb's own return value is nothing to exit with; context.exit() comes back as an integer.
    sys.exit(code if isinstance(code, int) else 0)


@contextmanager
def _cleanly_ended() -> Iterator[None]:
    """Let a request to end, as of a service or a closed terminal, remove what is half written."""

    def end(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        before = {number: signal.signal(number, end) for number in numbers}
    except ValueError:  # not in the main thread, where signals do not come
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _accept_any_text(stream: TextIO) -> None:
    """Write what a stream has no sign for as an escape, rather than fail half-way."""
    if (stream.encoding or "").lower() not in ("utf-8", "utf8") and hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")


def _with_hint(error: click.UsageError) -> str:
    path = "turs" if error.ctx is None else error.ctx.command_path
    return f"{error.format_message().rstrip('.')}; try '{path} --help'."


def _sentence(error: OSError) -> str:
    # Rooms that open files say what is wrong; the rest comes from writing to standard output.
    if error.errno is None:
        return str(error)
    return f"cannot write to standard output: {error.strerror}"


def _stop(sentence: str, code: int) -> NoReturn:
    click.echo(f"turs: {sentence}", err=True)
    _drop_output()
    sys.exit(code)


def _stop_quietly() -> NoReturn:
    """End because nobody reads any more, as in ``turs show model.json | head``."""
    _drop_output()
    sys.exit(0)


def _drop_output() -> None:
    """Let Python, which writes what is left at its end, find nobody to fail at."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
