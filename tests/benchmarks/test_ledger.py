from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.ledger import FoldResult, Ledger, LedgerError, Task

RESULT = FoldResult(
    "iris", "paper", 1, 135, 4, 3, 0.95, 0.25, 3, 6, 0.125, 31.1721, 0.02, -1, "0.1.0"
)  # fmt: skip


def test_what_is_appended_is_read(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "new" / "paper.csv")
    assert ledger.read() == []
    results = [replace(RESULT, fold=fold) for fold in (1, 2)]
    for result in results:
        ledger.append(result)
    assert Ledger(ledger.path).read() == results
    assert len(ledger.path.read_text().splitlines()) == 3


def test_a_result_is_known_by_data_set_setting_and_fold() -> None:
    assert RESULT.task == Task("iris", "paper", 1)


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_line_that_was_cut_is_dropped(tmp_path: Path, cut: int) -> None:
    ledger = Ledger(tmp_path / "paper.csv")
    ledger.append(RESULT)
    ledger.append(replace(RESULT, fold=2))
    ledger.path.write_bytes(ledger.path.read_bytes()[:-cut])
    assert [result.fold for result in ledger.read()] == [1]
    ledger.append(replace(RESULT, fold=3))
    assert [result.fold for result in ledger.read()] == [1, 3]


def test_a_header_that_was_cut_is_written_again(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "paper.csv")
    ledger.path.write_text("data_set,sett")
    assert ledger.read() == []
    ledger.append(RESULT)
    assert ledger.read() == [RESULT]


def test_a_file_with_other_columns_is_refused(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "paper.csv")
    ledger.path.write_text("data_set,auc\niris,0.9\n")
    with pytest.raises(LedgerError, match="other columns than data_set,setting,fold"):
        ledger.read()


def test_a_line_that_is_no_result_is_named(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "paper.csv")
    ledger.append(RESULT)
    ledger.path.write_text(ledger.path.read_text() + "iris,paper,two\n")
    with pytest.raises(LedgerError, match="not a result: iris,paper,two"):
        ledger.read()
