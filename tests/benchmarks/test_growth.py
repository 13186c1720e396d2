from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import canvas, growth
from benchmarks.canvas import PictureError
from benchmarks.growth import Growth, Point, different_models, exponents, measure, points, run
from benchmarks.pictures import curves_of, draw
from benchmarks.records import Records

RESULT = Growth("rows", 1000, 10, 3, 1, 3, 1.0, 0.9, 0.3, 0.001, 0.5, "abc", "here")


def result(direction: growth.Direction, size: int, seconds: float) -> Growth:
    name = {"rows": "n_rows", "columns": "n_columns", "classes": "n_classes"}[direction]
    return replace(RESULT, direction=direction, **{name: size}, seconds_a_rule=seconds)


def test_tables_grow_in_one_direction_at_a_time() -> None:
    found = points(growth.DIRECTIONS, 10**7)
    assert len(found) == len(set(found)) == 22
    assert [point.n_rows for point in found if point.direction == "rows"] == [
        10**4, 10**5, 10**6, 10**7,
    ]  # fmt: skip
    classes = [point for point in found if point.direction == "classes"]
    assert [point.n_classes for point in classes] == [2, 5, 10, 20, 50, 100]
    assert {(point.n_rows, point.n_columns) for point in classes} == {(10**5, 10)}


def test_large_tables_may_be_left_out() -> None:
    assert points(["rows"], 10**5) == [Point("rows", 10**4), Point("rows", 10**5)]


def test_a_table_is_measured() -> None:
    found = measure(Point("rows", 300, n_columns=3), n_rules=1)
    assert (found.n_rows, found.n_columns, found.n_classes, found.n_threads) == (300, 3, 3, 1)
    assert found.fit_seconds >= found.search_seconds >= found.seconds_a_rule > 0
    assert found.scan_seconds > 0
    assert found.tree_seconds is not None
    assert len(found.model) == 12


def test_exponents_of_each_curve() -> None:
    results = [
        *(result("rows", 10**n, 10.0 ** (n / 2)) for n in (1, 2, 3)),
        *(result("columns", 10**n, 10.0**n) for n in (1, 2)),
        result("classes", 2, 1.0),
    ]
    found = exponents(results)
    assert set(found) == {"rows", "columns at 1000 rows"}
    assert found["rows"].overall == pytest.approx(0.5)
    assert found["columns at 1000 rows"].last == pytest.approx(1)


def test_threads_must_not_change_the_model() -> None:
    alone = replace(RESULT, direction="threads")
    same, other = replace(alone, n_threads=2), replace(alone, n_threads=4, model="xyz")
    assert different_models([alone, same]) == []
    assert different_models([alone, same, other, replace(RESULT, model="x")]) == [other]


def test_a_new_run_replaces_its_directions_only(tmp_path: Path) -> None:
    records = Records(tmp_path / "growth.csv", Growth)
    kept, old = result("columns", 10, 1.0), result("rows", 10, 1.0)
    records.keep([old, kept])
    new = replace(RESULT, tree_seconds=None)
    assert list(run([Point("rows", 1000)], records, lambda point: new)) == [new]
    assert records.read() == [kept, new]


def test_the_lines_of_a_picture() -> None:
    results = [result("rows", 100, 1.0), replace(result("rows", 10, 0.1), tree_seconds=None)]
    rule, tree, scan = curves_of(results)
    assert rule.label == "a rule (exponent 1.00)"
    assert (rule.sizes, rule.seconds) == ((10, 100), (0.1, 1.0))
    assert (tree.sizes, scan.seconds) == ((100,), (0.001, 0.001))
    assert curves_of([]) == curves_of([result("columns", 10, 1.0)]) == []


def test_tables_of_several_lengths_are_told_apart() -> None:
    results = [
        replace(result("columns", size, 1.0), n_rows=rows)
        for rows in (10_000, 100_000)
        for size in (10, 30)
    ]
    labels = [curve.label for curve in curves_of(results)]
    assert labels[0] == "a rule, 10 000 rows (exponent 0.00)"
    assert labels[3] == "a rule, 100 000 rows (exponent 0.00)"


def test_without_matplotlib_one_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(canvas.importlib, "import_module", absent)
    results = [result("rows", 10, 1.0), result("rows", 100, 2.0)]
    with pytest.raises(PictureError, match="pip install --group bench"):
        list(draw(results, tmp_path))
    records = Records(tmp_path / "growth.csv", Growth)
    records.keep(results)
    command = ["--only-draw", "--output", str(records.path), "--pictures", str(tmp_path)]
    assert growth.main(command) == 2
    printed = capsys.readouterr()
    assert "seconds a rule by rows: exponent 0.30" in printed.out
    assert "benchmarks.growth: pictures need matplotlib" in printed.err


def test_pictures_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed; the group bench has it")
    results = [result("rows", 10, 1.0), result("rows", 100, 2.0), result("classes", 2, 1.0)]
    (path,) = draw(results, tmp_path)
    assert path.name == "growth_rows.svg"
    first = path.read_bytes()
    assert b"exponent 0.30" in first
    list(draw(results, tmp_path))
    assert path.read_bytes() == first
