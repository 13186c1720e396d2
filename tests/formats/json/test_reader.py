"""The reader checks everything, and says what is wrong and where."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.json.test_writer import TEXT
from turs.exceptions import InputTypeError, ModelFileError
from turs.formats.json import read
from turs.formats.json.node import Node

Document = dict[str, Any]


def edited(edit: Callable[[Document], Any]) -> str:
    document: Document = json.loads(TEXT)
    edit(document)
    return json.dumps(document)


def put(*path: Any) -> Callable[[Document], None]:
    """Return an edit that puts the last argument at the place that the others name."""
    *parents, last, value = path

    def edit(document: Document) -> None:
        for step in parents:
            document = document[step]
        document[last] = value

    return edit


def drop(*path: Any) -> Callable[[Document], None]:
    *parents, last = path

    def edit(document: Document) -> None:
        for step in parents:
            document = document[step]
        del document[last]

    return edit


def add(*path: Any) -> Callable[[Document], None]:
    *parents, value = path

    def edit(document: Document) -> None:
        for step in parents:
            document = document[step]
        document.append(value)  # type: ignore[attr-defined]

    return edit


LOW = ("rules", 0, "literals", 0, "low")
WRONG = {
    "classes: not a list": (put("classes", "ab"), 'at classes: "ab" is not a list'),
    "classes: null": (put("classes", 0, None), "at classes[0]: null is not a text, a truth value"),
    "classes: one": (put("classes", ["a"]), "needs at least 2 classes, but there is only 'a'"),
    "classes: mixed": (put("classes", ["a", 1]), "mix kinds: there are 'a' and 1; make them all"),
    "classes: fraction": (
        put("classes", [0.5, 1]),
        "at classes: the class label 0.5 is not a whole number; use texts, whole numbers",
    ),
    "classes: twice": (put("classes", ["a", "a"]), "at classes: two classes have the label 'a'"),
    "classes: true and 1": (put("classes", [1, True]), "at classes: two classes have the label"),
    "classes: three": (put("classes", list("abc")), "at cells[0].counts: it has 2 counts, but"),
    "named: text": (put("named", "yes"), 'at named: "yes" is not true or false'),
    "columns: not a list": (put("columns", {}), "at columns: {} is not a list"),
    "columns: a text": (put("columns", 0, "age"), 'at columns[0]: "age" is not an object'),
    "columns: kind": (
        put("columns", 0, "kind", "date"),
        'at columns[0].kind: "date" is not one of "numeric", "categorical"',
    ),
    "columns: no name": (drop("columns", 0, "name"), 'at columns[0]: the field "name" is missing'),
    "columns: number as name": (
        put("columns", 0, "name", 3),
        "at columns[0].name: 3 is not a text",
    ),
    "columns: name twice": (
        put("columns", 1, "name", "age"),
        'at columns[1].name: "age" is the name of an earlier column too',
    ),
    "columns: levels of a number": (
        put("columns", 0, "levels", ["A"]),
        'at columns[0]: the field "levels" is unknown',
    ),
    "columns: no levels": (
        drop("columns", 1, "levels"),
        'at columns[1]: the field "levels" is missing',
    ),
    "columns: mixed levels": (
        put("columns", 1, "levels", ["A", 1]),
        "at columns[1].levels: column 'ward' has the levels ('A', 1)",
    ),
    "columns: level twice": (
        put("columns", 1, "levels", ["A", "A"]),
        "at columns[1].levels: column 'ward' has the level 'A' twice",
    ),
    "columns: level null": (
        put("columns", 1, "levels", [None]),
        "at columns[1].levels[0]: null is not a text",
    ),
    "columns: ordered": (
        put("columns", 1, "ordered", 0),
        "at columns[1].ordered: 0 is not true or",
    ),
    "rules: not a list": (put("rules", None), "at rules: null is not a list"),
    "rules: a text": (put("rules", 0, "age > 3"), 'at rules[0]: "age > 3" is not an object with'),
    "rules: unknown field": (
        put("rules", 0, "weight", 3),
        'at rules[0]: the field "weight" is unknown; the fields are literals',
    ),
    "rules: no such column": (
        put("rules", 1, "literals", 0, "variable", "agee"),
        'at rules[1].literals[0].variable: there is no column "agee"',
    ),
    "rules: no bound": (
        put("rules", 0, "literals", 0, {"variable": "age", "type": "interval"}),
        "at rules[0].literals[0]: the interval on 'age' has no bound",
    ),
    "rules: low is a text": (put(*LOW, "3"), 'at rules[0].literals[0].low: "3" is not a number'),
    "rules: low is true": (put(*LOW, True), "at rules[0].literals[0].low: true is not a number"),
    "rules: low is null": (put(*LOW, None), "at rules[0].literals[0].low: null is not a number"),
    "rules: low is NaN": (put(*LOW, float("nan")), "low: NaN is not a finite number"),
    "rules: low is infinite": (put(*LOW, float("inf")), "low: Infinity is not a finite number"),
    "rules: low is huge": (put(*LOW, 10**400), "is not a finite number"),
    "rules: low above high": (
        put(*LOW, 60),
        "at rules[0].literals[0]: the interval on 'age' has low",
    ),
    "rules: unknown type": (
        put("rules", 0, "literals", 0, "type", "range"),
        'at rules[0].literals[0].type: "range" is not one of "interval", "levels"',
    ),
    "rules: a field of another type": (
        put("rules", 2, "literals", 0, "low", 1),
        'at rules[2].literals[0]: the field "low" is unknown; the fields are variable, type',
    ),
    "rules: misspelt field": (
        put("rules", 0, "literals", 0, "hihg", 1),
        'at rules[0].literals[0]: the field "hihg" is unknown',
    ),
    "rules: missing is a text": (
        put("rules", 0, "literals", 0, "missing", "no"),
        'at rules[0].literals[0].missing: "no" is not true or false',
    ),
    "rules: no level": (
        put("rules", 2, "literals", 0, "levels", []),
        "at rules[2].literals[0]: the set of levels of 'flag' is empty",
    ),
    "rules: a level of another type": (
        put("rules", 2, "literals", 0, "levels", ["yes"]),
        "at rules[2].literals[0]: 'flag = yes' asks for a text",
    ),
    "rules: an interval on a category": (
        put("rules", 0, "literals", 0, "variable", "ward"),
        "at rules[0].literals[0]: '30 < ward <= 52.5 or missing' is an interval",
    ),
    "rules: two literals on a variable": (
        put("rules", 1, "literals", 1, {"variable": "flag", "type": "missing"}),
        "at rules[1].literals: a rule has two literals on 'flag'",
    ),
    "rules: a rule twice": (
        put("rules", 1, {"literals": [{"variable": "flag", "type": "levels", "levels": [True]}]}),
        "at rules[2]: 'flag = true' is the same rule as rules[1]",
    ),
    "cells: none": (put("cells", []), "at cells: the cells hold no row; a rule set"),
    "cells: negative": (
        put("cells", 0, "counts", [-1, 2]),
        "at cells[0].counts[0]: -1 is less than 0",
    ),
    "cells: fraction": (
        put("cells", 0, "counts", [0.5, 2]),
        "at cells[0].counts[0]: 0.5 is not a whole number",
    ),
    "cells: true": (
        put("cells", 0, "counts", [True, 2]),
        "at cells[0].counts[0]: true is not a whole number",
    ),
    "cells: too few counts": (
        put("cells", 0, "counts", [1]),
        "at cells[0].counts: it has 1 counts, but there are 2 classes",
    ),
    "cells: no rows": (put("cells", 0, "counts", [0, 0]), "at cells[0].counts: all counts are 0"),
    "cells: too many rows": (
        put("cells", 0, "counts", [2**52, 2**52]),
        "at cells: the cells hold too many rows; there must be fewer than",
    ),
    "cells: no such rule": (
        put("cells", 1, "rules", [3]),
        "at cells[1].rules[0]: 3 is more than 2",
    ),
    "cells: a negative rule": (
        put("cells", 1, "rules", [-1]),
        "at cells[1].rules[0]: -1 is less than 0",
    ),
    "cells: a rule twice": (
        put("cells", 1, "rules", [2, 2]),
        "at cells[1].rules: a rule occurs twice",
    ),
    "cells: a cell twice": (
        add("cells", {"rules": [2], "counts": [1, 1]}),
        "at cells[5].rules: cells[1] has the same rules",
    ),
    "cells: impossible": (
        put("rules", 1, "literals", [{"variable": "age", "type": "interval", "high": 20}]),
        "at cells[4].rules: the cell contradicts the rules: no row can be covered by all of "
        "'30 < age <= 52.5 or missing', 'age <= 20'",
    ),
    "cells: one rule implies another": (
        put("rules", 0, "literals", [{"variable": "flag", "type": "not missing"}]),
        "at cells[1].rules: the cell contradicts the rules: no row can be covered by 'flag = true' "
        "and not by 'flag is not missing'",
    ),
    "smoothing: negative": (put("smoothing", -1), "at smoothing: -1 is negative"),
    "smoothing: text": (put("smoothing", "0"), 'at smoothing: "0" is not a number'),
    "smoothing: none": (drop("smoothing"), 'at its top: the field "smoothing" is missing'),
    "origin: list": (put("origin", []), "at origin: [] is not an object with the fields version"),
    "origin: rows": (
        put("origin", "n_rows", 7),
        "at origin.n_rows: 7 is not the number of rows in the cells, 6",
    ),
    "origin: parameters": (
        put("origin", "parameters", 3),
        "at origin.parameters: 3 is not an object",
    ),
    "origin: stopped": (put("origin", "stopped", 3), "at origin.stopped: 3 is not a text"),
    "origin: edits": (put("origin", "edits", "none"), 'at origin.edits: "none" is not a list'),
    "origin: an edit": (put("origin", "edits", [None]), "at origin.edits[0]: null is not a text"),
    "origin: NaN": (
        put("origin", "parameters", {"a": [float("nan")]}),
        "at origin.parameters.a[0]: NaN is not a finite number",
    ),
    "top: unknown field": (put("weights", 1), 'at its top: the field "weights" is unknown'),
    "version: text": (put("version", "1"), 'at version: "1" is not a whole number'),
    "version: zero": (put("version", 0), "at version: 0 is less than 1"),
}


@pytest.mark.parametrize(("edit", "problem"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_and_where(edit: Callable[[Document], None], problem: str) -> None:
    with pytest.raises(ModelFileError) as caught:
        read(edited(edit))
    message = str(caught.value)
    assert problem in message
    assert message.startswith("the model file is wrong at ")
    assert "\n" not in message and not message.endswith(".")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the model file is empty"),
        (" \n", "the model file is empty"),
        (TEXT[:200], "the model file is cut short"),
        (TEXT[:-3], "the model file is cut short"),
        (TEXT[:20], "the model file is cut short"),
        ("rules: none", "the model file is not JSON (line 1, column 1"),
        (
            TEXT.replace('"rules": [', '"rules" [', 1),
            "the model file is not JSON (line 11, column 11",
        ),
        (TEXT + "}", "the model file is not JSON"),
        ("[1, 2]", 'not a rule set: its top has no field "format": "turs-rule-set"'),
        ("3", "not a rule set"),
        ('{"format": "other", "version": 1}', "not a rule set"),
        ('{"format": "turs-rule-set"}', 'the field "version" is missing'),
        (
            '{"format": "turs-rule-set", "version": 2, "trees": []}',
            "has version 2, but this release",
        ),
        ('{"version": 1, "version": 1}', 'has the field "version" twice'),
        ("[" * 100_000, "nested too deeply"),
        ("[" + "1" * 5000 + "]", "thousands of digits, which cannot be read"),
    ],
)
def test_files_that_are_no_rule_sets(text: str, problem: str) -> None:
    with pytest.raises(ModelFileError) as caught:
        read(text)
    message = str(caught.value)
    assert problem in message
    assert message.count("the model file") <= 1 and "sys." not in message


def test_an_origin_may_leave_out_how_it_ended_and_its_edits() -> None:
    def shorten(document: Document) -> None:
        del document["origin"]["stopped"], document["origin"]["edits"]

    origin = read(edited(shorten)).origin
    assert origin is not None and origin.stopped is None and origin.edits == ()


def test_a_byte_order_mark_is_no_harm() -> None:
    read("\ufeff" + TEXT)


def test_cells_may_come_in_any_order() -> None:
    assert read(edited(lambda document: document["cells"].reverse())).cells == read(TEXT).cells


def test_integral_levels_and_bounds_in_any_spelling() -> None:
    data = read(
        TEXT.replace('"low": 30,', '"low": 30.0,').replace('"high": 52.5', '"high": 525e-1')
    )
    assert data.rules == read(TEXT).rules


def test_only_text_is_read() -> None:
    with pytest.raises(InputTypeError, match="from a text, not from bytes"):
        read(TEXT.encode())  # type: ignore[arg-type]


@given(st.integers(0, len(TEXT)), st.integers(0, 30), st.text(alphabet='0-[]{}",:ae', max_size=3))
def test_no_damage_gets_another_error(start: int, length: int, insert: str) -> None:
    """Whatever is cut out or put in: the file is read, or refused with one kind of error."""
    try:
        read(TEXT[:start] + insert + TEXT[start + length :])
    except ModelFileError as error:
        assert "\n" not in str(error)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=5,
    ),
    st.data(),
)
def test_no_value_in_any_place_gets_another_error(value: object, data: st.DataObject) -> None:
    document: Any = json.loads(TEXT)
    here = document
    while True:
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
        if not isinstance(here[key], dict | list) or not here[key] or data.draw(st.booleans()):
            break
        here = here[key]
    here[key] = value
    try:
        read(json.dumps(document))
    except ModelFileError as error:
        assert str(error).startswith("the ")


def test_long_values_are_cut_in_messages() -> None:
    with pytest.raises(ModelFileError) as caught:
        Node("x" * 1000, "here").integer()
    assert len(str(caught.value)) < 150
