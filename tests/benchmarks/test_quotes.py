import pytest

from benchmarks.contest import ENTRANTS
from benchmarks.quotes import Quote, read_quotes


def test_the_papers_figures_of_all_methods() -> None:
    quotes = read_quotes()
    assert quotes["DRS", "wine"] == Quote(0.810, 134)
    assert quotes["TURS", "magic"] == Quote(0.886, 1321, 0.5)
    assert ("BRS", "wine") not in quotes
    # Six methods on 13 data sets, and one on the six of two classes.
    assert len(quotes) == 6 * 13 + 6
    cn2 = [quote for (method, _), quote in quotes.items() if method == "CN2"]
    assert sum(quote.auc for quote in cn2) == pytest.approx(10.440)
    assert sum(quote.n_literals for quote in cn2) == 5455


def test_every_entrant_that_is_quoted_is_in_the_paper() -> None:
    methods = {method for method, _ in read_quotes()}
    assert {entrant.printed for entrant in ENTRANTS if entrant.printed} == methods
