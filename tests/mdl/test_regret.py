"""Regret against exact sums: rational where n is small, forty digits where it is not."""

import math
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.model import normaliser
from turs.exceptions import InputError, InputTypeError
from turs.mdl import regret, regret_bits, regret_table

DIGITS = Context(prec=50)
SWITCH = regret._SERIES_FROM  # from the sum to the series


def sequence_normaliser(n: int, k: int) -> float:
    """Add up the largest likelihoods of all sequences of n classes, one by one."""
    return math.fsum(
        math.prod((sequence.count(label) / n) for label in sequence)
        for sequence in product(range(k), repeat=n)
    )


def binary_normaliser(n: int) -> Fraction:
    """Return ``R(n, 2)``, the sum over h of ``C(n, h) (h / n)^h (1 - h / n)^(n - h)``."""
    sums = sum(math.comb(n, h) * h**h * (n - h) ** (n - h) for h in range(n + 1))
    return Fraction(sums, n**n)


def precise_bits(n: int, classes: list[int]) -> list[float]:
    """Return the regret for several numbers of classes, in rising order, from fifty digits.

    ``R(n, 2)`` is the sum over j of ``n (n - 1) ... (n - j + 1) / n^j``, which the exact tests
    below compare with the definition; its terms fall, and those below 1e-45 are left out.
    """
    with localcontext(DIGITS):
        term = total = Decimal(1)
        for j in range(n):
            term *= Decimal(n - j) / n
            total += term
            if term < Decimal("1e-45"):
                break
        before, last = Decimal(1), total
        bits = []
        for k in range(2, classes[-1] + 1):
            if k in classes:
                bits.append(float(last.ln() / Decimal(2).ln()))
            before, last = last, last + Decimal(n) / (k - 1) * before
        return bits


@pytest.mark.parametrize(
    ("n", "k", "value"),
    [
        (0, 2, 1.0),
        (7, 1, 1.0),
        (1, 2, 2.0),
        (2, 2, 2.5),  # 1 + 2 / 4 + 1
        (3, 2, 26 / 9),  # 2 + 2 * 3 * 4 / 27
        (4, 2, 3.21875),  # 2 + 2 * 4 * 27 / 256 + 6 / 16
        (1, 5, 5.0),
        (2, 3, 4.5),  # three sequences of one class, six of two with likelihood 1 / 4
        (3, 3, 53 / 9),  # 3 + 18 * 4 / 27 + 6 / 27
    ],
)
def test_by_hand(n: int, k: int, value: float) -> None:
    assert 2 ** regret_bits(n, k) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(("n", "k"), [(1, 4), (2, 2), (4, 3), (5, 4), (6, 3), (10, 2)])
def test_all_sequences_of_classes(n: int, k: int) -> None:
    assert regret_bits(n, k) == pytest.approx(math.log2(sequence_normaliser(n, k)), abs=1e-12)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 7])
def test_exact_rationals(k: int) -> None:
    exact = [math.log2(normaliser(n, k)) for n in range(41)]
    assert regret_table(40, k) == pytest.approx(exact, abs=1e-13)


def test_recurrence_in_exact_rationals() -> None:
    for n in (1, 2, 5, 17, 60):
        before, last = Fraction(1), binary_normaliser(n)
        for k in range(2, 40):
            assert regret_bits(n, k) == pytest.approx(math.log2(last), abs=1e-12)
            before, last = last, last + Fraction(n, k - 1) * before


@pytest.mark.parametrize(
    "n", [1, 2, 10, 100, SWITCH - 1, SWITCH, SWITCH + 1, 10**3, 10**4, 10**5, 10**6, 10**7]
)
def test_fifty_digits(n: int) -> None:
    classes = [2, 3, 4, 10, 100, 300, 999, 1000]
    assert [regret_bits(n, k) for k in classes] == pytest.approx(
        precise_bits(n, classes), rel=0, abs=1e-9
    )


@pytest.mark.parametrize("n", [SWITCH, SWITCH + 1, 2 * SWITCH, 10 * SWITCH])
def test_sum_and_series_agree_where_one_takes_over(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for first in (n, n + 1):  # the series, then the sum
        monkeypatch.setattr(regret, "_SERIES_FROM", first)
        found.append([regret_bits(n, k) for k in (2, 3, 50)])
    assert found[0] == pytest.approx(found[1], rel=0, abs=1e-12)


def test_no_step_where_the_series_takes_over() -> None:
    steps = np.diff(regret_table(SWITCH + 50, 3)[SWITCH - 50 :])
    # The regret grows like log2(n): its steps fall by about 1.44 / n^2 each, and a jump of one
    # table to the other would be seen against that.
    assert np.all(np.diff(steps) < 0)
    assert np.all(np.diff(steps) > -2 / (SWITCH - 50) ** 2)


@given(st.integers(0, 3000), st.integers(1, 60))
def test_more_rows_and_more_classes_cost_more(n: int, k: int) -> None:
    bits = regret_bits(n, k)
    assert bits == 0.0 if k == 1 or n == 0 else bits > 0.0
    assert regret_bits(n + 1, k) > bits or k == 1
    assert regret_bits(n, k + 1) > bits or n == 0
    # One distribution gives every sequence at least the same share; each count vector at most 1.
    assert bits <= n * math.log2(k) + 1e-9
    assert bits <= math.log2(math.comb(n + k - 1, k - 1)) + 1e-9


@pytest.mark.parametrize("k", [1, 2, 3, 20])
@pytest.mark.parametrize("n", [0, 1, 100, SWITCH - 1, SWITCH, 4001])
def test_table_is_one_row_number_after_the_other(n: int, k: int) -> None:
    table = regret_table(n, k)
    assert table.shape == (n + 1,)
    assert table[n] == regret_bits(n, k)
    assert table[n // 2] == regret_bits(n // 2, k)


@pytest.mark.parametrize(("n", "k"), [(-1, 2), (3, 0), (3, -2)])
def test_impossible_numbers_are_refused(n: int, k: int) -> None:
    for refuses in (regret_bits, regret_table):
        with pytest.raises(InputError, match=f"not n={n} and k={k}"):
            refuses(n, k)


@pytest.mark.parametrize(
    ("n", "k"), [("a", 2), (None, 2), (math.nan, 2), (2.5, 2), (5, 2.0), (True, 2)]
)
def test_what_is_no_integer_is_refused(n: Any, k: Any) -> None:
    for refuses in (regret_bits, regret_table):
        with pytest.raises(InputTypeError, match=f"as integers, not n={n!r} and k={k!r}"):
            refuses(n, k)


def test_integers_of_numpy_are_as_good() -> None:
    assert regret_bits(np.int64(9), np.int8(3)) == regret_bits(9, 3)
    assert regret_table(np.uint8(255), np.uint8(3)).tolist() == regret_table(255, 3).tolist()
