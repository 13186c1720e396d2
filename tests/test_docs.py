"""Documents work as written: examples print what the page shows, links lead somewhere.

A ``python`` block is run; a ``text`` block right after it is what it prints. In a ``console`` block
a line that begins with ``$`` is a command, and the lines after it are what it writes, errors
included; lines that begin with ``>`` continue a command. The blocks of a page run in order, the
Python ones sharing their names, in one empty directory. A picture of ``docs/figures`` that a page
shows must have been saved by its code, with the same words in it.

A passage after ``<!-- measured: name -->`` is what ``docs/measured.py`` makes of the results of
benchmarks. The reference has every public name and command.

After an intended change, ``TURS_REWRITE_DOCS=1`` writes what was printed and drawn into the pages:
read the difference. A block that cannot be run has ``<!-- not run: why -->`` on the line before it.
"""

import contextlib
import inspect
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import click
import pytest

import turs
import turs.exceptions
import turs.plots
from docs.measured import PASSAGES
from turs.cli.main import commands

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FIGURES = ROOT / "docs" / "figures"
REWRITES = os.environ.get("TURS_REWRITE_DOCS") == "1"

FENCE = re.compile(
    r"(?:^<!-- not run: (?P<reason>\S.*) -->\n)?"
    r"^```(?P<language>\S*)(?P<more>[^\n]*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
WORDS = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)

# A language whose blocks are neither run nor printed by what is run, and who watches over them.
OTHER_LANGUAGES = {
    "js": "tests/report/test_reader.py runs the reader",
    "{toctree}": "the build of the site",
    "{eval-rst}": "the build of the site",
}
MOST_NOT_RUN = 3

# Said once after an installation, on standard error.
COMPILING = re.compile(r"^loading compiled functions; .*\n?", re.MULTILINE)

# How click writes the usage of a group that may be called alone depends on its version.
OPTIONAL_COMMAND = re.compile(r" \[COMMAND\] ")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its lines, where they stand, and why it is not run."""

    language: str
    body: str
    start: int
    end: int
    first_line: int
    reason: str | None


@dataclass(frozen=True)
class Output:
    """What a page shows at a place, and what is printed there."""

    start: int
    end: int
    shown: str
    printed: str


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def plain(text: str) -> str:
    """Drop the blanks at the ends of lines and of the text, which no reader sees."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip()


def blocks_of(text: str) -> list[Block]:
    return [
        Block(
            match["language"],
            match["body"],
            match.start("body"),
            match.end("body"),
            text[: match.start("body")].count("\n"),
            match["reason"],
        )
        for match in FENCE.finditer(text)
    ]


def run_python(block: Block, page: Path, names: dict[str, object]) -> str:
    """Run a block of a page as if it were the page, and return what it prints."""
    code = compile("\n" * block.first_line + block.body, str(page), "exec")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, names)
    return printed.getvalue()


def commands_of(body: str) -> list[str]:
    """Return the commands of a console block, each with the lines that continue it."""
    commands: list[list[str]] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            commands.append([line])
        elif line.startswith("> ") and commands:
            commands[-1].append(line)
    return ["\n".join(lines) for lines in commands]


def run_console(block: Block, directory: Path) -> str:
    """Run the commands of a block, and return what a terminal would show of them."""
    shown = []
    for command in commands_of(block.body):
        script = "\n".join(line[2:] for line in command.splitlines())
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=directory,
            env=console_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        printed = plain(OPTIONAL_COMMAND.sub(" COMMAND ", COMPILING.sub("", done.stdout)))
        shown += [command, *([printed] if printed else [])]
    return "\n".join(shown)


