"""Table files in and out: CSV, Parquet and Arrow files, and what their columns were taken for.

CSV is read by the standard library and numpy. Parquet and Arrow need pyarrow, which is loaded
when such a file is met.
"""

from turs.tablefile.chunks import Chunk, Chunks, iter_chunks
from turs.tablefile.contents import ColumnGuess, Obstacle, TableFile
from turs.tablefile.options import DEFAULT_MISSING, ReadOptions
from turs.tablefile.reading import read_table
from turs.tablefile.suspects import Suspect, find_suspects
from turs.tablefile.target import TargetColumn, check_target
from turs.tablefile.writing import TableWriter

__all__ = [
    "DEFAULT_MISSING",
    "Chunk",
    "Chunks",
    "ColumnGuess",
    "Obstacle",
    "ReadOptions",
    "Suspect",
    "TableFile",
    "TableWriter",
    "TargetColumn",
    "check_target",
    "find_suspects",
    "iter_chunks",
    "read_table",
]
