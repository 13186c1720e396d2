"""Rule sets are counted and edited as plain data; what users see of it is tested at the door."""

from dataclasses import replace

import pytest

from turs.exceptions import ColumnError, InputError
from turs.model import Origin, Rule
from turs.model.editing import (
    count_rules,
    same_contents,
    with_labels,
    with_smoothing,
    without_rule,
)
from turs.table import infer_columns, infer_target

COLUMNS = infer_columns({"x": [1, 2, 3, 4]})
TARGET = infer_target(["a", "b", "b", "b"])
LOW, HIGH = Rule.parse("x <= 2"), Rule.parse("x > 3")
DATA = count_rules([LOW, HIGH], COLUMNS, TARGET, smoothing=1, origin=Origin("1.0", {}, 4))


def test_counted() -> None:
    assert DATA.cells.rule_counts.tolist() == [[1, 1], [0, 1]]
    assert DATA.cells.else_counts.tolist() == [0, 1]
    assert DATA.smoothing == 1
    with pytest.raises(ColumnError, match="'z > 1' names no column"):
        count_rules([Rule.parse("z > 1")], COLUMNS, TARGET)


def test_a_rule_taken_away() -> None:
    edited = without_rule(DATA, LOW)
    assert edited.rules == (HIGH,)
    assert edited.cells.else_counts.tolist() == [1, 2]
    assert edited.origin == Origin("1.0", {}, 4, edits=("without x <= 2",))
    with pytest.raises(InputError, match="no rule 'x <= 2'"):
        without_rule(edited, LOW)


def test_other_labels() -> None:
    assert with_labels(DATA, {"a": 1, "b": 2}).classes.tolist() == [1, 2]


def test_another_smoothing() -> None:
    assert same_contents(with_smoothing(DATA, 0.5), replace(DATA, smoothing=0.5))


def test_the_origin_tells_of_edits_in_order() -> None:
    data = replace(DATA, origin=Origin("1.0", {}, 4, stopped="max_rules"))
    edited = with_smoothing(with_labels(without_rule(data, HIGH), {"a": 1, "b": 2}), 2)
    edits = ("without x > 3", "relabelled", "with smoothing 2")
    assert edited.origin == Origin("1.0", {}, 4, "max_rules", edits)
    assert with_smoothing(replace(DATA, origin=None), 2).origin is None


def test_the_same() -> None:
    swapped = count_rules([HIGH, LOW], COLUMNS, TARGET, smoothing=1)
    assert same_contents(DATA, swapped)
    assert not same_contents(DATA, replace(DATA, smoothing=0.5))
    assert not same_contents(DATA, without_rule(DATA, LOW))
