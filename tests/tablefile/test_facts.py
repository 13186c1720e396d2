"""What is known of the parts of a column is what is known of the whole."""

from typing import Any

import numpy as np
import pytest

from turs.exceptions import TargetError
from turs.tablefile.facts import (
    column_facts,
    merge_facts,
    merge_targets,
    split_labels,
    target_facts,
)


@pytest.mark.parametrize(
    ("parts", "kind", "n_missing", "n_distinct", "examples"),
    [
        ([["b", None], [None], ["a", "b"]], "text", 2, 2, ("b", "a")),
        ([[None], [True, None]], "truth value", 2, 1, ("True",)),
        ([[None], [None]], "empty", 2, 0, ()),
        ([np.array([np.nan, 2.0]), np.array([0.5, 2.0])], "number", 1, 2, ("2", "0.5")),
        ([np.arange(900.0), np.arange(500, 1200.0)], "number", 0, 1000, ("0", "1", "2")),
    ],
)
def test_columns(
    parts: list[Any], kind: str, n_missing: int, n_distinct: int, examples: tuple[str, ...]
) -> None:
    guess = merge_facts([column_facts(part) for part in parts]).guess("x", "so", False)
    assert (guess.kind, guess.n_missing) == (kind, n_missing)
    assert (guess.n_distinct, guess.examples) == (n_distinct, examples)


def test_labels() -> None:
    present, labels = split_labels(np.array([1.0, np.nan, 0.0]))
    assert (present.tolist(), labels, [*map(type, labels)]) == (
        [True, False, True],
        [1, 0],
        [int] * 2,
    )
    assert split_labels(np.array([1.0, 0.5]))[1] == [1.0, 0.5]
    present, labels = split_labels([None, "a"])
    assert (present.tolist(), labels) == ([False, True], ["a"])


def facts(*parts: Any) -> Any:
    return merge_targets(
        [target_facts(part, split_labels(part)[0], f"part {i}") for i, part in enumerate(parts)]
    )


def test_targets() -> None:
    found = facts(["b", None], ["a", "b"])
    assert (dict(found.counts), found.n_missing, found.n_labels) == ({"b": 2, "a": 1}, 1, 3)
    assert found.first_missing == "part 0"
    found.check("y")


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ([["a"], ["a", None]], "the target 'y' is 'a' in every row"),
        ([[None]], "the target 'y' has no value in any row"),
        ([np.array([1.0]), np.array([0.5])], "the target 'y' has the number 0.5"),
        ([np.arange(60.0), np.arange(60, 99.0)], "has 99 different numbers in 99 rows, such as 0"),
        (
            [[f"c{i}" for i in range(70_000)] * 3],
            "the target 'y' has 65536 different values or more",
        ),
    ],
)
def test_targets_that_cannot_be_used(parts: list[Any], sentence: str) -> None:
    with pytest.raises(TargetError, match=sentence):
        facts(*parts).check("y")
