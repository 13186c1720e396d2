"""The door: rule sets made, asked, edited, compared, saved and loaded."""

import copy
import io
import json
import pickle
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turs.exceptions import (
    ColumnError,
    InputError,
    InputTypeError,
    ModelFileError,
    RuleSyntaxError,
    TargetError,
)
from turs.model import Interval, Levels, Origin, Rule
from turs.ruleset import RuleSet, load

TABLE = {
    "age": [25, 30, 41, 52, 67, 70],
    "ward": ["A", "B", "A", "A", "B", "B"],
}
Y = ["home", "home", "home", "stay", "stay", "stay"]
RULES = [Rule([Interval("age", low=50)]), Rule([Levels("ward", {"B"})])]


@pytest.fixture
def rule_set() -> RuleSet:
    return RuleSet.from_rules(RULES, TABLE, Y)


def test_what_it_holds(rule_set: RuleSet) -> None:
    assert rule_set.rules == tuple(RULES)
    assert list(rule_set) == RULES
    assert len(rule_set) == 2
    assert rule_set.classes.tolist() == ["home", "stay"]
    assert rule_set.smoothing == 0
    assert rule_set.n_literals == 2
    assert RuleSet(rule_set.data) == rule_set
    assert repr(rule_set) == "<RuleSet of 2 rules and 2 literals for 2 classes>"
    assert repr(rule_set.without(RULES[0])) == "<RuleSet of 1 rule and 1 literal for 2 classes>"


def test_probabilities_by_hand(rule_set: RuleSet) -> None:
    """``age > 50`` covers rows 3-5, all stay; ``ward = B`` rows 1, 4 and 5, two of them stay.

    Their union has rows 1, 3, 4 and 5: three of four stay. The else rule has rows 0 and 2: home.
    """
    rows = {"age": [60, 40, 60, 40, 40], "ward": ["A", "B", "B", "A", "C"]}
    probabilities = [[0, 1], [1 / 3, 2 / 3], [0.25, 0.75], [1, 0], [1, 0]]
    assert rule_set.predict_proba(rows).tolist() == probabilities
    assert rule_set.predict(rows).tolist() == ["stay", "stay", "stay", "home", "home"]
    assert rule_set.covers(rows).astype(int).tolist() == [[1, 0], [0, 1], [1, 1], [0, 0], [0, 0]]
    assert [e.source for e in rule_set.explain(rows)] == ["rule", "rule", "union", "else", "else"]


def test_smoothing_of_the_set_and_of_a_call() -> None:
    rule_set = RuleSet.from_rules(RULES, TABLE, Y, smoothing=2)
    row = {"age": [60], "ward": ["A"]}
    assert rule_set.predict_proba(row).tolist() == [[1 / 5, 4 / 5]]
    assert rule_set.predict_proba(row, smoothing=0).tolist() == [[0, 1]]
    assert rule_set.explain(row, smoothing=0)[0].probabilities == (0, 1)
    with pytest.raises(InputError, match="0 or more, not -1"):
        rule_set.predict_proba(row, smoothing=-1)


def test_ties_go_to_the_first_class() -> None:
    rule_set = RuleSet.from_rules([], {"x": [1, 2]}, ["b", "a"])
    assert rule_set.predict({"x": [1]}).tolist() == ["a"]


def test_arrays_by_position() -> None:
    rule_set = RuleSet.from_rules(["x1 > 2"], np.array([[0.0, 1.0], [0.0, 3.0]]), [0, 1])
    assert rule_set.predict(np.array([[9.0, 2.5]])).tolist() == [1]
    with pytest.raises(ColumnError, match="2 features"):
        rule_set.predict(np.array([[9.0]]))


def test_frames_by_name(rule_set: RuleSet) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(TABLE)[["ward", "age"]].assign(other=1)
    assert np.array_equal(rule_set.predict_proba(frame), rule_set.predict_proba(TABLE))
    assert RuleSet.from_rules(RULES, pandas.DataFrame(TABLE), Y) == rule_set
    with pytest.raises(ColumnError, match="ward"):
        rule_set.predict(frame[["age"]])


