"""Dask collections in: partitions that belong together, or one sentence."""

from typing import Any

import numpy as np
import pytest

from turs.exceptions import InputError, InputTypeError, TargetError

pytest.importorskip("distributed", reason="dask is not installed; `pip install turs[dask]` has it")

import dask
import dask.array as da
import dask.bag as db
import dask.dataframe as dd
import pandas as pd

from turs.distributed.collections import is_collection, open_collections, open_table_of

TABLE = np.arange(40.0).reshape(10, 4)
LABELS = np.arange(10) % 3
FRAME = pd.DataFrame(TABLE, columns=list("abcd"))
SERIES = pd.Series(LABELS, name="y")


def frame(n: int = 3) -> Any:
    return dd.from_pandas(FRAME, npartitions=n)


def series(n: int = 3) -> Any:
    return dd.from_pandas(SERIES, npartitions=n)


def array(rows: int = 4, columns: int = 4) -> Any:
    return da.from_array(TABLE, chunks=(rows, columns))


def labels(rows: int = 4) -> Any:
    return da.from_array(LABELS, chunks=rows)


def computed(parts: list[Any]) -> list[np.ndarray]:
    return [np.asarray(part) for part in dask.compute(*parts, scheduler="sync")]


def check_whole(X: Any, y: Any) -> None:
    """Check that partitions, put together, are the table and its classes, row by row."""
    partitions = open_collections(X, y)
    tables, classes = computed(partitions.X), computed(partitions.y)
    assert len(partitions) == len(tables) == len(classes)
    assert [len(table) for table in tables] == [len(one) for one in classes]
    assert np.concatenate(tables).tolist() == TABLE.tolist()
    assert np.concatenate([one.ravel() for one in classes]).tolist() == LABELS.tolist()


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (frame(), series()),
        (frame(1), series(1)),
        (frame(), series().to_frame()),
        (frame().clear_divisions(), series()),
        (frame(), series().clear_divisions()),
        (frame(), series().to_dask_array(lengths=True)),
        (frame().to_dask_array(), series()),
        (frame().to_dask_array(), series().to_dask_array()),
        (array(), labels()),
        (array(4, 1), labels(4)),
        (array(4, 3), labels(3)),
        (array(10), labels(1)),
        (array(), labels().reshape(10, 1)),
        (array(5), [dask.delayed(LABELS[:5]), dask.delayed(LABELS[5:])]),
        (
            [dask.delayed(FRAME[:2]), dask.delayed(FRAME[2:])],
            (dask.delayed(LABELS[:2]), dask.delayed(LABELS[2:])),
        ),
    ],
)
def test_partitions_are_the_rows(X: Any, y: Any) -> None:
    check_whole(X, y)


def test_what_is_known_of_the_columns() -> None:
    assert open_table_of(frame()).columns.columns.tolist() == ["a", "b", "c", "d"]
    assert len(open_table_of(frame()).columns) == 0
    assert open_table_of(array()).columns.shape == (0, 4)
    assert open_table_of([dask.delayed(FRAME)]).columns is None
    kinds = [open_table_of(X).kind for X in (frame(), array(), [dask.delayed(FRAME)])]
    assert kinds == ["frame", "array", "list"]


def test_what_is_known_of_the_rows() -> None:
    assert open_table_of(array(4)).sizes == (4, 4, 2)
    assert open_table_of(frame(2)).sizes == (None, None)
    assert open_table_of(frame(2).to_dask_array()).sizes == (None, None)


def test_nothing_is_computed() -> None:
    def explode() -> Any:
        raise AssertionError("computed")

    lazy = dask.delayed(explode)()
    X = da.from_delayed(lazy, (10, 4), dtype=float).rechunk((4, 2))
    assert len(open_collections(X, da.from_delayed(lazy, (10,), dtype=int))) == 3


def test_futures_are_partitions(client: Any) -> None:
    X = [client.submit(FRAME.iloc.__getitem__, slice(a, a + 5)) for a in (0, 5)]
    y = [client.submit(SERIES.iloc.__getitem__, slice(a, a + 5)) for a in (0, 5)]
    partitions = open_collections(X, y)
    assert partitions.X == X
    assert partitions.y == y


@pytest.mark.parametrize(
    ("X", "answer"),
    [
        (frame(), True),
        (array(), True),
        (series(), True),
        (dask.delayed(FRAME), True),
        ([dask.delayed(FRAME)], True),
        ([FRAME, dask.delayed(FRAME)], True),
        (FRAME, False),
        (TABLE, False),
        (TABLE.tolist(), False),
        ([], False),
        ({"a": [1]}, False),
        (None, False),
    ],
)
def test_is_collection(X: Any, answer: bool) -> None:
    assert is_collection(X) is answer


