"""The naive lengths against arithmetic on paper, and the propositions of the paper's section 4."""

import math
from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.lengths import (
    Training,
    class_counts,
    cost_ticks,
    covered_ticks,
    data_ticks,
    group_union,
    length_ticks,
    rule_cells,
    rule_cover,
    set_ticks,
    speaking_covers,
    training_rows,
    tree_ticks,
    uncovered_rows,
)
from tests.naive.tree import Rows
from turs.mdl import regret_bits

# R(n, 2) = sum over h of C(n, h) (h / n)^h (1 - h / n)^(n - h):
# R(1) = 1 + 1, R(2) = 1 + 2 / 4 + 1, R(4) = 2 + 2 * 4 * 27 / 256 + 6 / 16.
REGRET_1 = 1.0
REGRET_2 = math.log2(2.5)
REGRET_4 = math.log2(3.21875)


def to_bits(ticks: int, training: Training) -> pytest.approx:
    return pytest.approx(training.ticks.to_bits(ticks), abs=1e-9)


def rows_of(*rows: int) -> Rows:
    return frozenset(rows)


# Three rules in a chain, and two uncovered rows.
#          A A A A
#              B B B B
#                  C C C C
# row      0 1 2 3 4 5 6 7 8 9
CHAIN_Y = [0, 0, 0, 1, 0, 1, 1, 1, 1, 1]
A, B, C = rows_of(0, 1, 2, 3), rows_of(2, 3, 4, 5), rows_of(4, 5, 6, 7)


@pytest.fixture
def chain() -> Training:
    return training_rows([[0] * 10], CHAIN_Y, 2)


def test_lengths_of_counts() -> None:
    ticks = training_rows([[0] * 8], [0] * 8, 2).ticks
    bit = 2**ticks.scale
    assert data_ticks((4, 4), ticks) == 8 * bit
    assert data_ticks((8, 0), ticks) == 0
    assert data_ticks((0, 0), ticks) == length_ticks((0, 0), ticks) == 0
    # 2 rows of class 0 and 1 of class 1 with frequencies 1/4 and 3/4: 2 * 2 + log2(4 / 3) bits
    assert ticks.to_bits(cost_ticks((2, 1), (1, 3), ticks)) == pytest.approx(4 + math.log2(4 / 3))
    assert ticks.to_bits(length_ticks((2, 2), ticks)) == pytest.approx(4 + REGRET_4)


def test_cover_is_the_rows_with_allowed_codes() -> None:
    training = training_rows([[0, 1, 2, 3], [1, 1, 0, 0]], [0, 1, 0, 1], 2)
    assert rule_cover({}, training) == rows_of(0, 1, 2, 3)
    assert rule_cover({0: 0b0110}, training) == rows_of(1, 2)
    assert rule_cover({0: 0b0110, 1: 0b01}, training) == rows_of(2)


def test_groups_and_unions_of_three_rules(chain: Training) -> None:
    covers = [A, B, C]
    cells = rule_cells(covers, chain)
    assert cells == {
        rows_of(0): rows_of(0, 1),
        rows_of(0, 1): rows_of(2, 3),
        rows_of(1, 2): rows_of(4, 5),
        rows_of(2): rows_of(6, 7),
        rows_of(): rows_of(8, 9),
    }
    unions = {pattern: class_counts(group_union(pattern, covers), chain) for pattern in cells}
    assert unions == {
        rows_of(0): (3, 1),
        rows_of(0, 1): (4, 2),
        rows_of(1, 2): (2, 4),
        rows_of(2): (1, 3),
        rows_of(): (0, 0),
    }


def test_length_of_three_rules(chain: Training) -> None:
    # rows 0, 1: counts (2, 0) with (3, 1): 2 log2(4/3)          = 4 - 2 log2(3)
    # rows 2, 3: counts (1, 1) with (4, 2): log2(6/4) + log2(6/2) = 2 log2(3) - 1
    # rows 4, 5 and 6, 7 mirror them: together (4 - 1) * 2 = 6 bits.
    # Three rules of 4 rows; the else rule has counts (0, 2): no data, the regret of 2 rows.
    assert to_bits(covered_ticks([A, B, C], chain), chain) == 6 + 3 * REGRET_4
    assert to_bits(set_ticks([A, B, C], chain), chain) == 6 + 3 * REGRET_4 + REGRET_2


def test_an_exception_speaks_alone(chain: Training) -> None:
    # D = rows 2, 3 lies in A and in B, so it alone speaks there: counts (1, 1), 2 bits.
    # Before, these rows cost 2 log2(3) - 1; the rest is as it was, and D pays its regret.
    exception = rows_of(2, 3)
    assert speaking_covers([A, B, exception]) == {exception}
    expected = 6 - (2 * math.log2(3) - 1) + 2 + 3 * REGRET_4 + REGRET_2
    assert to_bits(covered_ticks([A, B, C, exception], chain), chain) == expected


def test_identical_covers_speak_once_and_pay_twice(chain: Training) -> None:
    assert speaking_covers([A, A]) == {A}
    once, twice = set_ticks([A, B], chain), set_ticks([A, B, A], chain)
    assert to_bits(twice - once, chain) == REGRET_4


def test_a_rule_without_rows_costs_nothing(chain: Training) -> None:
    assert set_ticks([A, rows_of(), B], chain) == set_ticks([A, B], chain)


def test_empty_set_is_the_else_rule(chain: Training) -> None:
    # counts (4, 6): 10 log2(10) - 4 log2(4) - 6 log2(6) = 9.709506 bits
    expected = 9.709505944546686 + regret_bits(10, 2)
    assert to_bits(set_ticks([], chain), chain) == expected
    assert tree_ticks(chain.all_rows, chain) == set_ticks([], chain)  # too few rows for a tree


