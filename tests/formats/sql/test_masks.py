"""Rule sets as masks."""

from tests.formats.sql.problems import many_rules
from turs.formats.sql.masks import Cell, Masks
from turs.ruleset import RuleSet

X = {"age": [25, 30, 41, 52, 67, 70], "ward": ["A", "B", "A", "A", "B", "B"]}
Y = ["home", "home", "home", "stay", "stay", "stay"]


def test_a_small_set() -> None:
    rules = ["ward = B", "age > 60 and ward = B", "age > 99", "age > 50"]
    masks = Masks(RuleSet.from_rules(rules, X, Y).data)
    names = ["age > 50", "age > 99", "ward = B", "age > 60 and ward = B"]
    assert [str(rule) for rule in masks.rules] == names
    assert masks.n_words == 1
    assert masks.with_rows == (0b1101,)
    # The last rule has fewer rows than the first and the third, both of which have all of them.
    assert masks.silenced == ((0,), (0,), (0,), (0b0101,))
    assert masks.cells == (
        Cell((0,), (2, 0)),
        Cell((0b0001,), (0, 1)),
        Cell((0b0100,), (1, 0)),
        Cell((0b1101,), (0, 2)),
    )


def test_without_else_rows_all_rows_stand_for_them() -> None:
    masks = Masks(RuleSet.from_rules(["always"], X, Y).data)
    assert masks.cells == (Cell((0,), (3, 3)), Cell((1,), (3, 3)))


def test_no_rules() -> None:
    masks = Masks(RuleSet.from_rules([], X, Y).data)
    assert (masks.n_words, masks.with_rows, masks.silenced) == (1, (0,), ())
    assert masks.cells == (Cell((0,), (3, 3)),)


def test_words() -> None:
    masks = Masks(many_rules(125, 2, 50).data)
    assert masks.n_words == 3
    assert [masks.place(rule) for rule in (0, 61, 62, 124)] == [(0, 1), (0, 2**61), (1, 1), (2, 1)]
    assert max(max(cell.members) for cell in masks.cells) < 2**62
