"""How good predictions are, as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from turs.cli.screen import Table, counted
from turs.model.outcome import format_label, format_measure

if TYPE_CHECKING:
    from turs.cli.learning import Folds
    from turs.model.quality import Quality

__all__ = ["MOST_CLASSES", "confusion_table", "folds_table", "quality_table"]

MOST_CLASSES = 12
"""The largest confusion matrix that a person can take in."""

_WHOLE = frozenset({"rules", "literals"})


def quality_table(quality: Quality, rows: str = "row") -> Table:
    """List the measures of predictions.

    Parameters
    ----------
    quality : Quality
        The measures.
    rows : str, default="row"
        What a row is called.

    Returns
    -------
    Table
    """
    measures = {
        "AUC": quality.auc,
        "log loss": quality.log_loss,
        "Brier": quality.brier,
        "accuracy": quality.accuracy,
        "balanced accuracy": quality.balanced_accuracy,
    }
    shown = [
        (name, "not defined" if value is None else format_measure(value))
        for name, value in measures.items()
    ]
    return Table((f"on {counted(quality.n_rows, rows)}", "value"), shown, frozenset({1}))


def confusion_table(quality: Quality, classes: Sequence[Any]) -> Table:
    """Count rows by their true class, and by the class predicted.

    Parameters
    ----------
    quality : Quality
        The measures.
    classes : sequence
        The class labels.

    Returns
    -------
    Table
        One row a true class, one column a predicted class.
    """
    labels = [format_label(label) for label in classes]
    rows = [
        (label, *(f"{n:,}" for n in counts))
        for label, counts in zip(labels, quality.confusion, strict=True)
    ]
    heads = ("true class", *(f"taken for {label}" for label in labels))
    return Table(heads, rows, frozenset(range(1, len(heads))))


def folds_table(folds: Folds) -> Table:
    """List the mean and the standard deviation of what was measured on folds.

    Parameters
    ----------
    folds : Folds
        The measures.

    Returns
    -------
    Table
    """
    rows = []
    for name, both in folds.mean_and_spread().items():
        digits = 1 if name in _WHOLE else 3
        shown = ("not defined", "") if both is None else tuple(f"{x:.{digits}f}" for x in both)
        rows.append((name, *shown))
    heads = (f"mean of {folds.n_folds} folds", "value", "spread")
    return Table(heads, rows, frozenset({1, 2}))
