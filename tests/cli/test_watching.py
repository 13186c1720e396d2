"""Rules are shown as they are found; in a terminal something moves meanwhile."""

import io
from dataclasses import replace

import pytest

from tests.cli.calls import Terminal
from turs import Rule
from turs.cli.screen import Screen
from turs.cli.watching import Watcher, revision_of
from turs.search import Step, Trace
from turs.search.trace import Revised

STEP = Step(Rule.parse("age > 30"), 1, 1200, 800, 1100.5, 1000.25, 900.0, 20.25, 5, 5, 1.0)
LINE = "   1       1,020.5 bits      1,200 rows  age > 30"


def test_one_line_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with Watcher(Screen()) as watcher:
        watcher.show(STEP)
        assert not watcher.on_fit_task_end(None, None, metadata=None)
        assert not watcher.on_fit_task_end(None, None, metadata={"step": replace(STEP, n_rules=2)})
    assert stream.getvalue() == f"{LINE}\n{LINE.replace('1', '2', 1)}\n"


def test_another_search_is_told_from_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with Watcher(Screen()) as watcher:
        watcher.show(STEP)
        watcher.show(STEP)
    assert stream.getvalue() == f"{LINE}\nagain, with rules at another price\n{LINE}\n"


def test_what_became_of_rules_that_were_looked_at_again() -> None:
    trace = Trace(1500.0, 1500.0, 1500.0, (STEP, STEP, STEP), 2, "patience", 0.5)
    assert revision_of(trace) is None
    revised = Revised(n_rules=1, real_bits=990.0, blended_bits=995.5, rules_bits=10.25)
    again = replace(trace, revised=revised)
    assert revision_of(again) == "2 rules looked at again: 1 rule, 1,005.8 bits"


def test_a_long_rule_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    levels = ", ".join(f"level{i:03d}" for i in range(200))
    rule = Rule.parse(f"ward in {{{levels}}}")
    with Watcher(Screen()) as watcher:
        watcher.show(Step(rule, 1, 1, 1, 1.0, 1.0, 1.0, 1.0, 1, 1, 1.0))
    assert stream.getvalue().endswith(" ...\n")
    assert len(stream.getvalue()) < 160


def test_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    with Watcher(Screen()) as watcher:
        watcher.show(STEP)
    printed = stream.getvalue()
    assert LINE in printed
    assert "0 rules, 0 s; Ctrl-C stops, and keeps the best set so far" in printed


def test_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with Watcher(Screen(quiet=True)) as watcher:
        watcher.show(STEP)
    assert stream.getvalue() == ""
