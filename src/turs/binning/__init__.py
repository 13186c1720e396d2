"""Values into small integer codes, and codes back into literals."""

from turs.binning.binned import BinnedColumn, BinnedTable
from turs.binning.bins import bin_columns
from turs.binning.cuts import find_cuts
from turs.binning.decode import decode_mask, decode_rule

__all__ = [
    "BinnedColumn",
    "BinnedTable",
    "bin_columns",
    "decode_mask",
    "decode_rule",
    "find_cuts",
]
