"""The settings of the search: those of the paper, and leaf sizes."""

from dataclasses import FrozenInstanceError

import pytest

from tests.naive.tree import leaf_sizes
from turs.search import SearchSettings
from turs.search.settings import paper_leaf_sizes


def test_beam_of_the_paper_is_the_default() -> None:
    settings = SearchSettings()
    assert (settings.beam_width, settings.n_candidates, settings.diversity) == (5, 5, 0.05)
    assert (settings.surrogate, settings.max_rules, settings.max_set_size) == ("tree", None, None)
    with pytest.raises(FrozenInstanceError):
        settings.beam_width = 3


@pytest.mark.parametrize(
    ("n_rows", "sizes"),
    [
        (1, [10, 30, 50, 70, 90]),
        (1000, [10, 30, 50, 70, 90]),
        (1001, [10, 30]),  # 1 % of the rows is 10, but 10 and 30 are tried in any case
        (5000, [10, 30]),
        (5099, [10, 30]),
        (5100, [10, 30, 50]),
        (20_000, [10, 30, 50, 70, 90, 110, 130, 150, 170, 190]),
    ],
)
def test_leaf_sizes_of_the_paper(n_rows: int, sizes: list[int]) -> None:
    assert list(paper_leaf_sizes(n_rows)) == list(SearchSettings().leaf_sizes_for(n_rows)) == sizes


def test_leaf_sizes_are_those_of_the_twin() -> None:
    for n_rows in [*range(0, 6000, 7), 10**6]:
        assert list(paper_leaf_sizes(n_rows)) == leaf_sizes(n_rows)


def test_given_leaf_sizes_are_for_any_number_of_rows() -> None:
    settings = SearchSettings(leaf_sizes=(2, 5))
    assert list(settings.leaf_sizes_for(3)) == list(settings.leaf_sizes_for(10**6)) == [2, 5]
