"""Every error and warning that turs raises on purpose.

::

    TursError
    ├── InputError            (ValueError)  a table, a target or a value that cannot be used
    │   ├── ColumnError                     ... and it is about the columns of a table
    │   ├── TargetError                     ... and it is about the class column
    │   └── RuleSyntaxError                 ... and it is about a rule written as text
    ├── InputTypeError        (TypeError)   an argument of a type that cannot be used
    ├── ModelFileError        (ValueError)  a model file that cannot be read
    └── ClusterError          (RuntimeError) a cluster that is not there, or was lost

    SearchStoppedWarning      (UserWarning) the search ended early; the best set so far was kept

Each error is one sentence that names the value, and says what would be right.
"""


class TursError(Exception):
    """Base of every error that turs raises on purpose."""


class InputError(TursError, ValueError):
    """A table, a target or a value that cannot be used."""


class ColumnError(InputError):
    """The columns of a table are not what they should be."""


class TargetError(InputError):
    """The class column cannot be used."""


class RuleSyntaxError(InputError):
    """A text that is not a rule."""


class InputTypeError(TursError, TypeError):
    """An argument of a type that cannot be used."""


class ModelFileError(TursError, ValueError):
    """A model file that cannot be read."""


class ClusterError(TursError, RuntimeError):
    """A cluster is not there, or was lost."""


class SearchStoppedWarning(UserWarning):
    """The search ended before it was done; the best set so far was kept."""
