"""Turn the results of benchmarks into what pages say of them, so that no figure grows old.

A page has ``<!-- measured: name -->`` before such a passage and ``<!-- end -->`` after it; a test
compares the passage with what the function of that name returns now, or writes it there.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean

from benchmarks.dial import REVISED, parted
from benchmarks.imbalance import Rare, rare_table
from benchmarks.records import Records
from docs.measured_cluster import (
    beside_local,
    cluster,
    cluster_check,
    cluster_forecast,
    cluster_rounds,
    larger_than_memory,
)
from docs.results import RESULTS, Row, markdown, read

PAPER_TABLE = Path(__file__).resolve().parent / "paper_table.md"

_NOT_OF_THE_PAPER = "anuran-noindex"
_MODELS = {
    "turs": "unordered set",
    "turs as in the paper": "unordered set",
    "CN2 (Orange)": "set, rules vote",
    "CLASSY (rulelist)": "list",
    "RIPPER (JRip)": "list of sets",
    "RIPPER (wittgenstein)": "one class against the rest",
    "PART (Weka)": "list",
    "CART, unpruned": "tree",
    "CART, pruned": "tree",
}
_UNREADABLE = ("random forest", "gradient boosting")
_NONE = "—"
_N_SETS = 13


def dial() -> str:
    """Return what the dial gives at powers of two, over the data sets of the paper."""
    return _dial("")


def revised_dial() -> str:
    """Return the same of sets that were looked at again."""
    return _dial(REVISED)


def _dial(change: str) -> str:
    by_value = {
        parted(name)[0]: rows
        for name, rows in _by(read("dial"), "setting").items()
        if parted(name)[1] == change
    }
    lines = [
        [f"{value:g}", *_over_sets(by_value[value], "n_rules", "log_loss")]
        for value in sorted(by_value)
        if math.log2(value).is_integer() and _is_complete(by_value[value])
    ]
    return markdown(["simplicity", "mean AUC", "literals", "rules", "mean log-loss"], lines, 0)


def _is_complete(rows: list[Row]) -> bool:
    """Tell whether there are as many data sets as the paper has."""
    return len({row["data_set"] for row in rows} - {_NOT_OF_THE_PAPER}) == _N_SETS


def ablation() -> str:
    """Return what single choices of the defaults do, over the data sets of the paper."""
    shown = (
        "default",
        "simplicity=0",
        "min_new_rows=10",
        "joint=False",
        "slack=0",
        "patience=None",
        "smoothing=0",
        "surrogate=None",
    )
    by_setting = _by(read("ablation"), "setting")
    lines = [[f"`{s}`", *_over_sets(by_setting[s], "log_loss", "fit_seconds")] for s in shown]
    return markdown(["setting", "mean AUC", "literals", "mean log-loss", "seconds"], lines, 1)


def million() -> str:
    """Return what a fit of a million rows takes."""
    names = {"turs": "turs", "boosting": "gradient boosting (scikit-learn)"}
    lines = [
        [
            names[row["method"]] + (f", {row['n_rules']} rules" if row["n_rules"] else ""),
            row["n_threads"],
            f"{float(row['seconds']):.0f}",
            f"{float(row['extra_megabytes']):.0f} MB",
            f"{float(row['auc']):.3f}",
            f"{float(row['log_loss']):.3f}",
        ]
        for row in read("million")
    ]
    head = ["learner", "threads", "seconds", "memory over the input", "AUC", "log-loss"]
    return markdown(head, lines, 1)


def growth() -> str:
    """Return how long a rule takes, by the number of rows."""
    rows = [row for row in read("growth") if row["direction"] == "rows" and row["n_threads"] == "1"]
    lines = [[f"{int(row['n_rows']):,}", f"{float(row['seconds_a_rule']):.3f}"] for row in rows]
    return markdown(["rows", "seconds a rule"], lines, 0)


def prediction() -> str:
    """Return how long predictions take."""
    rows = [row for row in read("prediction") if row["method"].endswith("rules")]
    one = [1e6 * float(row["seconds"]) for row in rows if row["n_rows"] == "1"]
    many = {row["method"]: float(row["seconds"]) for row in rows if row["n_rows"] == "1000000"}
    long = " and ".join(f"{seconds:.2f} s with {method}" for method, seconds in many.items())
    return (
        f"Predicting a million rows takes {long}; one row takes {min(one):.0f} to "
        f"{max(one):.0f} microseconds,\ndepending on what holds it."
    )


def seconds() -> str:
    """Return how long a fit takes with each learner."""
    names = {
        "turs": "turs",
        "part": "PART",
        "jrip": "JRip",
        "cn2": "CN2",
        "rulelist": "CLASSY",
        "ripper": "RIPPER (`wittgenstein`)",
        "tree": "decision tree (scikit-learn)",
    }
    sets = ["iris", "diabetes", "car", "chess", "waveform", "magic", "avila"]
    found = {(row["method"], row["data_set"]): row for row in read("peers")}
    sizes = ["rows", *(f"{int(found['turs', s]['n_rows']):,}" for s in sets)]
    lines = [[name, *(_time(found[method, s]) for s in sets)] for method, name in names.items()]
    return markdown(["", *sets], [sizes, *lines], 1)


def in_the_paper() -> str:
    """Return the paper's own figures beside those of this library, over ten folds."""
    paper = _last("With the settings of the paper")
    default = _last("With the defaults")
    lines = [
        ["the paper prints", paper["AUC, paper"], paper["literals, paper"]],
        ["`as_in_paper()`", paper["AUC, ours"], paper["literals, ours"]],
        ["the defaults", default["AUC, ours"], default["literals, ours"]],
    ]
    return markdown(["", "mean AUC", "literals in all"], lines, 1)


