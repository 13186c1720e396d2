"""Options are checked when they are made, and survive JSON."""

import json
from typing import Any

import pytest

from turs.exceptions import InputError, InputTypeError
from turs.tablefile import DEFAULT_MISSING, ReadOptions


def test_all_is_guessed_by_default() -> None:
    assert ReadOptions() == ReadOptions(None, None, None, None)
    assert ReadOptions().markers == {"", *DEFAULT_MISSING}
    assert {"NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "?", "-"} < {*DEFAULT_MISSING}


def test_markers_replace_the_usual_ones_and_empty_stays() -> None:
    assert ReadOptions(missing=("unknown", " -9 ")).markers == {"", "unknown", "-9"}
    assert ReadOptions(missing=()).markers == {""}


@pytest.mark.parametrize(
    "options",
    [ReadOptions(), ReadOptions(";", "latin-1", ",", ("NA",)), ReadOptions("tab", missing=())],
)
def test_json_and_back(options: ReadOptions) -> None:
    assert ReadOptions.from_dict(json.loads(json.dumps(options.to_dict()))) == options


@pytest.mark.parametrize("tab", ["tab", "\\t", "\t"])
def test_the_tab_has_names(tab: str) -> None:
    assert ReadOptions(delimiter=tab).delimiter == "\t"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"delimiter": ";;"},
            "the delimiter is ';;'; it must be one character, such as ';', or 'tab'",
        ),
        (
            {"delimiter": '"'},
            "the delimiter is '\"'; it must be one character, such as ';', or 'tab'",
        ),
        (
            {"encoding": "utf-9"},
            "there is no text encoding 'utf-9'; use one such as 'utf-8' or 'latin-1'",
        ),
        (
            {"encoding": "base64"},
            "there is no text encoding 'base64'; use one such as 'utf-8' or 'latin-1'",
        ),
        ({"decimal": ";"}, "the decimal mark is ';'; it must be '.' or ','"),
        (
            {"separator": ";"},
            "there is no option 'separator' for reading a table; "
            "the options are delimiter, encoding, decimal, missing",
        ),
    ],
)
def test_what_cannot_be(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        ReadOptions.from_dict(given)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"delimiter": 5}, "the delimiter is 5; it must be a text"),
        ({"encoding": 5}, "the encoding is 5; it must be a text"),
        ({"missing": "NA"}, "the missing markers are 'NA'; give a tuple of texts"),
        ({"missing": (5,)}, "the missing markers are (5,); give a tuple of texts"),
    ],
)
def test_wrong_types(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputTypeError) as error:
        ReadOptions(**given)
    assert str(error.value) == sentence
