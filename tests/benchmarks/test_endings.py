"""How a command ends, and what it says."""

import pytest

from benchmarks.data import DataError
from benchmarks.endings import exit_status
from benchmarks.records import LedgerError
from turs.exceptions import SearchStoppedWarning


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (DataError("no iris"), 2, "benchmarks.try: no iris\n"),
        (LedgerError("no file"), 2, "benchmarks.try: no file\n"),
        (KeyboardInterrupt(), 130, "benchmarks.try: interrupted; the same command goes on"),
        (SearchStoppedWarning("early"), 130, "benchmarks.try: interrupted"),
    ],
)
def test_what_went_wrong_is_said(
    error: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise error

    assert exit_status("benchmarks.try", fails) == status
    assert capsys.readouterr().err.startswith(said)


def test_what_goes_well_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_status("benchmarks.try", list) == 0
    assert capsys.readouterr().err == ""


def test_other_errors_are_faults_and_show() -> None:
    with pytest.raises(ZeroDivisionError):
        exit_status("benchmarks.try", lambda: 1 / 0)
