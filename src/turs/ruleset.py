"""RuleSet: what was learned or written by hand, ready to predict, explain, edit and save.

The door in front of the model and its formats; whatever it does is done in those rooms. Those that
loading and predicting do not need are imported when they are asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from turs.exceptions import InputError, InputTypeError, ModelFileError
from turs.formats import json as json_format
from turs.formats.files import read_text, write_text
from turs.model.contents import RuleSetData
from turs.model.editing import count_rules, same_contents, with_labels, with_smoothing, without_rule
from turs.model.explanations import Explanations
from turs.model.length import DescriptionLength, description_length
from turs.model.prediction import Predictor
from turs.model.probability import check_smoothing
from turs.model.rule import Rule
from turs.table import infer_columns, infer_target, read_columns
from turs.table.refusal import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.change import Change
    from turs.model.check import Check
    from turs.report import Report

__all__ = ["DescriptionLength", "RuleSet", "load"]


class RuleSet:
    """A truly unordered set of probabilistic rules.

    Parameters
    ----------
    data : RuleSetData
        The contents; `from_rules`, `from_json` and `load` make them.

    Examples
    --------
    >>> X = {"age": [25, 30, 41, 52, 67, 70], "ward": ["A", "B", "A", "A", "B", "B"]}
    >>> y = ["home", "home", "home", "stay", "stay", "stay"]
    >>> rule_set = RuleSet.from_rules(["age > 50", "ward = B"], X, y)
    >>> print(rule_set)
    2 rules for 2 classes, from 6 rows; largest cover first, their order means nothing
    <BLANKLINE>
    1  age > 50  -> stay 1.00             (n = 3)
    2  ward = B  -> stay 0.67, home 0.33  (n = 3: 2 + 1)
       else      -> home 1.00             (n = 2)
    <BLANKLINE>
    Rules 1 and 2 share 2 rows: stay 1.00.
    Where rules meet, the union of their covers speaks.
    >>> rule_set.predict_proba({"age": [60, 20], "ward": ["B", "C"]})
    array([[0.25, 0.75],
           [1.  , 0.  ]])
    """

    def __init__(self, data: RuleSetData) -> None:
        if not isinstance(data, RuleSetData):
            raise InputTypeError(
                f"RuleSet wraps RuleSetData, not {type(data).__name__}; "
                "to make one from rules and a table, use RuleSet.from_rules"
            )
        self._data = data

    @classmethod
    def from_rules(
        cls,
        rules: Iterable[Rule | str],
        X: Any,
        y: Any,
        classes: Iterable[Any] | None = None,
        *,
        smoothing: float = 0.0,
        categorical_features: Any = "from_dtype",
    ) -> RuleSet:
        """Count rules that someone wrote on data.

        Parameters
        ----------
        rules : iterable of Rule or str
            The rules, no two alike; text is parsed.
        X : data frame, array or dict of columns
            The training table.
        y : array-like
            Its classes.
        classes : iterable, optional
            All classes, also such as have no row in `y`.
        smoothing : float, default=0.0
            How many rows the overall class frequencies are worth in each estimate.
        categorical_features : "from_dtype", None, or array-like of str, int or bool
            Which numeric columns are categorical.

        Returns
        -------
        RuleSet
        """
        columns = infer_columns(X, categorical_features=categorical_features)
        target = infer_target(y, classes, n_rows=columns.n_rows)
        return cls(count_rules(_parsed(rules), columns, target, smoothing))

    @classmethod
    def from_json(cls, text: str) -> RuleSet:
        """Read a rule set from the text of a model file; the opposite of `to_json`.

        Parameters
        ----------
        text : str
            The text.

        Returns
        -------
        RuleSet
        """
        return cls(json_format.read(text))

    @property
    def data(self) -> RuleSetData:
        """The contents, as plain data."""
        return self._data

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules; their order means nothing."""
        return self._data.rules

    @property
    def classes(self) -> NDArray[Any]:
        """The class labels, in the order of the columns of `predict_proba`."""
        return self._data.classes

    @property
    def smoothing(self) -> float:
        """How many rows the overall class frequencies are worth in each estimate."""
        return self._data.smoothing

    @property
    def n_literals(self) -> int:
        """How many literals all rules have, one per variable and bound used."""
        return sum(rule.n_literals for rule in self.rules)

    def predict_proba(self, X: Any, smoothing: float | None = None) -> NDArray[np.float64]:
        """Estimate the class probabilities of rows.

        Parameters
        ----------
        X : data frame, array or dict of columns
            A table with the columns of training.
        smoothing : float, optional
            In place of the smoothing of the rule set; 0 is the maximum-likelihood estimate.

        Returns
        -------
        ndarray of float64, shape (n_rows, n_classes)
        """
        columns = read_columns(X, self._data.schema)
        return self._predictor.predict_proba(columns, self._smoothing(smoothing))

    def predict(self, X: Any, smoothing: float | None = None) -> NDArray[Any]:
        """Predict the most probable class of rows; of equals, the first of `classes`.

        Parameters
        ----------
        X : data frame, array or dict of columns
            A table with the columns of training.
        smoothing : float, optional
            In place of the smoothing of the rule set.

        Returns
        -------
        ndarray, shape (n_rows,)
        """
        columns = read_columns(X, self._data.schema)
        codes = self._predictor.predict_codes(columns, self._smoothing(smoothing))
        labels: NDArray[Any] = self.classes[codes]
        return labels

    def covers(self, X: Any) -> NDArray[np.bool_]:
        """Tell which rules cover which rows.

        Parameters
        ----------
        X : data frame, array or dict of columns
            A table with the columns of training.

        Returns
        -------
        ndarray of bool, shape (n_rows, n_rules)
            In the order of `rules`.
        """
        return self._predictor.covers(read_columns(X, self._data.schema))

    def explain(self, X: Any, smoothing: float | None = None) -> Explanations:
        """Say why each row has the probabilities that it has.

        Parameters
        ----------
        X : data frame, array or dict of columns
            A table with the columns of training.
        smoothing : float, optional
            In place of the smoothing of the rule set.

        Returns
        -------
        Explanations
            A sequence, one `Explanation` a row, each made when it is looked at.
        """
        columns = read_columns(X, self._data.schema)
        return self._predictor.explain(columns, self._smoothing(smoothing))

    def changes(
        self,
        X: Any,
        *,
        keep: Iterable[str] = (),
        most: int = 3,
        smoothing: float | None = None,
    ) -> list[tuple[Change, ...]]:
        """Say what would give each row another class: the smallest changes of one or two values.

        Parameters
        ----------
        X : data frame, array or dict of columns
            A table with the columns of training.
        keep : iterable of str, default=()
            Names of columns whose values cannot change, such as an age.
        most : int, default=3
            The largest number of changes for each other class.
        smoothing : float, optional
            In place of the smoothing of the rule set.

        Returns
        -------
        list of tuple of Change
            One tuple a row, the smallest change first: fewest values, then fewest bounds of rules
            crossed. Empty if no two values reach another class. No value becomes missing.

        Notes
        -----
        What the rules would say, not what would happen: that a rule asks for a value does not
        mean that changing it changes the outcome.
        """
        from turs.model.changes import ChangeFinder, check_most, known_columns

        columns = read_columns(X, self._data.schema)
        check_most(most)
        finder = ChangeFinder(
            self._predictor, self._smoothing(smoothing), known_columns(keep, self._data.schema)
        )
        return [finder.find(columns, row, most) for row in range(columns.n_rows)]

    def check(
        self, X: Any, y: Any, *, level: float = 0.95, smoothing: float | None = None
    ) -> Check:
        """Count every rule on new rows, and say which rules no longer hold.

        Parameters
        ----------
        X : data frame, array or dict of columns
            New rows, with the columns of training.
        y : array-like
            Their classes.
        level : float, default=0.95
            How often no rule is called changed, when none has.
        smoothing : float, optional
            In place of the smoothing of the rule set, for the predictions.

        Returns
        -------
        Check
            For each rule its frequencies on the training rows and on these, their difference with
            an interval, the shift of its coverage and a verdict; and how good the predictions are.
            It prints as a table; ``to_frame()`` has the same as data.
        """
        from turs.model.check import check_on_new_rows
        from turs.table.known_target import codes_of

        columns = read_columns(X, self._data.schema)
        codes = codes_of(y, self.classes, columns.n_rows)
        return check_on_new_rows(
            self._data,
            self._predictor.covers(columns),
            self._predictor.predict_proba(columns, self._smoothing(smoothing)),
            codes,
            level,
        )

    def description_length(self) -> DescriptionLength:
        """Return how many bits the classes of the training rows take, given the rules.

        Returns
        -------
        DescriptionLength
            With ``total_bits``, ``likelihood_bits`` and ``regret_bits``.
        """
        return description_length(self._data)

    def without(self, rule: Rule | str) -> RuleSet:
        """Return a copy without one of the rules, as if it had been counted without it.

        Parameters
        ----------
        rule : Rule or str
            One of `rules`, or its text.

        Returns
        -------
        RuleSet
        """
        if not isinstance(rule, Rule | str):
            raise InputTypeError(
                f"the rule to leave out must be a rule or its text, not {shown(rule)}; "
                "use one of the rules of the set"
            )
        gone = Rule.parse(rule) if isinstance(rule, str) else rule
        return RuleSet(without_rule(self._data, gone))

    def relabel(self, mapping: Mapping[Any, Any]) -> RuleSet:
        """Return a copy with other class labels.

        Parameters
        ----------
        mapping : mapping
            From each label to its new one.

        Returns
        -------
        RuleSet
            With its classes in the same order.
        """
        return RuleSet(with_labels(self._data, mapping))

    def with_smoothing(self, smoothing: float) -> RuleSet:
        """Return a copy with another smoothing, as if it had been counted with that.

        Parameters
        ----------
        smoothing : float
            How many rows the overall class frequencies are worth in each estimate.

        Returns
        -------
        RuleSet
        """
        return RuleSet(with_smoothing(self._data, smoothing))

    def to_json(self) -> str:
        """Return the rule set as the text of a model file.

        Returns
        -------
        str
            The same for the same rule set, byte for byte.
        """
        return json_format.write(self._data)

    def to_sql(
        self,
        dialect: str = "sqlite",
        table: str | Sequence[str] = "data",
        smoothing: float | None = None,
    ) -> str:
        """Return a SELECT that predicts in a database, exactly as `predict_proba` does.

        Parameters
        ----------
        dialect : {"sqlite", "duckdb", "postgresql"}, default="sqlite"
            The database to speak to.
        table : str or sequence of str, default="data"
            The table with the columns of training: its name, or a qualified name in its parts, as
            in ``("clinic", "patients")``. Names are quoted, so that any will do.
        smoothing : float, optional
            In place of the smoothing of the rule set.

        Returns
        -------
        str
            Its rows are those of the table, in their order, with one probability a class in the
            order of `classes`, the class predicted, and the covering rules as text.
        """
        from turs.formats import sql

        return sql.write(self._data, dialect, table, self._smoothing(smoothing))

    def to_python(self, smoothing: float | None = None) -> str:
        """Return the source of a Python function that predicts, and needs nothing installed.

        Parameters
        ----------
        smoothing : float, optional
            In place of the smoothing of the rule set.

        Returns
        -------
        str
            Defines ``predict_proba(row)``, from a mapping of column to value (None, NaN or absent
            is missing) to a dictionary of class to probability.
        """
        from turs.formats import python_code

        return python_code.write(self._data, self._smoothing(smoothing))

    def to_frame(self, library: str | None = None) -> Any:
        """Return the rules as a data frame, one row a rule and one for the else rule.

        Parameters
        ----------
        library : {"pandas", "polars", "pyarrow"}, optional
            Which kind of frame; by default that of the library which is in use already, or else
            of one that is installed.

        Returns
        -------
        data frame
            With the columns ``number``, ``rule``, ``n_literals``, ``n_rows``, ``coverage``,
            ``majority``, ``probability``, ``low`` and ``high`` (its interval), ``exception_to``,
            and ``count <class>`` for each class.
        """
        from turs.formats.rule_table import rule_frame_columns
        from turs.table.frames import make_frame

        return make_frame(rule_frame_columns(self._data), library)

    def to_markdown(self) -> str:
        """Return the rules as a table in Markdown.

        Returns
        -------
        str
        """
        from turs.formats import markdown

        return markdown.write(self._data)

    def to_latex(self, caption: str | None = None, label: str | None = None) -> str:
        """Return the rules as a table in LaTeX, for the package booktabs.

        Parameters
        ----------
        caption, label : str, optional
            Of the table, in LaTeX. With neither there is no floating table around it.

        Returns
        -------
        str
        """
        from turs.formats import latex

        return latex.write(self._data, caption, label)

    def report(self, X: Any = None, y: Any = None, *, title: str | None = None) -> Report:
        """Make a page of the rule set: one HTML file, which needs no network and no server.

        Parameters
        ----------
        X : data frame, array or dict of columns, optional
            Test rows, with the columns of training.
        y : array-like, optional
            Their classes.
        title : str, optional
            The title of the page.

        Returns
        -------
        Report
            ``save(path)`` writes it; a notebook shows it. With test rows it also says how good the
            predictions are, and how each rule does on them.
        """
        from turs.report import make

        if (X is None) != (y is None):
            given, absent = ("y", "X") if X is None else ("X", "y")
            raise InputError(
                f"test rows need both X and y, but there is only {given}; give {absent} too"
            )
        check = None if X is None else self.check(X, y)
        return make(self._data, check, title)

    def show(self, stream: IO[str] | None = None) -> None:
        """Print the rules, in colour on a terminal.

        Parameters
        ----------
        stream : text stream, optional
            Where to; standard output if not given. A terminal gets lines of its own width, in
            colour unless the environment variable ``NO_COLOR`` is set; a file or a pipe gets
            what `str` gives.
        """
        from turs.formats import terminal

        terminal.show(self._data, stream)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rule set to a model file, all of it or nothing.

        Parameters
        ----------
        path : str or path
            The file; one that exists is replaced.
        """
        write_text(path, self.to_json())

    @cached_property
    def _predictor(self) -> Predictor:
        return Predictor(self._data)

    def _smoothing(self, smoothing: float | None) -> float:
        return self.smoothing if smoothing is None else check_smoothing(smoothing)

    def __len__(self) -> int:
        """Return the number of rules."""
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        """Go through the rules."""
        return iter(self.rules)

    def __eq__(self, other: object) -> bool:
        """Tell whether two rule sets are the same, whatever the order of their rules."""
        if not isinstance(other, RuleSet):
            return NotImplemented
        return same_contents(self._data, other._data)

    def __hash__(self) -> int:
        """Return a hash that does not depend on the order of the rules."""
        return hash((frozenset(self.rules), self._data.n_rows, self.smoothing))

    def __repr__(self) -> str:
        """Return a short description."""
        return (
            f"<RuleSet of {_counted(len(self), 'rule')} and "
            f"{_counted(self.n_literals, 'literal')} for {len(self.classes)} classes>"
        )

    def __str__(self) -> str:
        """Return the rule set as a table for people."""
        from turs.formats import text

        return text.write(self._data)

    def _repr_html_(self) -> str:
        """Return the rule set as HTML, for a notebook."""
        from turs.formats import html

        return html.write(self._data)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the contents alone; the rest is made anew."""
        return {"_data": self._data}


def load(path: str | os.PathLike[str]) -> RuleSet:
    """Load a rule set from a model file. Nothing in the file is run.

    Parameters
    ----------
    path : str or path
        A file that `RuleSet.save` wrote.

    Returns
    -------
    RuleSet

    Raises
    ------
    ModelFileError
        When the file is not a model file, or is wrong; the message says where.
    OSError
        When the file cannot be read; the message says why.
    """
    text = read_text(path)
    try:
        return RuleSet.from_json(text)
    except ModelFileError as error:
        raise ModelFileError(f"{os.fspath(path)}: {error}") from None


def _counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"


def _parsed(rules: Iterable[Rule | str]) -> tuple[Rule, ...]:
    if isinstance(rules, str | Rule):
        raise InputTypeError(f"the rules must be a list of rules, not {rules!r}; use [{rules!r}]")
    if not isinstance(rules, Iterable):
        raise InputTypeError(f"the rules must be a list of rules, not {shown(rules)}")
    return tuple(Rule.parse(rule) if isinstance(rule, str) else rule for rule in rules)
