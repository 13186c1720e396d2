"""A table file becomes columns, and each says what it was taken for and why."""

import csv
import gzip
import io
import math
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.exceptions import ColumnError, InputError
from turs.table import infer_columns
from turs.tablefile import Obstacle, ReadOptions, TableFile, read_table
from turs.tablefile.contents import DISTINCT_CAP, count_distinct

PATIENTS = """\
,age,ward,zip,smoker,seen,bmi,nothing
0,31,A,0712,true,2020-01-31,22.5,
1,unknown,B,9011,FALSE,2020-02-01,-,
2,45,NA,1234,,2020-03-01, 31 ,NA
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Read and write beside each other, so that messages have short names."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table_of(text: str, options: ReadOptions | None = None, **choices: Any) -> TableFile:
    Path("p.csv").write_text(text, encoding="utf-8", newline="")
    return read_table("p.csv", options, **choices)


def plain(values: Any) -> list[Any]:
    """Make NaN None, for comparing."""
    return [None if value != value else value for value in list(values)]


def test_columns(folder: Path) -> None:
    table = table_of(PATIENTS)
    assert (table.name, table.n_rows) == ("p.csv", 3)
    assert {name: plain(values) for name, values in table.columns.items()} == {
        "column_1": [0, 1, 2],
        "age": ["31", "unknown", "45"],
        "ward": ["A", "B", None],
        "zip": ["0712", "9011", "1234"],
        "smoker": [True, False, None],
        "seen": ["2020-01-31", "2020-02-01", "2020-03-01"],
        "bmi": [22.5, None, 31],
        "nothing": [None, None, None],
    }
    assert table.columns["bmi"].dtype == np.float64
    assert [table.place(row) for row in range(3)] == ["line 2", "line 3", "line 4"]


def test_guesses(folder: Path) -> None:
    table = table_of(PATIENTS)
    assert {guess.name: (guess.kind, guess.why) for guess in table.guesses} == {
        "column_1": ("number", "every value is a number"),
        "age": ("text", "other values are numbers, but 'unknown' in line 3 is not"),
        "ward": ("text", "its values are words"),
        "zip": ("text", "'0712' in line 2 begins with a zero, as codes do"),
        "smoker": ("truth value", "every value is true or false"),
        "seen": ("text", "dates are read as texts"),
        "bmi": ("number", "every value is a number"),
        "nothing": ("empty", "no row has a value"),
    }
    assert table.guess("age").obstacle == Obstacle("unknown", "line 3")
    bmi, ward = table.guess("bmi"), table.guess("ward")
    assert (bmi.n_missing, bmi.n_distinct, bmi.examples) == (1, 2, ("22.5", "31"))
    assert (bmi.markers, ward.markers, table.guess("nothing").markers) == (("-",), ("NA",), ("NA",))
    assert table.guess("smoker").examples == ("true", "FALSE")
    assert table.categorical == []


def test_the_learner_takes_the_columns(folder: Path) -> None:
    kinds = [column.kind for column in infer_columns(table_of(PATIENTS).columns).schema.columns]
    assert kinds == [
        *("numeric", "categorical", "categorical", "categorical"),
        *("categorical", "categorical", "numeric", "categorical"),
    ]


def test_markers_that_are_asked_for(folder: Path) -> None:
    table = table_of(PATIENTS, ReadOptions(missing=("unknown", "NA")))
    assert plain(table.columns["age"]) == [31, None, 45]
    assert table.columns["bmi"] == ["22.5", "-", "31"]
    assert table.guess("bmi").obstacle == Obstacle("-", "line 3")


@pytest.mark.parametrize("obstacle", ["n.a.", "inf", "nan!", "1e999", "1,5", "1_000"])
@pytest.mark.parametrize("row", [0, 1500, 2999])
def test_one_stray_value_wherever_it_stands(folder: Path, obstacle: str, row: int) -> None:
    cells = [str(number + 0.5) for number in range(3000)]
    cells[row] = f'"{obstacle}"'
    table = table_of("x,y\n" + "".join(f"{cell},a\n" for cell in cells))
    guess = table.guess("x")
    assert guess.kind == "text"
    assert guess.obstacle == Obstacle(obstacle, f"line {row + 2}")
    assert guess.n_distinct == DISTINCT_CAP
    cells[row] = obstacle
    assert table.columns["x"] == cells


def test_numbers_after_a_long_time_of_nothing(folder: Path) -> None:
    blank = ",a\n" * 100_000
    assert plain(table_of("x,y\n" + blank + "5,a\n").columns["x"])[-2:] == [None, 5]
    assert table_of("x,y\n" + blank + "b,a\n").columns["x"][-2:] == [None, "b"]
    assert table_of("x,y\n" + blank + "true,a\n").columns["x"][-2:] == [None, True]
    mixed = table_of("x,y\n" + "true,a\n" * 100_000 + "b,a\n").columns["x"]
    assert mixed == ["true"] * 100_000 + ["b"]


def test_decimal_comma(folder: Path) -> None:
    table = table_of("x;y\n1,5;a\n-2;b\n")
    assert table.columns["x"].tolist() == [1.5, -2]
    assert table.remembered.decimal == ","
    quoted = table_of('x,y\n"1,5",a\n"2,5",b\n')
    assert quoted.guess("x").why == "'1,5' in line 2 has a decimal comma; give --decimal ,"
    asked = table_of('x,y\n"1,5",a\n', ReadOptions(decimal=","))
    assert asked.columns["x"].tolist() == [1.5]


def test_what_is_remembered(folder: Path) -> None:
    table = table_of("x;y\n1;a\n", ReadOptions(encoding="latin-1", missing=("b",)))
    assert table.options == ReadOptions(";", "latin-1", ".", ("b",))
    assert table.remembered == ReadOptions(None, "latin-1", None, ("b",))


def test_asked_to_be_numeric(folder: Path) -> None:
    assert table_of(PATIENTS, numeric=["zip"]).columns["zip"].tolist() == [712, 9011, 1234]
    with pytest.raises(ColumnError) as error:
        table_of(PATIENTS, numeric=["age"])
    assert str(error.value) == (
        "p.csv, line 3: column 'age' has 'unknown', which is not a number; "
        "correct it, or make it a missing marker"
    )
    nothing = table_of(PATIENTS, numeric=["nothing"])
    assert nothing.guess("nothing").why == "asked for, without any value"
    assert np.isnan(nothing.columns["nothing"]).all()


def test_asked_to_be_categorical(folder: Path) -> None:
    table = table_of(PATIENTS, categorical=["column_1", "ward"])
    assert table.categorical == ["column_1"]
    assert table.guess("column_1").kind == "number"
    levels = infer_columns(table.columns, categorical_features=table.categorical).schema.columns[0]
    assert levels.levels == (0, 1, 2)


def test_codes_too_long_for_numbers_stay_apart(folder: Path) -> None:
    table = table_of("x\n9007199254740992\n9007199254740993\n", categorical=["x"])
    assert table.columns["x"] == ["9007199254740992", "9007199254740993"]
    assert table.guess("x").why == (
        "whole numbers too long to be told apart as numbers, kept as asked"
    )


def test_chosen_columns(folder: Path) -> None:
    assert list(table_of(PATIENTS, columns=["zip", "age"]).columns) == ["zip", "age"]
    assert list(table_of(PATIENTS, drop=["column_*", "*e*"]).columns) == [
        *("ward", "zip", "bmi", "nothing")
    ]
    with pytest.raises(ColumnError) as error:
        table_of("age,ward\n1,2\n", drop=["wards"])
    assert str(error.value) == (
        "p.csv has no column 'wards'; did you mean 'ward'? (the columns are 'age', 'ward')"
    )
    with pytest.raises(ColumnError) as error:
        table_of("age,ward\n1,2\n", numeric=["age"], categorical=["a*"])
    assert str(error.value) == (
        "column 'age' is asked to be both numeric and categorical; choose one"
    )


def test_a_selection(folder: Path) -> None:
    table = table_of("x,y\n1,a\n2,b\n3,c\n")
    rows = np.array([True, False, True])
    chosen = table.select(rows, without=["z"])
    assert (chosen["x"].tolist(), chosen["y"]) == ([1, 3], ["a", "c"])
    assert list(table.select(without=["x"])) == ["y"]


def test_no_rows(folder: Path) -> None:
    with pytest.raises(InputError) as error:
        table_of("a,b\n\n")
    assert str(error.value) == "p.csv: there is a header and no row under it"


def test_compressed_and_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("p.csv").write_bytes(gzip.compress(PATIENTS.encode("utf-16")))
    zipped = read_table("p.csv")
    assert zipped.options.encoding == "utf-16"
    stdin = SimpleNamespace(buffer=io.BytesIO(PATIENTS.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    piped = read_table("-")
    assert piped.name == "standard input"
    for table in (zipped, piped):
        assert table.guesses == table_of(PATIENTS).guesses


def test_progress(folder: Path) -> None:
    told: list[tuple[int, int | None]] = []
    text = "x\n" + "12345\n" * 200_000
    table_of(text, progress=lambda n_read, n_all: told.append((n_read, n_all)))
    assert told[-1] == (len(text), len(text))
    assert told == sorted(told)
    assert len(told) > 3


def test_distinct_numbers_are_counted_up_to_a_cap() -> None:
    assert count_distinct(np.array([1.0, np.nan, 1.0, 2.0])) == 2
    assert count_distinct(np.arange(10.0**5)) == DISTINCT_CAP
    assert count_distinct(np.repeat([1.0, 2.0], 10_000)) == 2
    assert count_distinct(np.array([np.nan])) == 0


NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.none()
TEXTS = st.sampled_from(["A", "b c", "ü", 'say "x"', "x,y", "line\nend", "12 cm"]) | st.none()
TRUTHS = st.booleans() | st.none()


@given(
    st.lists(st.tuples(NUMBERS, TEXTS, TRUTHS), min_size=1, max_size=20),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_csv_wrote_is_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[Any, ...]],
    delimiter: str,
    encoding: str,
    end: str,
) -> None:
    path = tmp_path_factory.mktemp("t") / "t.csv"
    with open(path, "w", encoding=encoding, newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator=end)
        writer.writerow(["number", "text", "truth", "key"])
        writer.writerows([(*row, "k") for row in rows])
    table = read_table(path)
    assert table.options.delimiter == delimiter
    for place, name in enumerate(["number", "text", "truth"]):
        expected = [row[place] for row in rows]
        assert plain(table.columns[name]) == expected
        assert table.guess(name).n_missing == expected.count(None)
    assert math.prod([table.n_rows, len(table.guesses)]) == 4 * len(rows)
    os.remove(path)
