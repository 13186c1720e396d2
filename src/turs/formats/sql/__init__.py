"""SQL: a rule set as one SELECT that scores the rows of a table, exactly as Python does.

What differs between databases is in :mod:`turs.formats.sql.dialects`, what rules ask of a row in
:mod:`turs.formats.sql.conditions`, and :mod:`turs.formats.sql.query` puts the parts together.
"""

from turs.formats.sql.query import write

__all__ = ["write"]
