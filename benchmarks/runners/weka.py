"""JRip and PART of Weka, which is a program of its own in Java."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.runners.bounds import n_bounds
from benchmarks.runners.fold import Clock, Fitted, Learner, Table, answer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benchmarks.runners.fold import Columns

    Levels = dict[str, list[str] | None]

CLASSES = {"jrip": "weka.classifiers.rules.JRip", "part": "weka.classifiers.rules.PART"}

_FILTER = "weka.filters.supervised.attribute.AddClassification"
_BUILT = re.compile(r"^Time taken to build model: ([\d.]+) seconds", re.MULTILINE)
# A rule of JRip is a line; one of PART goes on over lines that end in AND.
_RULE = {
    "jrip": re.compile(r"^\(.*(?= => class=)", re.MULTILINE),
    "part": re.compile(r"^c\d+ [<>=]+ (?:.*AND\n)*.*(?=: k\d+ \()", re.MULTILINE),
}
_LITERAL = {
    "jrip": re.compile(r"\((c\d+) ([<>=]+) (.*?)\)(?= and \(|$)"),
    "part": re.compile(r"^(c\d+) ([<>=]+) (.*?)(?: AND)?$", re.MULTILINE),
}


def jar() -> Path:
    """Return where Weka should be: ``$WEKA_JAR``, or where Debian's package puts it.

    Returns
    -------
    path
    """
    return Path(os.environ.get("WEKA_JAR") or "/usr/share/java/weka.jar")


def why_not() -> str | None:
    """Say what Weka lacks here.

    Returns
    -------
    str or None
        None if it can be run.
    """
    if shutil.which("java") is None:
        return "there is no java"
    return None if jar().is_file() else f"there is no {jar()}; set WEKA_JAR to weka.jar"


def fit(method: str, training: Table, clock: Clock) -> Fitted:
    """Learn rules with the defaults.

    Parameters
    ----------
    method : str
        ``jrip`` or ``part``.
    training : Table
    clock : Clock
        Gets the seconds that Weka says, without those of starting Java.

    Returns
    -------
    Fitted
    """
    place, levels = Path(tempfile.mkdtemp(prefix="weka-")), levels_of(training)
    # The model is needed for as long as there is something to predict.
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    rows = place / "training.arff"
    rows.write_text(arff(training.columns, levels, training.n_classes, training.y))
    words = ["-t", str(rows), "-no-cv", "-d", str(place / "model")]
    try:
        text = _java(CLASSES[method], words, clock.limit)
    except subprocess.TimeoutExpired:
        # As a clock would; nothing is done at exit then.
        shutil.rmtree(place, ignore_errors=True)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGALRM)
        raise
    found = _BUILT.search(text)
    if found is None:
        raise RuntimeError(f"Weka did not say how long it took: {text[:200]}")
    clock.set(float(found[1]))
    n_rules, n_literals = size(method, text)

    def probabilities(columns: Columns) -> NDArray[np.float64]:
        rows = place / "test.arff"
        rows.write_text(arff(columns, levels, training.n_classes))
        return _distribution(rows, place / "model", training.n_classes)

    # Rows that get the same probabilities stand for the rows of one rule of the list.
    return Fitted(probabilities, n_rules, n_literals, parts=probabilities)


def size(method: str, text: str) -> tuple[int, int]:
    """Count the rules and the literals of a model as it is printed.

    Parameters
    ----------
    method : str
    text : str

    Returns
    -------
    n_rules, n_literals : int
        Without the last rule, which has no literal; several bounds on one side of a variable are
        one literal.
    """
    rules = _RULE[method].findall(text.partition("Number of Rules")[0])
    return len(rules), sum(n_bounds(_LITERAL[method].findall(rule)) for rule in rules)


def levels_of(training: Table) -> Levels:
    """Return the levels of the columns of strings.

    Parameters
    ----------
    training : Table

    Returns
    -------
    dict of str to list of str, or to None
        None for a column of numbers.
    """
    return {
        name: np.unique(values).tolist() if values.dtype.kind == "U" else None
        for name, values in training.columns.items()
    }


def arff(
    columns: Columns, levels: Levels, n_classes: int, y: NDArray[np.int64] | None = None
) -> str:
    """Return rows in Weka's format.

    Parameters
    ----------
    columns : mapping of str to ndarray
    levels : dict
        Those of `levels_of`; any other is missing.
    n_classes : int
    y : ndarray of int, optional
        Missing if not given.

    Returns
    -------
    str
    """
    heads, cells = [], []
    for name, of in levels.items():
        values = columns[name].tolist()
        if of is None:
            heads.append(f"@attribute {name} numeric")
            cells.append(list(map(repr, values)))
        else:
            quoted = {level: _quoted(level) for level in of}
            heads.append(f"@attribute {name} {{{','.join(quoted.values())}}}")
            cells.append([quoted.get(value, "?") for value in values])
    heads.append(f"@attribute class {{{','.join(f'k{code}' for code in range(n_classes))}}}")
    cells.append(["?"] * len(cells[0]) if y is None else [f"k{code}" for code in y.tolist()])
    rows = (",".join(row) for row in zip(*cells, strict=True))
    return "\n".join(["@relation fold", *heads, "@data", *rows]) + "\n"


def _quoted(level: str) -> str:
    return "'" + level.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _distribution(rows: Path, model: Path, n_classes: int) -> NDArray[np.float64]:
    """Let a filter add the probabilities to the rows, and read them back."""
    out = rows.with_name("out.arff")
    files = ["-i", str(rows), "-o", str(out), "-c", "last"]
    _java(_FILTER, ["-serialized", str(model), "-distribution", *files], None)
    lines = out.read_text().partition("@data")[2].split("\n")
    cells = [line.split(",")[-n_classes:] for line in lines if line.strip()]
    return np.array(cells, dtype=np.float64)


def _java(program: str, arguments: Sequence[str], limit: float | None) -> str:
    options = ["-Xmx4g", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1", "-cp", str(jar())]
    done = subprocess.run(
        ["java", *options, program, *arguments],
        capture_output=True,
        text=True,
        timeout=limit,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or done.stdout.strip())
    return done.stdout


LEARNERS: dict[str, Learner] = {method: partial(fit, method) for method in CLASSES}

if __name__ == "__main__":
    sys.exit(answer(LEARNERS, jar().resolve().stem))
