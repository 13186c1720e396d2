"""The sections of the page about the other learners, and about the surrogate."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.ablation import ablation_table
from benchmarks.contest import Contest
from benchmarks.contest_tables import (
    first_tables,
    further_tables,
    honesty_tables,
    rank_table,
    win_table,
)
from benchmarks.data import FACTS
from benchmarks.findings import Findings
from benchmarks.markdown import table
from benchmarks.quotes import read_quotes
from benchmarks.shuffled import shuffled_table
from benchmarks.summary import Summary
from benchmarks.trade_off import trade_off_table

_BESIDE = """\
## Beside other learners

The competitors of the paper that can be had, each with its defaults, in an environment and a
process of its own, on the same rows as turs: CN2 for unordered rules (Orange), CLASSY (`rulelist`),
RIPPER (Weka's JRip, and `wittgenstein` one class against the rest), PART (Weka), CART as it grows
and pruned by cost-complexity chosen in five folds (scikit-learn), BRS (imodels, two classes only,
rules of up to 3 literals, numbers cut at their deciles). Random forests and gradient boosting are
there for orientation: nobody can read their models. **In brackets: what the paper prints**, a mean
of ten folds; of DRS, for which there is no package, that is all there is. `>120 s`: the fit took
longer; `n/a`: it does not take more than two classes; `·`: not run; `—`: it has nothing of the
kind.
"""

_RANKS = """\
## Average ranks

Over the data sets of the paper; 1 is the best. A fit that took too long or failed has the last
rank; who does not take every data set is left out, and so are the learners that nobody can read.
In the picture a bar joins learners whose ranks differ by less than the critical difference of
Nemenyi's test at 0.05: nothing says that they differ.

![Average ranks, and which of them may be alike](pictures/ranks.svg)
"""

_DIAL = """\
## AUC against literals

`simplicity` is the dial for size against accuracy. The blue line is turs over the dial, the ring
its default; the black line is the same dial with `revise=True`, which looks at each rule again
until none changes; the grey one, where the default looks again a few times, is the dial with
`revise=False`. The marks are the other learners.

![AUC against literals on each data set](pictures/auc_literals.svg)
"""

_HONESTY = """\
## Honesty

What a model says of its rows should hold on rows that it never saw. Two probability vectors differ
by half the sum of the absolute differences (of two classes: the difference of either); differences
are weighted by the test rows that are covered; less is better. Small groups of rows differ from any
probability, however right; what chance alone would give stands after the stroke. A figure well
above it is optimism; one below it, of a model that smooths, is caution. Frequencies of pure rules
are 0 and 1, and leave nothing to chance.
"""

_SURROGATE = """\
## The effect of the surrogate

AUC of `as_in_paper()` with the paper's surrogate score and without, when the length of the set as
it stands decides alone.

![Difference in AUC](pictures/surrogate_auc.svg)
"""

_BITS = """
The length of the set while rules are added, and the surrogate score that chooses them:

![Length of the set while rules are added](pictures/surrogate_bits.svg)
"""

_ABLATION = """\
## One choice undone at a time

The defaults, and the defaults with one parameter changed, on the same folds of the 13 data sets
(`make ablation`). Means over data sets, literals and seconds in all; differences are paired, ± is
their standard error over data sets. Differences below 0.005 are noise.
"""

_SHUFFLED = """\
## Shuffled classes

All rows of a data set with its classes permuted (`make shuffled`): there is nothing to learn, and
the else rule should stand alone.
"""

_NOT_MEASURED = "Not measured yet; `make paper-peers` does.\n"
_NO_DIAL = "## AUC against literals\n\nNot measured yet; `make paper` does.\n"
_NO_SURROGATE = "## The effect of the surrogate\n\nNot measured yet; `make paper` does.\n"


def contest_sections(findings: Findings) -> str:
    """Return the sections about the other learners, in Markdown.

    Parameters
    ----------
    findings : Findings

    Returns
    -------
    str
    """
    contest = findings.contest
    if not contest.data_sets:
        return f"{_BESIDE}\n{_NOT_MEASURED}"
    quotes = read_quotes()
    parts = [_BESIDE, _folds(contest), first_tables(contest, quotes)]
    parts += [_RANKS, rank_table(contest), "## Log-loss against each\n", win_table(contest)]
    parts += [_DIAL, trade_off_table(contest, findings.dial)] if findings.dial else [_NO_DIAL]
    parts += [_HONESTY, honesty_tables(contest)]
    parts += ["## Other measures\n", further_tables(contest, quotes)]
    return "\n".join(parts)


def choice_sections(findings: Findings) -> str:
    """Return the sections about the choices behind the defaults, in Markdown.

    Parameters
    ----------
    findings : Findings

    Returns
    -------
    str
        Empty if nothing of it was measured.
    """
    parts = []
    if findings.ablation:
        parts += [_ABLATION, ablation_table(findings.ablation)]
    if findings.shuffled:
        parts += [_SHUFFLED, shuffled_table(findings.shuffled)]
    return "\n".join(parts)


def surrogate_section(
    summaries: Mapping[tuple[str, str], Summary], *, has_traces: bool = False
) -> str:
    """Return the section about the surrogate, in Markdown.

    Parameters
    ----------
    summaries : mapping of (str, str) to Summary
        By data set and setting.
    has_traces : bool, default=False
        Whether there is a picture of what the search did.

    Returns
    -------
    str
    """
    header = ["data set", "AUC with", "without", "literals with", "without"]
    rows = []
    for name in sorted(FACTS):
        both = [summaries.get((name, setting)) for setting in ("paper", "no surrogate")]
        found = [summary for summary in both if summary is not None]
        if len(found) == 2:
            aucs = [f"{summary.auc:.3f}" for summary in found]
            rows.append([name, *aucs, *(f"{summary.n_literals:.0f}" for summary in found)])
    if not rows:
        return _NO_SURROGATE
    return f"{_SURROGATE}\n{table(header, rows)}{_BITS if has_traces else ''}"


def _folds(contest: Contest) -> str:
    """Say which folds count."""
    folds = {name: contest.folds(name) for name in contest.data_sets}
    if len(set(folds.values())) == 1:
        return f"Folds: {_listed(next(iter(folds.values())))} of each data set, for turs too.\n"
    each = "; ".join(f"{name} {_listed(numbers)}" for name, numbers in folds.items())
    return f"Folds, for turs too: {each}.\n"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
