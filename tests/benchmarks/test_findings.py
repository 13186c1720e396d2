from pathlib import Path

from benchmarks.findings import Findings
from benchmarks.ledger import Ledger
from benchmarks.methods import PeerResult
from benchmarks.places import Places
from benchmarks.records import Records
from tests.benchmarks.results import other, ours


def test_what_is_there_is_read_and_what_is_not_is_empty(tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path)
    assert Findings.read(places) == Findings([], [], [], [])
    Ledger(places.ours).append(ours("iris"))
    Records(places.peers, PeerResult).append(other("cn2", "iris"))
    findings = Findings.read(places)
    assert findings.contest.data_sets == ("iris",)
    assert findings.contest is findings.contest
