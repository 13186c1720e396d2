from pathlib import Path

import pytest

from benchmarks import reasons, tables
from benchmarks.ledger import FoldResult, Ledger


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Ten folds of three data sets in one setting, one fold of one in the other."""
    ledger = Ledger(tmp_path / "paper.csv")
    figures = {
        "iris": (0.96, 7, 0.02),
        "diabetes": (0.72, 327, 0.6),
        "magic": (0.80, 1300, 0.5),
        "anuran-noindex": (0.9, 300, 0.4),
    }
    for name, (auc, n_literals, overlap) in figures.items():
        for fold in range(1, 11):
            offset = 0.01 if fold % 2 else -0.01
            ledger.append(result(name, "paper", fold, auc + offset, n_literals, overlap))
    ledger.append(result("iris", "default", 4, 0.97, 6, 0.0))
    return tmp_path


def result(
    name: str, setting: str, fold: int, auc: float, n_literals: int, overlap: float
) -> FoldResult:
    return FoldResult(
        name, setting, fold, 135, 4, 3, auc, 0.5, 3, n_literals, overlap, 30.0, 0.5, -1, "0.1.0"
    )  # fmt: skip


@pytest.fixture
def page(results: Path, tmp_path: Path) -> str:
    assert tables.main(["--results", str(results), "--docs", str(tmp_path / "docs")]) == 0
    return (tmp_path / "docs" / "paper_table.md").read_text(encoding="utf-8")


def test_the_papers_figures_stand_beside_ours(page: str) -> None:
    assert "| iris | 0.964 | 0.960 ± 0.011 | 7 | 7 | 0.018 | 0.020 |\n" in page
    assert "| diabetes | 0.766 | 0.720 ± 0.011 | 55 | 327 | 0.155 | 0.600 |\n" in page


def test_what_the_paper_does_not_have_is_left_open(page: str) -> None:
    assert "| anuran-noindex | — | 0.900 ± 0.011 | — | 300 | — | 0.400 |\n" in page


def test_the_last_line_leaves_out_what_the_paper_does_not_have(page: str) -> None:
    # (.766 + .964 + .886) / 3 and (.72 + .96 + .80) / 3; 55 + 7 + 1321 and 327 + 7 + 1300.
    assert "| **all 3** | 0.872 | 0.827 | 1383 | 1634 | 0.224 | 0.373 |\n" in page


def test_few_folds_are_marked(page: str) -> None:
    assert "| iris ^1 | 0.964 | 0.970 ± 0.000 | 7 | 6 | 0.018 | 0.000 |\n" in page


def test_differences_are_named_and_explained(page: str) -> None:
    diabetes = "- **diabetes**: AUC -0.046, 327 literals against 55, overlap +0.445. "
    magic = "- **magic**: AUC -0.086, 1300 literals against 1321, overlap +0.000. "
    assert diabetes + reasons.BY_DATA_SET["diabetes"] in page
    assert magic + reasons.UNKNOWN in page
    assert "- **iris**" not in page


def test_the_rest_is_there_too(page: str) -> None:
    row = "| iris | default | 0.500 | — | — | — | 3.0 | 30 | — / — | — / — | 0.5 |\n"
    assert row in page


def test_the_surrogate_and_the_others_have_their_sections(page: str) -> None:
    assert "## The effect of the surrogate\n" in page
    assert "Not measured yet; `make paper-peers` does.\n" in page


def test_lines_of_a_table_have_the_same_number_of_cells(page: str) -> None:
    sections = page.split("\n\n")
    found = [part.splitlines() for part in sections if part.startswith("|")]
    assert len(found) == 3
    assert all(len({line.count("|") for line in lines}) == 1 for lines in found)


def test_a_data_set_without_a_reason_may_be_within_the_spread(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "paper.csv")
    for fold, auc in enumerate([0.9, 1.0, 0.9, 1.0], 1):
        ledger.append(result("wine", "paper", fold, auc, 20, 0.2))
    assert tables.main(["--results", str(tmp_path)]) == 0
    text = (tmp_path / "paper_table.md").read_text(encoding="utf-8")
    assert "- **wine**: AUC -0.004, 20 literals against 10, overlap +0.169. " in text
    assert reasons.WITHIN_SPREAD in text
    assert "Not measured yet." in text


def test_no_results_give_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tables.main(["--results", str(tmp_path / "none")]) == 2
    assert "has no results yet" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
