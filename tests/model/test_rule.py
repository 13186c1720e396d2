"""Rules: conjunctions whose order means nothing."""

import pickle
from itertools import permutations

import numpy as np
import pytest

from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.model import Interval, Levels, Missing, Rule
from turs.table import Column, Columns, Schema

LITERALS = [Interval("age", 30, 65), Levels("ward", {"A", "B"}), Missing("lactate", negated=True)]


def test_the_order_of_literals_means_nothing() -> None:
    made = {Rule(order) for order in permutations(LITERALS)}
    assert len(made) == 1
    assert made.pop().variables == ("age", "lactate", "ward")


def test_n_literals_counts_bounds() -> None:
    assert Rule(LITERALS).n_literals == 4
    assert Rule().n_literals == 0


def test_text_and_repr() -> None:
    rule = Rule(LITERALS)
    assert str(rule) == "30 < age <= 65 and lactate is not missing and ward in {A, B}"
    assert eval(repr(rule)) == rule
    assert repr(Rule()) == "Rule.parse('always')"


def test_covers() -> None:
    schema = Schema((Column("ward", "categorical", ("A", "B")), Column("age", "numeric")))
    wards = np.array([0, 1, 0, -1, -2], dtype=np.int32)
    ages = np.array([20, 40, np.nan, 40, 40])
    columns = Columns(schema, (wards, ages), 5)
    assert Rule.parse("age > 30").covers(columns).tolist() == [False, True, False, True, True]
    both = Rule.parse("age > 30 and ward in {A, B} or missing")
    assert both.covers(columns).tolist() == [False, True, False, True, False]
    assert Rule().covers(columns).all()
    with pytest.raises(ColumnError, match="no column 'height'"):
        Rule.parse("height > 1").covers(columns)


def test_the_key_puts_short_rules_first() -> None:
    texts = ["x > 1 and z > 1", "z > 1", "x > 1", "always"]
    ordered = sorted(map(Rule.parse, texts), key=lambda rule: rule.key)
    assert [str(rule) for rule in ordered] == ["always", "x > 1", "z > 1", "x > 1 and z > 1"]


def test_pickle() -> None:
    rule = Rule(LITERALS)
    assert rule.key
    assert pickle.loads(pickle.dumps(rule)) == rule


def test_refusals() -> None:
    with pytest.raises(InputError, match="two literals on 'x', 'x > 1' and 'x <= 7'"):
        Rule([Interval("x", 1), Interval("x", high=7)])
    with pytest.raises(InputTypeError, match=r"to read 'x > 1', use Rule\.parse"):
        Rule("x > 1")  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="Missing literals, not of 'x > 1'"):
        Rule(["x > 1"])  # type: ignore[list-item]
    with pytest.raises(InputTypeError, match="a list of literals, not of 3"):
        Rule(3)  # type: ignore[arg-type]
