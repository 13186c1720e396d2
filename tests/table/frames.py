"""The same table in every container, for tests that ask for the same result from each."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

Data = dict[str, list[Any]]


def numpy_objects(data: Data) -> Any:
    array = np.empty((len(next(iter(data.values()))), len(data)), dtype=object)
    for index, values in enumerate(data.values()):
        array[:, index] = values
    return array


def rows(data: Data) -> Any:
    return [list(row) for row in zip(*data.values(), strict=True)]


def dict_of_lists(data: Data) -> Any:
    return data


def dict_of_arrays(data: Data) -> Any:
    return {name: np.array(values, dtype=object) for name, values in data.items()}


def dict_of_series(data: Data) -> Any:
    return dict(polars(data).to_dict())


def pandas(data: Data) -> Any:
    return pytest.importorskip("pandas").DataFrame(data)


def pandas_objects(data: Data) -> Any:
    return pytest.importorskip("pandas").DataFrame(data, dtype=object)


def pandas_nullable(data: Data, **options: str) -> Any:
    # Old versions look for integers by casting, which warns for large floats.
    with np.errstate(invalid="ignore"):
        return pandas_objects(data).convert_dtypes(**options)


def pandas_arrow(data: Data) -> Any:
    pytest.importorskip("pyarrow")
    return pandas_nullable(data, dtype_backend="pyarrow")


def polars(data: Data) -> Any:
    return pytest.importorskip("polars").DataFrame(data)


def polars_objects(data: Data) -> Any:
    pl = pytest.importorskip("polars")
    return pl.DataFrame([pl.Series(name, values, dtype=pl.Object) for name, values in data.items()])


def pyarrow(data: Data) -> Any:
    return pytest.importorskip("pyarrow").table(data)


def pyarrow_chunked(data: Data) -> Any:
    pa = pytest.importorskip("pyarrow")
    table = pyarrow(data)
    return pa.concat_tables([table.slice(0, 2), table.slice(2)])


Build = Callable[[Data], Any]

UNNAMED: tuple[Build, ...] = (numpy_objects, rows)
NAMED: tuple[Build, ...] = (
    dict_of_lists,
    dict_of_arrays,
    dict_of_series,
    pandas,
    pandas_objects,
    pandas_nullable,
    pandas_arrow,
    polars,
    polars_objects,
    pyarrow,
    pyarrow_chunked,
)
ALL = NAMED + UNNAMED


def in_every(builds: tuple[Build, ...]) -> pytest.MarkDecorator:
    """Run a test once a container."""
    return pytest.mark.parametrize("build", builds, ids=lambda build: build.__name__)
