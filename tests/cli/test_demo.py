"""The demo learns, prints the rules, explains one prediction and says what to do next."""

import pytest

from turs import TURSClassifier
from turs.cli.main import main
from turs.data import load_penguins


@pytest.fixture(scope="module")
def learned() -> TURSClassifier:
    return TURSClassifier().fit(*load_penguins())


def test_demo(learned: TURSClassifier, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["demo"])
    printed = capsys.readouterr()
    assert (stopped.value.code, printed.err) == (0, "")
    assert printed.out.startswith(
        "Learning to tell Adelie, Chinstrap and Gentoo penguins apart, from 344 birds.\n\n"
    )
    assert str(learned.rule_set_) in printed.out
    assert "island = " in printed.out
    assert 'clf.rule_set_.save("penguins.json")' in printed.out


def test_the_penguins_are_learned(learned: TURSClassifier) -> None:
    X, y = load_penguins()
    assert learned.score(X, y) > 0.95
    assert 2 <= len(learned.rule_set_) <= 20
