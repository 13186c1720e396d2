"""Chunks have the columns of the model, and every cell of the file as it was."""

import io
import sys
import tracemalloc
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.exceptions import ColumnError, InputError
from turs.table import Column, Schema, read_columns
from turs.tablefile import ReadOptions, iter_chunks
from turs.tablefile.chunks import regroup
from turs.tablefile.csv_rows import Block

SCHEMA = Schema(
    (
        Column("age", "numeric"),
        Column("ward", "categorical", ("A", "B")),
        Column("grade", "categorical", (1, 2)),
        Column("smoker", "categorical", (False, True)),
    )
)
NEW = """\
id,smoker,grade,ward,age
007,true,1,A,31
008,FALSE,2.0, C ,NA
009,,,"B",45
"""


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("new.csv")
    path.write_text(NEW)
    return path


def test_columns_and_cells(new: Path) -> None:
    with iter_chunks(new, None, SCHEMA, n_rows=2) as chunks:
        assert chunks.names == ("id", "smoker", "grade", "ward", "age")
        assert chunks.options.delimiter == ","
        first, second = chunks
    assert (first.first_row, first.n_rows, list(first.lines or ())) == (0, 2, [2, 3])
    assert (second.first_row, second.n_rows, list(second.lines or ())) == (2, 1, [4])
    assert {name: list(cells) for name, cells in first.cells.items()} == {
        "id": ["007", "008"],
        "smoker": ["true", "FALSE"],
        "grade": ["1", "2.0"],
        "ward": ["A", " C "],
        "age": ["31", "NA"],
    }
    codes = [values.tolist() for values in read_columns(first.columns, SCHEMA).values]
    assert str(codes) == "[[31.0, nan], [0, -2], [0, 1], [1, 0]]"
    codes = [values.tolist() for values in read_columns(second.columns, SCHEMA).values]
    assert codes == [[45.0], [1], [-1], [-1]]


def test_a_bad_cell_has_its_line(new: Path) -> None:
    new.write_text(NEW.replace("45", "many"))
    with iter_chunks(new, None, SCHEMA, n_rows=2) as chunks, pytest.raises(ColumnError) as error:
        list(chunks)
    assert str(error.value) == (
        "new.csv, line 4: column 'age' has 'many', which is not a number; "
        "correct it, or make it a missing marker"
    )
    with iter_chunks(new, ReadOptions(missing=("many", "NA")), SCHEMA) as chunks:
        assert sum(chunk.n_rows for chunk in chunks) == 3


def test_a_column_that_is_not_there(new: Path) -> None:
    new.write_text("Age,ward\n1,A\n")
    with pytest.raises(ColumnError) as error:
        iter_chunks(new, None, SCHEMA)
    assert str(error.value) == (
        "new.csv lacks the column 'age' and 2 more, which the rules were learned with; "
        "did you mean 'Age'? (the columns are 'Age', 'ward')"
    )


def test_columns_without_names_go_by_position(new: Path) -> None:
    unnamed = Schema((Column("x0", "numeric"), Column("x1", "numeric")), named=False)
    new.write_text("a,b\n1,2\n")
    (chunk,) = iter_chunks(new, None, unnamed)
    assert [chunk.columns[name].tolist() for name in ("x0", "x1")] == [[1], [2]]
    new.write_text("a,b,c\n1,2,3\n")
    with pytest.raises(ColumnError, match=r"new.csv lacks the column 'x0' and 1 more"):
        iter_chunks(new, None, unnamed)


def test_no_rows_no_chunks(new: Path) -> None:
    new.write_text("age,ward,grade,smoker\n")
    assert list(iter_chunks(new, None, SCHEMA)) == []
    with pytest.raises(InputError) as error:
        iter_chunks(new, None, SCHEMA, n_rows=0)
    assert str(error.value) == "a chunk of 0 rows was asked for; it must have one at least"


def test_standard_input_and_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(NEW.encode())))
    told: list[tuple[int, int | None]] = []
    with iter_chunks("-", None, SCHEMA, 1, lambda *numbers: told.append(numbers)) as chunks:
        assert [chunk.n_rows for chunk in chunks] == [1, 1, 1]
    assert told == [(len(NEW), None)] * 3


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    schema = Schema((Column("x", "numeric"), Column("t", "categorical", ("a",))))
    peaks = []
    for n_rows in (20_000, 200_000):
        path = tmp_path / "t.csv"
        path.write_text("x,t\n" + "".join(f"{row},t{row}\n" for row in range(n_rows)))
        tracemalloc.start()
        with iter_chunks(path, None, schema, n_rows=5000) as chunks:
            assert sum(chunk.n_rows for chunk in chunks) == n_rows
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


@given(st.lists(st.integers(1, 5)), st.integers(1, 6))
def test_regrouping_keeps_every_row(sizes: list[int], n_rows: int) -> None:
    numbers = iter(range(sum(sizes)))
    blocks = []
    for size in sizes:
        lines = [next(numbers) for _ in range(size)]
        blocks.append(Block([tuple(map(str, lines))], lines))
    groups = list(regroup(iter(blocks), n_rows))
    assert [line for group in groups for line in group.lines] == list(range(sum(sizes)))
    assert [cell for group in groups for cell in group.columns[0]] == [
        str(number) for number in range(sum(sizes))
    ]
    assert all(len(group.lines) == n_rows for group in groups[:-1])
    assert all(0 < len(group.lines) <= n_rows for group in groups)


def test_a_class_column_comes_after_those_of_the_model(new: Path) -> None:
    classes = Column("id", "categorical", (7, 8, 9))
    with iter_chunks(new, None, SCHEMA, target=classes) as chunks:
        [chunk] = chunks
    assert list(chunk.columns) == [*SCHEMA.names, "id"]
    assert chunk.columns["id"].tolist() == [7.0, 8.0, 9.0]


def test_a_class_column_that_is_not_there(new: Path) -> None:
    with pytest.raises(ColumnError) as error:
        iter_chunks(new, None, SCHEMA, target=Column("Idd", "categorical", ("a", "b")))
    assert str(error.value) == (
        "new.csv has no column 'Idd' for the target; did you mean 'id'? "
        "(the columns are 'id', 'smoker', 'grade', 'ward', 'age')"
    )


def test_a_class_column_is_not_counted_among_columns_without_names(new: Path) -> None:
    new.write_text("class,size\na,1\nb,2\n")
    schema = Schema((Column("x0", "numeric"),), named=False)
    with iter_chunks(
        new, None, schema, target=Column("class", "categorical", ("a", "b"))
    ) as chunks:
        [chunk] = chunks
    assert chunk.columns["x0"].tolist() == [1.0, 2.0]
    assert chunk.columns["class"] == ["a", "b"]
