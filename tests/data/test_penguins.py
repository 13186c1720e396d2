"""The penguins are the published ones, as plain Python values."""

from collections import Counter

from turs.data import load_penguins


def test_species() -> None:
    _, y = load_penguins()
    assert Counter(y) == {"Adelie": 152, "Chinstrap": 68, "Gentoo": 124}


def test_columns() -> None:
    X, y = load_penguins()
    assert list(X) == [
        "island",
        "bill_length_mm",
        "bill_depth_mm",
        "flipper_length_mm",
        "body_mass_g",
        "sex",
    ]
    assert {len(values) for values in X.values()} == {len(y)}


def test_kinds() -> None:
    X, _ = load_penguins()
    kinds = {name: {type(v) for v in values if v is not None} for name, values in X.items()}
    assert kinds == {
        "island": {str},
        "bill_length_mm": {float},
        "bill_depth_mm": {float},
        "flipper_length_mm": {int},
        "body_mass_g": {int},
        "sex": {str},
    }


def test_missing_values() -> None:
    X, _ = load_penguins()
    assert {name: values.count(None) for name, values in X.items()} == {
        "island": 0,
        "bill_length_mm": 2,
        "bill_depth_mm": 2,
        "flipper_length_mm": 2,
        "body_mass_g": 2,
        "sex": 11,
    }


def test_known_rows() -> None:
    X, y = load_penguins()
    first = (39.1, 18.7, 181, 3750, "male", "Torgersen", "Adelie")
    last = (50.2, 18.7, 198, 3775, "female", "Dream", "Chinstrap")
    names = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "sex", "island")
    assert (*(X[name][0] for name in names), y[0]) == first
    assert (*(X[name][-1] for name in names), y[-1]) == last
    assert sum(value for value in X["body_mass_g"] if value is not None) == 1437000


def test_each_call_gives_columns_of_its_own() -> None:
    X, y = load_penguins()
    X["sex"].clear()
    y.clear()
    assert len(load_penguins()[0]["sex"]) == len(load_penguins()[1]) == 344
