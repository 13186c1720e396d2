"""Rule sets in notebooks."""

from html.parser import HTMLParser

import numpy as np
from hypothesis import given

from tests.formats.hostile import NAMES, hostile_rule_set
from tests.model.problems import Problem, problems
from turs.formats import html
from turs.ruleset import RuleSet

VOID = {"col"}


class Page(HTMLParser):
    """Read HTML: its tags, which must be closed in order, and its text by place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.classes: list[str] = []
        self.texts: list[str] = []
        self.style = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.classes += (dict(attrs).get("class") or "").split()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] == "style":
            self.style += data
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)


def page_of(rule_set: RuleSet) -> Page:
    return Page(html.write(rule_set.data))


def test_what_it_says() -> None:
    X = {"x": [1, 2, 3, 4], "z": [1, 1, 2, 2]}
    page = page_of(RuleSet.from_rules(["x > 1", "x > 3 and z > 0", "x > 9"], X, list("aaab")))
    assert page.text == (
        "3 rules for 2 classes, from 4 rows; largest cover first, their order means nothing"
        "ruleclass frequencies, with the 0.95 interval of the firstrows"
        "1x > 1a 0.670.21 to 0.94 b 0.333"
        "2x > 3 and z > 0exception to rule 1b 1.000.21 to 1.001"
        "3x > 9no training row0"
        "elsea 1.000.21 to 1.001"
        "Where an exception covers, the rules that it is an exception to are silent."
    )


def test_it_is_a_fragment_without_scripts() -> None:
    written = html.write(RuleSet.from_rules(["x > 1"], {"x": [1, 2]}, ["a", "b"]).data)
    assert written.startswith('<div class="turs"><style>')
    page = Page(written)
    assert not {"script", "html", "body", "link", "img"} & set(page.tags)
    assert "http" not in written
    assert all(
        line.startswith((".turs ", "  ")) for line in page.style.splitlines() if line.strip()
    )


def test_many_rules_are_folded_but_the_else_rule_is_not() -> None:
    x = np.arange(60)

    def folded(n_rules: int) -> str:
        rules = [f"{i} < x <= {i + 1}" for i in range(n_rules)]
        return html.write(RuleSet.from_rules(rules, {"x": x}, x % 2).data)

    assert "<details>" not in folded(21)
    assert "<summary>2 more rules</summary>" in folded(22)
    inside = folded(50).partition("<details>")[2].partition("</details>")
    assert inside[0].count("turs-row") == 30
    assert inside[2].count("turs-else") == 1


def test_classes_without_a_colour_share_one() -> None:
    page = page_of(RuleSet.from_rules([], {"x": np.zeros(12)}, np.arange(12)))
    assert [f"turs-c{i}" in page.classes for i in range(12)] == [True] * 10 + [False] * 2
    assert "turs-other" in page.classes


def test_hostile_names_stay_text() -> None:
    page = page_of(hostile_rule_set())
    assert set(page.tags) == {
        *("div", "style", "b", "span", "table", "colgroup", "col", "thead", "tbody"),
        *("tr", "th", "td", "ul", "li"),
    }
    for name in NAMES:
        if "\n" not in name:
            assert name in page.text


@given(problems())
def test_every_rule_is_there(problem: Problem) -> None:
    page = page_of(problem.rule_set)
    for rule in problem.rule_set:
        assert str(rule) in page.text
