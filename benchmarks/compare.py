"""Compare the speed of this checkout with that of a commit: ``make bench-compare BASE=<commit>``.

The commit is checked out into a temporary directory. Both versions fit the same data sets in
turns, each time in a fresh process, with what was compiled for them kept apart; the best turn of
each counts. The models are compared too: a faster search should find the same rules.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import NAMES

ROOT = Path(__file__).resolve().parents[1]

_DEFAULT_SETS = ("iris", "wine", "diabetes", "tic-tac-toe", "car", "chess", "waveform", "magic")


class CompareError(RuntimeError):
    """The versions cannot be compared."""


@dataclass(frozen=True)
class Version:
    """A version of the package.

    Attributes
    ----------
    name : str
        ``base`` or ``here``.
    source : path
        The directory that has the package.
    compiled : path
        Where its compiled functions are kept.
    """

    name: str
    source: Path
    compiled: Path

    def environment(self) -> dict[str, str]:
        """Return the variables of a process that runs this version.

        Returns
        -------
        dict of str to str
        """
        return os.environ | {
            "PYTHONPATH": str(self.source),
            "NUMBA_CACHE_DIR": str(self.compiled),
            "PYTHONDONTWRITEBYTECODE": "1",
        }


@dataclass(frozen=True)
class Fitted:
    """What one fit gave.

    Attributes
    ----------
    source : str
        The directory of the package that was run.
    seconds : float
    n_rules, n_literals : int
    bits : float
        L(M) of the rule set.
    """

    source: str
    seconds: float
    n_rules: int
    n_literals: int
    bits: float

    def has_model_of(self, other: Fitted) -> bool:
        """Tell whether both have as many rules, literals and bits.

        Parameters
        ----------
        other : Fitted

        Returns
        -------
        bool
        """
        return (self.n_rules, self.n_literals) == (other.n_rules, other.n_literals) and abs(
            self.bits - other.bits
        ) <= 1e-6 * max(1.0, abs(self.bits))


@contextlib.contextmanager
def checked_out(base: str) -> Iterator[Path]:
    """Check a commit out into a temporary directory, which is removed in any case.

    Parameters
    ----------
    base : str
        A commit, branch or tag.

    Yields
    ------
    path
        The checkout.

    Raises
    ------
    CompareError
        When there is no such commit.
    """
    with contextlib.ExitStack() as last:
        last.callback(_git_quietly, "worktree", "prune")
        scratch = last.enter_context(tempfile.TemporaryDirectory(prefix="turs-compare-"))
        place = Path(scratch) / "base"
        last.callback(_git_quietly, "worktree", "remove", "--force", str(place))
        _git("worktree", "add", "--quiet", "--detach", str(place), f"{base}^{{commit}}")
        yield place


def _git_quietly(*arguments: str) -> None:
    with contextlib.suppress(CompareError):
        _git(*arguments)


def _git(*arguments: str) -> None:
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CompareError(f"git {arguments[0]} {arguments[1]}: {done.stderr.strip()}")


def command(data_set: str, options: argparse.Namespace) -> list[str]:
    """Return the command that fits a data set once.

    Parameters
    ----------
    data_set : str
    options : Namespace
        Of the command line.

    Returns
    -------
    list of str
    """
    words = [sys.executable, "-m", "benchmarks.one_fit", data_set]
    words += ["--setting", options.setting, "--n-jobs", str(options.n_jobs)]
    if options.max_rules is not None:
        words += ["--max-rules", str(options.max_rules)]
    if options.data_dir is not None:
        words += ["--data-dir", str(options.data_dir.resolve())]
    return words


def fit_apart(version: Version, words: Sequence[str]) -> Fitted:
    """Run a command with a version of the package.

    Parameters
    ----------
    version : Version
    words : sequence of str
        The command.

    Returns
    -------
    Fitted

    Raises
    ------
    CompareError
        When it fails, or another version was run.
    """
    done = subprocess.run(
        words, cwd=ROOT, env=version.environment(), stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise CompareError(f"{version.name} cannot fit: {' '.join(words[1:])}")
    fitted = Fitted(**json.loads(done.stdout))
    if Path(fitted.source).resolve() != version.source.resolve():
        raise CompareError(f"{version.name} should run {version.source}, and ran {fitted.source}")
    return fitted


def compare(
    versions: Sequence[Version],
    words: Sequence[str],
    n_turns: int,
    fit: Callable[[Version, Sequence[str]], Fitted] = fit_apart,
) -> list[Fitted]:
    """Fit with each version in turns.

    Parameters
    ----------
    versions : sequence of Version
    words : sequence of str
        The command.
    n_turns : int
    fit : callable, optional

    Returns
    -------
    list of Fitted
        The quickest of each version.
    """
    turns = [[fit(version, words) for version in versions] for _ in range(n_turns)]
    return [min(of, key=lambda fitted: fitted.seconds) for of in zip(*turns, strict=True)]


def line(data_set: str, base: Fitted, here: Fitted) -> str:
    """Say how two fits of a data set differ.

    Parameters
    ----------
    data_set : str
    base, here : Fitted

    Returns
    -------
    str
    """
    verdict = "same model"
    if not here.has_model_of(base):
        verdict = (
            f"another model: {base.n_rules} -> {here.n_rules} rules, "
            f"{base.n_literals} -> {here.n_literals} literals, "
            f"{base.bits:.2f} -> {here.bits:.2f} bits"
        )
    return (
        f"{data_set:<16} {base.seconds:>9.3f} s {here.seconds:>9.3f} s "
        f"{here.seconds / base.seconds:>7.3f}   {verdict}"
    )


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare",
        description="Compare the speed and the models of this checkout with those of a commit.",
    )
    parser.add_argument("base", help="a commit, branch or tag")
    parser.add_argument("--data-dir", type=Path, help="where the data sets are as CSV files")
    parser.add_argument("--sets", nargs="+", choices=NAMES, default=_DEFAULT_SETS, metavar="NAME")
    parser.add_argument("--setting", choices=("paper", "default"), default="default")
    parser.add_argument("--max-rules", type=int, help="of a set, at the most")
    parser.add_argument("--n-jobs", type=int, default=1, help="threads")
    parser.add_argument("--turns", type=int, default=3, help="fits of each; the best counts")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare what the command line names, and print a table.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if not given.

    Returns
    -------
    int
        Exit status.
    """
    options = _arguments(arguments)
    try:
        with checked_out(options.base) as place:
            compiled = place.parent / "compiled"
            versions = [
                Version("base", place / "src", compiled / "base"),
                Version("here", ROOT / "src", compiled / "here"),
            ]
            print(f"compiling both, then {options.turns} turns each", file=sys.stderr)
            for version in versions:
                fit_apart(version, command("iris", options))
            print(f"{'':<16} {'base':>11} {'here':>11} {'ratio':>7}")
            for data_set in options.sets:
                best = compare(versions, command(data_set, options), options.turns)
                print(line(data_set, *best), flush=True)
    except CompareError as error:
        print(f"benchmarks.compare: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    # So that the checkout is removed then, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