class TestFromRules:
    def test_text_is_parsed(self, rule_set: RuleSet) -> None:
        assert RuleSet.from_rules(["age > 50", "ward = B"], TABLE, Y) == rule_set

    def test_classes_without_rows(self) -> None:
        rule_set = RuleSet.from_rules(RULES, TABLE, Y, classes=["died", "home", "stay"])
        assert rule_set.classes.tolist() == ["died", "home", "stay"]
        assert rule_set.predict_proba({"age": [60], "ward": ["B"]}).tolist() == [[0, 0.25, 0.75]]

    def test_numbers_as_categories(self) -> None:
        table = {"grade": [1, 2, 3, 3]}
        with pytest.raises(ColumnError, match="declare the column as categorical"):
            RuleSet.from_rules(["grade in {1, 3}"], table, list("abab"))
        made = RuleSet.from_rules(
            ["grade in {1, 3}"], table, list("abab"), categorical_features=["grade"]
        )
        assert made.covers({"grade": [3, 2, 7]}).tolist() == [[True], [False], [False]]

    @pytest.mark.parametrize(
        ("rules", "error", "message"),
        [
            (["height > 3"], ColumnError, "'height > 3' names no column"),
            (["ages > 3"], ColumnError, r"did you mean 'age'\?"),
            (["age = 3"], ColumnError, "'age' is numeric"),
            (["age >= 3"], RuleSyntaxError, "character 5"),
            (["age > 3", "age > 3.0"], InputError, "the rule 'age > 3' occurs twice"),
            (
                "age > 3",
                InputTypeError,
                r"must be a list of rules, not 'age > 3'; use \['age > 3'\]",
            ),
            (RULES[0], InputTypeError, "must be a list of rules"),
            ([3], InputTypeError, "made of rules, not of 3"),
            (RULES[0].literals, InputTypeError, r"literal 'age > 50'; use Rule\(\[Interval"),
            (None, InputTypeError, "must be a list of rules, not None"),
            (5, InputTypeError, "must be a list of rules, not 5"),
        ],
    )
    def test_rules_that_do_not_fit(self, rules: Any, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            RuleSet.from_rules(rules, TABLE, Y)

    def test_bad_targets(self) -> None:
        with pytest.raises(TargetError):
            RuleSet.from_rules(RULES, TABLE, Y[:-1])
        with pytest.raises(TargetError):
            RuleSet.from_rules(RULES, TABLE, Y, classes=["home", "died"])


class TestEditing:
    def test_without(self, rule_set: RuleSet) -> None:
        edited = rule_set.without(RULES[0])
        assert edited == RuleSet.from_rules(RULES[1:], TABLE, Y)
        assert edited == rule_set.without("age > 50")
        assert len(rule_set) == 2

    def test_without_the_last(self, rule_set: RuleSet) -> None:
        empty = rule_set.without(RULES[0]).without(RULES[1])
        assert empty == RuleSet.from_rules([], TABLE, Y)
        assert empty.predict_proba(TABLE).tolist() == [[0.5, 0.5]] * 6

    def test_without_a_rule_that_is_not_there(self, rule_set: RuleSet) -> None:
        with pytest.raises(InputError, match="no rule 'age > 51'; did you mean 'age > 50'\\?"):
            rule_set.without("age > 51")
        with pytest.raises(InputError, match="no rule 'lactate is missing'; it has 2 others"):
            rule_set.without("lactate is missing")
        with pytest.raises(InputError, match=r"it has 1 other$"):
            rule_set.without(RULES[0]).without("lactate is missing")

    @pytest.mark.parametrize("rule", [0, None, ["age > 50"], RULES[0].literals[0]], ids=repr)
    def test_without_what_is_no_rule(self, rule_set: RuleSet, rule: Any) -> None:
        with pytest.raises(InputTypeError, match="to leave out must be a rule or its text, not"):
            rule_set.without(rule)

    @pytest.mark.parametrize("mapping", [str.upper, ["a", "b"], None, "ab"], ids=repr)
    def test_relabel_needs_a_mapping(self, rule_set: RuleSet, mapping: Any) -> None:
        with pytest.raises(InputTypeError, match="must be a mapping from each class to its new"):
            rule_set.relabel(mapping)

    def test_with_smoothing(self, rule_set: RuleSet) -> None:
        assert rule_set.with_smoothing(2) == RuleSet.from_rules(RULES, TABLE, Y, smoothing=2)
        assert rule_set.smoothing == 0
        with pytest.raises(InputError, match="0 or more, not -1"):
            rule_set.with_smoothing(-1)

    def test_relabel(self, rule_set: RuleSet) -> None:
        edited = rule_set.relabel({"home": 1, "stay": 0})
        assert edited.classes.tolist() == [1, 0]
        assert np.array_equal(edited.predict_proba(TABLE), rule_set.predict_proba(TABLE))
        assert edited.predict({"age": [60], "ward": ["A"]}).tolist() == [0]
        assert edited.relabel({1: "home", 0: "stay"}) == rule_set

    @pytest.mark.parametrize(
        ("mapping", "message"),
        [
            ({"home": "h"}, "no new label for the class 'stay'"),
            ({"home": "h", "stay": "s", "died": "d"}, "'died', which is not a class"),
            ({"home": "h", "stay": "h"}, "two classes have the label 'h'"),
            ({"home": 1, "stay": True}, "two classes have the label True"),
            ({"home": float("nan"), "stay": "s"}, "nan is a missing value"),
            ({"home": None, "stay": "s"}, "None is a missing value"),
            ({"home": 1, "stay": "s"}, "mix kinds: there are 1 and 's'"),
        ],
    )
    def test_relabel_refusals(
        self, rule_set: RuleSet, mapping: dict[str, Any], message: str
    ) -> None:
        with pytest.raises(InputError, match=message):
            rule_set.relabel(mapping)

    def test_the_origin_tells_of_the_edits(self, rule_set: RuleSet) -> None:
        made = RuleSet(replace(rule_set.data, origin=Origin("1.0", {}, 6, "max_rules")))
        edited = made.without(RULES[0]).relabel({"home": "a", "stay": "b"}).with_smoothing(0.5)
        edits = ("without age > 50", "relabelled", "with smoothing 0.5")
        assert edited.data.origin == Origin("1.0", {}, 6, "max_rules", edits)
        assert RuleSet.from_json(edited.to_json()).data.origin == edited.data.origin
        assert "relabelled" not in str(edited) and "max_rules" not in str(edited)
        assert made.without(RULES[0]) == RuleSet.from_rules(RULES[1:], TABLE, Y)


class TestEquality:
    def test_order_means_nothing(self, rule_set: RuleSet) -> None:
        other = RuleSet.from_rules(RULES[::-1], TABLE, Y)
        assert other == rule_set
        assert hash(other) == hash(rule_set)

    def test_origin_means_nothing(self, rule_set: RuleSet) -> None:
        assert RuleSet(replace(rule_set.data, origin=Origin("1.0", {}, 6))) == rule_set

    def test_the_rest_means_something(self, rule_set: RuleSet) -> None:
        others = [
            rule_set.without(RULES[0]),
            rule_set.relabel({"home": "a", "stay": "b"}),
            RuleSet.from_rules(RULES, TABLE, Y, smoothing=1),
            RuleSet.from_rules(RULES, TABLE, Y[::-1]),
            RuleSet.from_rules(RULES, {**TABLE, "z": [1] * 6}, Y),
        ]
        assert [other == rule_set for other in others] == [False] * 5
        assert rule_set != "a rule set"

    def test_copies(self, rule_set: RuleSet) -> None:
        rule_set.predict(TABLE)
        for other in (copy.deepcopy(rule_set), pickle.loads(pickle.dumps(rule_set))):
            assert other == rule_set
            assert np.array_equal(other.predict_proba(TABLE), rule_set.predict_proba(TABLE))


class TestFiles:
    def test_save_and_load(self, rule_set: RuleSet, tmp_path: Path) -> None:
        path = tmp_path / "model.json"
        rule_set.save(path)
        assert load(path) == rule_set
        assert load(str(path)).rules == rule_set.rules
        assert path.read_text(encoding="utf-8") == rule_set.to_json()
        assert RuleSet.from_json(rule_set.to_json()) == rule_set

    def test_errors_name_the_file(self, rule_set: RuleSet, tmp_path: Path) -> None:
        path = tmp_path / "model.json"
        document = json.loads(rule_set.to_json())
        document["rules"][1]["literals"][0]["variable"] = "wards"
        path.write_text(json.dumps(document))
        with pytest.raises(ModelFileError) as caught:
            load(path)
        assert str(caught.value) == (
            f"{path}: the model file is wrong at rules[1].literals[0].variable: "
            'there is no column "wards"'
        )

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError, match=r"cannot load .* there is no such file"):
            load(tmp_path / "model.json")
        with pytest.raises(InputTypeError, match="must be a text or a path, not None"):
            load(None)  # type: ignore[arg-type]

    def test_a_label_that_cannot_be_saved_leaves_no_file(
        self, rule_set: RuleSet, tmp_path: Path
    ) -> None:
        tuples = rule_set.relabel({"home": (0, 1), "stay": (1, 0)})
        with pytest.raises(InputError, match=r"\(0, 1\) cannot be saved"):
            tuples.save(tmp_path / "model.json")
        assert list(tmp_path.iterdir()) == []


