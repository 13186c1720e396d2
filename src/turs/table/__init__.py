"""Tables in: any frame or array becomes plain arrays and a schema.

The only room that knows narwhals, and through it pandas, polars and pyarrow, none of which
it needs.
"""

from turs.table.columns import Columns, read_columns
from turs.table.content import MISSING, UNSEEN
from turs.table.infer import infer_columns
from turs.table.labels import read_labels
from turs.table.schema import Column, Kind, Level, Schema
from turs.table.target import Target, infer_target

__all__ = [
    "MISSING",
    "UNSEEN",
    "Column",
    "Columns",
    "Kind",
    "Level",
    "Schema",
    "Target",
    "infer_columns",
    "infer_target",
    "read_columns",
    "read_labels",
]
