"""Open dask collections: frames, arrays and lists become partitions, one lazy object each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from dask.base import is_dask_collection
from dask.delayed import Delayed
from distributed import Future

from turs.exceptions import InputError, InputTypeError, TargetError
from turs.table.refusal import shown

Kind: TypeAlias = Literal["frame", "array", "list"]
LazyPart: TypeAlias = "Delayed | Future[Any]"

_WANTED = "a dask DataFrame, a dask Array of two dimensions or a list of delayed tables"


@dataclass(frozen=True, eq=False)
class Opened:
    """Hold the partitions of one collection.

    Parameters
    ----------
    parts : list of Delayed or Future
        The partitions, in order.
    kind : {"frame", "array", "list"}
        What they came in.
    sizes : tuple of int or None
        The rows of each partition, None where nobody knows before it is computed.
    divisions : tuple or None
        Where a frame is cut by its index, if that is known.
    columns : object or None
        A table without rows that has the columns of the collection; None if they are not
        known before a partition is computed.
    """

    parts: list[LazyPart]
    kind: Kind
    sizes: tuple[int | None, ...]
    divisions: tuple[Any, ...] | None = None
    columns: Any = None


@dataclass(frozen=True, eq=False)
class Partitions:
    """Hold the partitions of a table and of its classes, as many of the one as of the other.

    Parameters
    ----------
    X, y : list of Delayed or Future
        The partitions.
    kind : {"frame", "array", "list"}
        What those of the table came in.
    columns : object or None
        A table without rows that has the columns of X; None if they are not known yet.
    """

    X: list[LazyPart]
    y: list[LazyPart]
    kind: Kind
    columns: Any = None

    def __len__(self) -> int:
        """Count the partitions."""
        return len(self.X)


def is_collection(X: Any) -> bool:
    """Tell whether something is a dask collection, or a list of delayed objects or futures.

    Parameters
    ----------
    X : object

    Returns
    -------
    bool
        Also for collections that are no tables; `open_table_of` says what is wrong with them.
    """
    if isinstance(X, list | tuple):
        return any(isinstance(item, Delayed | Future) for item in X)
    return bool(is_dask_collection(X)) or isinstance(X, Future)


def open_collections(X: Any, y: Any) -> Partitions:
    """Open a table and its classes, and see that their partitions belong together.

    Parameters
    ----------
    X : dask DataFrame, dask Array or list of Delayed or Future
        The table. An array that is cut along its columns is put together.
    y : dask Series, dask Array or list of Delayed or Future
        The classes; a frame or an array of one column will do. An array whose rows are cut at
        other places than those of an array `X` is cut anew.

    Returns
    -------
    Partitions
        That partitions have as many rows as labels can be told where they are computed.

    Raises
    ------
    InputError
        If the partitions cannot belong together.
    InputTypeError
        If one of the two is no such collection.

    Examples
    --------
    >>> import dask.array as da
    >>> X, y = da.ones((10, 4), chunks=(5, 2)), da.ones(10, chunks=4)
    >>> len(open_collections(X, y))
    2
    """
    table = open_table_of(X)
    labels = _open_labels(y, X)
    if table.kind == labels.kind == "array" and None not in table.sizes + labels.sizes:
        labels = _cut_alike(table, labels, y)
    _check_divisions(table, labels)
    if len(table.parts) != len(labels.parts):
        raise InputError(
            f"X has {_counted(table)} and y has {_counted(labels)}; "
            f"they must be cut alike: {_advice(table, labels)}"
        )
    return Partitions(table.parts, labels.parts, table.kind, table.columns)


def open_table_of(X: Any) -> Opened:
    """Open a table.

    Parameters
    ----------
    X : dask DataFrame, dask Array or list of Delayed or Future

    Returns
    -------
    Opened

    Raises
    ------
    InputError
        If it has not two dimensions, or no partitions.
    InputTypeError
        If it is no such collection.
    """
    if isinstance(X, list | tuple):
        return _open_list(X, "X")
    if isinstance(X, Delayed | Future):
        raise InputTypeError(
            f"X is one {type(X).__name__} object; give a list of them, one a partition: [X]"
        )
    kind = _kind_of(X)
    if kind == "array":
        return _open_array(_whole_rows(X))
    if kind == "frame":
        if X.ndim != 2:
            raise InputError(
                f"X is a dask {type(X).__name__}; a table must be {_WANTED}: use X.to_frame()"
            )
        return _open_frame(X)
    if is_dask_collection(X):
        raise InputTypeError(f"X is a dask {type(X).__name__}; a table must be {_WANTED}")
    raise InputTypeError(
        f"X is {_described(X)}, no dask collection; use turs.TURSClassifier for a table in "
        "memory, or make it one, e.g. with dask.dataframe.from_pandas(X, npartitions=8)"
    )


def counted(n: int, thing: str) -> str:
    """Write how many of something there are.

    Examples
    --------
    >>> counted(1, "partition"), counted(2, "partition")
    ('1 partition', '2 partitions')
    """
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _open_labels(y: Any, X: Any) -> Opened:
    if y is None:
        raise TargetError(
            "This estimator requires y to be passed, but the target y is None: "
            "give the class of each row"
        )
    if isinstance(y, list | tuple) and is_collection(y):
        return _open_list(y, "y")
    if isinstance(y, Delayed | Future):
        raise InputTypeError(
            f"y is one {type(y).__name__} object; give a list of them, one a partition: [y]"
        )
    kind = _kind_of(y)
    if kind is None:
        raise InputTypeError(
            f"y is {_described(y)}, no dask Series or Array, and X is a dask collection; "
            f"cut it like X, e.g. with {_wrapping(X)}"
        )
    if y.ndim > 2 or (y.ndim == 2 and y.shape[1] != 1):
        raise TargetError(
            f"y should be a 1d array, got a dask {type(y).__name__} with {y.shape[1]} columns "
            "instead: give one label a row"
        )
    return _open_frame(y) if kind == "frame" else _open_array(y)


def _open_frame(frame: Any) -> Opened:
    # Not optimised in full: dask would put small files of Parquet together, more of them the fewer
    # columns are read, and so cut a table and its classes at different places.
    parts = list(frame.simplify().to_delayed(optimize_graph=False))
    divisions = tuple(frame.divisions) if frame.known_divisions else None
    return Opened(parts, "frame", (None,) * len(parts), divisions, frame._meta)


def _open_array(array: Any) -> Opened:
    parts = array.to_delayed().ravel().tolist()
    sizes = tuple(None if math.isnan(size) else int(size) for size in array.chunks[0])
    columns = np.empty((0, array.shape[1])) if array.ndim == 2 else None
    return Opened(parts, "array", sizes, columns=columns)


def _open_list(items: Sequence[Any], name: str) -> Opened:
    if not items:
        raise InputError(f"{name} is an empty list; it must have one delayed object a partition")
    for place, item in enumerate(items):
        if not isinstance(item, Delayed | Future):
            raise InputTypeError(
                f"item {place} of {name} is {_described(item)}; all items of the list must be "
                "delayed, e.g. by dask.delayed(pandas.read_parquet)(path)"
            )
    return Opened(list(items), "list", (None,) * len(items))


def _whole_rows(X: Any) -> Any:
    """Return an array that is cut along its rows alone."""
    if X.ndim != 2:
        raise InputError(
            f"X is a dask Array of {counted(X.ndim, 'dimension')}; a table has two, rows and "
            "columns: use X.reshape(-1, 1) if it has a single column"
        )
    if math.isnan(X.shape[1]):
        raise InputError(
            "X is a dask Array of unknown width; call X.compute_chunk_sizes() to find it out"
        )
    return X.rechunk({1: -1}) if X.numblocks[1] > 1 else X


def _cut_alike(table: Opened, labels: Opened, y: Any) -> Opened:
    """Cut an array of labels where that of the table is cut."""
    n_rows, n_labels = _total(table), _total(labels)
    if n_rows != n_labels:
        raise TargetError(
            "Found input variables with inconsistent numbers of samples: "
            f"X has {n_rows} rows and y has {n_labels} labels"
        )
    return labels if table.sizes == labels.sizes else _open_array(y.rechunk({0: table.sizes}))


def _check_divisions(table: Opened, labels: Opened) -> None:
    one, other = table.divisions, labels.divisions
    if one is None or other is None or one == other:
        return
    differing = (pair for pair in zip(one, other, strict=False) if pair[0] != pair[1])
    here, there = next(differing, (f"{len(one) - 1} partitions", f"{len(other) - 1}"))
    raise InputError(
        f"X and y are cut at different places of their index: the divisions of X have "
        f"{shown(here)} where those of y have {shown(there)}; "
        "use y.repartition(divisions=X.divisions)"
    )


def _advice(table: Opened, labels: Opened) -> str:
    if None in table.sizes + labels.sizes and table.kind == labels.kind == "array":
        return "call compute_chunk_sizes() of both, or take both from one collection"
    return "take both from one collection, or repartition it before you part X from y"


def _counted(opened: Opened) -> str:
    n = len(opened.parts)
    known = ""
    if opened.kind == "frame":
        known = " (divisions unknown)" if opened.divisions is None else " (divisions known)"
    if opened.kind == "array" and None in opened.sizes:
        known = " (sizes unknown)"
    return counted(n, "partition") + known


def _total(opened: Opened) -> int:
    return sum(size or 0 for size in opened.sizes)


def _kind_of(collection: Any) -> Kind | None:
    """Return the kind of a collection by its looks: dask's frames and arrays are loaded late."""
    if not is_dask_collection(collection):
        return None
    if hasattr(collection, "chunks") and hasattr(collection, "rechunk"):
        return "array"
    is_frame = hasattr(collection, "divisions") and hasattr(collection, "ndim")
    return "frame" if is_frame and hasattr(collection, "to_delayed") else None


def _wrapping(X: Any) -> str:
    if _kind_of(X) == "array":
        return "dask.array.from_array(y, chunks=X.chunks[0])"
    if _kind_of(X) == "frame":
        return "dask.dataframe.from_pandas(y, npartitions=X.npartitions) if y has the index of X"
    return "a list of delayed labels, one item for each of X"


def _described(value: Any) -> str:
    module, name = type(value).__module__.partition(".")[0], type(value).__name__
    return f"a {module} {name}" if module != "builtins" else f"{shown(value)}"
