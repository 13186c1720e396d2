"""Nodes: values of a JSON document that know where they stand, and refuse to be misread."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from turs.exceptions import ModelFileError, TursError

_SHOWN = 60


@dataclass(frozen=True)
class Node:
    """A JSON value and its path.

    Parameters
    ----------
    value : str, int, float, bool, None, list or dict
        As read by the json module.
    path : str, default=""
        As in ``rules[2].literals[0].variable``; empty at the top.

    Examples
    --------
    >>> Node({"cells": [7, "x"]}).field("cells").items()[1].integer()
    Traceback (most recent call last):
        ...
    turs.exceptions.ModelFileError: the model file is wrong at cells[1]: "x" is not a whole number
    """

    value: object
    path: str = ""

    def fail(self, problem: str) -> NoReturn:
        """Raise ModelFileError with where and what is wrong."""
        place = f"at {self.path}" if self.path else "at its top"
        raise ModelFileError(f"the model file is wrong {place}: {problem}")

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Turn any error about the model into one about this place of the file."""
        try:
            yield
        except ModelFileError:
            raise
        except TursError as error:
            self.fail(str(error))

    def record(self, required: Collection[str], optional: Collection[str] = ()) -> Node:
        """Return this node if it is an object with these fields and no others."""
        if not isinstance(self.value, dict):
            self.fail(f"{self} is not an object with the fields {', '.join(required)}")
        for name in required:
            if name not in self.value:
                self.fail(f'the field "{name}" is missing')
        for name in self.value:
            if name not in required and name not in optional:
                known = ", ".join([*required, *optional])
                self.fail(f"the field {json.dumps(name)} is unknown; the fields are {known}")
        return self

    def field(self, name: str) -> Node:
        """Return a field of an object that `record` has accepted."""
        if not isinstance(self.value, dict) or name not in self.value:
            self.fail(f'the field "{name}" is missing')
        return Node(self.value[name], f"{self.path}.{name}" if self.path else name)

    def has(self, name: str) -> bool:
        """Tell whether an object has a field."""
        return isinstance(self.value, dict) and name in self.value

    def items(self) -> list[Node]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            self.fail(f"{self} is not a list")
        return [Node(item, f"{self.path}[{i}]") for i, item in enumerate(self.value)]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            self.fail(f"{self} is not a text")
        return self.value

    def one_of(self, choices: Collection[str]) -> str:
        """Return a text that is one of the choices."""
        if not isinstance(self.value, str) or self.value not in choices:
            self.fail(f"{self} is not one of {', '.join(map(json.dumps, choices))}")
        return self.value

    def flag(self) -> bool:
        """Return a truth value."""
        if not isinstance(self.value, bool):
            self.fail(f"{self} is not true or false")
        return self.value

    def integer(self, low: int = 0, high: int = 2**53) -> int:
        """Return a whole number, ``low <= number < high``."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail(f"{self} is not a whole number")
        if self.value < low:
            self.fail(f"{self} is less than {low}")
        if self.value >= high:
            self.fail(f"{self} is more than {high - 1}")
        return self.value

    def number(self) -> float:
        """Return a finite number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self.fail(f"{self} is not a number")
        try:
            number = float(self.value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.fail(f"{self} is not a finite number")
        return number

    def scalar(self) -> str | int | float | bool:
        """Return a text, a truth value or a finite number."""
        if isinstance(self.value, str | bool):
            return self.value
        if not isinstance(self.value, int | float):
            self.fail(f"{self} is not a text, a truth value or a number")
        self.number()
        return self.value

    def __str__(self) -> str:
        """Return the value as JSON, cut short, for an error."""
        text = json.dumps(self.value, ensure_ascii=False)
        return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
