"""The demo learns, prints the rules, explains one prediction and says what to do next."""

from pathlib import Path

import pytest

from tests.cli.calls import Run
from turs import TURSClassifier
from turs.cli.main import main
from turs.data import load_penguins


@pytest.fixture(scope="module")
def classifier() -> TURSClassifier:
    return TURSClassifier().fit(*load_penguins())


def test_demo(classifier: TURSClassifier, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["demo"])
    printed = capsys.readouterr()
    assert (stopped.value.code, printed.err) == (0, "")
    assert printed.out.startswith(
        "Learning to tell Adelie, Chinstrap and Gentoo penguins apart, from 344 birds.\n\n"
    )
    assert str(classifier.rule_set_) in printed.out
    assert "island = " in printed.out
    assert 'clf.rule_set_.save("penguins.json")' in printed.out


def test_the_penguins_are_learned(classifier: TURSClassifier) -> None:
    X, y = load_penguins()
    assert classifier.score(X, y) > 0.95
    assert 2 <= len(classifier.rule_set_) <= 20


def test_penguins_to_play_with(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("demo", "--save", "penguins.csv") == (
        0,
        "",
        "344 penguins saved to penguins.csv; next: turs fit penguins.csv --target species\n",
    )
    lines = Path("penguins.csv").read_text().splitlines()
    assert len(lines) == 345
    assert lines[0] == (
        "island,bill_length_mm,bill_depth_mm,flipper_length_mm,body_mass_g,sex,species"
    )
    assert lines[1] == "Torgersen,39.1,18.7,181,3750,male,Adelie"
    assert lines[4] == "Torgersen,,,,,,Adelie"


def test_penguins_through_a_pipe(run: Run) -> None:
    code, out, err = run("demo", "--save", "-")
    assert (code, out.count("\n"), err) == (0, 345, "")
