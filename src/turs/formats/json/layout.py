"""What a model file says of itself, and how it is laid out: one column, rule or cell a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

FORMAT = "turs-rule-set"
VERSION = 1

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def lay_out(document: Mapping[str, object]) -> str:
    """Return a document as JSON, with each item of its lists on a line of its own.

    Parameters
    ----------
    document : mapping of str to JSON values
        The top of the file, in the order in which it is written.

    Returns
    -------
    str
        Ends in a new line, and can be encoded as UTF-8.

    Examples
    --------
    >>> print(lay_out({"version": 1, "cells": [{"rules": []}, {"rules": [0]}]}), end="")
    {
      "version": 1,
      "cells": [
        {"rules": []},
        {"rules": [0]}
      ]
    }
    """
    fields = [f"  {_one_line(name)}: {_value(value)}" for name, value in document.items()]
    text = "{\n" + ",\n".join(fields) + "\n}\n"
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _value(value: object) -> str:
    if not isinstance(value, list) or not value or not isinstance(value[0], dict):
        return _one_line(value)
    return "[\n" + ",\n".join(f"    {_one_line(item)}" for item in value) + "\n  ]"


def _one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
