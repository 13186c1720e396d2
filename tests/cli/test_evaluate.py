"""``turs evaluate`` measures predictions on rows of which the class is known."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.calls import Run
from turs import RuleSet, load
from turs.data import load_penguins
from turs.model.quality import measure

WARDS = """\
age,ward,outcome
25,A,0
30,B,0
41,A,0
52,A,1
67,B,1
70,B,1
"""


@pytest.fixture
def wards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table of six rows, and a model from Python, which remembers no file."""
    monkeypatch.chdir(tmp_path)
    X = {"age": [25, 30, 41, 52, 67, 70], "ward": list("ABAABB")}
    RuleSet.from_rules(["age > 50"], X, [0, 0, 0, 1, 1, 1]).save("wards.json")
    path = Path("wards.csv")
    path.write_text(WARDS)
    return path


def test_the_tables(place: Path, run: Run) -> None:
    assert run("evaluate", "model.json", "penguins.csv") == (
        0,
        """\
on 344 rows        value
AUC                0.999
log loss           0.035
Brier              0.020
accuracy           0.983
balanced accuracy  0.971

true class  taken for Adelie  taken for Chinstrap  taken for Gentoo
Adelie                   152                    0                 0
Chinstrap                  6                   62                 0
Gentoo                     0                    0               124
""",
        "",
    )


def test_json(place: Path, run: Run) -> None:
    code, out, err = run("evaluate", "model.json", "penguins.csv", "--json", "--smoothing", "0")
    X, y = load_penguins()
    rule_set = load("model.json")
    codes = np.array([rule_set.classes.tolist().index(label) for label in y])
    expected = measure(rule_set.predict_proba(X, smoothing=0), codes, 3)
    assert (code, err) == (0, "")
    assert json.loads(out) == {"classes": ["Adelie", "Chinstrap", "Gentoo"], **expected.to_dict()}


def test_a_model_that_does_not_know_its_target(wards: Path, run: Run) -> None:
    assert run("evaluate", "wards.json", "wards.csv") == (
        2,
        "",
        "turs: wards.json does not say which column has the classes; give --target COLUMN; "
        "try 'turs evaluate --help'.\n",
    )
    code, out, _ = run("evaluate", "wards.json", "wards.csv", "--target", "outcome")
    assert code == 0
    assert out.splitlines()[-2:] == [
        "0                     3            0",
        "1                     0            3",
    ]


def test_rows_without_a_class(wards: Path, run: Run) -> None:
    wards.write_text(WARDS.replace("25,A,0", "25,A,"))
    code, out, err = run("evaluate", "wards.json", "wards.csv", "--target", "outcome")
    assert (code, err) == (0, "Left out: 1 row without a class.\n")
    assert out.startswith("on 5 rows")
    assert run("evaluate", "wards.json", "wards.csv", "--target", "outcome", "-q")[2] == ""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "67,B,1",
            "67,B,2",
            "wards.csv, line 6: the target 'outcome' has 2, which is none of the classes of the "
            "model (0, 1); remove such rows, or learn a model with that class",
        ),
        (
            "67,B,1",
            "67,B,died",
            "wards.csv, line 6: column 'outcome' has 'died', which is not of the kind of its "
            "levels in training (0, 1); correct it, or make it a missing marker",
        ),
        (
            "outcome",
            "outcomes",
            "wards.csv has no column 'outcome' for the target; did you mean 'outcomes'? (the "
            "columns are 'age', 'ward', 'outcomes')",
        ),
        (
            "age",
            "Age",
            "wards.csv lacks the column 'age', which the rules were learned with; did you mean "
            "'Age'? (the columns are 'Age', 'ward')",
        ),
    ],
)
def test_bad_rows(wards: Path, run: Run, old: str, new: str, sentence: str) -> None:
    wards.write_text(WARDS.replace(old, new))
    called = run("evaluate", "wards.json", "wards.csv", "--target", "outcome")
    assert called == (2, "", f"turs: {sentence}\n")


def test_no_row_with_a_class(wards: Path, run: Run) -> None:
    wards.write_text("age,ward,outcome\n1,A,\n")
    assert run("evaluate", "wards.json", "wards.csv", "--target", "outcome") == (
        2,
        "",
        "turs: wards.csv: no row has a class in the column 'outcome'\n",
    )


def test_a_target_that_rules_use(wards: Path, run: Run) -> None:
    assert run("evaluate", "wards.json", "wards.csv", "--target", "ward") == (
        2,
        "",
        "turs: 'ward' is a column that the rules of wards.json may use, not the target; "
        "try 'turs evaluate --help'.\n",
    )


def test_rows_of_parquet_are_counted(wards: Path, run: Run) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = {"age": [1, 2, 3], "ward": ["A", None, "B"], "outcome": [0, None, 7]}
    parquet.write_table(pyarrow.table(table), "wards.parquet")
    assert run("evaluate", "wards.json", "wards.parquet", "--target", "outcome") == (
        2,
        "",
        "turs: wards.parquet, row 3: the target 'outcome' has 7, which is none of the classes of "
        "the model (0, 1); remove such rows, or learn a model with that class\n",
    )


def test_a_model_of_an_array_finds_its_columns_by_their_places(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    RuleSet.from_rules(["x0 > 2"], np.array([[1.0], [2], [3], [4]]), list("aabb")).save("a.json")
    Path("a.csv").write_text("size,y\n1,a\n9,b\n")
    code, out, _ = run("evaluate", "a.json", "a.csv", "--target", "y", "--json")
    assert (code, json.loads(out)["accuracy"]) == (0, 1.0)


def test_many_classes(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    labels = [f"c{i:02d}" for i in range(20)]
    RuleSet.from_rules([], {"x": list(range(20))}, labels).save("m.json")
    Path("m.csv").write_text("x,y\n" + "".join(f"1,{label}\n" for label in labels))
    code, out, _ = run("evaluate", "m.json", "m.csv", "--target", "y")
    assert (code, out.splitlines()[-1]) == (0, "20 classes; --json has the confusion matrix")
