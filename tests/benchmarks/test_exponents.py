import pytest

from benchmarks.exponents import Exponent, fit_exponent


def test_a_power_is_found_whatever_the_order() -> None:
    sizes = [100, 1, 10]
    exponent = fit_exponent(sizes, [3 * size**1.5 for size in sizes])
    assert (exponent.overall, exponent.last) == (pytest.approx(1.5), pytest.approx(1.5))


def test_the_last_step_may_be_steeper() -> None:
    # On logarithms to base 10: 0, 0, 0, 3. The slope of the best line is 0.9 by hand.
    exponent = fit_exponent([1, 10, 100, 1000], [1, 1, 1, 1000])
    assert (exponent.overall, exponent.last) == (pytest.approx(0.9), pytest.approx(3))


def test_both_are_said() -> None:
    assert str(Exponent(1.234, 0.987)) == "exponent 1.23 over all, 0.99 over the last step"


@pytest.mark.parametrize(("sizes", "seconds"), [([1], [1]), ([1, 1], [1, 2]), ([1, 2], [0, 1])])
def test_too_little_is_refused(sizes: list[float], seconds: list[float]) -> None:
    with pytest.raises(ValueError, match="two sizes and times"):
        fit_exponent(sizes, seconds)
