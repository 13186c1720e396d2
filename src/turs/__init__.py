"""Truly unordered probabilistic rule sets for classification.

The public names, nothing else. Each is imported when it is first used, so that loading a saved
model, or writing rules by hand, needs neither numba nor scikit-learn.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turs.estimator import TURSClassifier
    from turs.model import Explanation, Interval, Levels, Missing, Rule
    from turs.ruleset import RuleSet, load

__version__ = "0.1.0.dev0"

__all__ = [
    "Explanation",
    "Interval",
    "Levels",
    "Missing",
    "Rule",
    "RuleSet",
    "TURSClassifier",
    "__version__",
    "load",
]

_HOMES = {
    "Explanation": "turs.model",
    "Interval": "turs.model",
    "Levels": "turs.model",
    "Missing": "turs.model",
    "Rule": "turs.model",
    "RuleSet": "turs.ruleset",
    "TURSClassifier": "turs.estimator",
    "load": "turs.ruleset",
}


def __getattr__(name: str) -> object:
    """Import a public name from its home when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, also those not imported yet."""
    return sorted({*globals(), *__all__})
