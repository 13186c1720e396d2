from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from benchmarks.records import LedgerError, Records


@dataclass(frozen=True)
class Measured:
    kind: Literal["a", "b"]
    size: int
    seconds: float | None
    note: str = ""


RECORDS = [Measured("a", 1, 0.5, 'with "quotes", commas'), Measured("b", 2, None)]


def test_what_is_not_there_stays_so(tmp_path: Path) -> None:
    records = Records(tmp_path / "new" / "file.csv", Measured)
    for record in RECORDS:
        records.append(record)
    assert records.read() == RECORDS
    assert records.path.read_text().splitlines()[2] == "b,2,,"


def test_all_may_be_replaced(tmp_path: Path) -> None:
    records = Records(tmp_path / "new" / "file.csv", Measured)
    records.keep([])
    assert records.read() == []
    records.keep(RECORDS)
    records.append(RECORDS[0])
    assert records.read() == [*RECORDS, RECORDS[0]]


def test_a_cell_that_is_no_number_is_named(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text("kind,size,seconds,note\na,1,soon,\n")
    with pytest.raises(LedgerError, match="not a result: a,1,soon,"):
        Records(path, Measured).read()


def test_a_file_from_before_a_column_was_added_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text("kind,size,seconds\nb,2,\n")
    records = Records(path, Measured)
    assert records.read() == [RECORDS[1]]
    records.append(RECORDS[0])
    assert records.read() == [RECORDS[1], RECORDS[0]]
    assert path.read_text().splitlines()[:2] == ["kind,size,seconds,note", "b,2,,"]


@pytest.mark.parametrize("header", ["kind,size", "kind,size,seconds,age", "kind,size,size,seconds"])
def test_other_columns_are_refused(tmp_path: Path, header: str) -> None:
    path = tmp_path / "file.csv"
    path.write_text(header + "\n")
    with pytest.raises(LedgerError, match="other columns than kind,size,seconds,note"):
        Records(path, Measured).read()
