from benchmarks.runners.bounds import n_bounds


def test_two_bounds_on_one_side_are_one_literal() -> None:
    assert n_bounds([("a", "<=", 7), ("a", "<", 5), ("a", ">", 2)]) == 2


def test_levels_are_counted_one_by_one() -> None:
    assert n_bounds([("a", "!=", "x"), ("a", "!=", "y"), ("b", "=", "x")]) == 3
    assert n_bounds([]) == 0
