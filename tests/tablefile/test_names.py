"""Columns are found by name first, then by pattern."""

import pytest

from turs.exceptions import ColumnError
from turs.tablefile.names import find_columns, hint, nearest

NAMES = ["age", "lab_a", "lab_b", "a[1]", "Ward"]


@pytest.mark.parametrize(
    ("patterns", "found"),
    [
        ([], ()),
        (["Ward", "age"], ("Ward", "age")),
        (["lab_*"], ("lab_a", "lab_b")),
        (["a[1]"], ("a[1]",)),
        (["lab_b", "lab_*"], ("lab_b", "lab_a")),
        (["*"], tuple(NAMES)),
    ],
)
def test_found(patterns: list[str], found: tuple[str, ...]) -> None:
    assert find_columns(patterns, NAMES, "p.csv") == found


def test_not_found() -> None:
    with pytest.raises(ColumnError) as error:
        find_columns(["lab_aa"], NAMES, "p.csv")
    assert str(error.value) == (
        "p.csv has no column 'lab_aa'; did you mean 'lab_a'? "
        "(the columns are 'age', 'lab_a', 'lab_b', 'a[1]', 'Ward')"
    )


def test_capitals_do_not_matter_for_a_guess() -> None:
    assert nearest("WARD", NAMES) == "Ward"
    assert nearest("zzz", NAMES) is None
    assert hint("zzz", ["age"]) == "the columns are 'age'"
