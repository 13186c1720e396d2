"""The naive pruned trees against splits and lengths worked out by hand, and how long they last."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.naive import pruned
from tests.naive.description import literal_ticks
from tests.naive.lengths import rows_ticks, training_rows
from tests.naive.problems import (
    Column,
    Settings,
    Table,
    make_problem,
    out_of_date_table,
    planted_tables,
    scattered_table,
    small_settings,
    small_tables,
)
from tests.naive.pruned import (
    Tree,
    grow_tree,
    is_hopeless,
    is_stale,
    kinds_of_change,
    leaves_of,
    orderings,
    pruned_ticks,
    seen_from_first,
)
from tests.naive.refinements import Problem
from tests.naive.search import learn
from tests.naive.surrogate import (
    first_tree,
    newest_tree,
    next_tree,
    nothing_left_to_say,
    rest_ticks,
    surrogate_set_ticks,
    worth_ticks,
)
from tests.naive.tree import Rows

# R(n, 2) as in test_naive_lengths.py; R(3) = 2 + 2 * 3 * 4 / 27.
REGRET_1 = 1.0
REGRET_2 = math.log2(2.5)
REGRET_3 = math.log2(26 / 9)
REGRET_4 = math.log2(3.21875)


def grown_leaves(problem: Problem) -> list[list[int]]:
    return [sorted(leaf) for leaf in leaves_of(grow_tree(problem.training.all_rows, problem))]


def bits(tree: Tree, left: Rows, problem: Problem) -> float:
    return problem.training.ticks.to_bits(pruned_ticks(tree, left, problem))


# Splits.


def test_codes_of_an_ordered_column_rise_and_missing_is_last() -> None:
    columns = [Column(3, has_missing=True)]
    problem = make_problem(columns, [[3, 0, 2, 3, 0]], [0, 1, 0, 0, 1])
    assert orderings(problem.training.all_rows, 0, problem) == [[0, 2, 3]]


def test_codes_of_an_unordered_column_are_ordered_by_the_most_frequent_class() -> None:
    # Class 1 of code 0: 1/2, of code 1: 2/2, of code 2: 2/4, of the missing code 3: 0/1. Classes
    # are (4, 5): without row 3 they are (4, 4), and the shares of both count.
    codes, y = [[0, 0, 1, 1, 2, 2, 2, 2, 3]], [0, 1, 1, 1, 0, 1, 0, 1, 0]
    problem = make_problem([Column(3, False, True)], codes, y)
    rows = problem.training.all_rows
    assert orderings(rows, 0, problem) == [[1, 0, 2, 3]]
    assert orderings(rows - {3}, 0, problem) == [[3, 0, 2, 1], [1, 0, 2, 3]]


def test_a_split_is_seen_from_the_first_code() -> None:
    codes, rows = [2, 2, 3, 5], frozenset(range(4))
    assert seen_from_first(frozenset({0, 1}), rows, codes) == ([False, True, True], {0, 1})
    assert seen_from_first(frozenset({2}), rows, codes) == ([False, True, False], {0, 1, 3})


def test_the_split_with_the_shortest_sides() -> None:
    # Column 1 has the pure sides, with 3 rows and 5.
    codes = [[0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 1]]
    y = [0, 0, 0, 1, 1, 1, 1, 1]
    problem = make_problem([Column(2)] * 2, codes, y, least_leaf=3)
    assert grown_leaves(problem) == [[0, 1, 2], [3, 4, 5, 6, 7]]
    # With leaves of 4 rows it is not to be had.
    problem = make_problem([Column(2)] * 2, codes, y, least_leaf=4)
    assert grown_leaves(problem) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_ties_go_to_the_first_column_and_the_first_cut() -> None:
    # (0, 4) | (2, 6) of both columns, and (2, 6) | (0, 4) of the second cut of column 1.
    y = [1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1]
    first, second = [0] * 4 + [1] * 8, [0] * 4 + [1] * 4 + [2] * 4
    problem = make_problem([Column(2), Column(3)], [first, second], y, least_leaf=4)
    assert grown_leaves(problem) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    # Without column 0 it is the first cut of the other; turned round, it is again the first.
    turned = [2 - code for code in second]
    for codes, leaf in ((second, [0, 1, 2, 3]), (turned, [8, 9, 10, 11])):
        problem = make_problem([Column(3)], [codes], y, least_leaf=4)
        assert grown_leaves(problem)[0] == leaf


def test_a_split_may_be_longer_than_the_leaf() -> None:
    # Exclusive or: any first split gives (4, 4) | (4, 4); below it all is pure.
    codes = [[0] * 8 + [1] * 8, ([0] * 4 + [1] * 4) * 2]
    y = [0] * 4 + [1] * 4 + [1] * 4 + [0] * 4
    problem = make_problem([Column(2)] * 2, codes, y, least_leaf=4)
    rows = problem.training.all_rows
    tree = grow_tree(rows, problem)
    assert [len(leaf) for leaf in leaves_of(tree)] == [4] * 4
    halves = sum(rows_ticks(child.rows, problem.training) for child in tree.children)
    assert halves > rows_ticks(rows, problem.training)
    assert bits(tree, rows, problem) == pytest.approx(4 * REGRET_4, abs=1e-9)


def test_no_split_where_it_could_not_be_shorter() -> None:
    # Too few rows for two leaves; pure, and so only more regret.
    problem = make_problem([Column(2)], [[0] * 9], [0] * 8 + [1])
    everything = frozenset(range(9))
    assert is_hopeless(everything, 5, problem)
    assert not is_hopeless(everything, 4, problem)
    assert is_hopeless(frozenset(range(8)), 4, problem)
    # The nine rows take 9 log2(9) - 24 = 4.53 bits, and as two pure leaves 1.34 more regret than as
    # one.
    for price, hopeless in ((3.1, False), (3.3, True)):
        assert is_hopeless(everything, 4, replace(problem, literal_bits=price)) == hopeless
    # Ten rows, one of another class: 10 log2(10) - 9 log2(9) = 4.69 bits. With two classes, two
    # pure leaves of five rows have 2 * 1.81 - 2.22 = 1.40 bits more regret than one of ten; with
    # 12 classes it is more than 4.69.
    for n_classes, hopeless in ((2, False), (12, True)):
        training = training_rows([[0] * 10], [0] * 9 + [1], n_classes)
        regret = training.ticks.regret
        problem = Problem([Column(1)], training, Settings())
        assert is_hopeless(training.all_rows, 5, problem) == hopeless
        more = training.ticks.to_bits(2 * regret[5] - regret[10])
        assert (more > 10 * math.log2(10) - 9 * math.log2(9)) == hopeless


def test_leaves_are_larger_in_large_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = make_problem([Column(8)], [list(range(8))], [0, 0, 1, 1] * 2, least_leaf=1)
    assert grown_leaves(problem) == [[0, 1], [2, 3], [4, 5], [6, 7]]
    monkeypatch.setattr(pruned, "MOST_LEAVES", 2)
    assert grown_leaves(problem) == [[0, 1, 2, 3], [4, 5, 6, 7]]


# Lengths.


@pytest.fixture
def four() -> Problem:
    """Four codes of two rows with classes 00 11 01 01."""
    return make_problem(
        [Column(4)], [[0, 0, 1, 1, 2, 2, 3, 3]], [0, 0, 1, 1, 0, 1, 0, 1], least_leaf=2
    )


ALL_FOUR = Tree(
    frozenset(range(8)),
    (
        Tree(frozenset(range(4)), (Tree(frozenset([0, 1])), Tree(frozenset([2, 3])))),
        Tree(frozenset(range(4, 8)), (Tree(frozenset([4, 5])), Tree(frozenset([6, 7])))),
    ),
)


def test_each_node_is_a_leaf_or_split(four: Problem) -> None:
    # Left: 2 R(2) of two pure leaves. Right: (2, 2) as one leaf, because two have more regret. As
    # one leaf all would be 8 + log2 R(8) = 10.1 bits.
    rows = four.training.all_rows
    expected = 2 * REGRET_2 + (4 + REGRET_4)  # 8.33
    assert bits(ALL_FOUR, rows, four) == pytest.approx(expected, abs=1e-9)


def test_a_split_costs_as_much_as_a_literal(four: Problem) -> None:
    # Both splits of the left half, or the tree as one leaf: 8 + log2 R(8) = 10.09 bits.
    rows, unpaid = four.training.all_rows, 2 * REGRET_2 + (4 + REGRET_4)
    for split in (0.2, 0.8, 8.0):
        steered = replace(four, literal_bits=split)
        expected = min(unpaid + 2 * split, 8 + math.log2(sum_of_likelihoods(8)))
        assert bits(ALL_FOUR, rows, steered) == pytest.approx(expected, abs=1e-9)
        # Without rows there is nothing to split, and nothing to pay.
        assert bits(ALL_FOUR, frozenset(), steered) == 0.0


def test_rows_are_taken_out_and_the_structure_stays(four: Problem) -> None:
    rows = four.training.all_rows
    # Without rows 5 and 7 the right half is pure: one leaf of 2 rows rather than two of one.
    expected = 2 * REGRET_2 + REGRET_2
    assert bits(ALL_FOUR, rows - {5, 7}, four) == pytest.approx(expected, abs=1e-9)
    # Rows 5, 6 of it: two leaves of one row pay 2 bits, one leaf (1, 1) would pay 2 + log2 R(2).
    expected = 2 * REGRET_2 + 2 * REGRET_1
    assert bits(ALL_FOUR, rows - {4, 7}, four) == pytest.approx(expected, abs=1e-9)
    # A half without rows costs nothing. Of the other (2, 1) is left: 2 + 1 bit or log2 R(3) more.
    expected = REGRET_2 + REGRET_1
    assert bits(ALL_FOUR, frozenset([0, 1, 2]), four) == pytest.approx(expected, abs=1e-9)
    assert 3 * math.log2(3) - 2 + REGRET_3 > expected
    assert bits(ALL_FOUR, frozenset([0]), four) == pytest.approx(REGRET_1, abs=1e-9)
    assert bits(ALL_FOUR, frozenset(), four) == 0.0


def test_rows_that_a_tree_has_not_do_not_count(four: Problem) -> None:
    left = ALL_FOUR.children[0]
    assert pruned_ticks(left, four.training.all_rows, four) == pruned_ticks(left, left.rows, four)


@settings(max_examples=60)
@given(small_tables() | planted_tables, small_settings)
def test_what_every_tree_is(table: Table, steered: Settings) -> None:
    training = training_rows(*table.arguments[1:])
    problem = Problem(table.columns, training, steered)
    tree = grow_tree(training.all_rows, problem)
    leaves = leaves_of(tree)
    assert sorted(row for leaf in leaves for row in leaf) == sorted(training.all_rows)
    assert len(leaves) == 1 or min(map(len, leaves)) >= steered.least_leaf
    # It is no longer than one leaf, than all leaves and the splits between them, or than any part
    # of the tree cut back.
    length = pruned_ticks(tree, tree.rows, problem)
    assert length <= rows_ticks(tree.rows, training)
    splits = (len(leaves) - 1) * literal_ticks(problem)
    assert length <= sum(rows_ticks(leaf, training) for leaf in leaves) + splits
    cut_back = Tree(tree.rows, tuple(Tree(child.rows) for child in tree.children))
    assert length <= pruned_ticks(cut_back, tree.rows, problem)


# How long a tree lasts.


def test_a_tree_is_grown_anew_when_a_tenth_of_its_rows_are_gone() -> None:
    assert not is_stale(Tree(frozenset(range(100))), frozenset(range(91)))
    assert is_stale(Tree(frozenset(range(100))), frozenset(range(90)))
    assert not is_stale(Tree(frozenset(range(19))), frozenset(range(18)))
    assert is_stale(Tree(frozenset(range(19))), frozenset(range(17)))
    problem = make_problem([Column(10)], [list(range(10)) * 2], [0] * 8 + [1] * 12, least_leaf=2)
    tree = first_tree(problem)
    assert tree == grow_tree(problem.training.all_rows, problem)
    assert next_tree(tree, [frozenset([3])], problem) is tree
    newest = grow_tree(problem.training.all_rows - {3}, problem)
    assert newest_tree(tree, [frozenset([3])], problem) == newest != tree
    left = grow_tree(problem.training.all_rows - {3, 4}, problem)
    assert next_tree(tree, [frozenset([3]), frozenset([4])], problem) == left


def test_a_tree_may_be_out_of_date_before_it_is_stale() -> None:
    table, covers = out_of_date_table(), [frozenset(range(60, 66))]
    problem = make_problem(*table.arguments[:3], least_leaf=30)
    tree = first_tree(problem)
    assert next_tree(tree, covers, problem) is tree
    assert not nothing_left_to_say([], tree, problem)
    assert nothing_left_to_say(covers, tree, problem)
    assert not nothing_left_to_say(covers, newest_tree(tree, covers, problem), problem)


def test_other_surrogates_have_no_tree() -> None:
    for surrogate in ("cart", None):
        problem = make_problem([Column(2)], [[0, 1]], [0, 1], surrogate=surrogate)
        assert first_tree(problem) is None
        assert next_tree(None, [frozenset([0])], problem) is None
        assert newest_tree(None, [frozenset([0])], problem) is None


def test_scores_with_each_surrogate() -> None:
    # Rows 0-3 of class 0 and 4-7 of class 1; a rule has covered row 0. As one leaf of (3, 4), or
    # as two pure ones.
    table = ([Column(2)], [[0] * 4 + [1] * 4], [0] * 4 + [1] * 4)
    one = 7 * math.log2(7) - 3 * math.log2(3) - 8 + math.log2(sum_of_likelihoods(7))
    for changes, rest in (
        ({"surrogate": None}, one),
        ({"surrogate": "cart", "leaf_sizes": (3, 5)}, REGRET_3 + REGRET_4),
        ({"surrogate": "cart", "leaf_sizes": (5,)}, one),
        ({"surrogate": "tree", "least_leaf": 4}, REGRET_3 + REGRET_4),  # grown of all rows
        ({"surrogate": "tree", "least_leaf": 5}, one),
    ):
        problem = make_problem(*table, **changes)
        tree, to_bits = first_tree(problem), problem.training.ticks.to_bits
        left = problem.training.all_rows - {0}
        assert to_bits(rest_ticks(left, tree, problem)) == pytest.approx(rest, abs=1e-9)
        score = surrogate_set_ticks([frozenset([0])], tree, problem)
        assert to_bits(score) == pytest.approx(REGRET_1 + rest, abs=1e-9)
        # Where rules are compared, it counts in part.
        for weight in (1.0, 0.75, 0.0):
            steered = replace(problem.settings, surrogate_weight=weight)
            worth = worth_ticks(left, tree, replace(problem, settings=steered))
            expected = weight * rest + (1 - weight) * one
            assert to_bits(worth) == pytest.approx(expected, abs=1e-9)


def sum_of_likelihoods(n: int) -> float:
    """Return R(n, 2)."""
    return sum(math.comb(n, h) * (h / n) ** h * (1 - h / n) ** (n - h) for h in range(n + 1))


@pytest.mark.slow
def test_trees_stay_and_are_grown_anew() -> None:
    found = [learn(*scattered_table(seed).arguments, Settings(least_leaf=2)) for seed in range(12)]
    assert set().union(*(kinds_of_change(twin.trees) for twin in found)) >= {"stayed", "stale"}
    assert all(tree.children for twin in found if len(twin.rules) > 1 for tree in twin.trees[:1])


def test_the_search_goes_on_when_a_new_tree_has_more_to_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A tree that is never stale has at last nothing to say of what it was not grown of.
    monkeypatch.setattr(pruned, "STALE", 0)
    twin = learn(*scattered_table(7).arguments, Settings(least_leaf=2))
    assert kinds_of_change(twin.trees) == {"stayed", "last word"}
    place = next(i for i, tree in enumerate(twin.trees) if tree is not twin.trees[0])
    # The score is still that of the old tree, for which there was nothing to say.
    assert twin.surrogate[place] == twin.real[place]
    assert len(twin.rules) > place