def test_tree_describes_the_uncovered_rows() -> None:
    # test_naive_tree.py works out the leaves: (2,0) (1,0) (0,1) (0,2) for leaves of 1 row or
    # more, (2,0) (1,1) (0,2) for 2; the first tree is shorter: 2 log2(2.5) + 1 + 1.
    codes = [[0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]]
    training = training_rows(codes, [0, 0, 0, 1, 1, 1], 2, leaf_sizes=(1, 2, 3, 4))
    assert to_bits(tree_ticks(training.all_rows, training), training) == 2 * math.log2(5)
    coarse = training._replace(leaf_sizes=(2,))
    assert to_bits(tree_ticks(training.all_rows, coarse), training) == 2 + 3 * REGRET_2
    # Rows 0, 1 covered by a rule: of the other four, (1,0) (0,1) and (0,2) are left to the tree.
    left = uncovered_rows([rows_of(0, 1)], training)
    assert to_bits(tree_ticks(left, training), training) == 2 * REGRET_1 + REGRET_2
    assert tree_ticks(rows_of(), training) == 0


covers_of_seven_rows = st.lists(st.frozensets(st.integers(0, 6), min_size=1), max_size=4)
labels_of_seven_rows = st.lists(st.integers(0, 2), min_size=7, max_size=7)


@given(covers_of_seven_rows, labels_of_seven_rows)
def test_cells_sum_to_all_rows(covers: list[Rows], y: list[int]) -> None:
    training = training_rows([[0] * 7], y, 3)
    cells = rule_cells(covers, training)
    assert sorted(row for rows in cells.values() for row in rows) == list(range(7))
    for place, cover in enumerate(covers):
        counts = [class_counts(rows, training) for p, rows in cells.items() if place in p]
        assert tuple(map(sum, zip(*counts, strict=True))) == class_counts(cover, training)


@given(covers_of_seven_rows, labels_of_seven_rows, st.randoms(use_true_random=False))
def test_length_is_that_of_the_predictions_in_any_order(
    covers: list[Rows], y: list[int], random: object
) -> None:
    training = training_rows([[0] * 7], y, 3)
    sizes = [len(cover) for cover in [*covers, uncovered_rows(covers, training)]]
    expected = -math.log2(likelihood(covers, y)) + sum(regret_bits(n, 3) for n in sizes)
    length = set_ticks(covers, training)
    assert to_bits(length, training) == expected
    random.shuffle(covers)
    assert set_ticks(covers, training) == length


def likelihood(covers: Sequence[Rows], y: Sequence[int]) -> float:
    """Return the product over rows of the class frequency in the union of the row's group."""
    probability = 1.0
    everything = frozenset(range(len(y)))
    for row in everything:
        group = speaking_covers([cover for cover in covers if row in cover])
        speaking = frozenset().union(*group) if group else everything.difference(*covers)
        probability *= sum(y[other] == y[row] for other in speaking) / len(speaking)
    return probability


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize(
    "covers",
    [
        [],
        [rows_of(0, 1, 2, 3, 4, 5)],
        [rows_of(0, 1), rows_of(2, 3, 4)],
        [rows_of(0, 1, 2), rows_of(3, 4), rows_of(5)],
    ],
)
def test_proposition_1_disjoint_rules_have_the_exact_nml(
    covers: list[Rows], n_classes: int
) -> None:
    """With the else rule the covers cut the six rows into parts: approximate NML is NML."""
    every_y = list(product(range(n_classes), repeat=6))
    normaliser = math.fsum(likelihood(covers, y) for y in every_y)
    for y in every_y[:: len(every_y) // 16]:
        training = training_rows([[0] * 6], y, n_classes)
        exact = math.log2(normaliser) - math.log2(likelihood(covers, y))
        assert to_bits(set_ticks(covers, training), training) == exact


def test_proposition_1_needs_disjoint_rules() -> None:
    # Overlaps pay extra: the approximate normaliser of these covers exceeds the exact one.
    covers = [rows_of(0, 1, 2, 3), rows_of(2, 3, 4, 5)]
    normaliser = math.fsum(likelihood(covers, y) for y in product(range(2), repeat=6))
    assert math.log2(normaliser) + 0.5 < 2 * REGRET_4


@pytest.mark.parametrize("n_classes", [2, 3, 5, 10])
def test_proposition_2_regret_grows_like_half_a_log_per_parameter(n_classes: int) -> None:
    """``log R(n, k) - (k - 1) / 2 log n`` tends to a constant: that of Rissanen's expansion."""
    free = (n_classes - 1) / 2
    constant = (
        n_classes / 2 * math.log2(math.pi)
        - math.lgamma(n_classes / 2) / math.log(2)
        - free * math.log2(2 * math.pi)
    )
    distances = [
        abs(regret_bits(n, n_classes) - free * math.log2(n) - constant)
        for n in (10**3, 10**4, 10**5, 10**6, 10**7)
    ]
    # The next term of the expansion falls like 1 / sqrt(n): by about 3.16 each time.
    assert all(far > 3 * near for far, near in pairwise(distances))
    assert distances[-1] < 0.02


def test_proposition_2_for_a_rule_set() -> None:
    """Four rules with fixed shares of n rows: 4 (k - 1) / 2 log n, and a bounded rest."""
    rests = []
    for n in (10**3, 10**4, 10**5, 10**6):
        sizes = [n // 2, n // 4, n // 8, n // 8]
        rests.append(sum(regret_bits(size, 3) for size in sizes) - 4 * math.log2(n))
    assert max(rests) - min(rests) < 1.0
