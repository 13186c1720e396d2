from dataclasses import replace

import numpy as np
import pytest

from benchmarks import generate as module
from benchmarks.data import fingerprint
from benchmarks.generate import HiddenLiteral, Recipe, generate, has_missing, hidden_rules, n_levels

RECIPE = Recipe(3000)


def test_the_same_recipe_gives_the_same_table() -> None:
    first, second = generate(RECIPE), generate(RECIPE)
    assert list(first.X) == list(second.X)
    for name, values in first.X.items():
        assert [*map(str, values)] == [*map(str, second.X[name])]
    assert first.y.tolist() == second.y.tolist()


def test_the_table_stays_what_it_is() -> None:
    # Results of several months are compared: this changes only when all are measured anew.
    table = generate(Recipe(200, n_columns=1))
    assert fingerprint(table) == "dbf968450bbc"


def test_a_longer_table_begins_with_a_shorter_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 1000)
    short, long = generate(replace(RECIPE, n_rows=1700)), generate(RECIPE)
    assert short.y.tolist() == long.y[:1700].tolist()
    assert all(
        [*map(str, values)] == [*map(str, long.X[name][:1700])] for name, values in short.X.items()
    )


def test_further_columns_change_nothing_else() -> None:
    narrow, wide = generate(RECIPE), generate(replace(RECIPE, n_columns=20))
    assert narrow.y.tolist() == wide.y.tolist()
    assert list(wide.X)[:10] == list(narrow.X)
    assert narrow.X["number0"].tolist() == wide.X["number0"].tolist()


def test_another_seed_or_part_gives_other_rows() -> None:
    tables = [
        generate(recipe) for recipe in (RECIPE, replace(RECIPE, seed=2), Recipe(3000, part=1))
    ]
    assert len({tuple(table.y) for table in tables}) == 3
    assert hidden_rules(RECIPE) == hidden_rules(Recipe(3000, part=1))
    assert hidden_rules(RECIPE) != hidden_rules(replace(RECIPE, seed=2))


def test_a_third_of_the_columns_are_levels_and_some_values_are_missing() -> None:
    table = generate(replace(RECIPE, n_columns=30))
    for column, (name, values) in enumerate(table.X.items()):
        missing = np.array([value is None or value != value for value in values.tolist()])
        assert 0.01 < missing.mean() < 0.03 if has_missing(column) else not missing.any(), name
        if n_levels(column):
            assert len(set(values[~missing])) == n_levels(column)
            assert 3 <= n_levels(column) <= 12
        else:
            assert values.dtype == np.float64
    assert sum(name.startswith("level") for name in table.X) == 10


@pytest.mark.parametrize("n_classes", [2, 3, 20, 100])
def test_every_class_occurs(n_classes: int) -> None:
    table = generate(Recipe(20_000, n_classes=n_classes))
    assert set(table.y.tolist()) == set(range(n_classes))


def test_without_noise_the_first_rule_that_covers_a_row_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Column 0 is 100 times its share; the default of rows without a rule is that of the first.
    rules = [(HiddenLiteral(0, 0.0, 0.2),), (HiddenLiteral(0, 0.0, 0.5),)]
    monkeypatch.setattr(module, "hidden_rules", lambda recipe: rules)
    table = generate(Recipe(2000, n_columns=2, n_classes=2, noise=0.0))
    number = table.X["number0"]
    # Values are rounded, so those at a threshold may lie on either side.
    clear = (abs(number - 20) > 0.01) & (abs(number - 50) > 0.01)
    expected = (number > 20) & (number < 50)
    assert (table.y == expected)[clear].all()


def test_noise_is_a_share_of_the_rows() -> None:
    clean, noisy = generate(Recipe(20_000, noise=0.0)), generate(Recipe(20_000, noise=0.3))
    # Of three classes, a third of the noise says what is right.
    assert 0.18 < np.mean(clean.y != noisy.y) < 0.22


def test_rules_look_at_the_first_columns_and_have_two_or_three_literals() -> None:
    rules = hidden_rules(Recipe(1, n_columns=50))
    assert len(rules) == 15
    assert {len(rule) for rule in rules} == {2, 3}
    assert all(literal.column < 10 for rule in rules for literal in rule)
    assert all(0.3 < literal.upper - literal.lower < 0.7 for rule in rules for literal in rule)
