import subprocess
from pathlib import Path

import numpy as np
import pytest

from benchmarks.runners import weka
from benchmarks.runners.fold import Clock, Table
from benchmarks.runners.weka import arff, levels_of, size

TABLE = Table({"c0": np.array([1.5, 2.0]), "c1": np.array(["it's", "b"])}, np.array([1, 0]), 2)

JRIP = """
JRIP rules:
===========

(c1 >= 0.5) and (c0 <= 2.5) => class=k1 (3.0/0.0)
(c0 = 'x') => class=k1 (3.0/1.0)
 => class=k0 (40.0/2.0)

Number of Rules : 3

Time taken to build model: 0.25 seconds
(c1 >= 0.5) => class=k1 is not part of the model
"""

PART = """
PART decision list
------------------

c1 <= 0.5: k0 (40.0)

c0 > 2 AND
c2 = x: k1 (3.0/1.0)

: k0 (2.0)

Number of Rules  : \t3
"""


def test_rules_and_literals_are_counted_in_what_weka_prints() -> None:
    assert size("jrip", JRIP) == (2, 3)
    assert size("part", PART) == (2, 3)


def test_rows_in_wekas_format() -> None:
    levels = levels_of(TABLE)
    assert levels == {"c0": None, "c1": ["b", "it's"]}
    assert arff(TABLE.columns, levels, 2, TABLE.y) == (
        "@relation fold\n@attribute c0 numeric\n@attribute c1 {'b','it\\'s'}\n"
        "@attribute class {k0,k1}\n@data\n1.5,'it\\'s',k1\n2.0,'b',k0\n"
    )


def test_levels_that_training_did_not_see_are_missing() -> None:
    unseen = {"c0": np.array([1]), "c1": np.array(["z"])}
    assert arff(unseen, levels_of(TABLE), 2).splitlines()[-1] == "1,?,?"


def test_weka_says_its_time_and_predicts_with_a_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    programs: list[str] = []

    def fake(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        programs.append(words[words.index("-cp") + 2])
        if "-o" in words:
            out = Path(words[words.index("-o") + 1])
            out.write_text("@relation x\n@data\n1.5,'it\\'s',?,0.25,0.75\n2,b,?,1,0\n")
        return subprocess.CompletedProcess(words, 0, stdout=JRIP)

    monkeypatch.setattr(subprocess, "run", fake)
    clock = Clock(60)
    fitted = weka.fit("jrip", TABLE, clock)
    assert (clock.seconds, clock.cpu_seconds) == (0.25, None)
    assert (fitted.n_rules, fitted.n_literals) == (2, 3)
    assert fitted.probabilities(TABLE.columns).tolist() == [[0.25, 0.75], [1, 0]]
    assert [program.rpartition(".")[2] for program in programs] == ["JRip", "AddClassification"]


def test_what_is_lacking_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(weka.shutil, "which", lambda name: None)
    assert weka.why_not() == "there is no java"
    monkeypatch.setattr(weka.shutil, "which", lambda name: "/bin/java")
    monkeypatch.setenv("WEKA_JAR", str(tmp_path / "weka.jar"))
    assert weka.why_not() == f"there is no {tmp_path / 'weka.jar'}; set WEKA_JAR to weka.jar"
    (tmp_path / "weka.jar").write_text("")
    assert weka.why_not() is None
