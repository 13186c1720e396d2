"""Atoms: a value's atom says all that the literals of its column say of the value."""

import numpy as np
import pytest
from hypothesis import given, settings

from tests.model.problems import Problem, problems
from turs.exceptions import ColumnError
from turs.model import Rule, atoms
from turs.model.atoms import Atoms
from turs.table import Column, read_columns

WARD = Column("ward", "categorical", ("A", "B"))


@settings(max_examples=300)
@given(problems())
def test_an_atom_leaves_open_what_its_values_satisfy(problem: Problem) -> None:
    columns = read_columns(problem.table, problem.rule_set.data.schema)
    for column, values in zip(columns.schema.columns, columns.values, strict=True):
        cut = Atoms.of(column, problem.training.rules)
        found = cut.open[:, cut.find(values)]
        for rule, leaves_open in zip(problem.training.rules, found, strict=True):
            literals = [x for x in rule.literals if x.variable == column.name]
            expected = literals[0].covers(values, column) if literals else np.full(len(values), 1)
            np.testing.assert_array_equal(leaves_open, expected)


def test_levels_are_numbered_by_their_codes() -> None:
    rules = [Rule.parse("ward = B or missing"), Rule.parse("ward is not missing"), Rule()]
    cut = Atoms.of(WARD, rules)
    assert cut.cuts is None
    assert cut.open.tolist() == [
        [False, True, False, True],
        [True, True, True, False],
        [True, True, True, True],
    ]


def test_a_column_without_literals_is_one_stretch_and_missing() -> None:
    cut = Atoms.of(Column("age", "numeric"), [])
    assert cut.open.shape == (0, 2)
    assert cut.find(np.array([-5.0, np.nan])).tolist() == [0, 1]


@pytest.mark.parametrize("few", [0, 400], ids=["by search", "by comparison"])
@pytest.mark.parametrize("n_cuts", [1, 63, 254])
def test_values_are_found_in_either_way(
    n_cuts: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atoms, "_FEW_CUTS", few)
    cut = Atoms.of(Column("x", "numeric"), [Rule.parse(f"x > {i}") for i in range(n_cuts)])
    values = np.array([-1, 0, 0.5, n_cuts - 1, n_cuts, np.nan])
    assert cut.find(values).tolist() == [0, 0, 1, n_cuts - 1, n_cuts, n_cuts + 1]


def test_a_literal_of_another_kind_is_refused() -> None:
    with pytest.raises(ColumnError, match="is an interval, but column 'ward' is categorical"):
        Atoms.of(WARD, [Rule.parse("ward > 3")])
