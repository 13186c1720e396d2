"""``turs predict`` gives every row the probabilities of the rule set, and touches nothing else."""

import csv
import gzip
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.cli.calls import FOUR_RULES, Run, Terminal
from turs import load
from turs.cli import opening
from turs.data import load_penguins
from turs.tablefile import read_table

NEW = ["probability_Adelie", "probability_Chinstrap", "probability_Gentoo", "predicted_class"]


def check_predictions(rows: list[dict[str, str]]) -> None:
    rule_set, (X, _) = load("model.json"), load_penguins()
    assert [row["predicted_class"] for row in rows] == rule_set.predict(X).tolist()
    given = [[float(row[name]) for name in NEW[:-1]] for row in rows]
    assert given == rule_set.predict_proba(X).tolist()


def test_the_probabilities_of_the_rule_set(place: Path, run: Run) -> None:
    code, out, err = run("predict", "model.json", "penguins.csv")
    assert (code, err) == (0, "")
    check_predictions(list(csv.DictReader(io.StringIO(out))))


def test_the_columns_of_the_file_are_untouched(place: Path, run: Run) -> None:
    _, out, _ = run("predict", "model.json", "penguins.csv")
    before = Path("penguins.csv").read_text().splitlines()
    assert [",".join(line.split(",")[:7]) for line in out.splitlines()] == before


