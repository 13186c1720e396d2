"""Turn the results of rare classes into what pages say of them."""

from __future__ import annotations

from statistics import fmean

from docs.results import Row, markdown, read

_LEARNERS = {"turs": "turs", "turs, evidence=0": "`evidence=0`", "cn2": "CN2", "rulelist": "CLASSY"}
_SHUFFLED = "turs, shuffled"


def rare_classes() -> str:
    """Return the mean AUC by learner on tables with few rows of a class, which all finished."""
    tables: dict[tuple[str, ...], dict[str, Row]] = {}
    for row in read("imbalance"):
        recipe = row["share"], row["n_rows"], row["n_columns"], row["seed"]
        tables.setdefault(recipe, {})[row["method"]] = row
    whole = {
        recipe: rows
        for recipe, rows in tables.items()
        if all(rows.get(learner, {}).get("auc") for learner in _LEARNERS)
    }
    kinds = sorted({recipe[:2] for recipe in whole}, key=lambda kind: [*map(float, kind)])
    lines = [
        _line(f"{float(share):.0%} of {int(n_rows):,}", _of_kind(whole, (share, n_rows)))
        for share, n_rows in kinds
    ]
    head = ["rarer class", "tables", *_LEARNERS.values(), "shuffled: nothing learned"]
    return markdown(head, [*lines, _line("all", list(whole.values()))], 1)


def _of_kind(
    whole: dict[tuple[str, ...], dict[str, Row]], kind: tuple[str, str]
) -> list[dict[str, Row]]:
    return [rows for recipe, rows in whole.items() if recipe[:2] == kind]


def _line(name: str, tables: list[dict[str, Row]]) -> list[str]:
    means = [fmean(float(rows[learner]["auc"]) for rows in tables) for learner in _LEARNERS]
    nothing = [rows[_SHUFFLED]["n_rules"] == "0" for rows in tables if _SHUFFLED in rows]
    return [
        name,
        str(len(tables)),
        *(f"{mean:.3f}" for mean in means),
        f"{sum(nothing)} of {len(nothing)}",
    ]
