"""The pictures: what is drawn from what, and that the same results give the same file."""

from pathlib import Path

import pytest

from benchmarks.finding_pictures import draw_all, panels_of, rankings_of
from benchmarks.findings import Findings
from benchmarks.traces import TracePoint
from tests.benchmarks.results import ended, other, ours

NAMES = ("iris", "wine", "car")


@pytest.fixture
def findings() -> Findings:
    """Three data sets, two learners, the dial on two of the sets, one search."""
    settings = ("default", "paper", "no surrogate")
    mine = [ours(name, setting) for name in NAMES for setting in settings]
    others = [other(method, name) for method in ("cn2", "tree") for name in NAMES[:2]]
    others += [other("cn2", "car"), ended("tree", "car", ">120")]
    dial = [
        ours(name, f"simplicity={value}", n_literals=n_literals)
        for name in NAMES[:2]
        for value, n_literals in (("1", 9), ("16", 0))
    ]
    traces = [
        TracePoint("car", setting, n_rules, 100.0 - n_rules, 50.0, int(n_rules == 2))
        for setting in ("paper", "no surrogate")
        for n_rules in range(3)
    ]
    return Findings(mine, others, dial, traces)


def test_rankings_and_panels(findings: Findings) -> None:
    rankings = rankings_of(findings.contest)
    assert list(rankings) == ["AUC", "Log-loss"]
    assert rankings["AUC"].ranks["CART, unpruned"] == pytest.approx((3.5 + 3.5 + 4) / 3)
    panels = panels_of(findings)
    assert list(panels) == ["iris", "wine"]
    assert [point.label for point in panels["iris"].curve] == ["16", "1"]
    assert len(panels["iris"].rivals) == 2


def test_every_picture_is_drawn_and_the_same_each_time(findings: Findings, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed; the group bench has it")
    drawn = draw_all(findings, tmp_path)
    assert [path.name for path in drawn] == [
        "ranks.svg",
        "auc_literals.svg",
        "surrogate_auc.svg",
        "surrogate_bits.svg",
    ]
    first = [path.read_bytes() for path in drawn]
    assert b"critical difference" in first[0]
    assert b"turs, default" in first[1]
    assert [path.read_bytes() for path in draw_all(findings, tmp_path)] == first


def test_what_was_not_measured_is_not_drawn(tmp_path: Path) -> None:
    assert draw_all(Findings([ours("iris")], [], [], []), tmp_path) == []
