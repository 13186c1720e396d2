"""Write the page of the paper's experiments, and its pictures: ``python -m benchmarks.tables``.

Everything comes from files of results; nothing is measured.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from statistics import fmean

from benchmarks import reasons
from benchmarks.canvas import PictureError
from benchmarks.contest_page import choice_sections, contest_sections, surrogate_section
from benchmarks.data import NAMES, WITHOUT_INDEX
from benchmarks.finding_pictures import draw_all
from benchmarks.findings import Findings
from benchmarks.ledger import LedgerError
from benchmarks.markdown import table
from benchmarks.places import add_places, places_of
from benchmarks.protocol import N_FOLDS
from benchmarks.summary import Printed, Summary, read_printed, summarize

# What is worth a sentence: an AUC or an overlap that differs by more, a number of literals larger
# or smaller by more than this factor.
_AUC_DIFFERENCE = 0.02
_OVERLAP_DIFFERENCE = 0.1
_LITERALS_FACTOR = 1.5

_ABSENT = "—"

_INTRODUCTION = f"""\
# The paper's tables, made again

Tables 1 and 2 of Yang & van Leeuwen, *Truly Unordered Probabilistic Rule Sets for Multi-class
Classification* (ECML PKDD 2022), beside what this library gives on the same data sets and folds:
`StratifiedKFold(10, shuffle=True, random_state=1)`; AUC plain for two classes, weighted
one-versus-rest for more; literals, one a variable and bound; overlap, the share of training rows
that more than one rule covers. Means over the folds, ± the standard deviation over them; `^k` marks
means of only k folds. `{WITHOUT_INDEX}` is anuran without its first variable, a row number that
gives the class away. The last line of a table has the mean AUC, the literals in all and the mean
overlap of the data sets that the paper has.

`make paper` measures what `benchmarks/results/paper.csv` does not have yet, and writes this page;
`make paper-peers` measures the other learners too. Every figure comes from the files in
`benchmarks/results`.
"""

_ALSO = """\
Log-loss, Brier score, balanced accuracy, calibration and honesty are explained below, where the
other learners have them too. Honesty is a difference, less is better; after the stroke stands what
chance alone would give.
"""

_SECTIONS = {
    "paper": ("With the settings of the paper", "`TURSClassifier.as_in_paper()`."),
    "default": ("With the defaults", "`TURSClassifier()`."),
}

Summaries = Mapping[tuple[str, str], Summary]


def page(findings: Findings) -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    findings : Findings

    Returns
    -------
    str
    """
    summaries, printed = summarize(findings.ours), read_printed()
    parts = [_INTRODUCTION]
    for setting, (title, text) in _SECTIONS.items():
        comparison = _comparison(_of_setting(summaries, setting), printed)
        parts += [f"## {title}\n", f"{text}\n", comparison]
    parts += ["## Where they differ, and why\n", reasons.GENERAL]
    parts += [_differences(_of_setting(summaries, "paper"), printed)]
    parts += ["## Also measured\n", _ALSO, _further(summaries)]
    parts += [surrogate_section(summaries, has_traces=bool(findings.traces))]
    parts += [contest_sections(findings), choice_sections(findings)]
    return "\n".join(parts)


def _of_setting(summaries: Summaries, setting: str) -> dict[str, Summary]:
    """Return what was measured in a setting, in alphabetical order."""
    found = {name: summaries.get((name, setting)) for name in sorted(NAMES)}
    return {name: summary for name, summary in found.items() if summary is not None}


def _comparison(ours: Mapping[str, Summary], printed: Mapping[str, Printed]) -> str:
    if not ours:
        return "Not measured yet.\n"
    header = ["data set", "AUC, paper", "AUC, ours", "literals, paper", "literals, ours"]
    rows = [_compared(name, summary, printed.get(name)) for name, summary in ours.items()]
    rows.append(_totals({name: ours[name] for name in ours if name in printed}, printed))
    return table([*header, "overlap, paper", "overlap, ours"], rows)


def _compared(name: str, ours: Summary, paper: Printed | None) -> list[str]:
    mark = f" ^{ours.n_folds}" if ours.n_folds < N_FOLDS else ""
    return [
        name + mark,
        f"{paper.auc:.3f}" if paper else _ABSENT,
        f"{ours.auc:.3f} ± {ours.auc_sd:.3f}",
        f"{paper.n_literals}" if paper else _ABSENT,
        f"{ours.n_literals:.0f}",
        f"{paper.overlap:.3f}" if paper else _ABSENT,
        f"{ours.overlap:.3f}",
    ]


