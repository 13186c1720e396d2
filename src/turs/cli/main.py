"""Turn a command line into a call of one verb, and any trouble into one sentence and an exit code.

Exit codes: 0 when all went well, 1 for a failure while working, 2 for a wrong call or bad input.
"""

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from turs import __version__
from turs.cli.demo import demo
from turs.exceptions import TursError

__all__ = ["main"]

_WRONG_CALL = 2


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Learn, read and use truly unordered probabilistic rule sets."""
    # Left to itself, click answers a call without a verb by a version-dependent exit code.
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(_WRONG_CALL)


commands.add_command(demo)


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
    try:
        code = commands.main(arguments, prog_name="turs", standalone_mode=False)
    except click.UsageError as error:
        _stop(_with_hint(error), error.exit_code)
    except click.ClickException as error:
        _stop(error.format_message(), error.exit_code)
    except TursError as error:
        _stop(str(error), _WRONG_CALL)
    except (click.Abort, KeyboardInterrupt):
        _stop("Interrupted.", 1)
    # A verb's own return value is nothing to exit with; context.exit() comes back as an integer.
    sys.exit(code if isinstance(code, int) else 0)


def _with_hint(error: click.UsageError) -> str:
    path = "turs" if error.ctx is None else error.ctx.command_path
    return f"{error.format_message().rstrip('.')}; try '{path} --help'."


def _stop(sentence: str, code: int) -> NoReturn:
    click.echo(f"turs: {sentence}", err=True)
    sys.exit(code)
