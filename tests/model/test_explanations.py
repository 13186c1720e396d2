"""Many explanations as one lazy sequence."""

import pytest

from turs.model.explanation import Explanation
from turs.model.explanations import Explanations
from turs.ruleset import RuleSet

X = {"x": [1, 2, 3, 4, 5, 6, 7]}


@pytest.fixture
def explanations() -> Explanations:
    return RuleSet.from_rules(["x > 2"], X, list("aabbbbb")).explain(X)


def test_a_sequence(explanations: Explanations) -> None:
    assert len(explanations) == 7
    assert isinstance(explanations[0], Explanation)
    assert explanations[-1].row == 6
    assert [one.row for one in explanations[2:6:2]] == [2, 4]
    assert [one.row for one in explanations] == list(range(7))
    with pytest.raises(IndexError, match="there is no row 7; the table has 7 rows, from 0"):
        explanations[7]


def test_equal_to_a_list_of_the_same(explanations: Explanations) -> None:
    assert explanations == list(explanations)
    assert explanations != list(explanations)[:-1]
    assert explanations != 3


def test_text(explanations: Explanations) -> None:
    assert repr(explanations) == "<Explanations of 7 rows>"
    lines = str(explanations).splitlines()
    assert lines[0] == "row 0: a 1.00  (n = 2, the else rule)"
    assert lines[-1] == "... and 2 more rows"
