"""Environments for other learners, made once and kept outside the checkout.

Learners ask for versions that exclude each other, so each has an environment of its own, in
``$TURS_BENCH_DIR`` or in the user's cache.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import cache_directory


class InstallError(RuntimeError):
    """An environment cannot be made."""


@dataclass(frozen=True)
class Environment:
    """What a learner needs.

    Attributes
    ----------
    name : str
        Of its directory.
    packages : tuple of str
        Requirements for pip.
    bare : tuple of str
        Those to be installed without what they ask for, because they ask for what is no more.
    """

    name: str
    packages: tuple[str, ...]
    bare: tuple[str, ...] = ()

    @property
    def stamp(self) -> str:
        """What the environment was made of, with which Python."""
        python = ".".join(map(str, sys.version_info[:2]))
        return "\n".join([f"python {python}", *self.packages, *self.bare]) + "\n"


ENVIRONMENTS = {
    environment.name: environment
    for environment in (
        Environment("orange", ("Orange3==3.40.0",)),
        # Its imports need numba and matplotlib, and a pandas that still has iteritems.
        Environment(
            "rulelist",
            ("pandas<2", "numpy<2", "scipy", "scikit-learn", "gmpy2", "numba", "matplotlib"),
            bare=("rulelist==0.2.0",),
        ),
        Environment("wittgenstein", ("wittgenstein==0.3.5", "pandas", "numpy")),
        # It imports six without asking for it.
        Environment("imodels", ("imodels==3.0.0", "six")),
    )
}


def directory() -> Path:
    """Return where the environments are kept.

    Returns
    -------
    path
    """
    named = os.environ.get("TURS_BENCH_DIR")
    return Path(named) if named else cache_directory().parent / "peers"


def commands(environment: Environment, place: Path) -> list[list[str]]:
    """Return the commands that make an environment.

    Parameters
    ----------
    environment : Environment
    place : path
        Its directory.

    Returns
    -------
    list of list of str
    """
    pip = [str(place / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    install = [*pip, "install", "--quiet"]
    made = [[sys.executable, "-m", "venv", str(place)], [*install, *environment.packages]]
    if environment.bare:
        made.append([*install, "--no-deps", *environment.bare])
    return made


def run_command(words: Sequence[str]) -> None:
    """Run a command.

    Parameters
    ----------
    words : sequence of str

    Raises
    ------
    InstallError
        With the last line that it printed, when it fails.
    """
    # A machine may tell pip to install for the user; inside an environment that is an error.
    done = subprocess.run(
        words, env=os.environ | {"PIP_USER": "0"}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        errors = [line for line in lines if line.startswith("ERROR")]
        raise InstallError((errors or lines)[-1])


def python_of(environment: Environment, run: Callable[[Sequence[str]], None] = run_command) -> Path:
    """Return the Python of an environment, which is made if it is not there.

    Parameters
    ----------
    environment : Environment
    run : callable, optional
        Runs a command.

    Returns
    -------
    path

    Raises
    ------
    InstallError
        When it cannot be made; half of one is removed.
    """
    place = directory() / environment.name
    python, stamp = place / "bin" / "python", place / "made-of.txt"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == environment.stamp:
        return python
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        for words in commands(environment, place):
            run(words)
    except InstallError:
        shutil.rmtree(place, ignore_errors=True)
        raise
    stamp.write_text(environment.stamp, encoding="utf-8")
    return python
