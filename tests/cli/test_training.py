"""What a table to learn from looks like to a person."""

from pathlib import Path

import numpy as np
import pytest

from turs.cli.options import Asked
from turs.cli.screen import Screen
from turs.cli.training import Training, read_training

NOTHING = {"categorical": (), "numeric": (), "drop": ()}


def read(text: str, **columns: tuple[str, ...]) -> Training:
    Path("table.csv").write_text(text)
    return read_training("table.csv", "y", Asked(), {**NOTHING, **columns}, Screen(quiet=True))


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_rows() -> None:
    training = read("x,y,z\n1,b,p\n2,,q\n3,a,r\n4,b,s\n")
    X, y = training.rows()
    assert (X["x"].tolist(), X["z"], y) == ([1.0, 3.0, 4.0], ["p", "r", "s"], ["b", "a", "b"])
    X, y = training.rows(np.array([False, True, True]))
    assert (X["x"].tolist(), X["z"], y) == ([3.0, 4.0], ["r", "s"], ["a", "b"])
    assert (training.classes, training.codes.tolist()) == (["a", "b"], [1, 0, 1])


def test_the_description(capsys: pytest.CaptureFixture[str]) -> None:
    training = read(
        'code,"a\nb",none,flag,y\n1,a long value that is cut,,true,0\n2,x,,false,1\n',
        categorical=("code",),
    )
    training.description.show(Screen())
    assert capsys.readouterr().err == (
        "table.csv: 2 rows, 5 columns (commas between values, utf-8)\n"
        "\n"
        "column  taken for    values           missing  because\n"
        "code    categorical  1, 2                      every value is a number; taken as levels, "
        "as asked for\n"
        '"a\\nb"  categorical  a long va..., x           its values are words\n'
        "none    nothing                             2  no row has a value\n"
        "flag    categorical  true, false               every value is true or false\n"
        "y       target       0, 1                      every value is a number\n"
    )


def test_many_columns(capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"x{i}" for i in range(60)]
    training = read("\n".join([",".join([*names, "y"]), "1," * 60 + "a", "2," * 60 + "b"]))
    training.description.show(Screen())
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "table.csv: 2 rows, 61 columns (commas between values, utf-8)"
    assert lines[-1] == "... and 11 columns more; --json lists all"
    assert len(training.description.to_dict()["columns"]) == 61
