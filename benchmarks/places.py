"""Where the results of the paper's experiments are kept, and where the page and pictures go."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

from benchmarks.ledger import RESULTS

DOCS = Path(__file__).resolve().parents[1] / "docs"


@dataclass(frozen=True)
class Places:
    """Files of the paper's experiments.

    Attributes
    ----------
    results : path
        Directory of the CSV files.
    docs : path
        Directory of the page.
    """

    results: Path = RESULTS
    docs: Path = DOCS

    @property
    def ours(self) -> Path:
        """Folds of turs."""
        return self.results / "paper.csv"

    @property
    def peers(self) -> Path:
        """Folds of the other learners."""
        return self.results / "paper_peers.csv"

    @property
    def dial(self) -> Path:
        """Folds of turs along its dial."""
        return self.results / "dial.csv"

    @property
    def traces(self) -> Path:
        """How lengths fall while rules are added."""
        return self.results / "traces.csv"

    @property
    def ablation(self) -> Path:
        """Folds of turs with one choice undone."""
        return self.results / "ablation.csv"

    @property
    def shuffled(self) -> Path:
        """What is learned of shuffled classes."""
        return self.results / "shuffled.csv"

    @property
    def page(self) -> Path:
        """The tables."""
        return self.docs / "paper_table.md"

    @property
    def pictures(self) -> Path:
        """Directory of the pictures."""
        return self.docs / "pictures"


def add_places(parser: ArgumentParser) -> None:
    """Let a command line say where files are.

    Parameters
    ----------
    parser : ArgumentParser
    """
    parser.add_argument(
        "--results", type=Path, default=RESULTS, metavar="DIRECTORY", help="of the CSV files"
    )
    parser.add_argument(
        "--docs",
        type=Path,
        metavar="DIRECTORY",
        help="of the page and pictures; beside the results if these are not in their usual place",
    )


def places_of(options: Namespace) -> Places:
    """Return what a command line said.

    Parameters
    ----------
    options : Namespace

    Returns
    -------
    Places
        Results that were made to try something do not change the page of the checkout.
    """
    usual = options.results.resolve() == RESULTS.resolve()
    docs = options.docs or (DOCS if usual else options.results)
    return Places(options.results, docs)
