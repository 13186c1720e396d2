"""Labelled rows are put together from chunks, without those that have no class."""

from functools import partial
from pathlib import Path

import pytest

from turs import RuleSet
from turs.cli import labelled
from turs.cli.labelled import read_labelled
from turs.cli.opening import Model
from turs.cli.options import Asked
from turs.cli.screen import Screen
from turs.exceptions import TargetError

X = {"age": [25, 30, 41, 52, 67, 70], "ward": list("ABAABB")}
Y = [False, False, False, True, True, True]
WARDS = "outcome,ward,age\ntrue,A,25\n,B,30\nFALSE,,41\ntrue,B,NA\n,A,1\n0,A,2\n"


@pytest.mark.parametrize("n_rows", [1, 2, 50])
def test_rows_of_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n_rows: int) -> None:
    path = tmp_path / "wards.csv"
    path.write_text(WARDS)
    monkeypatch.setattr(labelled, "iter_chunks", partial(labelled.iter_chunks, n_rows=n_rows))
    model = Model("m.json", RuleSet.from_rules(["age > 50"], X, Y).data)
    rows = read_labelled(model, str(path), "outcome", Asked(), Screen(quiet=True))
    assert rows.y == [True, False, True, False]
    assert rows.X["ward"] == ["A", None, "B", "A"]
    assert str(rows.X["age"].tolist()) == "[25.0, 41.0, nan, 2.0]"


@pytest.mark.parametrize("n_rows", [1, 2, 50])
def test_the_line_of_an_unknown_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n_rows: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wards.csv").write_text("outcome,age,ward\na,1,A\nb,2,A\nc,3,A\n")
    monkeypatch.setattr(labelled, "iter_chunks", partial(labelled.iter_chunks, n_rows=n_rows))
    model = Model("m.json", RuleSet.from_rules(["age > 50"], X, list("aaabbb")).data)
    with pytest.raises(TargetError) as error:
        read_labelled(model, "wards.csv", "outcome", Asked(), Screen(quiet=True))
    assert str(error.value) == (
        "wards.csv, line 4: the target 'outcome' has 'c', which is none of the classes of the "
        "model ('a', 'b'); remove such rows, or learn a model with that class"
    )
