"""A rule set on other rows, as the page shows it."""

from __future__ import annotations

from tests.report.models import STAYS, WARDS, check, wards
from turs.report import make
from turs.report.checked import Checked, Counted
from turs.ruleset import RuleSet

NEW = {"age": [60, 70, 20, 20, 30], "ward": ["C", "B", "A", "A", "B"], "weight": [1.0] * 5}
NEW_STAYS = ["stay", "stay", "home", "stay", "home"]


def checked() -> Checked:
    return Checked(check(wards(), NEW, NEW_STAYS), ("home", "stay"))


def test_figures() -> None:
    names = [figure.name for figure in checked().figures]
    assert names == ["AUC", "Accuracy", "Balanced accuracy", "Log-loss", "Brier score"]
    assert checked().figures[1].value == f"{checked().check.quality.accuracy:.3f}"


def test_an_unknown_figure_is_a_dash() -> None:
    only_home = {name: values[:1] for name, values in NEW.items()}
    one_row = check(wards(), only_home, ["stay"])
    assert Checked(one_row, ("home", "stay")).figures[0].value == "\N{EN DASH}"


def test_confusion_has_counts_and_shares_of_the_true_class() -> None:
    rows = dict(checked().confusion)
    assert sum(one.count for one in rows["stay"]) == 3
    assert rows["home"][0] == Counted(count=1, percent=50)


def test_of_many_classes_the_most_frequent_mistakes_are_shown() -> None:
    assert checked().fits
    assert [(one.true, one.predicted, one.count) for one in checked().mistakes] == [
        ("home", "stay", 1),
        ("stay", "home", 1),
    ]
    table = {"x": [float(i) for i in range(40)]}
    names = [f"class {i}" for i in range(40)]
    rule_set = RuleSet.from_rules(["x > 3"], table, names)
    many = Checked(check(rule_set, table, names), tuple(names))
    assert not many.fits
    assert len(many.mistakes) == 20
    html = make(rule_set.data, many.check).html
    assert "Most frequent mistakes" in html
    assert "true \\ predicted" not in html


def test_points_lie_within_the_axes() -> None:
    bins = checked().bins
    assert sum(one.n_rows for one in bins) == 5
    for one in bins:
        assert 0 <= one.high <= one.y <= one.low <= 100
        assert 0 <= one.x <= 100


def test_each_rule_on_both_sides() -> None:
    first, *_, otherwise = checked().rules
    assert (first.number, first.label, first.before.n_rows, first.after.n_rows) == (1, "stay", 6, 2)
    assert (first.after.share, first.after.coverage, first.verdict) == ("1.00", "40%", "holds")
    assert first.difference.startswith("\N{MINUS SIGN}")
    assert (otherwise.number, otherwise.after.n_rows) == (None, 2)


def test_a_rule_without_rows_has_nothing_to_compare() -> None:
    last = checked().rules[5]
    assert (last.verdict, last.difference, last.after.share) == ("no rows", "–", "–")  # noqa: RUF001


def test_sentence() -> None:
    assert checked().sentence == (
        "No rule says something clearly different here; 2 have no test row."
    )
    many = {name: values * 50 for name, values in WARDS.items()}
    other = ["home" if stay == "stay" else "stay" for stay in STAYS] * 50
    turned = Checked(check(wards(), many, other), ("home", "stay"))
    assert "clearly different here" in turned.sentence
    assert turned.for_scripts()["rules"][0]["verdict"] == "changed"
