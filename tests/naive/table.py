"""Columns read value by value, straight from the definitions."""

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class NaiveColumn:
    """What a column of plain values should become."""

    kind: str
    levels: tuple[Any, ...]
    values: list[Any]


def is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def read_column(values: list[Any]) -> NaiveColumn:
    """Read values of one type, None and NaN among them."""
    present = [value for value in values if not is_missing(value)]
    if present and all(type(value) in (int, float) for value in present):
        numbers = [math.nan if is_missing(value) else float(value) for value in values]
        return NaiveColumn("numeric", (), numbers)
    levels = tuple(sorted(set(present)))
    codes = [-1 if is_missing(value) else levels.index(value) for value in values]
    return NaiveColumn("categorical", levels, codes)


def recode(values: list[Any], levels: tuple[Any, ...]) -> list[int]:
    """Code values by the levels of training: -1 is missing, -2 was never seen."""
    codes = []
    for value in values:
        if is_missing(value):
            codes.append(-1)
        elif value in levels:
            codes.append(levels.index(value))
        else:
            codes.append(-2)
    return codes
