from pathlib import Path

from benchmarks.evidence import Evidence
from benchmarks.ledger import Ledger
from benchmarks.methods import PeerResult
from benchmarks.places import Places
from benchmarks.records import Records
from tests.benchmarks.results import other, ours


def test_what_is_there_is_read_and_what_is_not_is_empty(tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path)
    assert Evidence.read(places) == Evidence([], [], [], [])
    Ledger(places.ours).append(ours("iris"))
    Records(places.peers, PeerResult).append(other("cn2", "iris"))
    evidence = Evidence.read(places)
    assert evidence.contest.data_sets == ("iris",)
    assert evidence.contest is evidence.contest
