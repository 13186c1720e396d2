"""The settings of the search: those of the paper, and leaf sizes."""

from dataclasses import FrozenInstanceError, fields

import pytest

from tests.naive.problems import Settings
from tests.naive.tree import leaf_sizes
from turs.search import SearchSettings
from turs.search.settings import paper_leaf_sizes


def test_candidates_of_the_paper_are_the_default() -> None:
    settings = SearchSettings()
    assert (settings.n_candidates, settings.diversity) == (5, 0.05)
    assert (settings.max_rules, settings.max_set_size) == (None, None)
    with pytest.raises(FrozenInstanceError):
        settings.beam_width = 3


def test_what_is_not_of_the_paper() -> None:
    settings = SearchSettings()
    assert (settings.beam_width, settings.blend) == (7, 0.4)
    assert (settings.surrogate, settings.surrogate_weight, settings.joint) == ("tree", 0.7, True)
    assert (settings.simplicity, settings.min_new_rows, settings.least_leaf) == (1.0, 3, 5)


def test_the_twin_has_all_settings() -> None:
    ours, of_twin = ({field.name for field in fields(c)} for c in (SearchSettings, Settings))
    assert ours == of_twin


@pytest.mark.parametrize(
    ("n_rows", "growth"), [(1, 0.001**0.6), (1000, 1.0), (2000, 2**0.6), (10**6, 1000**0.6)]
)
def test_a_literal_costs_more_in_larger_tables(n_rows: int, growth: float) -> None:
    for simplicity in (0.0, 1.0, 3.0):
        settings = SearchSettings(simplicity=simplicity)
        bits = settings.literal_bits(n_rows, 256)
        assert bits == pytest.approx(0.15 * simplicity * growth * 8)
        # Of no choice or one, as of two.
        least = settings.literal_bits(n_rows, 2)
        assert settings.literal_bits(n_rows, 1) == settings.literal_bits(n_rows, 0) == least


@pytest.mark.parametrize(
    ("by_forest", "factor"),
    [(0.0, 0.3), (0.12, 0.3), (0.2, 0.5), (0.4, 1.0), (0.48, 1.2), (0.52, 1.3), (1.1, 1.3)],
)
def test_a_literal_costs_less_where_the_classes_are_easy_to_tell(
    by_forest: float, factor: float
) -> None:
    bits = SearchSettings().informed_bits(2.0, by_forest, by_tree=1.2)
    assert bits == pytest.approx(2.0 * factor)


@pytest.mark.parametrize(("by_tree", "factor"), [(0.2, 1.0), (0.44, 1.1), (0.9, 1.3)])
def test_a_literal_costs_more_where_a_tree_knows_little_as_well(
    by_tree: float, factor: float
) -> None:
    bits = SearchSettings().informed_bits(2.0, 0.8, by_tree)
    assert bits == pytest.approx(2.0 * factor)


@pytest.mark.parametrize(
    ("by_tree", "factor"), [(0.0, 2.0), (0.16, 2.0), (0.18, 1.0), (0.2, 0.5), (0.9, 0.5)]
)
def test_a_literal_costs_more_where_a_tree_knows_as_much(by_tree: float, factor: float) -> None:
    bits = SearchSettings().informed_bits(2.0, 0.2, by_tree)
    assert bits == pytest.approx(2.0 * factor)


def test_a_literal_costs_less_where_rows_are_blended() -> None:
    assert SearchSettings().blended_bits(2.0, blend=0.36) == pytest.approx(1.6)
    assert SearchSettings().blended_bits(2.0, blend=0.0) == 2.0


def test_who_asks_a_forest() -> None:
    assert SearchSettings().asks_forest and SearchSettings(surrogate=None).asks_forest
    assert not SearchSettings(blend=0.0).asks_forest
    assert not SearchSettings(surrogate="cart").asks_forest


def test_evidence_is_a_share_of_the_whole_price() -> None:
    assert SearchSettings().evidence_bits(256) == pytest.approx(0.75 * 8)
    assert SearchSettings(evidence=2.0).evidence_bits(256) == pytest.approx(16)
    assert SearchSettings(evidence=0.0).evidence_bits(256) == 0.0
    assert SearchSettings().evidence_bits(0) == SearchSettings().evidence_bits(2)


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
