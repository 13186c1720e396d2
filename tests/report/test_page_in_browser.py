"""The page as a person uses it: by mouse, by keyboard, on a phone, on paper, without scripts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.report.models import (
    ATTACK,
    CLOSING,
    STAYS,
    WARDS,
    check,
    nasty,
    penguins,
    wards,
)
from turs.data import load_penguins
from turs.model.confidence import wilson_intervals
from turs.report import Report, make
from turs.ruleset import RuleSet

Visit = Callable[..., Any]

SHOWN_NUMBERS = """() => [...document.querySelectorAll("tr.rule")]
  .filter((row) => row.getClientRects().length > 0)
  .map((row) => Number(row.id.slice(5)))"""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
IN_PAGE = """(rows) => rows.map((row) => turs.page.model.probabilities(row))"""


def wards_report() -> Report:
    return make(wards().data, check(wards(), WARDS, STAYS), title="Wards")


def shown(page: Any) -> list[int]:
    """Return the numbers of the rules that can be seen, in their order."""
    numbers: list[int] = page.evaluate(SHOWN_NUMBERS)
    return numbers


# ---- The table of rules


def test_filters(visit: Visit) -> None:
    page = visit(wards_report())
    assert shown(page) == [1, 2, 3, 4, 5, 6]
    page.fill("#find", "WARD age")
    assert shown(page) == [5]
    assert page.text_content("#count") == "1 of 6 rules"
    page.fill("#find", "nothing like it")
    assert page.text_content("#count") == "0 of 6 rules; no rule is like that"
    page.click("#reset")
    page.select_option("#of-class", label="home")
    assert shown(page) == [5]
    page.click("#reset")
    page.select_option("#of-variable", label="ward")
    assert shown(page) == [2, 5]
    page.fill("#least", "3")
    assert shown(page) == [2]
    page.click("#reset")
    assert shown(page) == [1, 2, 3, 4, 5, 6]


def test_sorting(visit: Visit) -> None:
    page = visit(wards_report())
    header = page.locator("th[data-sort='literals']")
    assert page.get_attribute("th[data-sort='rows']", "aria-sort") == "descending"
    header.get_by_role("button").click()
    assert (shown(page)[-1], header.get_attribute("aria-sort")) == (5, "ascending")
    header.get_by_role("button").click()
    assert (shown(page)[0], header.get_attribute("aria-sort")) == (5, "descending")
    assert page.get_attribute("th[data-sort='rows']", "aria-sort") is None
    page.get_by_role("button", name="Probability").click()
    assert shown(page) == [3, 4, 1, 2, 5, 6]
    page.get_by_role("button", name="Class").click()
    assert shown(page)[0] == 5


def test_details_of_a_rule(visit: Visit) -> None:
    page = visit(wards_report())
    page.click("#rule-1 td.condition")
    details = page.locator("#details-1")
    assert page.get_attribute("#rule-1 button.open", "aria-expanded") == "true"
    words = " ".join(details.inner_text().split())
    assert "stay 0.83 5, 0.44–0.97" in words  # noqa: RUF001
    assert "Its exceptions are 3, 4" in words
    assert "It shares rows with 2 rules" in words
    assert "Test rows" in words
    page.click("#rule-1 td.condition")
    assert not details.is_visible()


def test_a_link_opens_its_rule_even_if_it_is_filtered_out(visit: Visit) -> None:
    page = visit(wards_report())
    page.fill("#least", "6")
    assert shown(page) == [1]
    page.click("#rule-1 td.relations a[href='#rule-3']")
    page.wait_for_selector("#details-3")
    assert shown(page) == [1, 2, 3, 4, 5, 6]
    assert page.evaluate("document.activeElement.closest('tr').id") == "rule-3"
    assert "It is an exception to 1" in page.inner_text("#details-3")


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit(wards_report())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.focus("#rule-2 button.open")
    page.keyboard.press("Enter")
    assert page.is_visible("#details-2")
    page.keyboard.press("Space")
    assert not page.is_visible("#details-2")
    page.focus("#map")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.inner_text("#map-text") == "Rule 2 covers 3 rows."
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#map-text") == (
        "Rules 2 and 1 share 2 rows: 67% of the 3 of rule 2, 33% of the 6 of rule 1. "
        "The shared rows: stay: 2."
    )
    page.keyboard.press("Enter")
    assert page.is_visible("#details-2")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_the_map_tells_what_is_pointed_at(visit: Visit) -> None:
    page = visit(wards_report())
    page.locator("#map").scroll_into_view_if_needed()
    box = page.locator("#map").bounding_box()
    side = (box["width"] - 31) / 6
    page.mouse.move(box["x"] + 30 + 0.5 * side, box["y"] + 30 + 2.5 * side)
    assert page.inner_text("#map-text").startswith(
        "Rules 3 and 1 share 2 rows: 100% of the 2 of rule 3, 33% of the 6 of rule 1; "
        "rule 3 is an exception to rule 1."
    )


# ---- A case


def test_every_penguin_as_in_python(visit: Visit) -> None:
    table, _ = load_penguins()
    page = visit(make(penguins().data))
    rows = [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]
    assert page.evaluate(IN_PAGE, rows) == penguins().predict_proba(table).tolist()


def fill_case(page: Any, rule_set: RuleSet, row: dict[str, Any]) -> None:
    """Type and pick the values of a case."""
    for i, column in enumerate(rule_set.data.schema.columns):
        field = f"#value-{i}"
        if column.kind == "numeric":
            page.fill(field, "" if row[column.name] is None else str(row[column.name]))
        else:
            level = "missing" if row[column.name] is None else row[column.name]
            page.select_option(field, label=level if level != "Z" else "another level")


@pytest.mark.parametrize(
    ("row", "reasons"),
    [
        ({"age": 55, "ward": "B", "weight": None}, ["Rules 1 and 2 overlap here",
                                                     "7 training rows"]),
        ({"age": 68.5, "ward": "A", "weight": 1}, ["Rule 3 speaks", "an exception to it",
                                                   "Exactly its training rows has rule 3"]),
        ({"age": 120, "ward": "C", "weight": 1}, ["It covers no training row."]),
        ({"age": 20, "ward": "Z", "weight": 1e-7}, ["The else rule speaks", "Closest rules",
                                                    "age > 65"]),
        ({"age": None, "ward": None, "weight": -3}, ["Rule 1 speaks"]),
    ],
)  # fmt: skip
def test_a_case_through_the_inputs(visit: Visit, row: dict[str, Any], reasons: list[str]) -> None:
    rule_set = wards()
    page = visit(make(rule_set.data))
    page.click("#unused summary")
    fill_case(page, rule_set, row)
    expected = rule_set.predict_proba({name: [value] for name, value in row.items()})[0].tolist()
    doubles = page.locator("#probabilities .share").evaluate_all(
        "(shares) => shares.map((share) => Number(share.title))"
    )
    assert doubles == sorted(expected, reverse=True)
    label = rule_set.classes[expected.index(max(expected))]
    assert page.inner_text("#prediction") == label
    explanation = rule_set.explain({name: [value] for name, value in row.items()})[0]
    # By the rows alone, as the page says.
    ends = wilson_intervals(np.array(explanation.counts))
    low, high = ends[explanation.classes.index(label)].tolist()
    reasons = [*reasons, f"{label} has a 95% interval of {low:.2f} to {high:.2f}."]
    words = page.inner_text("#reasons")
    assert [reason for reason in reasons if reason not in words] == []
    page.wait_for_function(
        "(words) => document.getElementById('announcement').textContent.startsWith(words)",
        arg=f"Prediction {label}, probability",
    )


def test_missing_and_wrong_numbers(visit: Visit) -> None:
    page = visit(make(wards().data))
    field = page.locator(".field", has=page.locator("#value-0"))
    gone = field.get_by_role("checkbox")
    page.fill("#value-0", "41")
    assert not gone.is_checked()
    gone.check()
    assert page.input_value("#value-0") == ""
    gone.uncheck()
    assert page.input_value("#value-0") != ""
    page.focus("#value-0")
    page.keyboard.press("Control+A")
    page.keyboard.type("1e")
    assert "This is not a number" in field.inner_text()
    page.click("#all-missing")
    assert page.evaluate("Object.values(turs.page.currentCase())") == [None, None, None]


def test_a_case_of_each_rule_is_covered_by_it(visit: Visit, large_report: Report) -> None:
    page = visit(large_report)
    uncovered = page.evaluate(
        """() => turs.page.facts.map((one) => one.position).slice(0, 60).filter((position) => {
          turs.page.fillCase(position);
          return !turs.page.model.covers(turs.page.currentCase())[position];
        })"""
    )
    assert uncovered == []


def test_a_large_page_answers_at_once(visit: Visit, large_report: Report) -> None:
    page = visit(large_report)
    assert len(shown(page)) == 40
    page.click("#show-all")
    assert len(shown(page)) == 300
    milliseconds = page.evaluate(
        """() => Array.from({length: 15}, (_, i) => {
          const input = document.getElementById("value-0");
          input.value = String(i / 10);
          const start = performance.now();
          input.dispatchEvent(new Event("input", {bubbles: true}));
          return performance.now() - start;
        }).sort((a, b) => a - b)[7]"""
    )
    assert milliseconds < 50
    page.fill("#find", "ward 0")
    assert 0 < len(shown(page)) < 300
    assert "rules with the largest covers" in page.inner_text("#map-size")
    page.get_by_role("button", name="Show all 300").click()
    assert page.inner_text("#map-size").startswith("All 300 rules.")


# ---- Where and how it is looked at


def test_names_are_text(visit: Visit) -> None:
    page = visit(
        make(nasty().data, check(nasty(), {ATTACK: [1.0], CLOSING: [ATTACK]}, [CLOSING]), CLOSING)
    )
    assert page.title() == CLOSING
    assert page.inner_text("h1") == CLOSING
    page.click("#rule-1 button.open")
    assert ATTACK in page.inner_text("#rule-1 .condition")
    assert ATTACK in page.inner_text("#details-1")
    page.select_option("#value-1", label=f'"{CLOSING}"')
    assert ATTACK in page.inner_text("#reasons")
    assert page.locator("img").count() == 0
    assert page.evaluate("document.scripts.length") == 3


def test_on_a_phone_the_page_does_not_scroll_sideways(visit: Visit, large_report: Report) -> None:
    for report in (wards_report(), large_report, make(nasty().data, title=ATTACK * 5)):
        page = visit(report, viewport={"width": 360, "height": 740})
        page.click("#rule-1 button.open")
        page.click("#rule-2 button.open")
        assert page.evaluate(OVERFLOW) <= 0
        assert page.is_visible("#sort-by")


def test_sort_on_a_phone(visit: Visit) -> None:
    page = visit(wards_report(), viewport={"width": 360, "height": 740})
    page.select_option("#sort-by", label="class")
    assert shown(page)[0] == 5


def test_on_paper_everything_is_open_and_no_control_is_left(visit: Visit) -> None:
    page = visit(wards_report(), color_scheme="dark")
    page.emulate_media(media="print")
    page.wait_for_selector("#details-6")
    for gone in ("nav.sections", "form.filters", "#all-missing", "#fields", "#show-all", "footer"):
        assert not page.is_visible(gone), gone
    assert page.locator("details:not([open])").count() == 0
    assert page.is_visible("#details-1 table")
    assert "age = " in page.inner_text("#case-in-words")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(OVERFLOW) <= 0


def test_on_paper_no_rule_is_left_out(visit: Visit, large_report: Report) -> None:
    page = visit(large_report)
    page.emulate_media(media="print")
    page.wait_for_function("document.querySelectorAll('tr.rule[hidden]').length === 0")
    assert len(shown(page)) == 300


def test_without_scripts_the_rules_can_be_read(visit: Visit) -> None:
    page = visit(wards_report(), java_script_enabled=False)
    for rule in wards().rules:
        assert str(rule) in " ".join(page.inner_text("table.rules").split())
    assert page.is_visible("#test-rows .confusion")
    assert not page.is_visible("#case")
    assert not page.is_visible("form.filters")
    assert page.locator("tr.rule").count() == 6


def test_in_a_notebook(browser: Any) -> None:
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    page = context.new_page()
    page.set_default_timeout(5000)
    page.set_content(wards_report()._repr_html_())
    frame = page.frame_locator("iframe")
    frame.locator("#rule-1 button.open").click()
    frame.locator("#details-1 a[href='#rule-3']").first.click()
    frame.locator("#details-3").wait_for()
    assert frame.locator("#prediction").inner_text() == "stay"
    context.close()


def test_for_those_who_do_not_see_it(visit: Visit) -> None:
    page = visit(wards_report())
    page.click("#rule-1 button.open")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll("input, select, button, canvas, svg, table")]
          .filter((one) => one.getClientRects().length > 0)
          .filter((one) => !one.labels?.length && !one.getAttribute("aria-label")
            && !one.getAttribute("aria-labelledby") && !one.textContent.trim())
          .map((one) => one.outerHTML)"""
    )
    assert unnamed == []
    levels = page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    # The parts of a row that was opened stand inside a table, below a heading of the second level.
    assert all(b - a <= 2 for a, b in pairwise(levels))
    for landmark in ("main", "nav[aria-label]", "header", "footer"):
        assert page.locator(landmark).count() == 1
    assert page.evaluate("document.documentElement.lang") == "en"
    twice = page.evaluate(
        """() => { const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
          return ids.length - new Set(ids).size; }"""
    )
    assert twice == 0


@pytest.mark.parametrize(
    "rule_set",
    [
        RuleSet.from_rules([], {"x": [1, 2]}, ["a", "b"]),
        RuleSet.from_rules(["always"], {"x": [1, 2]}, [True, False]),
        RuleSet.from_rules(["x is missing"], {"x": [None, None], "": ["a", "b"]}, [-1, 7]),
    ],
    ids=["no rules", "always", "all missing"],
)
def test_odd_rule_sets_work_too(visit: Visit, rule_set: RuleSet) -> None:
    page = visit(make(rule_set.data))
    row = dict.fromkeys(rule_set.data.schema.names)
    expected = rule_set.predict_proba({name: [None] for name in row})
    page.click("#all-missing")
    assert page.evaluate(IN_PAGE, [row]) == expected.tolist()
    assert page.inner_text("#prediction") == str(rule_set.predict({n: [None] for n in row})[0])