def contest() -> str:
    """Return the means and ranks of all learners, the best by AUC first."""
    ranks = {row["learner"]: row for row in _tables("Average ranks")}
    means = [_last(title) for title in ("Table 1: AUC", "Table 2: literals", "Log-loss")]
    means.append(_last("Balanced accuracy"))
    lines = [
        [
            name,
            _MODELS[name],
            *(mean[name] for mean in means),
            *(rank[column] for column in ("AUC", "literals", "Log-loss")),
        ]
        for name, rank in sorted(ranks.items(), key=lambda item: float(item[1]["AUC"]))
    ]
    lines += [
        [f"*{n}*", "", *(mean.get(n, _NONE) for mean in means), "", "", ""] for n in _UNREADABLE
    ]
    head = ["learner", "model", "AUC", "literals", "log-loss", "balanced accuracy"]
    return markdown([*head, "rank by AUC", "by literals", "by log-loss"], lines, 2)


def ahead() -> str:
    """Return on which data sets another learner that can be read has the better AUC."""
    auc = {row["data set"]: row for row in _tables("Table 1: AUC") if "**" not in row["data set"]}
    literals = {row["data set"]: row for row in _tables("Table 2: literals")}
    lines = []
    for name in _MODELS.keys() - {"turs", "turs as in the paper"}:
        better = [s for s, row in auc.items() if _number(row[name]) > _number(row["turs"])]
        told = [
            f"{s} ({_first(auc[s][name])} with {_first(literals[s][name])}, "
            f"turs {_first(auc[s]['turs'])} with {_first(literals[s]['turs'])})"
            for s in better
        ]
        lines.append([name, str(len(better)), "; ".join(told) or _NONE])
    lines.sort(key=lambda line: (-int(line[1]), line[0]))
    return markdown(["learner", "sets", "which: AUC with literals"], lines, None)


def fewer_literals() -> str:
    """Return on how many data sets another learner needs fewer literals."""
    rows = [row for row in _tables("Table 2: literals") if "**" not in row["data set"]]
    said = []
    for name in ("RIPPER (JRip)", "CLASSY (rulelist)", "PART (Weka)"):
        done = [row for row in rows if _number(row[name]) >= 0]
        fewer = sum(_number(row[name]) < _number(row["turs"]) for row in done)
        said.append(f"{name} on {fewer} of {len(done)}")
    return f"Fewer literals than turs, on data sets that were finished: {', '.join(said)}."


