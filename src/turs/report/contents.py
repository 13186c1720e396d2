"""A rule set as a page shows it: every text and figure, before any HTML."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from turs.model.literal import Interval
from turs.model.notation import format_level, format_name, format_number
from turs.model.outcome import format_label
from turs.model.summary import Summary
from turs.report.shares import Share, Shares, list_shares, percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turs.model.contents import JSON, Origin, RuleSetData
    from turs.model.literal import Literal
    from turs.model.rule import Rule
    from turs.model.summary import Outcome, RuleSummary
    from turs.table.schema import Column

_MOST_LEVELS = 12
_MOST_CLASSES = 12
_MOST_LABELS_IN_TITLE = 4
_MOST_OVERLAPS_OF_A_RULE = 3
_MOST_OVERLAPS = 8


@dataclass(frozen=True)
class Phrase:
    """A literal as text, cut where its variable stands: ``30 < `` ``age`` `` <= 65``."""

    before: str
    variable: str
    after: str


@dataclass(frozen=True)
class Link:
    """Another rule by its number, the rows shared with it, and whether it has the same class."""

    number: int
    n_rows: int
    agree: bool


@dataclass(frozen=True)
class RuleView:
    """One rule of the table.

    Parameters
    ----------
    number : int
        Its number, from 1 for the largest cover.
    phrases : tuple of Phrase
        Its literals.
    n_literals : int
        How many it has, one per variable and bound.
    shares : Shares
        The classes of its rows.
    coverage : str
        The share of all training rows that it covers.
    exception_to, exceptions, same_cover : tuple of int
        Numbers of the rules that it lies inside of, that lie inside of it, and with its rows.
    doubts, overlaps : tuple of Link
        Rules that it shares most rows with, neither lying inside the other: those with another
        most frequent class, and those with the same.
    n_more : int
        How many further rules it shares rows with.
    """

    number: int
    phrases: tuple[Phrase, ...]
    n_literals: int
    shares: Shares
    coverage: str
    exception_to: tuple[int, ...]
    exceptions: tuple[int, ...]
    same_cover: tuple[int, ...]
    doubts: tuple[Link, ...]
    overlaps: tuple[Link, ...]
    n_more: int


@dataclass(frozen=True)
class OverlapView:
    """Two rules and what the rows that they share say."""

    first: int
    second: int
    agree: bool
    shares: Shares


@dataclass(frozen=True)
class ColumnView:
    """One column of the table that the rules were counted on."""

    name: str
    kind: str
    levels: tuple[str, ...]
    n_more_levels: int
    n_rules: int


@dataclass(frozen=True)
class OriginView:
    """What produced the rule set, in words."""

    version: str
    parameters: tuple[tuple[str, str], ...]
    stopped: str | None
    edits: tuple[str, ...]


@dataclass(frozen=True)
class Contents:
    """All that a page says of a rule set.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    given_title : str or None, default=None
        The title of the page; one that names the classes when it is empty or None.

    Examples
    --------
    >>> from turs import RuleSet
    >>> X, y = {"x": [1, 2, 3, 4]}, list("aabb")
    >>> contents = Contents(RuleSet.from_rules(["x > 2"], X, y).data)
    >>> contents.title, contents.rules[0].shares.shown[0].label
    ('Rules for a or b', 'b')
    """

    data: RuleSetData
    given_title: str | None = None

    @cached_property
    def summary(self) -> Summary:
        """The figures behind the page."""
        return Summary(self.data)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The class labels as text, in the order of all counts."""
        return tuple(format_label(label) for label in self.summary.classes)

    @property
    def title(self) -> str:
        """The title of the page."""
        if self.given_title:
            return self.given_title
        if len(self.labels) > _MOST_LABELS_IN_TITLE:
            return f"Rules for {len(self.labels)} classes"
        return f"Rules for {', '.join(self.labels[:-1])} or {self.labels[-1]}"

    @property
    def smoothing(self) -> str:
        """How counts become probabilities, in a sentence."""
        if self.data.smoothing == 0:
            return "Predictions are the class frequencies themselves: nothing is smoothed."
        rows = "row" if self.data.smoothing == 1 else "rows"
        return (
            "Predictions pull the frequencies of a rule toward those of all rows, which count like "
            f"{format_number(self.data.smoothing)} {rows} more."
        )

    @property
    def lede(self) -> str:
        """What the page is about, in a sentence."""
        n_rules, n_literals = len(self.rules), self.summary.n_literals
        rows = f"{self.grouped(self.summary.n_rows)} {_noun(self.summary.n_rows, 'row')}"
        if not n_rules:
            return f"No rules: all {rows} are left to the else rule."
        return (
            f"{n_rules} {_noun(n_rules, 'rule')} with {self.grouped(n_literals)} "
            f"{_noun(n_literals, 'literal')} for {len(self.labels)} classes, counted on {rows}."
        )

    @property
    def n_else_rows(self) -> int:
        """How many training rows no rule covers."""
        return self.summary.otherwise.n_rows if self.summary.has_else_rows else 0

    @property
    def else_coverage(self) -> str:
        """The share of the training rows behind the else rule."""
        return format_percent(self.otherwise.n_rows / self.summary.n_rows)

    @property
    def has_shared_rows(self) -> bool:
        """Whether some training row is covered by several rules."""
        return bool((self.data.cells.members.sum(axis=1) > 1).any())

    @property
    def overlap_sentence(self) -> str:
        """How much rules overlap, in a sentence."""
        cells = self.data.cells
        n_shared = int(cells.counts[cells.members.sum(axis=1) > 1].sum())
        n_pairs = self.summary.n_overlaps
        n_doubts = sum(not one.agree for one in self.summary.overlaps)
        n_inside = sum(bool(one.exception_to) for one in self.summary.rules)
        rows = f"{self.grouped(n_shared)} of {self.grouped(self.summary.n_rows)} training rows"
        said = [f"{rows} {'is' if n_shared == 1 else 'are'} covered by more than one rule."]
        if n_pairs:
            verb = "shares" if n_pairs == 1 else "share"
            pairs = f"{self.grouped(n_pairs)} {_noun(n_pairs, 'pair')} of rules {verb} rows"
            said.append(f"{pairs} without one lying inside the other: there the union speaks.")
        if n_doubts:
            verb = "has" if n_doubts == 1 else "have"
            pairs = f"{self.grouped(n_doubts)} {_noun(n_doubts, 'pair')} {verb}"
            said.append(f"Of them, {pairs} different most frequent classes.")
        if n_inside:
            verb = "lies" if n_inside == 1 else "lie"
            rules = f"{n_inside} {_noun(n_inside, 'rule')} {verb} inside another"
            said.append(f"{rules}, as an exception to it.")
        return " ".join(said)

    @staticmethod
    def grouped(number: int) -> str:
        """Return a whole number with its thousands apart."""
        return f"{number:,}"

    def percent_of(self, share: Share) -> str:
        """Return the share of a class among all rows, for the width of its bar."""
        return percent(100 * share.count / self.summary.n_rows)

    @cached_property
    def total(self) -> Shares:
        """The classes of all training rows."""
        return list_shares(self.summary.total, self.labels, _MOST_CLASSES)

    @cached_property
    def otherwise(self) -> Shares:
        """The classes that the else rule speaks with."""
        return list_shares(self.summary.otherwise, self.labels)

    @cached_property
    def rules(self) -> tuple[RuleView, ...]:
        """The rules, largest cover first."""
        return tuple(map(self._rule, self.summary.rules))

    @cached_property
    def overlaps(self) -> tuple[OverlapView, ...]:
        """The pairs of rules to look at: those that disagree, and those that share most rows."""
        return tuple(
            OverlapView(one.first, one.second, one.agree, list_shares(one.outcome, self.labels))
            for one in self.summary.first_overlaps(_MOST_OVERLAPS)
        )

    @cached_property
    def columns(self) -> tuple[ColumnView, ...]:
        """The columns, those that most rules use first."""
        used = Counter(name for rule in self.data.rules for name in rule.variables)
        views = [_column(column, used[column.name]) for column in self.data.schema.columns]
        return tuple(sorted(views, key=lambda view: -view.n_rules))

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the columns that rules use, in the order of the table."""
        used = {name for rule in self.data.rules for name in rule.variables}
        return tuple(name for name in self.data.schema.names if name in used)

    @cached_property
    def origin(self) -> OriginView | None:
        """What produced the rule set."""
        return None if self.data.origin is None else _origin(self.data.origin)

    def for_scripts(self) -> dict[str, Any]:
        """Return what the scripts of the page need beside the model file.

        Returns
        -------
        dict
            Of plain values, ready for JSON. ``rules`` are in the order of their numbers.
        """
        return {
            "classes": list(self.labels),
            "total": _intervals(self.summary.total),
            "otherwise": _intervals(self.summary.otherwise),
            "rules": [
                {
                    "position": one.position,
                    "alone": one.n_alone,
                    "exceptionTo": list(one.exception_to),
                    "same": list(one.same_cover),
                    "intervals": _intervals(one.outcome),
                }
                for one in self.summary.rules
            ],
        }

    def _rule(self, one: RuleSummary) -> RuleView:
        links = self._links[one.number]
        doubts = [link for link in links if not link.agree][:_MOST_OVERLAPS_OF_A_RULE]
        overlaps = [link for link in links if link.agree][:_MOST_OVERLAPS_OF_A_RULE]
        return RuleView(
            number=one.number,
            phrases=cut_phrases(one.rule),
            n_literals=one.rule.n_literals,
            shares=list_shares(one.outcome, self.labels),
            coverage=format_percent(one.n_rows / self.summary.n_rows),
            exception_to=one.exception_to,
            exceptions=tuple(self._exceptions[one.number]),
            same_cover=one.same_cover,
            doubts=tuple(doubts),
            overlaps=tuple(overlaps),
            n_more=len(links) - len(doubts) - len(overlaps),
        )

    @cached_property
    def _links(self) -> Mapping[int, list[Link]]:
        links: defaultdict[int, list[Link]] = defaultdict(list)
        for one in self.summary.overlaps:
            links[one.first].append(Link(one.second, one.n_rows, one.agree))
            links[one.second].append(Link(one.first, one.n_rows, one.agree))
        return links

    @cached_property
    def _exceptions(self) -> Mapping[int, list[int]]:
        inside: defaultdict[int, list[int]] = defaultdict(list)
        for one in self.summary.rules:
            for number in one.exception_to:
                inside[number].append(one.number)
        return inside


def cut_phrases(rule: Rule) -> tuple[Phrase, ...]:
    """Return the literals of a rule as text, cut where their variables stand.

    Examples
    --------
    >>> from turs.model import Rule
    >>> cut_phrases(Rule.parse("30 < age <= 65"))
    (Phrase(before='30 < ', variable='age', after=' <= 65'),)
    """
    return tuple(
        _phrase(literal, part) for literal, part in zip(rule.literals, rule.parts, strict=True)
    )


def format_percent(share: float) -> str:
    """Return a share in percent, without rounding it to nothing or to all.

    Examples
    --------
    >>> format_percent(0.258), format_percent(0.0004), format_percent(0.9999), format_percent(1.0)
    ('26%', '<1%', '>99%', '100%')
    """
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{100 * share:.0f}%"


def _noun(n: int, thing: str) -> str:
    return thing if n == 1 else f"{thing}s"


def _phrase(literal: Literal, part: str) -> Phrase:
    name = format_name(literal.variable)
    start = 1 if part.startswith("(") else 0
    # The lower bound comes first, and may hold the letters of the name.
    if isinstance(literal, Interval) and literal.low is not None and literal.high is not None:
        start += len(f"{format_number(literal.low)} < ")
    return Phrase(part[:start], name, part[start + len(name) :])


def _column(column: Column, n_rules: int) -> ColumnView:
    kind = "ordered levels" if column.ordered else "levels"
    return ColumnView(
        name=format_label(column.name),
        kind="number" if column.kind == "numeric" else kind,
        levels=tuple(format_level(level) for level in column.levels[:_MOST_LEVELS]),
        n_more_levels=max(0, len(column.levels) - _MOST_LEVELS),
        n_rules=n_rules,
    )


def _origin(origin: Origin) -> OriginView:
    return OriginView(
        version=origin.version,
        parameters=tuple(
            (name, _value(value)) for name, value in sorted(origin.parameters.items())
        ),
        stopped=origin.stopped,
        edits=origin.edits,
    )


def _value(value: JSON) -> str:
    return "none" if value is None else format_label(value)


def _intervals(outcome: Outcome) -> list[list[float]]:
    return [[round(low, 4), round(high, 4)] for low, high in outcome.intervals]
