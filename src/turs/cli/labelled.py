"""Read rows of which the class is known, to judge a model by them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from turs.cli.opening import Model
from turs.cli.screen import counted
from turs.exceptions import InputError, TargetError
from turs.table import Column
from turs.table.refusal import shown
from turs.tablefile import Chunk, iter_chunks
from turs.tablefile.contents import place_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.cli.options import Asked
    from turs.cli.screen import Screen

__all__ = ["Labelled", "read_labelled"]

_MOST_SHOWN = 8


@dataclass(frozen=True, eq=False)
class Labelled:
    """Hold rows of which the class is known.

    Parameters
    ----------
    X : dict of str to ndarray or list
        The columns of the model.
    y : list
        The class of each row.
    """

    X: dict[str, Any]
    y: list[Any]


def read_labelled(
    model: Model, data: str, target: str | None, asked: Asked, screen: Screen
) -> Labelled:
    """Read rows of which the class is known.

    Parameters
    ----------
    model : Model
        The model.
    data : str
        The file; ``"-"`` is standard input.
    target : str or None
        The class column, if not the one that the model remembers.
    asked : Asked
        How to read the file, in place of what the model remembers.
    screen : Screen
        Where the progress is shown, and how many rows have no class.

    Returns
    -------
    Labelled
        Without the rows that have no class.

    Raises
    ------
    click.UsageError
        If nobody says what the target is.
    InputError
        If no row has a class, or one is not known to the model.
    """
    column = _class_column(model, target)
    options, schema = asked.over(model.reading), model.data.schema
    rows = _Collected(column)
    with (
        screen.bar(f"reading {data}") as told,
        iter_chunks(data, options, schema, progress=told, target=column) as chunks,
    ):
        for chunk in chunks:
            rows.add(chunk, chunks.name)
    if not rows.y:
        raise InputError(f"{chunks.name}: no row has a class in the column {column.name!r}")
    if rows.n_missing:
        screen.note(f"Left out: {counted(rows.n_missing, 'row')} without a class.")
    return Labelled(rows.joined(), rows.y)


def _class_column(model: Model, target: str | None) -> Column:
    name = model.target if target is None else target
    if name is None:
        raise click.UsageError(
            f"{model.name} does not say which column has the classes; give --target COLUMN"
        )
    if name in model.data.schema.names:
        raise click.UsageError(
            f"{name!r} is a column that the rules of {model.name} may use, not the target"
        )
    return Column(name, "categorical", tuple(model.data.classes.tolist()))


class _Collected:
    """The rows of chunks that have a class."""

    def __init__(self, target: Column) -> None:
        self._target = target
        self._parts: dict[str, list[Any]] = {}
        self.y: list[Any] = []
        self.n_missing = 0

    def add(self, chunk: Chunk, where: str) -> None:
        labels = list(chunk.columns[self._target.name])
        present = np.array([label is not None and label == label for label in labels], dtype=bool)
        self._refuse_unknown(labels, present, chunk, where)
        self.n_missing += int((~present).sum())
        self.y += compress(labels, present.tolist())
        for name, values in chunk.columns.items():
            if name != self._target.name:
                self._parts.setdefault(name, []).append(_chosen(values, present))

    def joined(self) -> dict[str, Any]:
        return {name: _joined(parts) for name, parts in self._parts.items()}

    def _refuse_unknown(
        self, labels: list[Any], present: NDArray[np.bool_], chunk: Chunk, where: str
    ) -> None:
        classes = self._target.levels
        unknown = set(compress(labels, present.tolist())) - set(classes)
        if not unknown:
            return
        row = next(row for row, label in enumerate(labels) if label in unknown)
        # Rows are counted through the file, lines are listed for the chunk.
        place = place_of(row if chunk.lines is not None else chunk.first_row + row, chunk.lines)
        rest = ", ..." if len(classes) > _MOST_SHOWN else ""
        raise TargetError(
            f"{where}, {place}: the target {self._target.name!r} has {_shown(labels[row])}, which "
            f"is none of the classes of the model ({_listed(classes[:_MOST_SHOWN])}{rest}); remove "
            "such rows, or learn a model with that class"
        )


def _shown(label: Any) -> str:
    # Whole numbers are read as floats, and meant as they were written.
    whole = isinstance(label, float) and label.is_integer()
    return shown(int(label) if whole else label)


def _listed(classes: tuple[Any, ...]) -> str:
    return ", ".join(map(shown, classes))


def _chosen(values: Any, present: NDArray[np.bool_]) -> Any:
    if isinstance(values, np.ndarray):
        return values[present]
    return list(compress(values, present.tolist()))


def _joined(parts: list[Any]) -> Any:
    if isinstance(parts[0], np.ndarray):
        return np.concatenate(parts)
    return [value for part in parts for value in part]
