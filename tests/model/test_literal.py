"""Literals: what they cover, what they print, what they refuse."""

import math
import pickle

import numpy as np
import pytest

from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.model import Interval, Levels, Missing
from turs.table.schema import Column

AGE = Column("age", "numeric")
WARD = Column("ward", "categorical", ("A", "B", "C"))
AGES = np.array([30.0, 30.5, 65.0, 66.0, math.nan])
WARDS = np.array([0, 1, 2, -1, -2], dtype=np.int32)


@pytest.mark.parametrize(
    ("literal", "covered"),
    [
        (Interval("age", low=30), [0, 1, 1, 1, 0]),
        (Interval("age", high=65), [1, 1, 1, 0, 0]),
        (Interval("age", 30, 65), [0, 1, 1, 0, 0]),
        (Interval("age", 30, 65, missing=True), [0, 1, 1, 0, 1]),
        (Missing("age"), [0, 0, 0, 0, 1]),
        (Missing("age", negated=True), [1, 1, 1, 1, 0]),
    ],
    ids=str,
)
def test_numeric_covers(literal: Interval | Missing, covered: list[int]) -> None:
    assert literal.covers(AGES, AGE).tolist() == [bool(c) for c in covered]


@pytest.mark.parametrize(
    ("literal", "covered"),
    [
        (Levels("ward", {"A"}), [1, 0, 0, 0, 0]),
        (Levels("ward", {"A", "C"}, missing=True), [1, 0, 1, 1, 0]),
        (Levels("ward", {"Z"}), [0, 0, 0, 0, 0]),
        (Missing("ward"), [0, 0, 0, 1, 0]),
        (Missing("ward", negated=True), [1, 1, 1, 0, 1]),
    ],
    ids=str,
)
def test_categorical_covers(literal: Levels | Missing, covered: list[int]) -> None:
    """The last row has a level that training never saw: it satisfies "is not missing" alone."""
    assert literal.covers(WARDS, WARD).tolist() == [bool(c) for c in covered]


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        (Interval("age", low=30), "age > 30"),
        (Interval("age", high=-0.5), "age <= -0.5"),
        (Interval("temperature", 37.5, 39), "37.5 < temperature <= 39"),
        (Interval("age", low=30, missing=True), "age > 30 or missing"),
        (Interval("x", low=-0.0), "x > 0"),
        (Interval("x", low=1e22), "x > 1e+22"),
        (Interval("body mass", low=0.1), '"body mass" > 0.1'),
        (Levels("ward", ["B", "A"]), "ward in {A, B}"),
        (Levels("ward", {"3"}), 'ward = "3"'),
        (Levels("grade", {10, 9, 2.5}), "grade in {2.5, 9, 10}"),
        (Levels("flag", {True}), "flag = true"),
        (Levels("flag", {"true"}), 'flag = "true"'),
        (Levels("straße", {"Łódź", "a b"}), 'straße in {"a b", Łódź}'),
        (Levels("ward", {"A"}, missing=True), "ward = A or missing"),
        (Missing("lactate"), "lactate is missing"),
        (Missing("missing", negated=True), '"missing" is not missing'),
    ],
)
def test_text(literal: Interval | Levels | Missing, text: str) -> None:
    assert str(literal) == text


def test_n_bounds() -> None:
    assert Interval("x", 2, 7).n_bounds == 2
    assert Interval("x", high=7, missing=True).n_bounds == 1
    assert Levels("w", {"A", "B"}).n_bounds == 1
    assert Missing("w").n_bounds == 1


def test_equal_values_make_equal_literals() -> None:
    assert Interval("x", np.float32(0.5), np.int64(3)) == Interval("x", 0.5, 3.0)
    assert Levels("w", ["B", "A", "A"]) == Levels("w", {"A", "B"})
    assert Levels("w", np.array([1.0, 2.0])) == Levels("w", {1, 2})
    assert hash(Levels("w", ["B", "A"])) == hash(Levels("w", {"A", "B"}))


def test_numbers_and_truth_values_differ() -> None:
    assert Levels("w", {1}) != Levels("w", {True})
    assert len({Levels("w", {0}), Levels("w", {False})}) == 2


def test_levels_repr_is_in_order_and_makes_the_literal() -> None:
    literal = Levels("w", {"b", "c", "a"}, missing=True)
    assert repr(literal) == "Levels('w', {'a', 'b', 'c'}, missing=True)"
    assert eval(repr(literal)) == literal


def test_pickle() -> None:
    for literal in (Interval("x", 1, 2), Levels("w", {True}), Missing("x")):
        assert pickle.loads(pickle.dumps(literal)) == literal


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Interval("age"), InputError, "the interval on 'age' has no bound"),
        (lambda: Interval("age", 3, 3), InputError, "low = 3 and high = 3; low must be less"),
        (lambda: Interval("age", math.nan), InputError, "low must be a finite number, not nan"),
        (lambda: Interval("age", high=math.inf), InputError, "high must be a finite number"),
        (lambda: Interval("age", high=10**400), InputError, "high must be a finite number"),
        (lambda: Interval("age", "3"), InputTypeError, "low must be a number or None, not '3'"),
        (lambda: Interval("age", True), InputTypeError, "low must be a number or None, not True"),
        (lambda: Interval(3, 1), InputTypeError, "the variable of a literal is a text, not 3"),
        (lambda: Interval("age", 1, missing=1), InputTypeError, "is True or False, not 1"),
        (lambda: Levels("w", []), InputError, "the set of levels of 'w' is empty"),
        (lambda: Levels("w", "AB"), InputTypeError, r"not the text 'AB'; use {'AB'}"),
        (lambda: Levels("w", 3), InputTypeError, r"must be a set or a list, not 3; use \{3\}"),
        (lambda: Levels("w", [1, "A"]), InputError, "mix 1 and 'A'; use levels of one type"),
        (lambda: Levels("w", [1, True]), InputError, "mix 1 and True; use levels of one type"),
        (lambda: Levels("w", [None]), InputTypeError, "not None of type NoneType"),
        (lambda: Levels("w", [math.nan]), InputError, "must be finite, not nan"),
        (lambda: Missing("w", negated="no"), InputTypeError, "is True or False, not 'no'"),
    ],
)
def test_refusals(make: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("literal", "column", "message"),
    [
        (Interval("ward", 3), WARD, "'ward > 3' is an interval, but column 'ward' is categorical"),
        (Levels("age", {3}), AGE, "'age = 3' is a set of levels, but column 'age' is numeric"),
        (Levels("ward", {3}), WARD, "asks for a number, but .* such as 'A'"),
        (Levels("ward", {True}), WARD, "asks for a truth value"),
    ],
)
def test_a_literal_of_the_wrong_kind(
    literal: Interval | Levels, column: Column, message: str
) -> None:
    values = AGES if column is AGE else WARDS
    with pytest.raises(ColumnError, match=message):
        literal.covers(values, column)


def test_a_column_without_levels_takes_any_literal() -> None:
    never_filled = Column("w", "categorical")
    codes = np.array([-1, -2], dtype=np.int32)
    assert Levels("w", {3}).covers(codes, never_filled).tolist() == [False, False]
    assert Levels("w", {"A"}, missing=True).covers(codes, never_filled).tolist() == [True, False]
