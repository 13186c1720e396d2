"""Small problems for the search: stand-ins for columns and settings, and random tables."""

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from tests.naive.lengths import training_rows
from tests.naive.refinements import Problem


@dataclass(frozen=True)
class Column:
    """What the search knows of a column."""

    n_bins: int
    ordered: bool = True
    has_missing: bool = False


@dataclass(frozen=True)
class Settings:
    """The settings of the search."""

    beam_width: int = 5
    n_candidates: int = 5
    diversity: float = 0.05
    blend: float = 0.0
    simplicity: float = 0.0
    evidence: float = 0.0
    min_new_rows: int = 1
    surrogate: str | None = "tree"
    surrogate_weight: float = 1.0
    joint: bool = True
    slack: float = 0.0
    patience: int | None = None
    max_rules: int | None = None
    revise: bool | str = False
    enumerate_levels: int = 5
    max_set_size: int | None = None
    least_leaf: int = 5
    leaf_sizes: tuple[int, ...] | None = None


def make_problem(
    columns: list[Column], codes: list[list[int]], y: list[int], **changes: object
) -> Problem:
    """Make a problem of ``max(y) + 1`` classes, with the usual settings but for the changes."""
    steered = Settings(**changes)
    training = training_rows(codes, y, max(y) + 1, leaf_sizes=steered.leaf_sizes)
    return Problem(columns, training, steered)


@dataclass(frozen=True)
class Table:
    """What the search is given: ``learn(*table.arguments, settings)``."""

    columns: list[Column]
    codes: list[list[int]]
    y: list[int]
    n_classes: int

    @property
    def arguments(self) -> tuple[list[Column], list[list[int]], list[int], int]:
        """The first arguments of the search."""
        return self.columns, self.codes, self.y, self.n_classes


@st.composite
def small_tables(draw: st.DrawFn) -> Table:
    """Draw any table of a few rows: mostly noise, good at corner cases, shrinks well."""
    n_rows, n_classes = draw(st.integers(1, 25)), draw(st.integers(2, 4))
    kinds = st.builds(Column, st.integers(1, 6), st.booleans(), st.booleans())
    columns = draw(st.lists(kinds, max_size=3))

    def rows_below(n_codes: int) -> list[int]:
        return draw(st.lists(st.integers(0, n_codes - 1), min_size=n_rows, max_size=n_rows))

    codes = [rows_below(column.n_bins + column.has_missing) for column in columns]
    return Table(columns, codes, rows_below(n_classes), n_classes)


def planted_table(seed: int, n_rows: int = 60, n_columns: int = 4) -> Table:
    """Make a table whose classes follow three hidden rules, with some noise: several rules deep."""
    random = Random(seed)
    columns = [
        Column(random.randint(2, 12), random.random() < 0.6, random.random() < 0.4)
        for _ in range(n_columns)
    ]
    n_codes = [column.n_bins + column.has_missing for column in columns]
    codes = [[random.randrange(n) for _ in range(n_rows)] for n in n_codes]
    n_classes = random.randint(2, 4)
    y = [random.randrange(n_classes) if random.random() < 0.3 else 0 for _ in range(n_rows)]
    for label in range(1, 4):
        low, high = random.choices(range(n_columns), k=2)
        for row in range(n_rows):
            if codes[low][row] <= n_codes[low] // 2 <= n_codes[high] // 3 + codes[high][row]:
                y[row] = label % n_classes
    return Table(columns, codes, y, n_classes)


def scattered_table(seed: int, n_rows: int = 100, n_codes: int = 16) -> Table:
    """Make a table with a class for each code of a column, and two of noise: many small rules."""
    random = Random(seed)
    columns = [
        Column(n_codes, random.random() < 0.5, random.random() < 0.5),
        Column(random.randint(2, 5), random.random() < 0.5),
        Column(2),
    ]
    n_classes = random.randint(3, 5)
    codes = [random.choices(range(c.n_bins + c.has_missing), k=n_rows) for c in columns]
    class_of = random.choices(range(n_classes), k=n_codes + 1)
    y = [
        random.randrange(n_classes) if random.random() < 0.1 else class_of[code]
        for code in codes[0]
    ]
    return Table(columns, codes, y, n_classes)


def out_of_date_table() -> Table:
    """Make a table whose tree, with leaves of 30 rows, is of no use without six of its rows.

    The six rows with code 1 in column 2 have a class of their own. Column 0 says most of them, so
    the tree asks it, and there is no room for a second question. Column 1 says most of the rest.
    """
    rows = [
        (first, second, 0, second if place < 10 else 1 - second)
        for first in (0, 1)
        for second in (0, 1)
        for place in range(15)
    ]
    rows += [(0, place % 2, 1, 2) for place in range(6)]
    *codes, y = (list(values) for values in zip(*rows, strict=True))
    return Table([Column(2)] * 3, codes, y, 3)


planted_tables = st.builds(planted_table, st.integers(0, 2**32), st.integers(20, 100))
scattered_tables = st.builds(scattered_table, st.integers(0, 2**32), st.integers(40, 100))

small_settings = st.builds(
    Settings,
    beam_width=st.integers(1, 5),
    n_candidates=st.integers(1, 5),
    diversity=st.sampled_from([0.0, 0.05, 0.5, 0.9]),
    blend=st.sampled_from([0.0, 0.02, 0.4, 0.75]),
    simplicity=st.sampled_from([0.0, 1.0, 10.0]),
    evidence=st.sampled_from([0.0, 0.3, 0.8, 3.0]),
    min_new_rows=st.sampled_from([1, 3, 5]),
    surrogate=st.sampled_from(["tree", "cart", None]),
    surrogate_weight=st.sampled_from([1.0, 0.7, 0.0]),
    joint=st.booleans(),
    slack=st.sampled_from([0.0, 0.05, 0.5, 10.0]),
    patience=st.sampled_from([None, 1, 2]),
    max_rules=st.sampled_from([None, None, 1, 2]),
    revise=st.sampled_from([False, True, "auto"]),
    enumerate_levels=st.integers(0, 4),
    max_set_size=st.sampled_from([None, 1, 2]),
    least_leaf=st.sampled_from([1, 2, 5]),
    leaf_sizes=st.sampled_from([None, (1,), (2, 5)]),
)
