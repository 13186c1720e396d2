"""The contents of a rule set contradict themselves in no way that can be seen."""

import pickle
from typing import Any

import numpy as np
import pytest

from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.model import CellTable, Origin, Rule, RuleSetData
from turs.table import Column, Schema

SCHEMA = Schema((Column("age", "numeric"), Column("ward", "categorical", ("A", "B"))))
RULES = (Rule.parse("age > 30"), Rule.parse("ward = A"))
CELLS = CellTable(
    np.array([[0, 0], [0, 1], [1, 1]], dtype=np.bool_), np.array([[1, 2], [3, 0], [0, 4]])
)


def make(**changes: Any) -> RuleSetData:
    parts = {
        "schema": SCHEMA,
        "classes": np.array(["no", "yes"]),
        "rules": RULES,
        "cells": CELLS,
        "smoothing": 1.0,
        "origin": Origin("1.0", {"beam_width": 5}, 10),
    }
    return RuleSetData(**{**parts, **changes})


def test_what_agrees_is_taken() -> None:
    data = make()
    assert data.n_rows == 10
    assert data.rules == RULES
    with pytest.raises(ValueError, match="read-only"):
        data.classes[0] = "x"


def test_a_caller_s_array_is_not_frozen() -> None:
    classes = np.array(["no", "yes"])
    make(classes=classes)
    classes[0] = "never"


def test_pickle() -> None:
    data = pickle.loads(pickle.dumps(make()))
    assert data.cells == CELLS
    assert data.rules == RULES
    arrays = [data.classes, data.cells.members, data.cells.counts, data.cells.rule_counts]
    assert not any(array.flags.writeable for array in arrays)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        (
            {"rules": (Rule.parse("agee > 30"), RULES[1])},
            ColumnError,
            "'agee > 30' names no column of the table; did you mean 'age'\\?$",
        ),
        (
            {"rules": (Rule.parse("height > 1"), RULES[1])},
            ColumnError,
            "names no column of the table; its columns are 'age', 'ward'",
        ),
        ({"rules": (Rule.parse("age = 3"), RULES[1])}, ColumnError, "column 'age' is numeric"),
        ({"rules": (Rule.parse("ward > 3"), RULES[1])}, ColumnError, "'ward' is categorical"),
        ({"rules": (Rule.parse("ward = 3"), RULES[1])}, ColumnError, "asks for a number"),
        ({"rules": (RULES[0], RULES[0])}, InputError, "the rule 'age > 30' occurs twice"),
        (
            {"rules": (RULES[0].literals[0], RULES[1])},
            InputTypeError,
            r"not of the literal 'age > 30'; use Rule\(\[Interval\(variable='age', .*\)\]\)$",
        ),
        ({"rules": ("age > 30", RULES[1])}, InputTypeError, "made of rules, not of 'age > 30'"),
        ({"rules": RULES[:1]}, InputError, "the cells are of 2 rules and 2 classes"),
        ({"classes": np.array(["a", "b", "c"])}, InputError, "the rule set has 2 rules and 3"),
        ({"classes": np.array(["a", "a"])}, InputError, "two classes have the label 'a'"),
        ({"smoothing": -1}, InputError, "0 or more, not -1"),
        (
            {"rules": (RULES[0], Rule.parse("age <= 3"))},
            InputError,
            "cell 2 contradicts the rules: no row can be covered by all of",
        ),
        ({"origin": Origin("1.0", {}, 11)}, InputError, "speaks of 11 rows, .* hold 10"),
    ],
)
def test_refusals(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make(**changes)


def test_a_level_that_does_not_occur_covers_nothing() -> None:
    cells = CellTable(np.array([[0, 0], [1, 0]], dtype=np.bool_), np.array([[1, 2], [3, 0]]))
    data = make(rules=(RULES[0], Rule.parse("ward = Z")), cells=cells, origin=None)
    assert data.cells.rule_counts[1].tolist() == [0, 0]