def test_a_file_in_small_chunks(place: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _, whole, _ = run("predict", "model.json", "penguins.csv", "--rules")
    open_rows = opening.open_rows
    monkeypatch.setattr(
        opening, "open_rows", lambda *given, **how: open_rows(*given, **how, n_rows=7)
    )
    assert run("predict", "model.json", "penguins.csv", "--rules")[1] == whole


def test_only_what_is_new_and_the_rules(place: Path, run: Run) -> None:
    _, out, _ = run("predict", "model.json", "penguins.csv", "--only-new", "--rules")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(rows[0]) == [*NEW, "covering_rules"]
    check_predictions(rows)
    assert rows[0]["covering_rules"] == (
        "bill_depth_mm > 16.7 and bill_length_mm <= 42.3; "
        "flipper_length_mm <= 199 and island in {Biscoe, Torgersen}"
    )


def test_the_names_are_those_of_sql(place: Path, run: Run) -> None:
    rule_set = load("model.json")
    sql = rule_set.to_sql()
    _, out, _ = run("predict", "model.json", "penguins.csv", "--rules")
    names = out.splitlines()[0].split(",")[7:]
    assert all(f'"{name}"' in sql for name in names)
    run("predict", "model.json", "penguins.csv", "-o", "once.csv")
    _, out, _ = run("predict", "model.json", "once.csv", "--rules")
    assert out.splitlines()[0].split(",")[-5:] == [
        "probability_Adelie_2",
        "probability_Chinstrap_2",
        "probability_Gentoo_2",
        "predicted_class_2",
        "covering_rules",
    ]


@pytest.mark.parametrize("name", ["out.csv", "out.csv.gz", "out.tsv", "out.parquet", "out.feather"])
def test_formats(place: Path, run: Run, name: str) -> None:
    if name.endswith(("parquet", "feather")):
        pytest.importorskip("pyarrow")
    assert run("predict", "model.json", "penguins.csv", "-o", name) == (0, "", "")
    table = read_table(name)
    rule_set, (X, _) = load("model.json"), load_penguins()
    assert table.columns["predicted_class"] == rule_set.predict(X).tolist()
    np.testing.assert_array_equal(
        table.columns["probability_Gentoo"], rule_set.predict_proba(X)[:, 2]
    )
    if name == "out.tsv":
        assert "\t" in Path(name).read_text()


def test_parquet_in_and_out(place: Path, run: Run) -> None:
    pytest.importorskip("pyarrow")
    run("demo", "--save", "penguins.parquet")
    arguments = ["--target", "species", "-o", "p.json", "-q", *FOUR_RULES]
    assert run("fit", "penguins.parquet", *arguments)[0] == 0
    assert load("p.json") == load("model.json")
    assert run("predict", "p.json", "penguins.parquet", "-o", "out.parquet", "-q") == (0, "", "")
    _, out, _ = run("predict", "p.json", "out.parquet", "--only-new")
    check_predictions(list(csv.DictReader(io.StringIO(out))))


def test_through_pipes(place: Path, run: Run, pipe: Callable[[bytes], None]) -> None:
    whole = run("predict", "model.json", "penguins.csv")
    pipe(gzip.compress(Path("penguins.csv").read_bytes()))
    assert run("predict", "model.json", "-", "-o", "-") == whole
    pipe(Path("model.json").read_bytes())
    assert run("predict", "-", "penguins.csv") == whole


def test_a_file_without_rows(place: Path, run: Run) -> None:
    header = Path("penguins.csv").read_text().splitlines()[0]
    Path("none.csv").write_text(f"{header}\n")
    assert run("predict", "model.json", "none.csv") == (0, f"{header},{','.join(NEW)}\n", "")


def test_smoothing(place: Path, run: Run) -> None:
    _, out, _ = run("predict", "model.json", "penguins.csv", "--smoothing", "0", "--only-new")
    assert out.splitlines()[1] == "1.0,0.0,0.0,Adelie"


def test_progress_in_a_terminal(place: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert run("predict", "model.json", "penguins.csv", "-o", "out.csv")[0] == 0
    assert "reading penguins.csv" in terminal.getvalue()


WRONG = [
    (
        ["model.json", "nine.csv"],
        "nine.csv lacks the column 'island' and 5 more, which the rules were learned with; "
        "the columns are 'x'",
    ),
    (
        ["model.json", "words.csv"],
        "words.csv, line 3: column 'bill_length_mm' has 'long', which is not a number; correct it, "
        "or make it a missing marker",
    ),
    (
        ["penguins.csv", "model.json"],
        "penguins.csv: the model file is not JSON (line 1, column 1: Expecting value)",
    ),
    (
        ["modle.json", "penguins.csv"],
        "cannot load 'modle.json': there is no such file; check its name and directory",
    ),
    (
        ["model.json", "penguins.csv", "-o", "out.xlsx"],
        "cannot save a table to 'out.xlsx': the name must end in .csv, .tsv, .csv.gz, .parquet or "
        ".feather",
    ),
    (
        ["model.json", "penguins.csv", "-o", "nowhere/out.csv"],
        "cannot save to 'nowhere/out.csv': there is no directory '{place}/nowhere'; make it first",
    ),
    (
        ["model.json", "penguins.csv", "-o", "penguins.csv"],
        "--output would replace 'penguins.csv', which is read; name another; "
        "try 'turs predict --help'.",
    ),
    (
        ["-", "-"],
        "only one of model and table can come from standard input; try 'turs predict --help'.",
    ),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_bad_input(place: Path, run: Run, arguments: list[str], sentence: str) -> None:
    Path("nine.csv").write_text("x\n9\n")
    lines = Path("penguins.csv").read_text().splitlines()[:2]
    Path("words.csv").write_text("\n".join([*lines, lines[1].replace("39.1", "long")]))
    before = sorted(path.name for path in place.iterdir())
    code, out, err = run("predict", *arguments)
    assert (code, out, err) == (2, "", f"turs: {sentence.replace('{place}', str(place))}\n")
    assert sorted(path.name for path in place.iterdir()) == before


def test_a_fault_half_way_leaves_no_file(place: Path, run: Run) -> None:
    lines = Path("penguins.csv").read_text().splitlines()
    Path("words.csv").write_text("\n".join([*lines, lines[1].replace("39.1", "long")]))
    Path("out.csv").write_text("as it was")
    code, out, err = run("predict", "model.json", "words.csv", "-o", "out.csv")
    assert (code, out) == (2, "")
    assert err.startswith("turs: words.csv, line 346: column 'bill_length_mm' has 'long'")
    assert Path("out.csv").read_text() == "as it was"
    assert len(list(place.iterdir())) == 4


def test_what_the_model_remembers_can_be_damaged(place: Path, run: Run) -> None:
    text = Path("model.json").read_text()
    Path("model.json").write_text(text.replace('"delimiter": null', '"delimiter": "ab"'))
    assert run("predict", "model.json", "penguins.csv") == (
        2,
        "",
        "turs: model.json: origin.parameters.reading: the delimiter is 'ab'; it must be one "
        "character, such as ';', or 'tab'\n",
    )
