from dataclasses import fields

from benchmarks.methods import PeerResult
from benchmarks.quotes import Quote
from benchmarks.yardsticks import AUC, FURTHER, LITERALS, REGION_GAP, RULE_GAP


def test_yardsticks_are_measured() -> None:
    measured = {field.name for field in fields(PeerResult)}
    quoted = {field.name for field in fields(Quote)}
    for yardstick in (AUC, LITERALS, REGION_GAP, RULE_GAP, *FURTHER):
        assert yardstick.name in measured
        assert yardstick.chance is None or yardstick.chance in measured
        assert yardstick.quoted is None or yardstick.quoted in quoted
