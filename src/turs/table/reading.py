"""Read one column out of the container it came in: an array, a series, a list."""

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError, InputTypeError
from turs.table.content import Coded, Content, Numbers, boolean_content, number_content
from turs.table.refusal import Family, refuse
from turs.table.values import read_values

if TYPE_CHECKING:
    import narwhals as nw

RawColumn: TypeAlias = "nw.Series[Any] | NDArray[Any] | list[Any]"

_REFUSED_KINDS: dict[str, Family] = {"M": "time", "m": "duration", "c": "complex", "S": "binary"}

# Of fewer objects it does not matter how they are read. Most columns show in so many whether the
# same few come again and again; these are told apart by bits of their addresses, if they can be.
_MANY = 1_000
_GLANCE = 1000
_FEW = 200
_LAST_SLOT = 2**14 - 1


def read_content(name: str, column: RawColumn, *, finite: bool = False) -> Content:
    """Read one column of any container.

    Parameters
    ----------
    name : str
        The name of the column, for errors.
    column : narwhals.Series, ndarray of shape (n_rows,) or list
        The column as it came.
    finite : bool, default=False
        Whether an array is known to have no infinite number.

    Returns
    -------
    Numbers or Coded
        The same for the same values, whatever they came in.

    Raises
    ------
    ColumnError, InputTypeError
        If the values cannot be used.
    """
    if isinstance(column, np.ndarray):
        return read_array(name, column, finite)
    if isinstance(column, list):
        return read_values(name, column)
    # Imported here: narwhals takes as long to load as all else that a prediction needs.
    from turs.table.series import read_series

    return read_series(name, column)


def read_array(name: str, values: NDArray[Any], finite: bool = False) -> Content:
    """Read one column that is an array, as `read_content` does."""
    match values.dtype.kind:
        case "f" | "i" | "u":
            return number_content(name, values, finite=finite)
        case "b":
            return boolean_content(values)
        case "O":
            return read_objects(name, values)
        case "U" | "T":
            return read_values(name, values.tolist())
        case kind:
            raise refuse(name, _REFUSED_KINDS.get(kind, "other"), f"dtype {values.dtype}")


def read_objects(name: str, values: NDArray[Any]) -> Content:
    """Read one column that is an array of objects, as `read_content` does.

    Where few objects occur many times, as strings do that were read from a file, each is looked
    at once.
    """
    known = _known_objects(values) if len(values) >= _MANY else None
    if known is not None:
        objects, places = known
        try:
            content = read_values(name, objects)
        except (ColumnError, InputTypeError):
            pass  # the same error comes again, and knows the row
        else:
            if isinstance(content, Numbers):
                return Numbers(content.values[places])
            return Coded(content.codes[places], content.levels, content.order)
    return read_values(name, values.tolist())


def _places_among(known: NDArray[np.intp], addresses: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the place of each address among a few; any place of one that is not among them.

    Mostly some of their bits tell them apart, and are looked up in a table.
    """
    for shift in range(3, 20):
        slots = (known >> shift) & _LAST_SLOT
        if len(np.unique(slots)) == len(known):
            table = np.zeros(_LAST_SLOT + 1, dtype=np.intp)
            table[slots] = np.arange(len(known))
            places: NDArray[np.intp] = table[(addresses >> shift) & _LAST_SLOT]
            return places
    return np.minimum(np.searchsorted(known, addresses), len(known) - 1)


def _known_objects(values: NDArray[Any]) -> tuple[list[Any], NDArray[np.intp]] | None:
    """Return the objects of an array and the place of each row's among them, unless they are many.

    They are told apart by their address: two that are equal may both be there.
    """
    values = np.ascontiguousarray(values)
    addresses: NDArray[np.intp] = np.ndarray(values.shape, np.intp, buffer=values)
    # here and there: a table that was read in parts has objects of its own in each
    known = np.unique(addresses[:: max(len(addresses) // _GLANCE, 1)])
    if len(known) > _FEW:
        return None
    places = _places_among(known, addresses)
    if (known[places] != addresses).any():
        known, places = np.unique(addresses, return_inverse=True)
        if len(known) > len(values) // 10:
            return None
    rows = np.empty(len(known), dtype=np.intp)
    rows[places] = np.arange(len(values))  # any of the rows of an object
    return values[rows].tolist(), places
