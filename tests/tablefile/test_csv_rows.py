"""Rows come with their lines, and what is wrong is said in one sentence."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.exceptions import ColumnError, InputError
from turs.tablefile import ReadOptions
from turs.tablefile.csv_rows import CsvRows, split_plain
from turs.tablefile.opening import Source


def rows_of(text: str, **options: str) -> CsvRows:
    return CsvRows(Source("p.csv", io.BytesIO(text.encode())), ReadOptions(**options))


def read(text: str, **options: str) -> tuple[tuple[str, ...], list[tuple[str, ...]], list[int]]:
    rows = rows_of(text, **options)
    table: list[tuple[str, ...]] = []
    lines: list[int] = []
    for block in rows.blocks():
        table.extend(zip(*block.columns, strict=True))
        lines.extend(block.lines)
    return rows.names, table, lines


def error_of(text: str, **options: str) -> str:
    with pytest.raises(InputError) as error:
        read(text, **options)
    return str(error.value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends(end: str, last: bool) -> None:
    text = end.join(["a,b", "1,2", "3,4"]) + (end if last else "")
    assert read(text) == (("a", "b"), [("1", "2"), ("3", "4")], [2, 3])


def test_blank_lines_are_no_rows() -> None:
    text = "\n  \na,b\n1,2\n\n3,4\n   \n\n"
    assert read(text) == (("a", "b"), [("1", "2"), ("3", "4")], [4, 6])
    assert read("a\n1\n\n2\n\n") == (("a",), [("1",), ("2",)], [2, 4])


def test_quotes() -> None:
    text = 'a,"b, c"\n1,"x\ny"\n2,"say ""so"""\n3, " kept "\n'
    assert read(text) == (
        ("a", "b, c"),
        [("1", "x\ny"), ("2", 'say "so"'), ("3", " kept ")],
        [3, 4, 5],
    )


def test_quotes_after_plain_blocks() -> None:
    plain = "".join(f"{row},x\n" for row in range(100_000))
    _, table, lines = read("a,b\n" + plain + '"z","q"\n5,x\n')
    assert table[-2:] == [("z", "q"), ("5", "x")]
    assert lines == list(range(2, 100_004))


def test_names() -> None:
    assert read(" a ,,c,\n1,2,3,4\n")[0] == ("a", "column_2", "c", "column_4")
    assert read("0,1,2\n1,2,3\n")[0] == ("0", "1", "2")
    assert read("country,2010,2011\nx,1,2\n")[0] == ("country", "2010", "2011")


def test_a_header_alone_has_no_rows() -> None:
    assert read("a,b\n") == (("a", "b"), [], [])


def test_resolved_options() -> None:
    resolved = rows_of("a;b\n1,5;x\n").options
    assert (resolved.delimiter, resolved.encoding, resolved.decimal) == (";", "utf-8", ",")
    assert resolved.markers == ReadOptions().markers


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "a,b,c\n1,2,3\n1,2\n",
            "p.csv, line 3: 2 values where the header has 3 columns",
        ),
        (
            "a,b\n1,2\n\n1,2,3\n",
            "p.csv, line 4: 3 values where the header has 2 columns; "
            'a value with a comma in it must stand in quotes (")',
        ),
        ("a;b\n1;2\n3\n", "p.csv, line 3: 1 value where the header has 2 columns"),
        ("a\n1;2;3\n", "p.csv, line 2: 3 values where the header has 1 column"),
        ('a,b\n"1\n2",3\n4\n', "p.csv, line 4: 1 value where the header has 2 columns"),
        (" \n\n", "p.csv: the file is blank; a table has a header and rows"),
        (
            "5,3,1\n4,3,2\n",
            "p.csv, line 1: the header looks like data ('5', '3', '1'); "
            "the first line must name the columns",
        ),
        (
            "5.1,3.5,1.4,0.2,setosa\n4.9,3.0,1.4,0.2,setosa\n",
            "p.csv, line 1: the header looks like data ('5.1', '3.5', '1.4'); "
            "the first line must name the columns",
        ),
        (
            "age,sex, age \n1,2,3\n",
            "p.csv, line 1: columns 1 and 3 are both named 'age'; "
            "give each column a name of its own, or add a header if there is none",
        ),
        (
            'a,b\n1,2\n3,"4\n5,6\n',
            'p.csv, line 3: a quote (") is opened in this row and never closed',
        ),
        ('"a,b\n', 'p.csv, line 1: a quote (") is opened in this row and never closed'),
        (
            'a,b\n1,"5" pipe"\n',
            'p.csv, line 2: a quote (") ends before its value does; '
            "a quote inside a quoted value must be doubled",
        ),
        (
            'a,b\n1,"' + "x" * 200_000 + '"\n',
            "p.csv, line 2: a value of this row is longer than 131072 characters; "
            'is a quote (") never closed?',
        ),
    ],
)
def test_sentences(text: str, sentence: str) -> None:
    delimiter = {} if not text.startswith("a\n") else {"delimiter": ";"}
    assert error_of(text, **delimiter) == sentence


def test_another_delimiter_than_asked() -> None:
    assert error_of("a;b;c\n1;2;3\n", delimiter=",") == (
        "p.csv, line 1: the header has no comma, but 2 semicolons; give --delimiter ';'"
    )
    assert error_of("a\tb\n", delimiter="~") == (
        "p.csv, line 1: the header has no '~', but 1 tab; give --delimiter tab"
    )


def test_two_names_are_an_error_of_columns() -> None:
    with pytest.raises(ColumnError):
        read("a,a\n1,2\n")


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)


@given(st.data(), st.integers(1, 4), st.sampled_from(",;\t|"), st.booleans())
def test_what_csv_writes_is_read(
    data: st.DataObject, width: int, delimiter: str, quoted: bool
) -> None:
    row = st.lists(CELL, min_size=width, max_size=width)
    table = data.draw(st.lists(row, min_size=1, max_size=5))
    text = io.StringIO(newline="")
    style = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(text, delimiter=delimiter, quoting=style)
    writer.writerow([f"x{place}" for place in range(width)])
    writer.writerows(table)
    # Blanks before a quote are taken for a habit of the writer, and rows of blanks for no rows.
    if any(cell.startswith(" ") for cells in table for cell in cells) or (
        any(not cell.strip() for cells in table for cell in cells)
    ):
        return
    assert read(text.getvalue(), delimiter=delimiter)[1] == [tuple(cells) for cells in table]


@given(st.lists(st.lists(st.sampled_from(["", "1", "ab", " "]), min_size=1, max_size=3)))
def test_plain_text_is_split_as_csv_splits_it(table: list[list[str]]) -> None:
    text = "".join(",".join(cells) + "\n" for cells in table)
    columns = split_plain(text, ",", 2)
    read_back = [tuple(cells) for cells in csv.reader(io.StringIO(text))]
    if table and all(len(cells) == 2 for cells in read_back):
        assert columns is not None
        assert list(zip(*columns, strict=True)) == read_back
    else:
        assert columns is None
