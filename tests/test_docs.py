"""Documents work as written: examples print what the page shows, links lead somewhere.

A ``python`` block is run; a ``text`` block right after it is what it prints. The blocks of a page
run in order and share their names, in an empty directory. After an intended change of output,
``TURS_REWRITE_DOCS=1`` writes what was printed into the pages: read the difference.
"""

import contextlib
import io
import os
import re
from pathlib import Path

import pytest

import turs

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLE = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n*^```text\n(?P<output>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def plain(text: str) -> str:
    """Drop the blanks at the ends of lines, which no reader sees."""
    return "\n".join(line.rstrip() for line in text.splitlines())


def run(example: re.Match[str], page: Path, namespace: dict[str, object]) -> str:
    """Run a block of a page as if it were the page, and return what it prints."""
    first_line = example.string[: example.start("code")].count("\n")
    code = compile("\n" * first_line + example["code"], str(page), "exec")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, namespace)
    return printed.getvalue()


def rewritten(text: str, outputs: list[tuple[re.Match[str], str]]) -> str:
    """Put what was printed in place of what a page shows, from the last block to the first."""
    for example, printed in reversed(outputs):
        text = (
            text[: example.start("output")] + plain(printed) + "\n" + text[example.end("output") :]
        )
    return text


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__main__"}
    printed = [(example, run(example, page, namespace)) for example in EXAMPLE.finditer(text)]
    shown = [(example, output) for example, output in printed if example["output"] is not None]
    if os.environ.get("TURS_REWRITE_DOCS") == "1":
        page.write_text(rewritten(text, shown), encoding="utf-8")
        return
    for example, output in shown:
        assert plain(output) == plain(example["output"])


@pytest.mark.parametrize("page", [*PAGES, ROOT / "src/turs/data/README.md"], ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [match["target"] for match in LINK.finditer(page.read_text(encoding="utf-8"))]
    local = [target for target in targets if not re.match(r"https?:|mailto:|#", target)]
    assert [t for t in local if not (page.parent / t.partition("#")[0]).exists()] == []


def test_the_first_screen_has_the_two_commands_and_an_example_with_its_output() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first_screen = "\n".join(text.splitlines()[:50])
    assert "make demo\nmake test" in first_screen
    assert EXAMPLE.search(first_screen + "\n")["output"]


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"(?:^|`)make ([a-z]+)", page.read_text(encoding="utf-8"), re.M))
        assert named <= targets, page_name(page)


def test_the_version_is_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [turs.__version__]
    if "dev" not in turs.__version__:
        changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        assert f"## [{turs.__version__}]" in changes


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_pages_are_finished(page: Path) -> None:
    assert not re.findall(r"\bTO COME\b|\bTODO\b|\bTBD\b", page.read_text(encoding="utf-8"))
