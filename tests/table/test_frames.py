"""Frames of the library that the user has."""

import subprocess
import sys
from typing import Any

import pytest

from turs.exceptions import InputError
from turs.table.frames import LIBRARIES, make_frame

COLUMNS: dict[str, list[Any]] = {
    "number": [1, None],
    "flag": [None, True],
    "share": [0.5, None],
    "rule": ["x > 1", "else"],
    "n": [3, 4],
}


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest) -> str:
    pytest.importorskip(request.param)
    return str(request.param)


def dtypes(frame: Any, library: str) -> list[str]:
    if library == "pandas":
        return [str(dtype) for dtype in frame.dtypes]
    return [str(kind) for kind in (frame.dtypes if library == "polars" else frame.schema.types)]


def test_values_and_types(library: str) -> None:
    frame = make_frame(COLUMNS, library)
    assert type(frame).__module__.partition(".")[0] == library
    expected = {
        "pandas": ["Int64", "boolean", "float64", "str", "int64"],
        "polars": ["Int64", "Boolean", "Float64", "String", "Int64"],
        "pyarrow": ["int64", "bool", "double", "string", "int64"],
    }[library]
    # Before version 3, pandas holds texts as objects.
    assert [kind.replace("object", "str") for kind in dtypes(frame, library)] == expected


def test_missing_values_are_missing(library: str) -> None:
    frame = make_frame(COLUMNS, library)
    n_missing = {
        "pandas": lambda: frame.isna().sum().tolist(),
        "polars": lambda: list(frame.null_count().row(0)),
        "pyarrow": lambda: [column.null_count for column in frame.columns],
    }[library]()
    assert n_missing == [1, 1, 1, 0, 0]


def test_an_unknown_library() -> None:
    with pytest.raises(InputError) as error:
        make_frame(COLUMNS, "arrow")
    assert str(error.value) == (
        "there is no frame library 'arrow'; use 'pandas', 'polars' or 'pyarrow'"
    )


def test_a_library_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError) as error:
        make_frame(COLUMNS, "polars")
    assert str(error.value) == (
        "the frame library 'polars' cannot be imported; install it, or use another of "
        "'pandas', 'polars' and 'pyarrow'"
    )


def test_no_library_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in LIBRARIES:
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(InputError) as error:
        make_frame(COLUMNS)
    assert str(error.value) == (
        "a frame needs one of pandas, polars and pyarrow, and none can be imported; install one"
    )


@pytest.mark.parametrize(
    ("before", "expected"),
    [("pass", "pandas"), ("import polars", "polars"), ("import polars, pandas", "pandas")],
)
def test_the_library_in_use_wins(before: str, expected: str) -> None:
    for library in ("pandas", "polars"):
        pytest.importorskip(library)
    script = (
        f"{before}\nfrom turs.table.frames import make_frame\n"
        "print(type(make_frame({'a': [1]})).__module__.partition('.')[0])"
    )
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == expected
