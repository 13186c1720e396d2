"""Results that tests of tables and pictures share."""

from benchmarks.ledger import FoldResult
from benchmarks.methods import PeerResult


def ours(data_set: str, setting: str = "default", fold: int = 1, **figures: float) -> FoldResult:
    """A fold of turs that has all measures."""
    facts: dict[str, float] = {"auc": 0.9, "log_loss": 0.3, "n_rules": 4, "n_literals": 9}
    facts |= {"overlap": 0.2, "real_bits": 50.0, "fit_seconds": 0.1, "n_jobs": 1, "brier": 0.2}
    facts |= {"balanced_accuracy": 0.8, "calibration_error": 0.05, "region_gap": 0.06}
    facts |= {"region_chance": 0.04, "rule_gap": 0.07, "rule_chance": 0.02}
    return FoldResult(data_set, setting, fold, 100, 4, 2, version="1", **(facts | figures))


def other(method: str, data_set: str, fold: int = 1, **figures: float) -> PeerResult:
    """A fold of another learner that has all measures."""
    facts: dict[str, float] = {"auc": 0.8, "log_loss": 0.4, "n_rules": 5, "n_literals": 20}
    facts |= {"fit_seconds": 1.0, "brier": 0.3, "balanced_accuracy": 0.7, "region_gap": 0.1}
    facts |= {"calibration_error": 0.1, "region_chance": 0.05, "rule_gap": 0.2}
    facts |= {"rule_chance": 0.0}
    return PeerResult(method, data_set, fold, 100, 4, 2, "ok", **(facts | figures))


def ended(method: str, data_set: str, status: str, fold: int = 1) -> PeerResult:
    """A fold that came to no end."""
    return PeerResult(method, data_set, fold, 100, 4, 2, status)
