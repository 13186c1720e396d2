"""The measures by which learners are compared, and how tables name and write them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Yardstick:
    """What a table is about.

    Attributes
    ----------
    name : str
        An attribute of a result.
    title : str
    figure : str
        How a figure is written.
    larger_is_better : bool
    text : str
        What it is.
    quoted : str or None
        An attribute of a quote, if the paper prints such figures.
    chance : str or None
        The attribute that says what would be found by chance.
    adds_up : bool
        Whether the last line has the sum, not the mean.
    """

    name: str
    title: str
    figure: str = "{:.3f}"
    larger_is_better: bool = False
    text: str = ""
    quoted: str | None = None
    chance: str | None = None
    adds_up: bool = False


AUC = Yardstick("auc", "Table 1: AUC", larger_is_better=True, quoted="auc")
LITERALS = Yardstick("n_literals", "Table 2: literals", "{:.0f}", quoted="n_literals", adds_up=True)
LOG_LOSS = Yardstick(
    "log_loss", "Log-loss", text="Mean of -ln of the probability of the true class, 1e-15 at least."
)
REGION_GAP = Yardstick(
    "region_gap",
    "Honesty of what is predicted",
    text="Predicted probabilities against the class frequencies of the test rows that get the same "
    "ones; after the stroke, the figure that chance alone would give.",
    chance="region_chance",
)
RULE_GAP = Yardstick(
    "rule_gap",
    "Honesty of the rules",
    text="Class frequencies of the training rows that a rule covers against those of the test rows "
    "that it covers; after the stroke, the figure that chance alone would give. Rules of turs, "
    "CN2, wittgenstein and BRS speak for all rows that they cover, and the rows without a rule "
    "count as one more; leaves are the rules of a tree; for JRip, PART and CLASSY, rows with "
    "the same probabilities stand for a rule.",
    chance="rule_chance",
)
FURTHER = (
    LOG_LOSS,
    Yardstick(
        "brier", "Brier score", text="Squared differences from 1 or 0, added up over the classes."
    ),
    Yardstick(
        "balanced_accuracy",
        "Balanced accuracy",
        larger_is_better=True,
        text="Mean over the classes of the share of their rows that are recognised.",
    ),
    Yardstick(
        "calibration_error",
        "Calibration",
        text="Expected calibration error: ten bins of equal width by the probability of the "
        "predicted class.",
    ),
    Yardstick("n_rules", "Rules", "{:.0f}", adds_up=True),
    Yardstick(
        "overlap",
        "Overlap",
        text="Share of the training rows that more than one rule covers, where rules may.",
        quoted="overlap",
    ),
    Yardstick(
        "fit_seconds",
        "Seconds of a fit",
        "{:.3g}",
        text="By the wall, on a machine with other work; turs with the threads that it was given, "
        "the others with one. `make bench-peers` compares speed.",
        adds_up=True,
    ),
)
