"""One file that needs nothing, holds the model, and lets nothing break out."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import turs.report
from tests.report.models import (
    ATTACK,
    CLOSING,
    STAYS,
    WARDS,
    check,
    large,
    nasty,
    penguins,
    wards,
)
from turs.exceptions import InputTypeError
from turs.report import Report, make
from turs.report.page import _template, source_hash
from turs.ruleset import RuleSet


class Outline(HTMLParser):
    """What a parser of HTML sees: the tags with their attributes, and the text of scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        # The parser takes scripts as text up to their end tag.
        if self.cdata_elem == "script":
            self.scripts[-1] += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def test_the_model_in_the_page_is_the_model() -> None:
    for rule_set in (penguins(), wards(), nasty()):
        model, _, _ = Outline(make(rule_set.data).html).scripts
        assert RuleSet.from_json(model) == rule_set


def test_nothing_breaks_out() -> None:
    plain, attacked = make(wards().data).html, make(nasty().data, title=CLOSING).html
    assert Outline(attacked).count("script") == Outline(plain).count("script") == 3
    assert Outline(attacked).count("img") == 0
    assert ATTACK not in attacked
    assert CLOSING not in attacked
    assert "<title>&lt;/script&gt;" in attacked
    assert "{{ 7 * 7 }}" in attacked  # a template in a name is not run


def test_only_the_script_of_the_page_may_run() -> None:
    outline = Outline(make(wards().data).html)
    policy = next(
        given["content"] for tag, given in outline.tags if "Content-Security" in str(given)
    )
    assert policy is not None
    assert policy.startswith(f"default-src 'none'; script-src {source_hash(outline.scripts[2])};")
    assert not any(name.startswith("on") for _, given in outline.tags for name in given)


def test_nothing_comes_from_elsewhere() -> None:
    for tag, given in Outline(make(penguins().data).html).tags:
        for name in ("src", "href", "action", "data", "poster"):
            value = given.get(name)
            assert value is None or value.startswith(("#", "data:,")), (tag, value)
    assert not re.search(r"url\(|@import|https?://", _template("page.css"))


def test_scripts_never_make_markup_of_data() -> None:
    scripts = list(Path(turs.report.__file__).parent.rglob("*.js"))
    assert len(scripts) == 7
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text)
        # Nothing may end the element that the scripts stand in.
        assert "</script" not in text
        assert "<!--" not in text


def test_a_large_page_is_small_enough(large_report: Report) -> None:
    assert large().data.cells.n_cells > 2000
    assert len(large_report.html.encode()) < 2_000_000


def test_the_same_page_every_time() -> None:
    assert make(wards().data) == make(wards().data)


def test_without_test_rows_nothing_speaks_of_them() -> None:
    assert 'id="test-rows"' not in make(wards().data).html
    assert 'id="test-rows"' in make(wards().data, check(wards(), WARDS, STAYS)).html


def test_page_data_is_json() -> None:
    _, given, _ = Outline(make(wards().data, check(wards(), WARDS, STAYS)).html).scripts
    assert set(json.loads(given)) == {"classes", "total", "otherwise", "rules", "checked"}


@pytest.mark.parametrize(
    "rule_set",
    [
        RuleSet.from_rules([], {"x": [1, 2]}, ["a", "b"]),
        RuleSet.from_rules(["always"], {"x": [1, 2]}, [True, False]),
        RuleSet.from_rules(["x0 > 1"], [[1, 2], [2, 3]], [0, 1]),
        RuleSet.from_rules(["x is missing"], {"x": [None, None], "": ["a", "b"]}, [-1, 7]),
    ],
    ids=["no rules", "always", "no names", "all missing"],
)
def test_odd_rule_sets(rule_set: RuleSet) -> None:
    assert "</html>" in make(rule_set.data, title="").html


def test_save_and_show(tmp_path: Path) -> None:
    report = make(wards().data, title='"quoted"')
    report.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == report.html
    shown = report._repr_html_()
    (tag, given), *rest = Outline(shown).tags
    assert (tag, rest) == ("iframe", [])
    assert given["srcdoc"] == report.html
    assert re.fullmatch(r"<Report of \d+ kB; save it with .save\('page.html'\)>", repr(report))
    assert Report("<p>").html == "<p>"


def test_refusals() -> None:
    with pytest.raises(InputTypeError, match="a page is made of RuleSetData, not of RuleSet"):
        make(wards())  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="the title of a page must be a text, not 3"):
        make(wards().data, title=3)  # type: ignore[arg-type]


def palettes() -> list[dict[str, str]]:
    """Return the colours of the light, the dark and the paper style."""
    found = [
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", block))
        for block in re.findall(r":root \{(.*?)\}", _template("page.css"), re.DOTALL)
    ]
    return [found[0], {**found[0], **found[1]}, {**found[0], **found[2]}]


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    light, dark = sorted([luminance(first), luminance(second)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", palettes(), ids=["light", "dark", "paper"])
def test_contrasts(colours: dict[str, str]) -> None:
    for ground in ("page", "surface", "raised"):
        for text in ("text", "muted", "accent", "bad"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for word in ("good", "bad", "warn"):
        assert contrast(colours[word], colours[f"{word}-soft"]) >= 4.5, word
    assert contrast(colours["surface"], colours["accent"]) >= 4.5
    for i in range(12):
        assert contrast(colours[f"c{i}"], colours["surface"]) >= 3, i
    assert contrast(colours["strong-line"], colours["surface"]) >= 3
