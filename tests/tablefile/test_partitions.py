"""Parquet files are cut into partitions by their footers, and read as the whole table is."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turs.exceptions import ColumnError, InputError
from turs.tablefile import ReadOptions, read_table
from turs.tablefile.partitions import find_parquet, open_parts

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed; turs[arrow] has it")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(path: str, columns: Any, row_group_size: int = 100) -> str:
    pq.write_table(pa.table(columns), path, row_group_size=row_group_size)
    return path


def plain(values: Any) -> list[Any]:
    found = values.to_pylist() if hasattr(values, "to_pylist") else list(values)
    return [None if value != value else value for value in found]


def test_runs_of_row_groups() -> None:
    write("a.parquet", {"x": range(10), "y": range(10)}, row_group_size=3)
    write("b.parquet", {"x": range(2), "y": range(2)})
    # A row of two columns takes 16 bytes at the least, and what is in the file some more.
    table = open_parts(["a.parquet", "b.parquet"], most_bytes=1)
    assert [(one.groups, one.first_row, one.n_rows) for one in table.partitions] == [
        ((0,), 0, 3),
        ((1,), 3, 3),
        ((2,), 6, 3),
        ((3,), 9, 1),
        ((0,), 0, 2),
    ]
    assert [one.name for one in table.partitions[2:]] == [
        "a.parquet, rows 7 to 9",
        "a.parquet, rows 10 to 10",
        "b.parquet",
    ]
    assert (table.n_rows, table.name) == (12, "a.parquet and 1 more")
    whole = open_parts(["a.parquet", "b.parquet"])
    assert [one.groups for one in whole.partitions] == [(0, 1, 2, 3), (0,)]


def test_files_without_rows_give_no_partitions() -> None:
    write("a.parquet", {"x": [1.0]})
    write("empty.parquet", {"x": pa.array([], type=pa.float64())})
    assert len(open_parts(["empty.parquet", "a.parquet"]).partitions) == 1
    with pytest.raises(InputError, match=r"empty.parquet: there is a header and no row under it"):
        open_parts(["empty.parquet"])


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"numeric": ["digits", "true"], "categorical": ["whole"]},
        {"drop": ["t*", "day"], "categorical": ["level"]},
    ],
)
def test_values_are_those_of_the_whole_table(asked: dict[str, list[str]]) -> None:
    columns = {
        "whole": [1, 2, None, 2, 5, 9],
        "real": [1.5, np.nan, -9.0, 0.0, 2.0, 3.0],
        "digits": ["01", "-9", None, "2", "3", "4"],
        "text": ["a", None, "-9", "a", "b", ""],
        "true": [True, None, False, False, True, True],
        "day": pa.array([0, 1, 2, 3, None, 5], type=pa.date32()),
        "level": pa.array([3, 1, 3, 3, 1, 1]).dictionary_encode(),
        "a.b": [0.5] * 6,
        "order": pa.DictionaryArray.from_arrays(
            [1, 0, 1, 1, 0, None], ["low", "top"], ordered=True
        ),
    }
    write("t.parquet", columns, row_group_size=2)
    options = ReadOptions(missing=("-9",))
    whole = read_table("t.parquet", options, **asked)
    table = open_parts(["t.parquet"], options, **asked, most_bytes=1)
    parts = [table.read(partition).columns for partition in table.partitions]
    assert len(parts) == 3
    assert [list(part) for part in parts] == [list(whole.columns)] * 3
    for name, values in whole.columns.items():
        together = [value for part in parts for value in plain(part[name])]
        assert together == plain(values), name
        assert {type(part[name]) for part in parts} == {type(values)}, name
    assert list(table.categorical) == whole.categorical


def test_types_that_mean_the_same_go_together() -> None:
    write("a.parquet", {"x": pa.array([1, 2]), "t": pa.nulls(2)})
    write("b.parquet", {"t": ["p", None], "x": [0.5, None]})
    write("c.parquet", {"x": [1], "t": pa.array(["q"]).dictionary_encode()})
    table = open_parts(["a.parquet", "b.parquet", "c.parquet"])
    assert dict(table.types) == {"x": "int64", "t": "string"}
    assert table.read(table.partitions[2]).columns["t"] == ["q"]
    assert plain(table.read(table.partitions[1]).columns["x"]) == [0.5, None]


def test_the_row_is_counted_from_the_start_of_the_file() -> None:
    write("t.parquet", {"x": ["1", "2", "3", "four"]}, row_group_size=3)
    table = open_parts(["t.parquet"], numeric=["x"], most_bytes=1)
    with pytest.raises(ColumnError, match=r"t.parquet, row 4: column 'x' has 'four'"):
        table.read(table.partitions[1])


DIFFERENT = [
    (
        {"x": ["1"], "y": [1]},
        "column 'x' is of the type int64 in a.parquet and of the type string in b.parquet; make "
        "it the same in all files",
    ),
    (
        {"x": [1]},
        "b.parquet has no column 'y', and a.parquet has one; give files with the same columns, "
        "or leave it out, as in --drop y",
    ),
    (
        {"x": [1], "y": [1], "z": [1]},
        "a.parquet has no column 'z', and b.parquet has one; give files with the same columns, "
        "or leave it out, as in --drop z",
    ),
    (
        {"x": [1], "y": pa.DictionaryArray.from_arrays([0], ["low"], ordered=True)},
        "column 'y' is of the type int64 in a.parquet and of the type {y} in b.parquet; make it "
        "the same in all files",
    ),
]


@pytest.mark.parametrize(("columns", "sentence"), DIFFERENT)
def test_files_that_differ(columns: dict[str, Any], sentence: str) -> None:
    write("a.parquet", {"x": [1], "y": [1]})
    write("b.parquet", columns)
    with pytest.raises(ColumnError) as error:
        open_parts(["a.parquet", "b.parquet"])
    # versions of pyarrow read the codes of a dictionary with different numbers of bits
    types = {field.name: field.type for field in pq.read_schema("b.parquet")}
    assert str(error.value) == sentence.format(**types)


def test_a_column_that_is_left_out_may_differ() -> None:
    write("a.parquet", {"x": [1], "y": [1]})
    write("b.parquet", {"x": [1], "y": ["a"], "z": [[1, 2]]})
    table = open_parts(["a.parquet", "b.parquet"], drop=["y", "z"])
    assert list(table.types) == ["x"]


def test_a_type_of_which_no_rule_can_be_made() -> None:
    write("a.parquet", {"x": [[1, 2]]})
    with pytest.raises(ColumnError, match=r"a.parquet: column 'x' holds list<.*--drop x"):
        open_parts(["a.parquet"])


def test_other_files() -> None:
    Path("t.csv").write_text("x,y\n1,a\n2,b\n")
    with pytest.raises(InputError) as error:
        open_parts(["t.csv"])
    before, _, command = str(error.value).partition("convert it: ")
    assert before == (
        "t.csv is no Parquet file, and tables larger than memory are read from Parquet; "
        "if it is CSV, "
    )
    # What the sentence says to do works.
    program = command.removeprefix('python -c "').removesuffix('"')
    subprocess.run([sys.executable, "-c", program], check=True)
    table = open_parts(find_parquet(["t"]))
    assert table.read(table.partitions[0]).columns["y"] == ["a", "b"]
    with pa.OSFile("t.arrow", "wb") as file, pa.ipc.new_file(file, pa.schema([])):
        pass
    with pytest.raises(InputError, match=r"t.arrow is a file of Arrow, and .*; save it as Parquet"):
        open_parts(["t.arrow"])
    Path("cut.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(InputError, match=r"cut.parquet: the Parquet file cannot be read: "):
        open_parts(["cut.parquet"])
    with pytest.raises(FileNotFoundError, match=r"cannot read 'none.parquet': there is no such"):
        open_parts(["none.parquet"])


def test_files_that_words_mean() -> None:
    for name in ("b.parquet", "a.parquet", "c.pq", "_metadata.parquet", "notes.txt"):
        Path(name).touch()
    assert find_parquet(["."]) == [
        os.path.join(".", name) for name in ("a.parquet", "b.parquet", "c.pq")
    ]
    assert find_parquet(["[ab].parquet"]) == ["a.parquet", "b.parquet"]
    Path("[ab].parquet").touch()
    assert find_parquet(["[ab].parquet"]) == ["[ab].parquet"]
    assert find_parquet(["gone.parquet"]) == ["gone.parquet"]
    with pytest.raises(InputError, match=r"there is no file whose name is like 'z\*.parquet'"):
        find_parquet(["z*.parquet"])
    Path("folder").mkdir()
    with pytest.raises(InputError, match=r"there is no Parquet file .* in the directory 'folder'"):
        find_parquet(["folder"])
    with pytest.raises(InputError, match=r"'./a.parquet' is the same file as 'a.parquet'"):
        find_parquet(["a.parquet", "./a.parquet"])
