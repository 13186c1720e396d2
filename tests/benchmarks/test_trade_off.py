from benchmarks.contest import Contest
from benchmarks.trade_off import Point, curve_of, lies_above, reaches, rivals_of, trade_off_table
from tests.benchmarks.results import other, ours


def test_a_curve_has_the_values_of_the_dial_that_have_all_folds() -> None:
    dial = [
        ours("iris", "simplicity=1", 1, n_literals=9, auc=0.9),
        ours("iris", "simplicity=1", 2, n_literals=7, auc=0.8),
        ours("iris", "simplicity=4", 1, n_literals=3, auc=0.7),
        ours("iris", "simplicity=4", 2, n_literals=3, auc=0.7),
        ours("iris", "simplicity=8", 1, n_literals=1, auc=0.5),
        ours("wine", "simplicity=8", 2, n_literals=1, auc=0.5),
    ]
    points = curve_of(dial, "iris", (1, 2))
    assert [(point.label, point.n_literals) for point in points] == [("4", 3), ("1", 8)]
    assert round(points[1].auc, 9) == 0.85
    again = [ours("iris", "simplicity=4, revise=True", fold, n_literals=2) for fold in (1, 2)]
    assert curve_of([*dial, *again], "iris", (1, 2)) == points
    [revised] = curve_of([*dial, *again], "iris", (1, 2), ", revise=True")
    assert (revised.label, revised.n_literals) == ("4", 2)


def test_a_model_is_reached_by_one_that_is_not_larger_and_as_good() -> None:
    curve = [Point("4", 3, 0.7), Point("1", 8, 0.85)]
    assert reaches(curve, Point("x", 8, 0.85))
    assert reaches(curve, Point("x", 5, 0.65))
    assert not reaches(curve, Point("x", 5, 0.75))
    assert not reaches(curve, Point("x", 2, 0.5))


def test_the_line_joins_the_best_models() -> None:
    curve = [Point("8", 1, 0.5), Point("4", 4, 0.7), Point("2", 8, 0.6), Point("1", 16, 0.9)]
    # Halfway between 1 and 4 on a logarithmic scale, and between 0.5 and 0.7.
    assert lies_above(curve, Point("x", 2, 0.5999))
    assert not lies_above(curve, Point("x", 2, 0.6001))
    assert lies_above(curve, Point("x", 8, 0.7))
    assert lies_above(curve, Point("x", 500, 0.9))
    assert not lies_above(curve[1:], Point("x", 3, 0.1))


def test_rivals_are_those_that_can_be_read() -> None:
    others = [other("cn2", "iris"), other("forest", "iris"), other("boosting", "iris")]
    contest = Contest([ours("iris"), ours("iris", "paper")], others)
    assert rivals_of(contest, "iris") == [Point("CN2 (Orange)", 20, 0.8)]


def test_the_table_names_who_is_not_reached() -> None:
    names = ("iris", "wine")
    others = [other("cn2", name) for name in names]
    others += [other("tree", "iris", auc=0.99, n_literals=5), other("tree", "wine")]
    dial = [ours(name, "simplicity=1") for name in names]
    text = trade_off_table(Contest([ours(name) for name in names], others), dial)
    assert text.startswith("On 1 of 2 data sets the dial reaches every learner")
    assert "it does so on 1, with `revise=False` on 0, with `revise=True` on 0.\n" in text
    assert "On 1 the line that joins its best models" in text
    assert "| iris | 1 of 2 | CART, unpruned: 0.990 with 5 |\n" in text
    assert "| wine | 2 of 2 | none |\n" in text
    revised = ours("iris", "simplicity=4, revise=True", auc=0.995, n_literals=4)
    text = trade_off_table(Contest([ours(name) for name in names], others), [*dial, revised])
    assert text.startswith("On 2 of 2 data sets the dial reaches every learner")
    assert "it does so on 1, with `revise=False` on 0, with `revise=True` on 1.\n" in text
