import pytest

from benchmarks.contest import Contest
from benchmarks.contest_tables import (
    figures_of,
    first_tables,
    honesty_tables,
    measure_table,
    rank_table,
    win_table,
)
from benchmarks.quotes import read_quotes
from benchmarks.yardsticks import AUC, LITERALS
from tests.benchmarks.results import ended, other, ours


@pytest.fixture
def contest() -> Contest:
    """Two data sets, of which CN2 does one and BRS none."""
    mine = [ours(name, setting) for name in ("iris", "wine") for setting in ("default", "paper")]
    others = [other("cn2", "iris"), ended("cn2", "wine", ">120")]
    others += [ended("brs", name, "n/a: takes two classes only") for name in ("iris", "wine")]
    others += [other("forest", name, n_literals=5000) for name in ("iris", "wine")]
    return Contest(mine, others)


def test_what_the_paper_prints_is_in_brackets(contest: Contest) -> None:
    text = first_tables(contest, read_quotes())
    assert "| data set | turs as in the paper | turs | CN2 (Orange) | DRS | random forest |" in text
    assert "| iris | 0.900 (0.964) | 0.900 | 0.800 (0.985) | (0.935) | 0.800 |\n" in text
    assert "| wine | 9 (10) | 9 | >120 s (6) | (134) | 5000 |\n" in text


def test_the_last_line_needs_every_data_set(contest: Contest) -> None:
    assert "| **mean, 2 sets** | 0.900 | 0.900 | — | 0.800 |" in measure_table(contest, AUC)
    assert "| **in all, 2 sets** | 18 | 18 | — | 10000 |" in measure_table(contest, LITERALS)


def test_honesty_stands_beside_chance(contest: Contest) -> None:
    text = honesty_tables(contest)
    assert "### Honesty of the rules\n\nClass frequencies" in text
    assert "| iris | 0.070 / 0.020 | 0.070 / 0.020 | 0.200 / 0.000 |" in text
    assert "| **mean, 2 sets** | 0.060 / 0.040 |" in text


def test_ranks_leave_out_who_cannot_be_read(contest: Contest) -> None:
    text = rank_table(contest)
    assert "| learner | AUC | literals | Log-loss |" in text
    assert "| turs | 1.50 | 1.50 |" in text
    assert "| CN2 (Orange) | 3.00 | 3.00 |" in text
    assert "forest" not in text
    assert "BRS" not in text
    assert figures_of(contest, AUC)["CN2 (Orange)"] == [0.8, None]


def test_wins_are_counted_against_each_that_is_there(contest: Contest) -> None:
    text = win_table(contest)
    assert "| CN2 (Orange) | 1 of 1 |\n" in text
    assert "CLASSY" not in text
