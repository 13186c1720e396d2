"""Parquet and Arrow files give the columns that the same table gives as CSV."""

import datetime
import io
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from turs.exceptions import ColumnError, InputError
from turs.table import Column, Schema, infer_columns, read_columns
from turs.tablefile import ReadOptions, TableWriter, iter_chunks, read_table
from turs.tablefile.arrow import arrow_format

pa = pytest.importorskip("pyarrow")
feather = pytest.importorskip("pyarrow.feather")
parquet = pytest.importorskip("pyarrow.parquet")

DAY = datetime.date(2020, 1, 31)
TABLE = pa.table(
    {
        "age": pa.array([31, None, 45], pa.int16()),
        "bmi": [22.5, 31.0, None],
        "ward": ["A", None, "NA"],
        "smoker": [True, None, False],
        "seen": [DAY, None, DAY],
        "size": pa.array(["big", "small", None]).dictionary_encode(),
        "nothing": pa.nulls(3),
    }
)
SCHEMA = Schema(
    (
        Column("age", "numeric"),
        Column("ward", "categorical", ("A", "NA")),
        Column("smoker", "categorical", (False, True)),
    )
)


def write_stream(table: Any, path: str) -> None:
    with pa.OSFile(path, "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)


WRITERS = {
    "parquet": parquet.write_table,
    "feather": feather.write_feather,
    "arrow stream": write_stream,
}


@pytest.fixture(params=WRITERS)
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    WRITERS[request.param](TABLE, "p.data")
    return "p.data"


def plain(values: Any) -> list[Any]:
    return [None if value != value else value for value in list(values)]


def test_columns(path: str) -> None:
    table = read_table(path)
    assert {name: plain(values) for name, values in table.columns.items()} == {
        "age": [31, None, 45],
        "bmi": [22.5, 31, None],
        "ward": ["A", None, "NA"],
        "smoker": [True, None, False],
        "seen": ["2020-01-31", None, "2020-01-31"],
        "size": ["big", "small", None],
        "nothing": [None, None, None],
    }
    assert [(guess.kind, guess.why) for guess in table.guesses] == [
        ("number", "its type is int16"),
        ("number", "its type is double"),
        ("text", "its type is string"),
        ("truth value", "its type is bool"),
        ("text", "its type is date32[day]"),
        ("text", "its type is dictionary<values=string, indices=int32, ordered=0>"),
        ("empty", "its type is null"),
    ]
    assert table.categorical == []
    assert table.guess("age").examples == ("31", "45")
    assert (table.lines, table.place(0)) == (None, "row 1")
    infer_columns(table.columns, categorical_features=table.categorical)


def test_choices(path: str) -> None:
    table = read_table(path, ReadOptions(missing=("NA", "31")), columns=["ward", "age", "bmi"])
    assert {name: plain(values) for name, values in table.columns.items()} == {
        "ward": ["A", None, None],
        "age": [None, None, 45],
        "bmi": [22.5, None, None],
    }
    assert table.remembered == ReadOptions(missing=("NA", "31"))
    with pytest.raises(ColumnError) as error:
        read_table(path, numeric=["ward"])
    assert str(error.value) == (
        "p.data, row 1: column 'ward' has 'A', which is not a number; "
        "correct it, or make it a missing marker"
    )


def test_texts_asked_to_be_numbers(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    parquet.write_table(pa.table({"x": ["007", None], "b": [True, None]}), path)
    table = read_table(path, numeric=["x", "b"])
    assert plain(table.columns["x"]) == [7, None]
    assert plain(table.columns["b"]) == [1, None]


def test_a_category_of_numbers(tmp_path: Path) -> None:
    path = str(tmp_path / "p.feather")
    feather.write_feather(pa.table({"grade": pa.array([3, 1, None]).dictionary_encode()}), path)
    table = read_table(path)
    assert (plain(table.columns["grade"]), table.categorical) == ([3, 1, None], ["grade"])
    assert read_table(path, numeric=["grade"]).categorical == []


def test_an_ordered_category_keeps_its_order(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    size = pa.DictionaryArray.from_arrays([1, 0, None], ["small", "big"], ordered=True)
    feather.write_feather(pa.table({"size": size}), str(path))
    table = read_table(path)
    column = infer_columns(table.columns).schema.columns[0]
    assert (column.levels, column.ordered) == (("small", "big"), True)
    chosen = table.select(np.array([True, False, True]))["size"]
    assert chosen.to_pylist() == ["big", None]


def test_what_no_rule_can_be_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    parquet.write_table(pa.table({"x": [[1], [2]], "y": [1, 2]}), "p.parquet")
    with pytest.raises(ColumnError) as error:
        read_table("p.parquet")
    assert str(error.value) == (
        f"p.parquet: column 'x' holds {parquet.read_schema('p.parquet')[0].type}, of which no rule "
        "can be made; leave it out, as in --drop x"
    )
    assert list(read_table("p.parquet", drop=["x"]).columns) == ["y"]


def test_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    parquet.write_table(TABLE.slice(0, 0), path)
    with pytest.raises(InputError, match="there is a header and no row under it"):
        read_table(path)


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(InputError, match=r"p.parquet: the Parquet file cannot be read: ."):
        read_table(path)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    parquet.write_table(TABLE, buffer)
    buffer.seek(0)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=buffer))
    assert read_table("-").n_rows == 3


def test_without_pyarrow(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    name = arrow_format(Path(path).read_bytes())
    with pytest.raises(InputError) as error:
        read_table(path)
    assert str(error.value) == f"reading {name} needs pyarrow; pip install 'turs[arrow]'"
    with pytest.raises(InputError) as error:
        TableWriter("out.parquet")
    assert str(error.value) == "writing Parquet needs pyarrow; pip install 'turs[arrow]'"
    assert not Path("out.parquet").exists()


def test_chunks(path: str) -> None:
    told: list[tuple[int, int | None]] = []
    with iter_chunks(path, None, SCHEMA, 2, lambda *numbers: told.append(numbers)) as chunks:
        assert chunks.names == tuple(TABLE.column_names)
        first, second = chunks
    assert [first.n_rows, second.first_row, second.n_rows] == [2, 2, 1]
    assert [one[0] for one in told] == [2, 3]
    assert first.cells["seen"].to_pylist() == [DAY, None]
    codes = [values.tolist() for values in read_columns(first.columns, SCHEMA).values]
    assert str(codes) == "[[31.0, nan], [0, -1], [1, -1]]"


def test_numbers_that_are_texts_in_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    schema = Schema((Column("x", "numeric"),))
    parquet.write_table(pa.table({"x": ["1", "2", "many"]}), "p.parquet")
    with iter_chunks("p.parquet", None, schema, 2) as chunks, pytest.raises(ColumnError) as error:
        list(chunks)
    assert str(error.value).startswith("p.parquet, row 3: column 'x' has 'many', which is not a ")


@pytest.mark.parametrize("name", ["out.parquet", "out.feather", "out.arrow"])
def test_written_and_read_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with TableWriter(path) as writer:
        for start in (0, 1, 2):
            part = TABLE.slice(start, 1)
            cells = dict(zip(TABLE.column_names, part.columns, strict=True))
            writer.write({**cells, "p": np.array([0.5]), "rule": [None], "label": ["x"]})
    table = read_table(path)
    assert table.n_rows == 3
    assert plain(table.columns["age"]) == [31, None, 45]
    assert table.columns["p"].tolist() == [0.5] * 3
    assert table.columns["rule"] == [None] * 3
    assert (table.columns["label"], table.columns["nothing"]) == (["x"] * 3, [None] * 3)


def test_from_parquet_to_csv(path: str) -> None:
    with iter_chunks(path, None, SCHEMA) as chunks, TableWriter("out.csv") as writer:
        for chunk in chunks:
            writer.write(chunk.cells)
    assert Path("out.csv").read_text() == (
        "age,bmi,ward,smoker,seen,size,nothing\n"
        "31,22.5,A,True,2020-01-31,big,\n,31.0,,,,small,\n45,,NA,False,2020-01-31,,\n"
    )


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_the_same_time_is_the_same_text_in_any_unit(tmp_path: Path, unit: str) -> None:
    times = [datetime.datetime(2020, 1, 31), datetime.datetime(2020, 1, 31, 7, 30, 20), None]
    path = str(tmp_path / "times.parquet")
    parquet.write_table(pa.table({"at": pa.array(times, pa.timestamp(unit)), "x": [1, 2, 3]}), path)
    assert list(read_table(path).columns["at"]) == [
        "2020-01-31 00:00:00",
        "2020-01-31 07:30:20",
        None,
    ]
