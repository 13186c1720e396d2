"""Check what callers pass to a display."""

from __future__ import annotations

import numbers

from turs.exceptions import InputError, InputTypeError
from turs.model.contents import RuleSetData
from turs.ruleset import RuleSet
from turs.table.refusal import shown


def data_of(rule_set: object) -> RuleSetData:
    """Return the contents of a rule set.

    Parameters
    ----------
    rule_set : RuleSet
        What was passed.

    Returns
    -------
    RuleSetData

    Raises
    ------
    InputTypeError
        When it is something else.
    """
    if isinstance(rule_set, RuleSet):
        return rule_set.data
    hint = "; use its rule_set_" if hasattr(rule_set, "rule_set_") else ""
    raise InputTypeError(f"a picture is drawn of a RuleSet, not of {shown(rule_set)}{hint}")


def check_most(name: str, most: object) -> int:
    """Return a limit as an int, and refuse what is not a whole number of 1 or more."""
    if isinstance(most, bool) or not isinstance(most, numbers.Integral):
        raise InputTypeError(f"{name} must be a whole number, not {shown(most)}")
    if most < 1:
        raise InputError(f"{name} must be 1 or more, not {most}")
    return int(most)