def log_loss() -> str:
    """Return against whom the log-loss of turs is lower, and how often."""
    column = "log-loss of turs is lower on"
    rows = _tables("Log-loss against each")
    return markdown(["against", column], [[row["against"], row[column]] for row in rows], 1)


def honesty() -> str:
    """Return how far rules are from what test rows say, and what chance would give."""
    mean = _last("Honesty of the rules")
    lines = [
        [name, *mean[name].split(" / ")] for name in _MODELS if name in mean and mean[name] != _NONE
    ]
    lines.sort(key=lambda line: float(line[1]))
    return markdown(["learner", "difference", "by chance alone"], lines, 1)


def reached() -> str:
    """Return on how many data sets the dial reaches every learner."""
    text = PAPER_TABLE.read_text(encoding="utf-8")
    found = re.search(r"On (\d+) of (\d+) data sets the dial reaches every learner", text)
    if found is None:
        raise ValueError(f"{PAPER_TABLE.name} no longer says what the dial reaches")
    return (
        f"On {found[1]} of the {found[2]} sets the dial reaches every learner: some setting of it, "
        "with rules looked at again or not, has at\nleast the learner's AUC with at most its "
        "literals. On the others some learner stays out of reach\n([which, where]"
        "(paper_table.md#auc-against-literals))."
    )


def shuffled() -> str:
    """Return how often nothing is learned where there is nothing to learn."""
    rows = read("shuffled")
    none = sum(row["n_rules"] == "0" for row in rows)
    return f"With shuffled classes nothing is learned in {none} of {len(rows)} fits."


def rare_classes() -> str:
    """Return what learners reach where there are few rows of a class."""
    return rare_table(Records(RESULTS / "imbalance.csv", Rare).read()).rstrip()


PASSAGES: dict[str, Callable[[], str]] = {
    function.__name__: function
    for function in (
        ablation,
        ahead,
        beside_local,
        cluster,
        cluster_check,
        cluster_forecast,
        cluster_rounds,
        contest,
        dial,
        fewer_literals,
        growth,
        honesty,
        in_the_paper,
        larger_than_memory,
        log_loss,
        million,
        prediction,
        rare_classes,
        reached,
        revised_dial,
        seconds,
        shuffled,
    )
}


def _by(rows: Iterable[Row], column: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[column]].append(row)
    return found


def _over_sets(rows: list[Row], *more: str) -> list[str]:
    """Return the mean AUC, all literals, and further columns; sums but for a mean of losses."""
    sets = [s for name, s in _by(rows, "data_set").items() if name != _NOT_OF_THE_PAPER]
    means = {
        column: [fmean(float(row[column]) for row in one) for one in sets]
        for column in ("auc", "n_literals", *more)
    }
    return [_told(column, values) for column, values in means.items()]


def _told(column: str, values: list[float]) -> str:
    if column in {"auc", "log_loss"}:
        return f"{fmean(values):.3f}"
    return f"{sum(values):.1f}" if column == "fit_seconds" else f"{sum(values):,.0f}"


def _time(row: Row) -> str:
    if row["status"] != "ok":
        return f"over {row['status'].lstrip('>')}"
    value = float(row["fit_seconds"])
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.3f}" if value < 0.01 else f"{value:.2f}" if value < 1 else f"{value:.1f}"


def _tables(title: str) -> list[Row]:
    """Return the rows of the first table under a title of the paper's table."""
    text = PAPER_TABLE.read_text(encoding="utf-8")
    part = re.split(rf"^#+ {re.escape(title)}$", text, flags=re.MULTILINE)[1]
    lines = re.search(r"^\|.*?(?=\n\n|\Z)", part, flags=re.MULTILINE | re.DOTALL)
    if lines is None:
        raise ValueError(f"{PAPER_TABLE.name} has no table under {title!r}")
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines[0].splitlines()
    ]
    return [dict(zip(head, row, strict=True)) for row in rows]


def _last(title: str) -> Row:
    return _tables(title)[-1]


def _first(cell: str) -> str:
    return cell.split(" ")[0]


def _number(cell: str) -> float:
    """Return the figure of a cell; less than any where there is none."""
    try:
        return float(_first(cell))
    except ValueError:
        return -1.0