def test_only_contents_are_wrapped() -> None:
    with pytest.raises(InputTypeError, match=r"not list; .* use RuleSet\.from_rules"):
        RuleSet(RULES)  # type: ignore[arg-type]


def test_loading_and_predicting_needs_no_learner(rule_set: RuleSet, tmp_path: Path) -> None:
    path = str(tmp_path / "model.json")
    rule_set.save(path)
    script = """if True:
        import sys
        import turs.ruleset
        rule_set = turs.load(sys.argv[1])
        rule_set.predict_proba({"age": [60.0], "ward": ["B"]})
        rule_set.explain({"age": [60.0], "ward": ["B"]})
        rule_set.description_length()
        str(rule_set)
        heavy = {"numba", "llvmlite", "sklearn", "scipy", "pandas", "polars", "pyarrow"}
        print(sorted(heavy & sys.modules.keys()))
    """
    done = subprocess.run(
        [sys.executable, "-c", script, path], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_a_million_rows() -> None:
    """100 rules on a million rows of 10 numbers: about a second, and little memory."""
    import tracemalloc

    generator = np.random.default_rng(0)
    rules = set()
    while len(rules) < 100:
        names = generator.choice(10, 3, replace=False)
        lows = generator.random(3) * 0.8
        rules.add(
            Rule([Interval(f"x{i}", low, low + 0.2) for i, low in zip(names, lows, strict=True)])
        )
    X, y = generator.random((10_000, 10)), generator.integers(0, 3, 10_000)
    rule_set = RuleSet.from_rules(sorted(rules, key=str), X, y)
    million = generator.random((1_000_000, 10))
    start = time.perf_counter()
    rule_set.predict_proba(million)
    assert time.perf_counter() - start < 10
    tracemalloc.start()
    rule_set.predict_proba(million)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6


def test_check_counts_the_rules_on_new_rows() -> None:
    rule_set = RuleSet.from_rules(["x > 2"], {"x": [1, 2, 3, 4] * 25}, list("aabb") * 25)
    check = rule_set.check({"x": [1, 2, 3, 4] * 25}, list("aaab") * 25)
    assert [one.verdict for one in check.rules] == ["changed"]
    assert check.otherwise.verdict == "holds"
    frame = check.to_frame("pandas")
    assert frame["rule"].tolist() == ["x > 2", "else"]
    assert frame["verdict"].tolist() == ["changed", "holds"]
    assert frame["after"].tolist() == [0.5, 1.0]
    with pytest.raises(TargetError, match="'c'"):
        rule_set.check({"x": [1]}, ["c"])


def test_tables_for_notebooks_papers_and_frames() -> None:
    rule_set = RuleSet.from_rules(["x > 2"], {"x": [1, 2, 3, 4]}, list("aabb"))
    assert "x &gt; 2" in rule_set._repr_html_()
    assert "x &gt; 2" in rule_set.rules[0]._repr_html_()
    explanations = rule_set.explain({"x": [1, 4]})
    assert "x &gt; 2" in explanations[0]._repr_html_()
    assert "x &gt; 2" in explanations._repr_html_()
    assert "x &gt; 2" in rule_set.check({"x": [1, 4]}, ["a", "b"])._repr_html_()
    assert rule_set.to_frame("polars")["rule"].to_list() == ["x > 2", "else"]
    assert "| x > 2" in rule_set.to_markdown()
    assert "booktabs" in rule_set.to_latex() or "toprule" in rule_set.to_latex()


def test_show_prints_plain_text_to_a_file() -> None:
    rule_set = RuleSet.from_rules(["x > 2"], {"x": [1, 2, 3, 4]}, list("aabb"))
    stream = io.StringIO()
    rule_set.show(stream)
    assert stream.getvalue() == f"{rule_set}\n"
