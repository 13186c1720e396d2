"""Turn sets of codes, which the search speaks of, into literals and rules."""

from collections.abc import Mapping, Sequence

from turs.binning.binned import BinnedColumn
from turs.exceptions import InputError
from turs.model.literal import Interval, Levels, Literal, Missing
from turs.model.rule import Rule


def decode_mask(column: BinnedColumn, mask: int) -> Literal | None:
    """Turn the set of codes that are allowed into a literal.

    Parameters
    ----------
    column : BinnedColumn
        What the codes stand for.
    mask : int
        A set of codes as bits: code c is allowed if bit c is set.

    Returns
    -------
    Interval, Levels, Missing or None
        None if every code is allowed, which restricts nothing.

    Raises
    ------
    InputError
        If no code is allowed, or the bins of a numeric column are not a range.

    Examples
    --------
    >>> import numpy as np
    >>> age = BinnedColumn("age", 4, True, True, cuts=np.array([30.0, 40.0, 65.0]))
    >>> print(decode_mask(age, 0b00110), decode_mask(age, 0b10001), sep=", ")
    30 < age <= 65, age <= 30 or missing
    >>> print(decode_mask(age, 0b10000), decode_mask(age, 0b01111), sep=", ")
    age is missing, age is not missing
    """
    if not 0 < mask < 1 << column.n_codes:
        raise InputError(
            f"the codes {mask:#b} do not fit column {column.name!r}; "
            f"some of its {column.n_codes} codes must be allowed, and no others"
        )
    missing = bool(mask >> column.n_bins)
    bins = [code for code in range(column.n_bins) if mask >> code & 1]
    if not bins:
        return Missing(column.name)
    if len(bins) == column.n_bins:
        return None if missing or not column.has_missing else Missing(column.name, negated=True)
    if column.levels is not None:
        return Levels(column.name, [column.levels[code] for code in bins], missing=missing)
    return _decode_range(column, bins, missing)


def decode_rule(
    columns: Sequence[BinnedColumn],
    masks: Mapping[int, int],
    known: dict[tuple[int, int], Literal | None] | None = None,
) -> Rule:
    """Turn the allowed codes of some columns into a rule.

    Parameters
    ----------
    columns : sequence of BinnedColumn
        What the codes stand for.
    masks : mapping of int to int
        From the position of a column to the set of its allowed codes, as bits.
    known : dict, optional
        What was decoded before, by position and set; what is decoded now is put there. Whoever
        decodes many rules of the same columns saves most of the time.

    Returns
    -------
    Rule
        With one literal for each column that is restricted.

    Examples
    --------
    >>> from turs.binning import bin_columns
    >>> from turs.table import infer_columns
    >>> table = infer_columns({"age": [31, 40, 65], "ward": ["A", "B", "C"]})
    >>> columns = bin_columns(table, max_cuts=100).columns
    >>> print(decode_rule(columns, {0: 0b100, 1: 0b101}))
    age > 50 and ward in {A, C}
    """
    known = {} if known is None else known
    for index, mask in masks.items():
        if (index, mask) not in known:
            known[index, mask] = decode_mask(columns[index], mask)
    literals = (known[part] for part in masks.items())
    return Rule(literal for literal in literals if literal is not None)


def _decode_range(column: BinnedColumn, bins: list[int], missing: bool) -> Interval:
    first, last = bins[0], bins[-1]
    if last - first + 1 != len(bins) or column.cuts is None:
        raise InputError(
            f"the bins {bins} of column {column.name!r} are not a range; an interval has no holes"
        )
    low = float(column.cuts[first - 1]) if first > 0 else None
    high = float(column.cuts[last]) if last < column.n_bins - 1 else None
    return Interval(column.name, low=low, high=high, missing=missing)
