from benchmarks.contest_page import choice_sections, contest_sections, surrogate_section
from benchmarks.findings import Findings
from benchmarks.shuffled import Shuffled
from benchmarks.summary import summarize
from tests.benchmarks.results import other, ours


def test_without_others_the_page_says_how_to_have_them() -> None:
    assert "`make paper-peers` does" in contest_sections(Findings([ours("iris")], [], [], []))


def test_all_sections_are_there() -> None:
    mine = [ours(name, s) for name in ("iris", "wine") for s in ("default", "paper")]
    others = [other(method, name) for method in ("cn2", "tree") for name in ("iris", "wine")]
    dial = [ours("iris", "simplicity=1")]
    text = contest_sections(Findings(mine, others, dial, []))
    assert "Folds: 1 of each data set, for turs too.\n" in text
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert [heading.removeprefix("## ") for heading in headings] == [
        "Beside other learners",
        "Average ranks",
        "Log-loss against each",
        "AUC against literals",
        "Honesty",
        "Other measures",
    ]


def test_folds_may_differ_between_data_sets() -> None:
    mine = [ours("iris"), ours("wine", fold=2)]
    text = contest_sections(Findings(mine, [other("cn2", "iris"), other("cn2", "wine", 2)], [], []))
    assert "Folds, for turs too: iris 1; wine 2.\n" in text


def test_the_surrogate_has_a_line_where_both_were_measured() -> None:
    results = [ours("iris", "paper", auc=0.9), ours("iris", "no surrogate", auc=0.85)]
    text = surrogate_section(summarize([*results, ours("wine", "paper")]))
    assert "| iris | 0.900 | 0.850 | 9 | 9 |\n" in text
    assert "| wine |" not in text


def test_choices_are_shown_once_they_are_measured() -> None:
    nothing = Findings([], [], [], [])
    assert choice_sections(nothing) == ""
    measured = Findings([], [], [], [], [ours("iris", "default")], [Shuffled("iris", 0, 0, 0, "1")])
    text = choice_sections(measured)
    assert "## One choice undone at a time" in text and "| default | " in text
    assert "## Shuffled classes" in text and "| iris | 1 | 100 % | 0 |" in text
