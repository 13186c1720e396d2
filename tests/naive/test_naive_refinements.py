"""The naive refinements against masks worked out by hand."""

from dataclasses import replace

from tests.naive.problems import Column, make_problem
from tests.naive.refinements import range_masks, refined_masks, sort_codes


def test_cuts_of_an_ordered_column_with_missing_codes() -> None:
    # Six bins, so code 6 (bit 64) is missing; codes 0, 1, 5 occur. Cuts: (0 + 1 - 1) // 2 = 0,
    # (1 + 5 - 1) // 2 = 2. Codes 0 | 1-5 are 1 | 62, codes 0-2 | 3-5 are 7 | 56.
    about = Column(6, has_missing=True)
    cuts = {1, 62, 7, 56}
    assert range_masks(about, {0, 1, 5}) == cuts
    with_missing = {1 + 64, 62 + 64, 7 + 64, 56 + 64}
    assert range_masks(about, {0, 1, 5, 6}) == cuts | with_missing | {64, 63}


def test_a_literal_is_narrowed_within_its_mask() -> None:
    problem = make_problem([Column(6, has_missing=True)], [[1, 4, 6, 4]], [0, 1, 0, 1])
    # The rule allows codes 1-4 and missing: 2 + 4 + 8 + 16 + 64 = 94. Cut 2: 1-2 are 6, 3-4 24.
    masks = refined_masks({0: 94}, problem.training.all_rows, 0, problem)
    assert masks == {6, 24, 6 + 64, 24 + 64, 64, 30}
    # One value and missing: no cut, only the one against the other.
    assert refined_masks({0: 94}, frozenset([1, 2, 3]), 0, problem) == {64, 30}
    assert refined_masks({0: 94}, frozenset([1, 3]), 0, problem) == set()
    assert refined_masks({}, frozenset([2]), 0, problem) == set()


def test_subsets_of_an_unordered_column() -> None:
    # Codes 0, 1 and 3 occur, 3 being missing; bits 1, 2 and 8. All sets of one or two of them.
    columns, codes, y = [Column(3, False, True)], [[0, 1, 3, 3]], [0, 1, 0, 1]
    problem = make_problem(columns, codes, y)
    assert refined_masks({}, problem.training.all_rows, 0, problem) == {1, 2, 8, 3, 9, 10}
    enough = make_problem(columns, codes, y, enumerate_levels=3)
    assert refined_masks({}, enough.training.all_rows, 0, enough) == {1, 2, 8, 3, 9, 10}
    small = make_problem(columns, codes, y, max_set_size=1)
    assert refined_masks({}, small.training.all_rows, 0, small) == {1, 2, 8}


def test_many_levels_are_sorted_by_class_share() -> None:
    # Share of class 0: code 0 1/2, code 1 1/2, code 2 2/2, code 3 0/2. Ties go to the smaller code
    # for either class, so the order by class 1 is not the order by class 0 backwards.
    codes, y = [[0, 0, 1, 1, 2, 2, 3, 3]], [0, 1, 0, 1, 0, 0, 1, 1]
    problem = make_problem([Column(4, False)], codes, y, enumerate_levels=3)
    rows = problem.training.all_rows
    assert sort_codes(rows, codes[0], 0, problem.training) == [2, 0, 1, 3]
    assert sort_codes(rows, codes[0], 1, problem.training) == [3, 0, 1, 2]
    # Class 0: {2} {2, 0} {2, 0, 1} are 4, 5, 7; {0, 1, 3} {1, 3} {3} are 11, 10, 8.
    # Class 1: {3} {3, 0} {3, 0, 1} are 8, 9, 11; {0, 1, 2} {1, 2} {2} are 7, 6, 4.
    both = {4, 5, 7, 11, 10, 8} | {8, 9, 11, 7, 6, 4}
    assert refined_masks({}, rows, 0, problem) == both
    # A third class without rows: order 0, 1, 2, 3, so {0} {0, 1} {0, 1, 2} | {1, 2, 3} {2, 3} {3}.
    three = replace(problem, training=problem.training._replace(n_classes=3))
    assert refined_masks({}, rows, 0, three) == both | {1, 3, 7, 14, 12, 8}
    # Four levels that may be enumerated are: all 14 proper subsets.
    enough = replace(problem, settings=replace(problem.settings, enumerate_levels=4))
    assert refined_masks({}, rows, 0, enough) == set(range(1, 15))