@pytest.mark.parametrize(
    ("X", "kind", "sentence"),
    [
        (
            FRAME,
            InputTypeError,
            "X is a pandas DataFrame, no dask collection; use turs.TURSClassifier for a table in "
            "memory, or make it one, e.g. with dask.dataframe.from_pandas(X, npartitions=8)",
        ),
        (
            None,
            InputTypeError,
            "X is None, no dask collection; use turs.TURSClassifier for a table in memory, or "
            "make it one, e.g. with dask.dataframe.from_pandas(X, npartitions=8)",
        ),
        (
            series(),
            InputError,
            "X is a dask Series; a table must be a dask DataFrame, a dask Array of two dimensions "
            "or a list of delayed tables: use X.to_frame()",
        ),
        (
            db.from_sequence([1, 2]),
            InputTypeError,
            "X is a dask Bag; a table must be a dask DataFrame, a dask Array of two dimensions or "
            "a list of delayed tables",
        ),
        (
            labels(),
            InputError,
            "X is a dask Array of 1 dimension; a table has two, rows and columns: use "
            "X.reshape(-1, 1) if it has a single column",
        ),
        (
            da.ones((2, 2, 2)),
            InputError,
            "X is a dask Array of 3 dimensions; a table has two, rows and columns: use "
            "X.reshape(-1, 1) if it has a single column",
        ),
        (
            array()[:, da.from_array(TABLE[0] > 1, chunks=4)],
            InputError,
            "X is a dask Array of unknown width; call X.compute_chunk_sizes() to find it out",
        ),
        (
            [],
            InputError,
            "X is an empty list; it must have one delayed object a partition",
        ),
        (
            [dask.delayed(FRAME), FRAME],
            InputTypeError,
            "item 1 of X is a pandas DataFrame; all items of the list must be delayed, "
            "e.g. by dask.delayed(pandas.read_parquet)(path)",
        ),
        (
            [[1, 2], [3, 4]],
            InputTypeError,
            "item 0 of X is [1, 2]; all items of the list must be delayed, "
            "e.g. by dask.delayed(pandas.read_parquet)(path)",
        ),
        (
            dask.delayed(FRAME),
            InputTypeError,
            "X is one DelayedLeaf object; give a list of them, one a partition: [X]",
        ),
    ],
)
def test_bad_tables(X: Any, kind: type, sentence: str) -> None:
    with pytest.raises(kind) as caught:
        open_collections(X, series())
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("X", "y", "kind", "sentence"),
    [
        (
            frame(),
            None,
            TargetError,
            "This estimator requires y to be passed, but the target y is None: "
            "give the class of each row",
        ),
        (
            array(),
            LABELS,
            InputTypeError,
            "y is a numpy ndarray, no dask Series or Array, and X is a dask collection; cut it "
            "like X, e.g. with dask.array.from_array(y, chunks=X.chunks[0])",
        ),
        (
            frame(),
            SERIES,
            InputTypeError,
            "y is a pandas Series, no dask Series or Array, and X is a dask collection; cut it "
            "like X, e.g. with dask.dataframe.from_pandas(y, npartitions=X.npartitions) if y has "
            "the index of X",
        ),
        (
            [dask.delayed(FRAME)],
            ["a", "b"],
            InputTypeError,
            "y is ['a', 'b'], no dask Series or Array, and X is a dask collection; cut it like "
            "X, e.g. with a list of delayed labels, one item for each of X",
        ),
        (
            frame(),
            dask.delayed(SERIES),
            InputTypeError,
            "y is one DelayedLeaf object; give a list of them, one a partition: [y]",
        ),
        (
            [dask.delayed(FRAME)],
            [dask.delayed(SERIES), 3],
            InputTypeError,
            "item 1 of y is 3; all items of the list must be delayed, "
            "e.g. by dask.delayed(pandas.read_parquet)(path)",
        ),
        (
            frame(),
            frame(),
            TargetError,
            "y should be a 1d array, got a dask DataFrame with 4 columns instead: "
            "give one label a row",
        ),
        (
            array(),
            array(),
            TargetError,
            "y should be a 1d array, got a dask Array with 4 columns instead: give one label a row",
        ),
        (
            array(),
            labels()[:9],
            TargetError,
            "Found input variables with inconsistent numbers of samples: "
            "X has 10 rows and y has 9 labels",
        ),
        (
            frame(3),
            series(2),
            InputError,
            "X and y are cut at different places of their index: the divisions of X have 4 where "
            "those of y have 5; use y.repartition(divisions=X.divisions)",
        ),
        (
            frame(2),
            series(1).repartition(divisions=[0, 3, 9]),
            InputError,
            "X and y are cut at different places of their index: the divisions of X have 5 where "
            "those of y have 3; use y.repartition(divisions=X.divisions)",
        ),
        (
            frame(3).clear_divisions(),
            series(2),
            InputError,
            "X has 3 partitions (divisions unknown) and y has 2 partitions (divisions known); they "
            "must be cut alike: take both from one collection, or repartition it before you part X "
            "from y",
        ),
        (
            array(4),
            series(1),
            InputError,
            "X has 3 partitions and y has 1 partition (divisions known); they must be cut "
            "alike: take both from one collection, or repartition it before you part X from y",
        ),
        (
            frame(3).to_dask_array(),
            labels(5),
            InputError,
            "X has 3 partitions (sizes unknown) and y has 2 partitions; they must be cut "
            "alike: call compute_chunk_sizes() of both, or take both from one collection",
        ),
        (
            [dask.delayed(FRAME)],
            [dask.delayed(SERIES)] * 2,
            InputError,
            "X has 1 partition and y has 2 partitions; they must be cut alike: take both from "
            "one collection, or repartition it before you part X from y",
        ),
    ],
)
def test_what_does_not_belong_together(X: Any, y: Any, kind: type, sentence: str) -> None:
    with pytest.raises(kind) as caught:
        open_collections(X, y)
    assert str(caught.value) == sentence