def console_environment() -> dict[str, str]:
    """Return the environment of commands: the same ``turs`` as here, and lines of 80 columns."""
    bin_directory = str(Path(sys.executable).parent)
    path = os.pathsep.join([bin_directory, os.environ.get("PATH", os.defpath)])
    fixed = {"PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    return {**os.environ, **fixed}


def outputs_of(page: Path, text: str, directory: Path) -> Iterator[Output]:
    """Run the blocks of a page in order, and compare what is shown with what is printed."""
    names: dict[str, object] = {"__name__": "__main__"}
    blocks = [block for block in blocks_of(text) if block.reason is None]
    for block, following in pairwise([*blocks, None]):
        if block.language == "console":
            yield Output(block.start, block.end, block.body, run_console(block, directory))
        elif block.language == "python":
            printed = run_python(block, page, names)
            if is_output(text, block, following):
                yield Output(following.start, following.end, following.body, printed)


def is_output(text: str, block: Block, following: Block | None) -> bool:
    """Tell whether a block is what the one before it prints: nothing stands between them."""
    if following is None or following.language != "text":
        return False
    return text[block.end : following.start].split() == ["```", "```text"]


def rewritten(text: str, outputs: list[Output]) -> str:
    """Put what was printed in place of what a page shows, from the last place to the first."""
    for output in reversed(outputs):
        text = text[: output.start] + plain(output.printed) + "\n" + text[output.end :]
    return text


def figures_of(text: str) -> list[str]:
    """Return the names of the pictures that the code of a page must have drawn."""
    targets = [Path(match["target"]) for match in LINK.finditer(text)]
    return [target.name for target in targets if target.parent.name == FIGURES.name]


def words_of(picture: Path) -> list[str]:
    """Return the words in a picture, which no version of matplotlib should change."""
    return sorted(WORDS.findall(picture.read_text(encoding="utf-8")))


@pytest.fixture
def same_drawing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make matplotlib draw the same bytes every time, with words that stay words."""
    matplotlib = pytest.importorskip("matplotlib")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    with matplotlib.rc_context({"svg.hashsalt": "turs", "svg.fonttype": "none"}):
        yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.mark.usefixtures("same_drawing")
@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    outputs = list(outputs_of(page, text, tmp_path))
    figures = figures_of(text)
    if REWRITES:
        page.write_text(rewritten(text, outputs), encoding="utf-8")
        for name in figures:
            shutil.copyfile(tmp_path / name, FIGURES / name)
        return
    for output in outputs:
        assert plain(output.printed) == plain(output.shown)
    for name in figures:
        assert words_of(tmp_path / name) == words_of(FIGURES / name)


MEASURED = re.compile(r"(?<=<!-- measured: )(\w+) -->\n(.*?)(?=<!-- end -->)", re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_figures_are_those_of_the_benchmarks(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    now = MEASURED.sub(lambda match: f"{match[1]} -->\n{PASSAGES[match[1]]()}\n", text)
    if REWRITES:
        page.write_text(now, encoding="utf-8")
    else:
        assert text == now


def test_every_passage_is_shown() -> None:
    shown = [match[1] for page in PAGES for match in MEASURED.finditer(page.read_text("utf-8"))]
    assert set(shown) == PASSAGES.keys()


def test_every_figure_is_shown() -> None:
    shown = {name for page in PAGES for name in figures_of(page.read_text(encoding="utf-8"))}
    assert {path.name for path in FIGURES.iterdir()} == shown


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_block_is_run_or_says_why_not(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.findall(r"^[ \t]+```", text, re.MULTILINE), "a block in a list is not run"
    before = None
    for block in blocks_of(text):
        if block.language == "text":
            assert block.reason or (before and is_output(text, before, block)), block.body
        elif block.language == "sh":
            # CI runs the commands of make; what pip installs is what CI tests.
            lines = block.body.splitlines()
            assert all(re.match(r"make |pip install |git clone |cd ", line) for line in lines)
        elif not block.reason:
            assert block.language in {"python", "console", *OTHER_LANGUAGES}, block.body
        before = block


def test_few_blocks_are_not_run() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    reasons = [block.reason for text in texts for block in blocks_of(text) if block.reason]
    assert len(reasons) <= MOST_NOT_RUN, reasons


@pytest.mark.parametrize("page", [*PAGES, ROOT / "src/turs/data/README.md"], ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [match["target"] for match in LINK.finditer(page.read_text(encoding="utf-8"))]
    local = [target for target in targets if not re.match(r"https?:|mailto:|#", target)]
    assert [t for t in local if not (page.parent / t.partition("#")[0]).exists()] == []


def test_the_first_screen_has_the_two_commands_and_an_example_with_its_output() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first_screen = "\n".join(text.splitlines()[:50]) + "\n"
    assert "make demo\nmake test" in first_screen
    blocks = blocks_of(first_screen)
    assert any(
        block.language == "python" and is_output(first_screen, block, following)
        for block, following in pairwise(blocks)
    )


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.M))
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


DOCUMENTED = re.compile(r"^\.\. auto(?:class|function|exception):: (?P<name>[\w.]+)$", re.MULTILINE)

# Types of what public methods return, and of their parts.
RETURNED = (
    "turs.model.change.Change",
    "turs.model.check.Check",
    "turs.model.check.RuleCheck",
    "turs.model.explanations.Explanations",
    "turs.model.near.Failure",
    "turs.model.near.NearRule",
    "turs.model.quality.Quality",
    "turs.model.quality.ReliabilityBin",
    "turs.model.summary.Outcome",
    "turs.model.summary.RuleSummary",
    "turs.model.summary.Summary",
    "turs.report.Report",
    "turs.ruleset.DescriptionLength",
    "turs.search.Step",
    "turs.search.Trace",
)


def public_names() -> set[str]:
    """Return every name that users may rely on, with the module that they import it from."""
    exceptions = {name for name, value in vars(turs.exceptions).items() if isinstance(value, type)}
    return {
        *(f"turs.{name}" for name in turs.__all__ if not name.startswith("_")),
        *(f"turs.plots.{name}" for name in turs.plots.__all__),
        *(f"turs.exceptions.{name}" for name in exceptions),
        *RETURNED,
        "turs.dask.DaskTURSClassifier",
        "turs.data.load_penguins",
        "turs.mdl.regret_bits",
    }


def reference_pages() -> dict[str, str]:
    pages = sorted((ROOT / "docs" / "reference").glob("*.md"))
    return {page.name: page.read_text(encoding="utf-8") for page in pages}


def documented_names() -> list[str]:
    return [name for text in reference_pages().values() for name in DOCUMENTED.findall(text)]


def test_the_reference_has_every_public_name_once() -> None:
    assert sorted(documented_names()) == sorted(public_names())


def callables_of(path: str) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield an object of the reference and, of a class, its public methods."""
    module, _, name = path.rpartition(".")
    thing = getattr(import_module(module), name)
    yield path, thing
    if isinstance(thing, type):
        for member, value in vars(thing).items():
            method = getattr(value, "__func__", value)
            if not member.startswith("_") and inspect.isfunction(method):
                yield f"{path}.{member}", method


def described_parameters(thing: object) -> set[str]:
    """Return the names in the sections of a docstring that describe parameters or attributes.

    A docstring of one sentence describes what it mentions.
    """
    text = inspect.getdoc(thing) or ""
    if "\n" not in text:
        return set(re.findall(r"\w+", text))
    sections = re.split(r"^(\w[\w ]*)\n-+\n", text, flags=re.MULTILINE)
    chosen = [
        body
        for title, body in zip(sections[1::2], sections[2::2], strict=True)
        if title in {"Parameters", "Attributes"}
    ]
    heads = [line for body in chosen for line in body.splitlines() if re.match(r"[\w*]", line)]
    return {name.strip(" *") for head in heads for name in head.partition(" :")[0].split(",")}


def parameters_of(thing: Callable[..., object]) -> set[str]:
    """Return what a call takes; an exception takes a sentence, which is nothing to describe."""
    if isinstance(thing, type) and issubclass(thing, Exception):
        return set()
    return set(inspect.signature(thing).parameters) - {"self", "cls"}


@pytest.mark.parametrize("path", sorted(public_names()))
def test_every_parameter_has_a_description(path: str) -> None:
    for name, thing in callables_of(path):
        assert inspect.getdoc(thing), name
        undescribed = parameters_of(thing) - described_parameters(thing)
        assert not undescribed, f"{name}: {undescribed}"


def command_tree() -> dict[str, click.Command]:
    """Return every command by its words, as in ``turs fit``."""
    tree: dict[str, click.Command] = {}

    def add(words: str, command: click.Command) -> None:
        tree[words] = command
        for name, child in getattr(command, "commands", {}).items():
            add(f"{words} {name}", child)

    add("turs", commands)
    return tree


@pytest.mark.parametrize("words", command_tree())
def test_every_command_and_option_says_what_it_does(words: str) -> None:
    command = command_tree()[words]
    assert command.help
    said = f"{command.help} {command.epilog}".lower()
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{words} {parameter.opts[-1]}"
        else:
            assert parameter.human_readable_name.lower() in said, f"{words} {parameter.name}"


COMMANDS_PAGE = ROOT / "docs" / "reference" / "commands.md"
COMMANDS_HEAD = """\
# Commands

What each command says of itself. [The command line](../command_line.md) shows them at work.
"""


def commands_page() -> str:
    """Return the reference of the command line, without what the commands say."""
    parts = [f"## {words}\n\n```console\n$ {words} --help\n```\n" for words in command_tree()]
    return "\n".join([COMMANDS_HEAD, *parts])


def test_every_command_is_in_the_reference(tmp_path: Path) -> None:
    text = COMMANDS_PAGE.read_text(encoding="utf-8")
    without_output = re.sub(r"(?<= --help\n).*?(?=^```$)", "", text, flags=re.M | re.S)
    if REWRITES:
        page = commands_page()
        outputs = list(outputs_of(COMMANDS_PAGE, page, tmp_path))
        COMMANDS_PAGE.write_text(rewritten(page, outputs), encoding="utf-8")
    else:
        assert without_output == commands_page()


def test_the_site_has_every_page() -> None:
    """Sphinx would say so too, but is not at every desk."""
    docs = ROOT / "docs"
    entries = {
        found.relative_to(docs).with_suffix("").as_posix()
        for page in docs.rglob("*.md")
        for block in blocks_of(page.read_text(encoding="utf-8"))
        if block.language == "{toctree}"
        for entry in block.body.split("\n\n", 1)[-1].split()
        for found in page.parent.glob(f"{entry}.md")
    }
    pages = {page.relative_to(docs).with_suffix("").as_posix() for page in docs.rglob("*.md")}
    assert pages - entries == {"index"}
