import pytest
from scipy.stats import friedmanchisquare

from benchmarks.ranks import Ranking, critical_difference, friedman, rank


def test_ranks_are_averaged_and_equals_share_them() -> None:
    figures = {"a": [0.9, 0.8], "b": [0.9, 0.7], "c": [0.5, 0.9]}
    ranking = rank(figures, larger_is_better=True)
    # a: 1.5 and 2; b: 1.5 and 3; c: 3 and 1.
    assert ranking.ranks == {"a": 1.75, "c": 2.0, "b": 2.25}
    assert list(rank(figures, larger_is_better=False).ranks) == ["b", "c", "a"]


def test_who_has_no_figure_is_last() -> None:
    ranking = rank({"a": [0.1], "b": [None], "c": [0.2], "d": [None]}, larger_is_better=False)
    assert ranking.ranks == {"a": 1.0, "c": 2.0, "b": 3.5, "d": 3.5}


def test_friedman_is_that_of_scipy_without_ties() -> None:
    figures = [[0.1, 0.2, 0.3, 0.4], [0.2, 0.3, 0.1, 0.5], [0.3, 0.4, 0.5, 0.6]]
    ranks = rank(dict(zip("abc", figures, strict=True)), larger_is_better=False).ranks
    assert friedman([ranks[name] for name in "abc"], 4) == pytest.approx(
        friedmanchisquare(*figures).pvalue
    )


@pytest.mark.parametrize(
    "n_methods, n_sets, expected",
    # The example of Demsar (2006), and his table: q of 10 methods is 3.164, of 2 it is 1.960.
    [(4, 14, 1.25), (10, 13, 3.164 * (110 / 78) ** 0.5), (2, 6, 1.960 * (6 / 36) ** 0.5)],
)
def test_the_critical_difference(n_methods: int, n_sets: int, expected: float) -> None:
    assert critical_difference(n_methods, n_sets) == pytest.approx(expected, abs=0.005)


def test_neighbours_that_may_be_alike() -> None:
    ranks = {"a": 1.0, "b": 1.5, "c": 2.2, "d": 4.0, "e": 4.1}
    found = Ranking(ranks, 13, 0.01, critical_difference=1.0).cliques()
    assert found == [("a", "b"), ("b", "c"), ("d", "e")]
    assert Ranking(ranks, 13, 0.01, critical_difference=9.0).cliques() == [tuple("abcde")]


def test_one_method_cannot_be_ranked() -> None:
    with pytest.raises(ValueError, match="two are the least"):
        rank({"a": [0.1]}, larger_is_better=True)
