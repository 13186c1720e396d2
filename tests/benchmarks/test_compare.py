import subprocess
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import compare as module
from benchmarks.compare import CompareError, Fitted, Version, checked_out, command, compare, line
from benchmarks.data import DataSet
from benchmarks.one_fit import fit

FITTED = Fitted("src", 1.0, 3, 6, 31.25)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two commits, in place of the checkout."""
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    identity = ["-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "commit.gpgsign=false"]
    git(root, "init", "--quiet")
    for text in ("old", "new"):
        (root / "src" / "file.txt").write_text(text)
        git(root, "add", ".")
        git(root, *identity, "commit", "--quiet", "--message", text)
    monkeypatch.setattr(module, "ROOT", root)
    return root


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout


def test_a_commit_is_checked_out_and_removed(repository: Path) -> None:
    with checked_out("HEAD~1") as place:
        assert (place / "src" / "file.txt").read_text() == "old"
    assert not place.exists()
    assert len(git(repository, "worktree", "list").splitlines()) == 1


def test_it_is_removed_after_an_error_too(repository: Path) -> None:
    with pytest.raises(KeyboardInterrupt), checked_out("HEAD") as place:
        (place / "litter").write_text("")
        raise KeyboardInterrupt
    assert not place.exists()
    assert len(git(repository, "worktree", "list").splitlines()) == 1


@pytest.mark.usefixtures("repository")
def test_a_commit_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["nowhere"]) == 2
    assert "benchmarks.compare: git worktree add: " in capsys.readouterr().err


def test_the_command_of_a_fit() -> None:
    options = Namespace(setting="paper", n_jobs=2, max_rules=None, data_dir=None)
    words = command("iris", options)
    assert words[1:] == [
        "-m", "benchmarks.one_fit", "iris", "--setting", "paper", "--n-jobs", "2",
    ]  # fmt: skip
    options = Namespace(setting="default", n_jobs=1, max_rules=3, data_dir=Path("/data"))
    assert command("iris", options)[-4:] == ["--max-rules", "3", "--data-dir", "/data"]


def test_versions_take_turns_and_the_best_counts() -> None:
    versions = [Version(name, Path(name), Path(name)) for name in ("base", "here")]
    seconds = iter([5.0, 2.0, 4.0, 3.0])
    order: list[str] = []

    def fake(version: Version, words: object) -> Fitted:
        order.append(version.name)
        return replace(FITTED, seconds=next(seconds))

    best = compare(versions, [], 2, fake)
    assert order == ["base", "here", "base", "here"]
    assert [fitted.seconds for fitted in best] == [4.0, 2.0]


def test_a_version_has_its_own_source_and_cache() -> None:
    variables = Version("base", Path("/a/src"), Path("/b")).environment()
    assert (variables["PYTHONPATH"], variables["NUMBA_CACHE_DIR"]) == ("/a/src", "/b")


def test_another_package_than_asked_for_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = '{"source": "/other", "seconds": 1, "n_rules": 1, "n_literals": 1, "bits": 1}'
    done = subprocess.CompletedProcess([], 0, stdout=answer)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    with pytest.raises(CompareError, match="base should run /a/src, and ran /other"):
        module.fit_apart(Version("base", Path("/a/src"), Path("/b")), ["python"])


def test_lines() -> None:
    faster = replace(FITTED, seconds=0.25, bits=31.25 + 1e-8)
    assert line("iris", FITTED, faster).split() == [
        "iris", "1.000", "s", "0.250", "s", "0.250", "same", "model",
    ]  # fmt: skip
    other = line("iris", FITTED, replace(FITTED, n_literals=7, bits=30.0))
    assert other.endswith("another model: 3 -> 3 rules, 6 -> 7 literals, 31.25 -> 30.00 bits")


def test_one_fit() -> None:
    rows = DataSet("rows", {"x": np.arange(60.0)}, np.repeat(["a", "b"], 30))
    facts = fit(rows, "default", {"n_jobs": 1, "max_rules": 1})
    fitted = Fitted(**facts)
    assert (fitted.n_rules, fitted.n_literals) == (1, 1)
    assert fitted.seconds > 0
    assert Path(fitted.source).name == "src" or (Path(fitted.source) / "turs").is_dir()
