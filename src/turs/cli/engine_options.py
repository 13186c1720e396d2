"""The options of ``turs fit`` that say who does the work, and what goes with which."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from turs.cli.options import packed

__all__ = ["EngineAsked", "engine_options", "refuse_engine"]

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]*)?)\s*([kMGT]?)(i?)B?", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}
# A process with all code loaded takes 330 MB before it has read a row.
_LEAST_MEMORY = 400_000_000


def _read_size(context: click.Context, parameter: click.Parameter, value: Any) -> int | None:
    """Read a number of bytes, and refuse what no worker can live with."""
    if value is None:
        return None
    match = _SIZE.fullmatch(value.strip())
    if match is None:
        raise click.BadParameter(f"{value!r} is no size of memory, such as 2GB or 500MB.")
    number, unit, binary = match.groups()
    size = int(float(number) * (1024 if binary else 1000) ** _POWERS[unit.upper()])
    if size < _LEAST_MEMORY:
        raise click.BadParameter(f"{value!r} is too little: a worker needs 400MB or more.")
    return size


@dataclass(frozen=True)
class EngineAsked:
    """Hold who is to do the work, as far as the command line says.

    Parameters
    ----------
    engine : {"local", "dask"}, default="local"
        In memory, or on dask.
    n_workers : int or None, default=None
        The number of processes; None is one a core.
    memory : int or None, default=None
        The bytes that each of them may take; None is a fair share.
    scheduler : str or None, default=None
        The address of a scheduler whose workers are taken in place of own ones.
    """

    engine: str = "local"
    n_workers: int | None = None
    memory: int | None = None
    scheduler: str | None = None

    @property
    def is_local(self) -> bool:
        """Whether all is done in memory, by this process."""
        return self.engine == "local"


engine_options = packed(
    {
        "engine": click.option(
            "--engine",
            type=click.Choice(["local", "dask"]),
            default="local",
            help="Where to learn: in memory, or on dask, from Parquet files that may be larger "
            "than memory.  [default: local]",
        ),
        "n_workers": click.option(
            "--workers",
            "n_workers",
            type=click.IntRange(min=1),
            metavar="N",
            help="Processes of --engine dask.  [default: one a core]",
        ),
        "memory": click.option(
            "--memory",
            callback=_read_size,
            metavar="SIZE",
            help="Memory of each of them, such as 2GB.  [default: a fair share of the machine's]",
        ),
        "scheduler": click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="In place of own processes, the workers of a dask scheduler that runs already, "
            "such as tcp://10.0.0.7:8786.",
        ),
    },
    "engine",
    EngineAsked,
)
"""Who does the work, as the argument ``engine``."""


def refuse_engine(asked: EngineAsked, data: Sequence[str], options: Mapping[str, Any]) -> None:
    """Refuse what does not go with an engine.

    Parameters
    ----------
    asked : EngineAsked
        The engine.
    data : sequence of str
        The files.
    options : mapping of str to object
        The other options of ``turs fit``.

    Raises
    ------
    click.UsageError
        If something does not.
    """
    (_refuse_local if asked.is_local else _refuse_dask)(asked, data, options)


def _refuse_local(asked: EngineAsked, data: Sequence[str], options: Mapping[str, Any]) -> None:
    for name, value in _of_dask(asked).items():
        if value is not None:
            raise click.UsageError(f"{name} is for --engine dask; add that, or leave {name} out")
    if len(data) > 1:
        raise click.UsageError(
            f"{len(data)} files are given, from {data[0]!r} on, and one is read; --engine dask "
            "learns from several Parquet files"
        )


def _refuse_dask(asked: EngineAsked, data: Sequence[str], options: Mapping[str, Any]) -> None:
    for name, value in (("--workers", asked.n_workers), ("--memory", asked.memory)):
        if value is not None and asked.scheduler is not None:
            raise click.UsageError(
                f"{name} is about own processes, and the workers of --scheduler run already; "
                "choose one"
            )
    for name in ("test", "cv"):
        if options[name] is not None:
            raise click.UsageError(
                f"--{name} is for --engine local; hold out some of the files, and give them to "
                "turs evaluate"
            )
    if "n_jobs" in options["settings"]:
        raise click.UsageError("--jobs is for --engine local; --workers is the number of processes")
    if "paper" in options["settings"]:
        raise click.UsageError(
            "--paper is for --engine local, as it grows a tree from the rows for each rule in "
            "question; leave it out"
        )
    if "-" in data:
        raise click.UsageError("--engine dask reads files, and not standard input; name them")


def _of_dask(asked: EngineAsked) -> dict[str, Any]:
    return {
        "--workers": asked.n_workers,
        "--memory": asked.memory,
        "--scheduler": asked.scheduler,
    }
