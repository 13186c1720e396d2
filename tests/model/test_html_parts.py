"""Pieces of HTML."""

from turs.markup import element
from turs.model.html_parts import bar_html, number_html, row_html, shares_html, table_html


def test_a_bar_has_a_piece_for_each_class_with_rows() -> None:
    assert bar_html([0.25, 0.0, 0.75], ["a", "b", "<c>"]) == (
        '<div class="turs-bar" title="a 0.25, &lt;c&gt; 0.75">'
        '<span class="turs-c0" style="width:25.00%"></span>'
        '<span class="turs-c2" style="width:75.00%"></span></div>'
    )


def test_shares_have_dots() -> None:
    assert shares_html([0.25, 0.75], [1, 3], "ab") == (
        '<span class="turs-share" title="3 rows">'
        '<span class="turs-dot turs-c1"></span>b 0.75</span> '
        '<span class="turs-share" title="1 row">'
        '<span class="turs-dot turs-c0"></span>a 0.25</span>'
    )


def test_long_labels_may_be_broken() -> None:
    assert "turs-wide" in shares_html([1.0], [1], ["a" * 41])
    assert "turs-wide" not in shares_html([1.0], [1], ["a" * 40])


def test_a_table() -> None:
    row = row_html(number_html(None), element("td", "x"))
    assert table_html([("", "2em"), ("rows", None)], [row]) == (
        '<table class="turs-table"><colgroup><col style="width:2em"><col></colgroup>'
        '<thead><tr class="turs-row"><th></th><th class="turs-number">rows</th></tr></thead>'
        '<tbody><tr class="turs-row"><td class="turs-number"></td><td>x</td></tr></tbody></table>'
    )
    assert "thead" not in table_html([("", None)], [row], titled=False)
