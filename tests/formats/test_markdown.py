"""Tables in Markdown, read back by a reader of Markdown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.formats.hostile import hostile_rule_set
from turs.formats import markdown
from turs.formats.rule_table import rule_rows
from turs.model.summary import Summary
from turs.ruleset import RuleSet

READER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def read(text: str) -> list[str]:
    """Return the plain text of every cell, paragraph and list item."""
    read = []
    for token in READER.parse(text):
        if token.type == "inline":
            kinds = {child.type for child in token.children or []}
            assert kinds <= {"text", "text_special"}, (kinds, token.content)
            read.append("".join(child.content for child in token.children or []))
    return read


def test_table() -> None:
    X = {"x": [1, 2, 3, 4], "body mass": [1, 1, 2, 2]}
    rule_set = RuleSet.from_rules(["x > 1", '"body mass" > 1', "x > 9"], X, list("aaab"))
    assert markdown.write(rule_set.data) == (
        "3 rules for 2 classes, from 4 rows; largest cover first, their order means nothing.\n"
        "\n"
        "|  | rule | class frequencies | 0.95 interval | rows |\n"
        "|--:|:--|:--|:--|--:|\n"
        "| 1 | x > 1 | a 0.67, b 0.33 | 0.21 to 0.94 | 3 |\n"
        '| 2 | "body mass" > 1 | a 0.50, b 0.50 | 0.09 to 0.91 | 2 |\n'
        "| 3 | x > 9 | no training row |  | 0 |\n"
        "|  | else | a 1.00 | 0.21 to 1.00 | 1 |\n"
        "\n"
        "- Rule 2 is an exception to rule 1: where it covers, rule 1 is silent."
    )


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("37.5 < bill_length <= 39", "37.5 < bill_length <= 39"),
        ("a|b", r"a\|b"),
        ("`a`", r"\`a\`"),
        ("_a_ b_ _c x_1", r"\_a\_ b\_ \_c x_1"),
        ("<b>", "&lt;b>"),
        ("&lt; R&D", "&amp;lt; R&D"),
        (r"\*", r"\\\*"),
        ("$x$", r"\$x\$"),
    ],
)
def test_escapes(text: str, escaped: str) -> None:
    assert markdown.escape(text) == escaped


def test_hostile_names_stay_text() -> None:
    data = hostile_rule_set().data
    summary = Summary(data)
    cells = read(markdown.write(data))
    for row in rule_rows(summary):
        assert row.text in cells
        assert row.shares(summary.classes) in cells


@given(st.text(st.sampled_from("ab1 <>&;#lt|\\`*_[]()!~$\"'-+.=/"), max_size=12))
def test_a_cell_reads_back(text: str) -> None:
    table = f"| head |\n|--|\n| x {markdown.escape(text)} x |"
    assert read(table)[1:] == [f"x {text} x"]
