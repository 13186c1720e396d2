"""What callers pass becomes plain values."""

import numpy as np
import pytest

from turs.model.plain import level_type, plain_bound, plain_flag, plain_level, plain_name


@pytest.mark.parametrize(
    ("value", "level"),
    [(3.0, 3), (np.int8(3), 3), (np.str_("a"), "a"), (np.True_, True), (0.5, 0.5)],
)
def test_levels(value: object, level: object) -> None:
    assert plain_level(value) == level
    assert type(plain_level(value)) is type(level)


def test_level_types() -> None:
    assert [level_type(level) for level in ("1", 1, 1.5, True)] == [
        "text",
        "number",
        "number",
        "truth value",
    ]


def test_bounds_names_and_flags() -> None:
    assert plain_bound("low", None) is None
    assert type(plain_bound("low", np.int32(3))) is float
    assert str(plain_bound("low", -0.0)) == "0.0"
    assert type(plain_name(np.str_("age"))) is str
    assert plain_flag(np.True_) is True
