"""The shape of the source: who imports whom, and how large things are."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "turs"
FILES = sorted(SOURCE.rglob("*.py"))

# What a kernel is made of is compiled as one piece: larger by design.
KERNELS = (
    "src/turs/counting/cell_kernels.py",
    "src/turs/counting/forest_kernels.py",
    "src/turs/counting/growing_kernels.py",
    "src/turs/counting/joining_kernels.py",
    "src/turs/counting/kernels.py",
    "src/turs/counting/level_kernels.py",
    "src/turs/counting/part_kernels.py",
    "src/turs/counting/pruned_kernels.py",
    "src/turs/counting/row_kernels.py",
    "src/turs/counting/tick_kernels.py",
    "src/turs/counting/tree_kernels.py",
    "src/turs/counting/waiting_kernels.py",
)

MAX_FILE_LINES = 300
MAX_KERNEL_FILE_LINES = 400
MAX_BODY_LINES = 50
SMALL_BODY_LINES = 25
MAX_ARGUMENTS = 8
MAX_KERNEL_ARGUMENTS = 11

LEARNING_LIBRARIES = ("llvmlite", "numba", "scipy", "sklearn")
FRAME_LIBRARIES = ("pandas", "polars", "pyarrow")
DRAWERS = {"utils", "_utils", "helpers", "common", "core", "misc"}
COMPILERS = {"cfunc", "compiled", "guvectorize", "jit", "njit", "stencil", "vectorize"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def loaded_by(statement: str) -> set[str]:
    """Return the top-level packages that a fresh Python has loaded after a statement."""
    script = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    command = [sys.executable, "-W", "error", "-c", script]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def functions() -> Iterator[tuple[str, Function]]:
    """Yield every function of the source with where it stands."""
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, Function):
                yield f"{file.relative_to(ROOT).as_posix()}:{node.lineno} {node.name}", node


def body_lines(function: Function) -> int:
    """Count the lines of a function's body, its docstring left out."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def n_arguments(function: Function) -> int:
    """Count the named arguments of a function."""
    arguments = function.args
    return len(arguments.posonlyargs) + len(arguments.args) + len(arguments.kwonlyargs)


def has_compiler(function: Function) -> bool:
    """Tell whether a function is decorated by something that numba compiles with."""
    names = {
        getattr(node, "attr", getattr(node, "id", None))
        for decorator in function.decorator_list
        for node in ast.walk(decorator)
    }
    return bool(names & COMPILERS)


def test_rooms_import_downward_only() -> None:
    pytest.importorskip("importlinter", reason="import-linter is not installed; `make lint` has it")
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    linter = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert linter.returncode == 0, linter.stdout + linter.stderr


@pytest.mark.parametrize(
    "statement",
    [
        "import turs",
        "import turs.model",
        "import turs.ruleset",
        "import turs.formats.json",
        "import turs.table",
        "import turs.mdl",
        "import turs.data",
        "import turs.cli.main",
        "from turs import load",
        "from turs import RuleSet, Rule, Interval, Levels, Missing, Explanation",
    ],
)
def test_what_was_learned_needs_no_learner(statement: str) -> None:
    assert not loaded_by(statement) & {*LEARNING_LIBRARIES, *FRAME_LIBRARIES}


def test_importing_the_package_loads_not_even_numpy() -> None:
    assert "numpy" not in loaded_by("import turs")


def test_the_learner_loads_no_frame_library() -> None:
    unasked = loaded_by("import turs.estimator") - loaded_by("import sklearn.base, numba")
    assert not unasked & set(FRAME_LIBRARIES)


def code_lines(file: Path) -> int:
    """Count the lines of a file, but for docstrings and blank ones."""
    text = file.read_text(encoding="utf-8")
    lines = {number for number, line in enumerate(text.splitlines(), 1) if line.strip()}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node):
            lines -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return len(lines)


def test_files_are_small() -> None:
    sizes = {file.relative_to(ROOT).as_posix(): code_lines(file) for file in FILES}
    assert max(sizes.pop(kernels) for kernels in KERNELS) <= MAX_KERNEL_FILE_LINES
    assert {file: n for file, n in sizes.items() if n > MAX_FILE_LINES} == {}


def test_functions_are_small() -> None:
    sizes = {where: body_lines(function) for where, function in functions()}
    assert {where: n for where, n in sizes.items() if n > MAX_BODY_LINES} == {}
    assert sum(n > SMALL_BODY_LINES for n in sizes.values()) <= len(sizes) / 10


def test_functions_take_few_arguments() -> None:
    # A constructor of an estimator names every parameter: scikit-learn reads them from it.
    counts = {where: n_arguments(f) for where, f in functions() if f.name != "__init__"}
    many = {where: n for where, n in counts.items() if n > MAX_ARGUMENTS}
    assert {w: n for w, n in many.items() if not w.startswith(KERNELS)} == {}
    assert max(many.values(), default=0) <= MAX_KERNEL_ARGUMENTS


def test_every_compiled_function_is_in_a_file_of_kernels() -> None:
    compiled = {
        where.partition(":")[0] for where, function in functions() if has_compiler(function)
    }
    assert compiled == set(KERNELS)


@pytest.mark.parametrize("kernels", KERNELS)
def test_kernels_call_kernels_alone(kernels: str) -> None:
    imported = {
        node.module
        for node in ast.walk(ast.parse((ROOT / kernels).read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module.startswith("turs")
    }
    # as what is compiled is kept for as long as nothing changes in these two rooms
    rooms = {module.rpartition(".")[0] for module in imported}
    assert rooms <= {"turs.counting", "turs.mdl"}
    files = {f"src/{module.replace('.', '/')}.py" for module in imported}
    assert files <= {
        *KERNELS,
        "src/turs/counting/compiling.py",
        "src/turs/counting/sharing.py",
        "src/turs/mdl/ticks.py",
    }


def test_there_is_no_drawer() -> None:
    names = {part for file in FILES for part in file.relative_to(SOURCE).with_suffix("").parts}
    assert not names & DRAWERS
