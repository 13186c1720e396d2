"""``turs fit`` learns from a file, says what it took each column for, and keeps the rules."""

import errno
import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.calls import FOUR_RULES, Run
from turs import TURSClassifier, load
from turs.data import load_penguins
from turs.search.grow import Grower

TAKEN_FOR = [
    "island             categorical  Torgersen, Biscoe, Dream            its values are words",
    "bill_length_mm     numeric      39.1, 39.5, 40.3, ...            2  every value is a number",
]
PATIENTS = "\n".join(
    ["id,age,ward,code,outcome"]
    + [f"P{i:03d},{20 + i},{'AB'[i % 2]},{i % 3},{'stay' if i > 30 else 'home'}" for i in range(60)]
)


@pytest.fixture
def patients(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("patients.csv")
    path.write_text(PATIENTS + "\n")
    return path


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_the_same_rules_as_from_python(place: Path, run: Run) -> None:
    X, y = load_penguins()
    assert run("fit", "penguins.csv", "--target", "species", "-o", "m.json", "-q")[0] == 0
    assert load("m.json") == TURSClassifier().fit(X, y).rule_set_
    assert load("model.json") == TURSClassifier(beam_width=5).fit(X, y).rule_set_


def test_the_rules_go_to_standard_output_and_the_rest_does_not(place: Path, run: Run) -> None:
    arguments = ["--target", "species", "-o", "again.json", *FOUR_RULES]
    code, out, err = run("fit", "penguins.csv", *arguments)
    assert code == 0
    assert out == f"{load('again.json')}\n"
    lines = err.splitlines()
    assert lines[0] == "penguins.csv: 344 rows, 7 columns (commas between values, utf-8)"
    names = [line.split("  ")[0] for line in lines[2:10]]
    assert names == ["column", *load_penguins()[0], "species"]
    assert lines[3:5] == TAKEN_FOR
    assert (
        "species            target       Adelie, Gentoo, Chinstrap           its values are words"
        in lines
    )
    assert lines[-4:] == [
        "Saved to again.json. What to do next:",
        "  turs predict again.json NEW.csv -o predicted.csv",
        "  turs explain again.json penguins.csv --row 1",
        "  turs report again.json -o rules.html",
    ]
    assert Path("again.json").read_bytes() == Path("model.json").read_bytes()


def test_each_rule_is_shown_when_it_is_found(place: Path, run: Run) -> None:
    pytest.importorskip("sklearn.callback", reason="scikit-learn before 1.9 has no callbacks")
    _, _, err = run("fit", "penguins.csv", "--target", "species", *FOUR_RULES)
    assert (
        "   1         304.3 bits        128 rows  bill_depth_mm > 16.7 and bill_length_mm <= 42.3"
        in err.splitlines()
    )
    assert "4 rules and 9 literals; 47.4 bits in place of 529.2 without rules." in err
    assert "Nothing was saved; to keep the rules, add -o model.json." in err


def test_a_look_at_the_columns(place: Path, run: Run) -> None:
    fit = ["fit", "penguins.csv", "--target", "species", "-o", "again.json", "--dry-run"]
    code, out, err = run(*fit)
    assert (code, out) == (0, "")
    assert err.splitlines()[3:5] == TAKEN_FOR
    assert not Path("again.json").exists()
    code, out, err = run(*fit, "--json", "--quiet")
    assert (code, err) == (0, "")
    assert [column["name"] for column in json.loads(out)["columns"]][-1] == "species"


def test_quiet(place: Path, run: Run) -> None:
    code, out, err = run("fit", "penguins.csv", "--target", "species", "--quiet", *FOUR_RULES)
    assert (code, out, err) == (0, f"{load('model.json')}\n", "")


def test_the_model_remembers_how_to_read_the_table(place: Path) -> None:
    parameters = json.loads(Path("model.json").read_text())["origin"]["parameters"]
    assert parameters["target"] == "species"
    assert parameters["reading"]["delimiter"] is None
    assert "NA" in parameters["reading"]["missing"]


def test_a_column_that_names_the_rows(patients: Path, run: Run) -> None:
    code, _, err = run("fit", "patients.csv", "--target", "outcome")
    assert code == 0
    assert (
        "note: 'id' has another text in each of the 60 rows; if that tells nothing about a new "
        "row, leave it out: --drop id\n" in err
    )
    assert (
        "note: 'age' counts the rows, from 20 to 79; if that tells nothing about a new row, leave "
        "it out: --drop age\n" in err
    )
    assert re.search(r"note: the rules use '(id|age)', which ", err)
    _, out, err = run("fit", "patients.csv", "--target", "outcome", "--drop", "id")
    assert "age" in out
    assert "'id'" not in err


def test_rows_without_a_class(patients: Path, run: Run) -> None:
    rewrite(patients, "P007,27,B,1,home", "P007,27,B,1,")
    code, out, err = run("fit", "patients.csv", "--target", "outcome", "--drop", "id")
    assert code == 0
    assert "from 59 rows" in out
    assert "note: 1 row without a class left out, the first in line 9\n" in err


def test_what_columns_are_taken_for_can_be_corrected(patients: Path, run: Run) -> None:
    rewrite(patients, "P002,22,A,2,home", "P002,unknown,A,2,home")
    arguments = ["--categorical", "code", "--missing", "unknown", "--drop", "i*", "--json", "-q"]
    code, out, err = run("fit", "patients.csv", "--target", "outcome", *arguments)
    assert (code, err) == (0, "")
    taken = {column["name"]: column["taken_for"] for column in json.loads(out)["columns"]}
    assert taken == {
        "age": "numeric",
        "ward": "categorical",
        "code": "categorical",
        "outcome": "target",
    }
    code, out, err = run("fit", "patients.csv", "--target", "outcome", "--numeric", "age")
    assert (code, out, err) == (
        2,
        "",
        "turs: patients.csv, line 4: column 'age' has 'unknown', which is not a number; "
        "correct it, or make it a missing marker\n",
    )


def test_levels_that_are_numbers_are_levels_later(patients: Path, run: Run) -> None:
    arguments = ["--categorical", "code", "--drop", "id", "--drop", "age", "--evidence", "0"]
    code, *_ = run("fit", "patients.csv", "--target", "outcome", "-o", "m.json", *arguments)
    assert code == 0
    column = load("m.json").data.schema.columns[1]
    assert (column.name, column.levels) == ("code", (0, 1, 2))
    assert run("predict", "m.json", "patients.csv")[0] == 0


def test_a_test_part(place: Path, run: Run) -> None:
    arguments = ["fit", "penguins.csv", "--target", "species", "--test", "0.25"]
    code, out, err = run(*arguments)
    assert code == 0
    # 38 of 152, 17 of 68 and 31 of 124.
    assert "from 258 rows" in out
    assert "on 86 test rows    value\nAUC                0." in out
    assert "On the rows that they were learned from" not in err
    assert run(*arguments)[1] == out
    _, out, _ = run(*arguments, "--json", "--quiet")
    read = json.loads(out)
    assert read["quality_on_test_rows"]["n_rows"] == 86
    assert read["quality_on_training_rows"]["n_rows"] == 258
    assert read["quality_on_test_rows"]["accuracy"] > 0.9


def test_cross_validation(place: Path, run: Run) -> None:
    arguments = ["fit", "penguins.csv", "--target", "species", "--cv", "3", "-q"]
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert "from 344 rows" in out
    table = out.partition("mean of 3 folds  value  spread\n")[2].splitlines()
    assert [line.split("  ")[0] for line in table] == [
        "AUC",
        "log loss",
        "accuracy",
        "rules",
        "literals",
    ]
    _, out, _ = run(*arguments, "--json")
    measures = json.loads(out)["cross_validation"]["measures"]
    assert len(measures["accuracy"]["folds"]) == 3
    assert measures["accuracy"]["mean"] == pytest.approx(sum(measures["accuracy"]["folds"]) / 3)


def test_settings_reach_the_learner(place: Path, run: Run) -> None:
    settings = ["--simplicity", "2", "--evidence", "0", "--smoothing", "0", "--max-rules", "2"]
    more = ["--min-new-rows", "7", "--max-cuts", "20", "--beam-width", "3", "--jobs", "1"]
    arguments = ["fit", "penguins.csv", "--target", "species", "-o", "m.json", "-q"]
    assert run(*arguments, *settings, *more)[0] == 0
    rule_set = load("m.json")
    parameters = rule_set.data.origin.parameters
    assert (len(rule_set), rule_set.smoothing) == (2, 0.0)
    assert {name: parameters[name] for name in ("simplicity", "evidence", "max_rules")} == {
        "simplicity": 2.0,
        "evidence": 0.0,
        "max_rules": 2,
    }
    assert (parameters["min_new_rows"], parameters["max_cuts"], parameters["beam_width"]) == (
        7,
        20,
        3,
    )
    assert parameters["revise"] == "auto"
    for flag, said in (("--revise", True), ("--no-revise", False)):
        assert run(*arguments, flag)[0] == 0
        assert load("m.json").data.origin.parameters["revise"] is said
    assert run(*arguments, "--paper", "--max-rules", "1", "--smoothing", "auto")[0] == 0
    parameters = load("m.json").data.origin.parameters
    assert (parameters["surrogate"], parameters["max_rules"]) == ("cart", 1)


def test_of_noise_nothing_is_learned_and_it_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    rows = np.column_stack([random.random((200, 5)), random.integers(0, 2, 200)])
    Path("noise.csv").write_text(
        "\n".join(["a,b,c,d,e,y", *(",".join(map(repr, row)) for row in rows.tolist())])
    )
    code, out, err = run("fit", "noise.csv", "--target", "y")
    assert code == 0
    assert out.startswith("no rules for 2 classes")
    assert (
        "note: no rules were found that chance alone would seldom give, so there are none; "
        "--evidence 0 gives the best ones all the same\n" in err
    )


def test_a_table_that_says_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("same.csv").write_text("x,y\n" + "1,a\n1,b\n" * 4)
    code, out, err = run("fit", "same.csv", "--target", "y")
    assert code == 0
    assert out.startswith("no rules for 2 classes")
    assert "note: no rule makes the classes shorter to describe, so there are none\n" in err


def test_through_pipes(place: Path, run: Run, pipe: Callable[[bytes], None]) -> None:
    pipe(Path("penguins.csv").read_bytes())
    code, out, err = run("fit", "-", "--target", "species", "-o", "-", *FOUR_RULES)
    assert code == 0
    assert out == Path("model.json").read_text()
    assert err.startswith("standard input: 344 rows, 7 columns")
    assert str(load("model.json")) in err


def raising(error: type[BaseException], function: Any, after: int) -> Any:
    calls = iter(range(10**6))

    def replaced(*arguments: Any) -> Any:
        if next(calls) == after:
            raise error
        return function(*arguments)

    return replaced


def test_ctrl_c_keeps_the_best_set_so_far(
    place: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_rule = raising(KeyboardInterrupt, Grower.next_rule, after=2)
    monkeypatch.setattr(Grower, "next_rule", next_rule)
    arguments = ["fit", "penguins.csv", "--target", "species", "-o", "m.json", "--evidence", "0"]
    code, out, err = run(*arguments)
    assert code == 0
    assert out.startswith("2 rules for 3 classes")
    assert "Interrupted: this is the best set so far, and a longer search may do better.\n" in err
    assert len(load("m.json")) == 2


@pytest.mark.parametrize("arguments", [[], ["--cv", "3"]])
def test_ctrl_c_before_there_is_anything_to_keep(
    place: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    before = Path("model.json").read_bytes()
    next_rule = raising(KeyboardInterrupt, Grower.next_rule, after=0)
    monkeypatch.setattr(Grower, "next_rule", next_rule)
    fit = ["fit", "penguins.csv", "--target", "species", "-o", "model.json", "-q"]
    code, out, err = run(*fit, *arguments)
    assert (code, out, err.strip()) == (1, "", "turs: Interrupted.")
    assert Path("model.json").read_bytes() == before


def test_the_time_is_over(place: Path, run: Run) -> None:
    code, _, err = run("fit", "penguins.csv", "--target", "species", "--time-limit", "0")
    assert code == 0
    assert "The time is over: this is the best set so far" in err


def test_a_full_disk_leaves_the_old_model(
    place: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = Path("model.json").read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    code, _, err = run("fit", "penguins.csv", "--target", "species", "-o", "model.json", "-q")
    assert (code, err) == (1, "turs: cannot save to 'model.json': No space left on device\n")
    assert Path("model.json").read_bytes() == before
    assert sorted(path.name for path in place.iterdir()) == ["model.json", "penguins.csv"]


WRONG = [
    (
        ["penguins.csv"],
        "Missing option '--target'; try 'turs fit --help'.",
    ),
    (
        ["penguins.csv", "--target", "Species"],
        "penguins.csv has no column 'Species' for the target; did you mean 'species'? (the columns "
        "are 'island', 'bill_length_mm', 'bill_depth_mm', 'flipper_length_mm', 'body_mass_g', "
        "'sex', 'species')",
    ),
    (
        ["penguns.csv", "--target", "species"],
        "cannot read 'penguns.csv': there is no such file; did you mean 'penguins.csv'?",
    ),
    (
        [".", "--target", "species"],
        "cannot read '.': it is a directory; add the name of a file",
    ),
    (
        ["penguins.csv", "--target", "body_mass_g"],
        "the target 'body_mass_g' has 94 different numbers in 342 rows, such as 3750; rules "
        "predict classes: if it is a quantity, cut it into a few ranges first",
    ),
    (
        ["penguins.csv", "--target", "species", "--drop", "species"],
        "'species' is both the --target and to be left out by --drop; try 'turs fit --help'.",
    ),
    (
        ["penguins.csv", "--target", "species", "--drop", "[!s]*", "--drop", "sex"],
        "penguins.csv has no column beside the target 'species'; there is nothing to learn from",
    ),
    (
        ["penguins.csv", "--target", "species", "-o", "penguins.csv"],
        "--output would replace 'penguins.csv', which is read; name another; "
        "try 'turs fit --help'.",
    ),
    (
        ["penguins.csv", "--target", "species", "-o", "."],
        "cannot save to '.': it is a directory; add the name of a file",
    ),
    (
        ["penguins.csv", "--target", "species", "--test", "0.2", "--cv", "5"],
        "--test and --cv are two ways to the same; choose one; try 'turs fit --help'.",
    ),
    (
        ["penguins.csv", "--target", "species", "--test", "1"],
        "Invalid value for '--test': 1.0 is not in the range 0<x<1; try 'turs fit --help'.",
    ),
    (
        ["penguins.csv", "--target", "species", "--test", "0.0001"],
        "a share of 0.0001 of 344 rows leaves no test row; give a larger --test",
    ),
    (
        ["penguins.csv", "--target", "species", "--cv", "500"],
        "500 folds of 344 rows are too many; give a smaller --cv",
    ),
    (
        ["penguins.csv", "--target", "species", "--json", "-o", "-"],
        "--json and -o - would both go to standard output; choose one; try 'turs fit --help'.",
    ),
    (
        ["penguins.csv", "--target", "species", "--jobs", "0"],
        "--jobs 0 is no number of threads; give 1 or more, or -1; try 'turs fit --help'.",
    ),
    (
        ["penguins.csv", "--target", "species", "--simplicity", "nan"],
        "Invalid value for '--simplicity': 'nan' is not a finite number; try 'turs fit --help'.",
    ),
    (
        ["penguins.csv", "--target", "species", "--delimiter", ";;"],
        "the delimiter is ';;'; it must be one character, such as ';', or 'tab'",
    ),
    (
        ["penguins.csv", "--target", "species", "--encoding", "utf-9"],
        "there is no text encoding 'utf-9'; use one such as 'utf-8' or 'latin-1'",
    ),
    (
        ["penguins.csv", "--target", "species", "--drop", "lab_*"],
        "penguins.csv has no column 'lab_*'; the columns are 'island', 'bill_length_mm', "
        "'bill_depth_mm', 'flipper_length_mm', 'body_mass_g', 'sex', 'species'",
    ),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_a_wrong_call(place: Path, run: Run, arguments: list[str], sentence: str) -> None:
    assert run("fit", *arguments, "--quiet") == (2, "", f"turs: {sentence}\n")


BAD_FILES = [
    ("", "bad.csv: the file is empty; a table has a header and rows"),
    ("\n\n", "bad.csv: the file is blank; a table has a header and rows"),
    ("x,y\n", "bad.csv: there is a header and no row under it"),
    ("x,y\n1,a\n2,b,3\n", "bad.csv, line 3: 3 values where the header has 2 columns; a value "
     'with a comma in it must stand in quotes (")'),
    ("x,y\n1,a\n2\n", "bad.csv, line 3: 1 value where the header has 2 columns"),
    (
        "x,y,x\n1,a,2\n",
        "bad.csv, line 1: columns 1 and 3 are both named 'x'; give each column a name of its own, "
        "or add a header if there is none",
    ),
    (
        "x,y\n1,a\n2,a\n",
        "the target 'y' is 'a' in every row; two classes or more are needed",
    ),
    ("x,y\n1,\n2,\n", "the target 'y' has no value in any row; choose another column"),
    (
        'x,y\n1,"a\n2,b\n',
        'bad.csv, line 2: a quote (") is opened in this row and never closed',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), BAD_FILES)
def test_a_bad_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.csv").write_text(text)
    assert run("fit", "bad.csv", "--target", "y", "-o", "m.json") == (2, "", f"turs: {sentence}\n")
    assert not Path("m.json").exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_no_permission(place: Path, run: Run) -> None:
    Path("penguins.csv").chmod(stat.S_IWUSR)
    assert run("fit", "penguins.csv", "--target", "species") == (
        2,
        "",
        "turs: cannot read 'penguins.csv': reading it is not permitted\n",
    )


def test_a_file_of_an_office(place: Path, run: Run) -> None:
    lines = Path("penguins.csv").read_text().splitlines()
    office = [line.replace(",", ";").replace(".", ",") for line in lines]
    Path("office.csv").write_text("\r\n".join(office), encoding="utf-8-sig", newline="")
    arguments = ["--target", "species", "-o", "office.json", *FOUR_RULES]
    code, out, err = run("fit", "office.csv", *arguments)
    assert code == 0
    assert out == f"{load('model.json')}\n"
    assert "(semicolons between values, utf-8-sig, decimal comma)" in err
    code, out, err = run("predict", "office.json", "office.csv")
    assert (code, err) == (0, "")
    first = out.splitlines()[1]
    assert first.startswith("Torgersen;39,1;18,7;181;3750;male;Adelie;0,99")
