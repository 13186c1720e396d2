"""How the lengths of a rule set fall while rules are added: what a search did, as records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from benchmarks.data import DataSet
from benchmarks.protocol import classifier_of, split, timed_fit
from benchmarks.records import Records
from turs.search import Trace

# Small enough to be searched in seconds with the paper's settings, and with many rules.
DATA_SETS = ("tic-tac-toe", "chess")
SETTINGS = ("paper", "no surrogate")
_FOLD = 1


@dataclass(frozen=True)
class TracePoint:
    """A rule set while it grows.

    Attributes
    ----------
    data_set, setting : str
    n_rules : int
    real_bits, surrogate_bits : float
        L(M) and L_T(M), of the training rows of the first fold.
    is_kept : int
        1 for the set that the search returned.
    """

    data_set: str
    setting: str
    n_rules: int
    real_bits: float
    surrogate_bits: float
    is_kept: int


def points_of(data_set: str, setting: str, trace: Trace) -> Iterator[TracePoint]:
    """Go through the sets of a search, the empty one first.

    Parameters
    ----------
    data_set, setting : str
    trace : Trace

    Yields
    ------
    TracePoint
    """
    lengths = zip(trace.real_bits, trace.surrogate_bits, strict=True)
    for n_rules, (real, surrogate) in enumerate(lengths):
        is_kept = int(n_rules == trace.n_kept)
        yield TracePoint(data_set, setting, n_rules, round(real, 4), round(surrogate, 4), is_kept)


def run(
    data_sets: Sequence[str],
    records: Records[TracePoint],
    load: Callable[[str], DataSet],
    n_jobs: int,
    out: TextIO,
) -> None:
    """Search where the file has no trace yet.

    Parameters
    ----------
    data_sets : sequence of str
    records : Records
        Gets a whole search at a time.
    load : callable
        Turns the name of a data set into the data set.
    n_jobs : int
        Threads.
    out : text file
        Gets a line a search.
    """
    done = {(point.data_set, point.setting) for point in records.read()}
    for name in data_sets:
        for setting in SETTINGS:
            if (name, setting) not in done:
                training, _ = split(load(name), _FOLD)
                classifier, seconds = timed_fit(classifier_of(setting, n_jobs), training)
                points = points_of(name, setting, classifier.trace_)
                records.keep([*records.read(), *points])
                print(f"trace of {name} {setting}: {seconds:.2f} s", file=out, flush=True)
