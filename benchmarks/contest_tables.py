"""The part of the page that puts turs beside the other learners, in Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from benchmarks.contest import Contest, Entrant, entrant
from benchmarks.markdown import table
from benchmarks.quotes import Quote
from benchmarks.ranks import rank
from benchmarks.yardsticks import (
    AUC,
    FURTHER,
    LITERALS,
    LOG_LOSS,
    REGION_GAP,
    RULE_GAP,
    Yardstick,
)

_RANKED = (AUC, LITERALS, *FURTHER[:4], REGION_GAP, RULE_GAP)
_RIVALS = ("rulelist", "jrip", "cn2", "ripper", "part", "tree", "pruned")

Quotes = Mapping[tuple[str, str], Quote]


def first_tables(contest: Contest, quotes: Quotes) -> str:
    """Return the tables of the paper, with all learners.

    Parameters
    ----------
    contest : Contest
    quotes : mapping of (str, str) to Quote
        The paper's figures, by method and data set.

    Returns
    -------
    str
    """
    return "\n".join(measure_table(contest, measure, quotes) for measure in (AUC, LITERALS))


def further_tables(contest: Contest, quotes: Quotes) -> str:
    """Return the tables of what the paper does not measure, and of overlap.

    Parameters
    ----------
    contest : Contest
    quotes : mapping of (str, str) to Quote

    Returns
    -------
    str
    """
    return "\n".join(measure_table(contest, measure, quotes) for measure in FURTHER)


def honesty_tables(contest: Contest) -> str:
    """Return the tables of how what is said holds on rows that were never seen.

    Parameters
    ----------
    contest : Contest

    Returns
    -------
    str
    """
    return "\n".join(measure_table(contest, measure) for measure in (RULE_GAP, REGION_GAP))


def measure_table(contest: Contest, measure: Yardstick, quotes: Quotes | None = None) -> str:
    """Return a heading and a table: a line a data set, a column a learner.

    Parameters
    ----------
    contest : Contest
    measure : Yardstick
    quotes : mapping, optional
        What the paper prints; it stands in brackets.

    Returns
    -------
    str
    """
    quotes = quotes or {}
    shown = [e for e in contest.entrants if _has_figures(contest, e, measure, quotes)]
    rows = [
        [name, *(_cell(contest, e, name, measure, quotes) for e in shown)]
        for name in contest.data_sets
    ]
    what = "in all" if measure.adds_up else "mean"
    totals = [_total(contest, e, measure) for e in shown]
    rows.append([f"**{what}, {len(contest.papers)} sets**", *totals])
    header = ["data set", *(e.title for e in shown)]
    text = f"{measure.text}\n\n" if measure.text else ""
    return f"### {measure.title}\n\n{text}{table(header, rows)}"


def rank_table(contest: Contest) -> str:
    """Return a table of average ranks over the data sets of the paper.

    Parameters
    ----------
    contest : Contest

    Returns
    -------
    str
    """
    readable = [e.title for e in contest.entrants if not e.is_ceiling]
    columns = {measure.title: ranks_of(contest, measure) for measure in _RANKED}
    rows = [
        [title, *(f"{ranks[title]:.2f}" if title in ranks else "—" for ranks in columns.values())]
        for title in readable
        if any(title in ranks for ranks in columns.values())
    ]
    titles = [title.partition(": ")[2] or title for title in columns]
    return table(["learner", *titles], rows)


def ranks_of(contest: Contest, measure: Yardstick) -> dict[str, float]:
    """Return average ranks of the learners that can be ranked by a measure.

    Parameters
    ----------
    contest : Contest
    measure : Yardstick

    Returns
    -------
    dict of str to float
        By title; empty if there are fewer than two.
    """
    figures = figures_of(contest, measure)
    if len(figures) < 2:
        return {}
    return rank(figures, larger_is_better=measure.larger_is_better).ranks


def figures_of(contest: Contest, measure: Yardstick) -> dict[str, list[float | None]]:
    """Return the figures of the learners that can be ranked, one a data set of the paper.

    Parameters
    ----------
    contest : Contest
    measure : Yardstick

    Returns
    -------
    dict of str to list of float or None
        By title; None where a fit failed or took too long.
    """
    return {
        e.title: [contest.mean(e, name, measure.name) for name in contest.papers]
        for e in contest.entrants
        if not e.is_ceiling and contest.ends(e, measure.name)
    }


def win_table(contest: Contest) -> str:
    """Return a table of the data sets on which turs has the better log-loss.

    Parameters
    ----------
    contest : Contest

    Returns
    -------
    str
    """
    present = {e.key for e in contest.entrants}
    rivals = [entrant(key) for key in _RIVALS if key in present]
    wins = {rival.title: contest.wins(rival, LOG_LOSS.name) for rival in rivals}
    rows = [[title, f"{lower} of {compared}"] for title, (lower, compared) in wins.items()]
    return table(["against", "log-loss of turs is lower on"], rows)


def _has_figures(contest: Contest, e: Entrant, measure: Yardstick, quotes: Quotes) -> bool:
    return any(
        contest.mean(e, name, measure.name) is not None
        or _quoted(quotes, e, name, measure) is not None
        for name in contest.data_sets
    )


def _cell(contest: Contest, e: Entrant, name: str, measure: Yardstick, quotes: Quotes) -> str:
    values = [contest.mean(e, name, of) for of in (measure.name, measure.chance) if of is not None]
    figures = [measure.figure.format(value) for value in values if value is not None]
    ours = " / ".join(figures) or contest.why_not(e, name)
    quoted = _quoted(quotes, e, name, measure)
    if quoted is None:
        return ours
    bracketed = f"({measure.figure.format(quoted)})"
    return bracketed if e.key == "drs" else f"{ours} {bracketed}"


def _quoted(quotes: Quotes, e: Entrant, name: str, measure: Yardstick) -> float | None:
    quote = quotes.get((e.printed or "", name))
    return None if quote is None or measure.quoted is None else getattr(quote, measure.quoted)


def _total(contest: Contest, e: Entrant, measure: Yardstick) -> str:
    figures = []
    for of in (measure.name, measure.chance):
        values = [contest.mean(e, name, of) for name in contest.papers] if of is not None else []
        known = [value for value in values if value is not None]
        if known and len(known) == len(values):
            total = sum(known) if measure.adds_up else fmean(known)
            figures.append(measure.figure.format(total))
    return " / ".join(figures) or "—"
