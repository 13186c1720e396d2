"""What ``turs fit --engine dask`` does: learn from Parquet files that do not fit into memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from turs.cli.describing import Description
from turs.cli.looking import Looked, Source, look, merge_looked, read_rows
from turs.cli.opening import remember
from turs.cli.screen import Screen, counted
from turs.distributed.distinct_numbers import DistinctNumbers
from turs.exceptions import ColumnError, InputError
from turs.tablefile import Suspect
from turs.tablefile.names import hint
from turs.tablefile.partitions import MOST_BYTES, find_parquet, open_parts

if TYPE_CHECKING:
    from turs.cli.engine_options import EngineAsked
    from turs.cli.fitting import Fitted
    from turs.cli.options import Asked
    from turs.distributed.engine import Engine
    from turs.distributed.summary import TableSummary

__all__ = ["describe_parts", "fit_parts", "open_files", "start"]

# A worker has its code, what it counts and the next partition in memory, beside the one it reads.
_PARTITIONS_IN_MEMORY = 8
_SHARE_OF_DIFFERENT = 0.95


def open_files(
    data: Sequence[str],
    target: str,
    asked: Asked,
    columns: Mapping[str, tuple[str, ...]],
    engine: EngineAsked,
) -> Source:
    """Open Parquet files to learn from: their footers are read, and no row is.

    Parameters
    ----------
    data : sequence of str
        Files, directories and patterns.
    target : str
        The class column.
    asked : Asked
        How to read them.
    columns : mapping of str to tuple of str
        What is asked of the columns: ``categorical``, ``numeric`` and ``drop``.
    engine : EngineAsked
        Who will read them.

    Returns
    -------
    Source

    Raises
    ------
    InputError
        If dask is not installed, or the files are no table to learn from.
    OSError
        If one cannot be read.
    """
    if find_spec("distributed") is None or find_spec("dask") is None:
        raise InputError("--engine dask needs dask: pip install 'turs[dask]'")
    files = find_parquet(data)
    memory = MOST_BYTES if engine.memory is None else engine.memory // _PARTITIONS_IN_MEMORY
    table = open_parts(files, asked.over(), **columns, most_bytes=min(memory, MOST_BYTES))
    if target not in table.types:
        raise ColumnError(
            f"{table.name} has no column {target!r} for the target; "
            f"{hint(target, list(table.types))}"
        )
    if len(table.types) == 1:
        raise ColumnError(
            f"{table.name} has no column beside the target {target!r}; there is nothing to learn "
            "from"
        )
    return Source(table, target)


@contextmanager
def start(engine: EngineAsked, source: Source, screen: Screen) -> Iterator[Engine]:
    """Start the workers, or connect to those that run.

    Parameters
    ----------
    engine : EngineAsked
        Which.
    source : Source
        What they will read.
    screen : Screen
        Where it is said that they start.

    Yields
    ------
    Engine
    """
    from turs.distributed.engine import own_workers, running_workers

    n_partitions = len(source.table.partitions)
    if engine.scheduler is not None:
        workers = running_workers(engine.scheduler)
    else:
        workers = own_workers(engine.n_workers, engine.memory, n_partitions)
    with workers as started:
        what = counted(n_partitions, "partition")
        screen.note(f"reading {what} on {counted(started.n_workers, 'worker')}")
        yield started


def describe_parts(engine: Engine, source: Source, screen: Screen) -> tuple[Looked, Description]:
    """Look at all partitions, and describe the table that they are.

    Parameters
    ----------
    engine : Engine
        The workers.
    source : Source
        The table.
    screen : Screen
        Where the progress is shown.

    Returns
    -------
    looked : Looked
        What was seen.
    description : Description
        What a person wants to know of it.

    Raises
    ------
    InputError
        If a partition cannot be read, or there is nothing in the table to learn from.
    """
    table = source.table
    with screen.bar(f"reading {table.name}") as told:
        looked = engine.look(look, table.partitions, source, merge_looked, told)
    if looked.failure is not None:
        raise looked.failure.kind(looked.failure.sentence)
    looked.target.check(source.target)
    failure = looked.summary.failure
    if failure is not None:
        raise failure.kind(f"{table.partitions[failure.place].name}: {failure.sentence}")
    guesses = tuple(
        facts.guess(name, f"its type is {table.types[name]}", name in table.categorical)
        for name, facts in looked.columns.items()
    )
    description = Description(
        table.name,
        table.n_rows,
        guesses,
        source.target,
        _suspects(looked, source),
        looked.target.n_missing,
        looked.target.first_missing,
        f" in {counted(len(table.partitions), 'partition')}",
        {"files": list(table.files), "n_partitions": len(table.partitions)},
    )
    return looked, description


def fit_parts(
    engine: Engine,
    source: Source,
    described: tuple[Looked, Description],
    settings: Mapping[str, Any],
    screen: Screen,
) -> Fitted:
    """Learn rules from the partitions of a table.

    Parameters
    ----------
    engine : Engine
        The workers.
    source : Source
        The table.
    described : tuple of Looked and Description
        What is known of it.
    settings : mapping of str to value
        Parameters of the learner that are set differently.
    screen : Screen
        Where the progress is shown.

    Returns
    -------
    Fitted

    Raises
    ------
    KeyboardInterrupt
        If the search was interrupted before it had found a rule: there is nothing to keep.
    """
    from turs.cli.cell_quality import quality_on_training
    from turs.cli.fitting import Fitted
    from turs.cli.learning import Learner, fit_watched
    from turs.distributed.engine import SummarizedClassifier

    looked, description = described
    screen.note()
    categorical = [name for name in source.table.categorical if name != source.target]
    classifier = Learner(settings, categorical).classifier(SummarizedClassifier)
    classifier.summary = looked.summary

    def fit(classifier: SummarizedClassifier, X: Any, y: Any) -> Any:
        return fit_watched(classifier, X, y, screen)

    fitted = engine.fit(classifier, read_rows, source.table.partitions, source, fit)
    rule_set, trace = fitted.rule_set_, fitted.trace_
    if trace.stopped == "interrupted" and not len(rule_set):
        raise KeyboardInterrupt
    return Fitted(
        description,
        remember(rule_set, source.table.options, source.target),
        trace,
        quality_on_training(rule_set.data),
        judge="turs evaluate, on files that were held out,",
    )


def _suspects(looked: Looked, source: Source) -> tuple[Suspect, ...]:
    """Return the columns that tell one row from another."""
    suspects = {} if looked.suspects is None else looked.suspects
    return tuple(
        Suspect(name, reason)
        for name, reason in suspects.items()
        if name != source.target and not _repeats(name, looked.summary)
    )


def _repeats(name: str, summary: TableSummary) -> bool:
    """Tell whether it is known that values of a column come again in other partitions."""
    columns = {
        name: column
        for layout in summary.layouts
        for name, column in zip(layout.names, summary.columns, strict=True)
    }
    content = columns[name].content
    if content is None or not content.complete:
        return False
    values = content.values if isinstance(content, DistinctNumbers) else content.levels
    return len(values) <= _SHARE_OF_DIFFERENT * summary.n_rows
