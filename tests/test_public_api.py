"""The names that users rely on: a change here is a change for them."""

import subprocess
import sys

import pytest

import turs
import turs.exceptions

NAMES = [
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

EXCEPTIONS = {
    "ClusterError": "TursError",
    "ColumnError": "InputError",
    "InputError": "TursError",
    "InputTypeError": "TursError",
    "ModelFileError": "TursError",
    "RuleSyntaxError": "InputError",
    "SearchStoppedWarning": "UserWarning",
    "TargetError": "InputError",
    "TursError": "Exception",
}


def test_exported_names() -> None:
    assert turs.__all__ == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_name_can_be_had_and_is_listed(name: str) -> None:
    assert getattr(turs, name) is not None
    assert name in dir(turs)


def test_a_star_import_gives_the_names() -> None:
    namespace: dict[str, object] = {}
    exec("from turs import *", namespace)
    assert sorted(namespace.keys() - {"__builtins__"}) == NAMES


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'turs' has no attribute 'Classifier'"):
        turs.Classifier  # noqa: B018


def test_rooms_can_be_imported_by_their_path() -> None:
    script = "import turs; import turs.model, turs.mdl; turs.model.Rule; turs.mdl.regret_bits"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_exceptions() -> None:
    found = {
        name: value.__bases__[0].__name__
        for name, value in vars(turs.exceptions).items()
        if isinstance(value, type)
    }
    assert found == EXCEPTIONS


@pytest.mark.parametrize(
    ("name", "builtin"),
    [
        ("ClusterError", RuntimeError),
        ("InputError", ValueError),
        ("InputTypeError", TypeError),
        ("ModelFileError", ValueError),
    ],
)
def test_an_exception_is_the_builtin_that_a_user_would_catch(name: str, builtin: type) -> None:
    assert issubclass(getattr(turs.exceptions, name), builtin)
