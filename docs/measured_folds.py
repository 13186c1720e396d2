"""Turn the folds that some learners were run on besides the first into what pages say of them."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

from docs.results import Row, markdown, read

_TITLES = {
    "rulelist": "CLASSY (rulelist)",
    "cn2": "CN2 (Orange)",
    "jrip": "RIPPER (JRip)",
    "part": "PART (Weka)",
    "pruned": "CART, pruned",
}

# Data set and fold to what a learner gave there.
Folds = dict[tuple[str, str], Row]


def more_folds() -> str:
    """Return on how many data sets turs is better, in the mean over all folds of a learner."""
    ours: Folds = {
        (row["data_set"], row["fold"]): row for row in read("paper") if row["setting"] == "default"
    }
    theirs: dict[str, Folds] = defaultdict(dict)
    for row in read("paper_peers"):
        if row["status"] == "ok":
            theirs[row["method"]][row["data_set"], row["fold"]] = row
    lines = [[title, *_line(ours, theirs[method])] for method, title in _TITLES.items()]
    return markdown(["against", "sets", "folds", "AUC higher", "log-loss lower"], lines, 1)


def _line(ours: Folds, theirs: Folds) -> list[str]:
    by_set: dict[str, list[tuple[Row, Row]]] = defaultdict(list)
    for (data_set, fold), row in theirs.items():
        by_set[data_set].append((ours[data_set, fold], row))
    higher = [_mean_difference(pairs, "auc") > 0 for pairs in by_set.values()]
    lower = [_mean_difference(pairs, "log_loss") < 0 for pairs in by_set.values()]
    return [str(len(by_set)), str(len(theirs)), str(sum(higher)), str(sum(lower))]


def _mean_difference(pairs: list[tuple[Row, Row]], measure: str) -> float:
    return fmean(float(mine[measure]) - float(other[measure]) for mine, other in pairs)
