from argparse import ArgumentParser
from pathlib import Path

from benchmarks.ledger import RESULTS
from benchmarks.places import DOCS, Places, add_places, places_of


def read(*words: str) -> Places:
    parser = ArgumentParser()
    add_places(parser)
    return places_of(parser.parse_args(words))


def test_results_in_their_usual_place_make_the_page_of_the_checkout() -> None:
    assert read() == Places(RESULTS, DOCS)
    assert read().page == DOCS / "paper_table.md"


def test_results_elsewhere_leave_the_checkout_alone(tmp_path: Path) -> None:
    assert read("--results", str(tmp_path)) == Places(tmp_path, tmp_path)
    assert read("--results", str(tmp_path), "--docs", "here").docs == Path("here")