def _totals(ours: Mapping[str, Summary], printed: Mapping[str, Printed]) -> list[str]:
    papers = [printed[name] for name in ours]
    if not papers:
        return [_ABSENT] * 7
    return [
        f"**all {len(papers)}**",
        f"{fmean(paper.auc for paper in papers):.3f}",
        f"{fmean(summary.auc for summary in ours.values()):.3f}",
        f"{sum(paper.n_literals for paper in papers)}",
        f"{sum(summary.n_literals for summary in ours.values()):.0f}",
        f"{fmean(paper.overlap for paper in papers):.3f}",
        f"{fmean(summary.overlap for summary in ours.values()):.3f}",
    ]


def _differences(ours: Mapping[str, Summary], printed: Mapping[str, Printed]) -> str:
    """Return a line for each data set that is not as in the paper."""
    lines = [
        f"- **{name}**: {_difference(ours[name], printed[name])}. "
        f"{_reason(name, ours[name], printed[name])}"
        for name in ours
        if name in printed and _differs(ours[name], printed[name])
    ]
    begin = (
        f"With `as_in_paper()`, data sets whose AUC differs by more than {_AUC_DIFFERENCE}, whose\n"
        f"overlap differs by more than {_OVERLAP_DIFFERENCE}, or whose literals differ by\n"
        f"more than a factor of {_LITERALS_FACTOR}:\n"
    )
    return "\n".join([begin, *(lines or ["None."]), ""])


def _difference(ours: Summary, paper: Printed) -> str:
    return (
        f"AUC {ours.auc - paper.auc:+.3f}, {ours.n_literals:.0f} literals against "
        f"{paper.n_literals}, overlap {ours.overlap - paper.overlap:+.3f}"
    )


def _reason(name: str, ours: Summary, paper: Printed) -> str:
    if name in reasons.BY_DATA_SET:
        return reasons.BY_DATA_SET[name]
    within = abs(ours.auc - paper.auc) <= ours.auc_sd
    return f"{reasons.WITHIN_SPREAD} {reasons.UNKNOWN}" if within else reasons.UNKNOWN


def _differs(ours: Summary, paper: Printed) -> bool:
    smaller, larger = sorted([ours.n_literals, paper.n_literals])
    return (
        abs(ours.auc - paper.auc) > _AUC_DIFFERENCE
        or abs(ours.overlap - paper.overlap) > _OVERLAP_DIFFERENCE
        or larger > _LITERALS_FACTOR * smaller
    )


def _further(summaries: Summaries) -> str:
    header = ["data set", "settings", "log-loss", "Brier", "balanced accuracy", "calibration"]
    header += ["rules", "bits", "honesty of rules", "of predictions", "seconds"]
    rows = [
        [name, setting, *_measured(summary)]
        for name in sorted(NAMES)
        for setting in _SECTIONS
        if (summary := summaries.get((name, setting))) is not None
    ]
    return table(header, rows)


def _measured(summary: Summary) -> list[str]:
    return [
        f"{summary.log_loss:.3f}",
        _figure(summary.brier),
        _figure(summary.balanced_accuracy),
        _figure(summary.calibration_error),
        f"{summary.n_rules:.1f}",
        f"{summary.real_bits:.0f}",
        f"{_figure(summary.rule_gap)} / {_figure(summary.rule_chance)}",
        f"{_figure(summary.region_gap)} / {_figure(summary.region_chance)}",
        f"{summary.fit_seconds:.3g}",
    ]


def _figure(value: float | None) -> str:
    return _ABSENT if value is None else f"{value:.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page and draw the pictures.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if not given.

    Returns
    -------
    int
        Exit status.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.tables", description="Write the paper's figures beside ours."
    )
    add_places(parser)
    places = places_of(parser.parse_args(arguments))
    try:
        findings = Findings.read(places)
    except LedgerError as error:
        print(f"benchmarks.tables: {error}", file=sys.stderr)
        return 2
    if not findings.ours:
        print(f"benchmarks.tables: {places.ours} has no results yet", file=sys.stderr)
        return 2
    places.docs.mkdir(parents=True, exist_ok=True)
    places.page.write_text(page(findings), encoding="utf-8")
    try:
        draw_all(findings, places.pictures)
    except PictureError as error:
        print(f"benchmarks.tables: {error}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
