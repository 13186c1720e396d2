"""Read literals from the text that they print.

The grammar, with keywords in any case and names and levels quoted where they are not plain words::

    rule    := "always" | part ("and" part)*
    part    := literal | "(" literal ")"
    literal := name ("is" ["not"] "missing" | test ["or" "missing"])
             | number "<" name ["<=" number] ["or" "missing"]
    test    := ">" number | "<=" number | "=" level | "in" "{" level ("," level)* "}"
    level   := word | quoted | number | "true" | "false"
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, TypeVar

from turs.exceptions import InputError, InputTypeError, RuleSyntaxError
from turs.model.literal import Interval, Levels, Literal, Missing
from turs.model.notation import KEYWORDS, NUMBER, quote

if TYPE_CHECKING:
    from typing import Literal as OneOf

    from turs.table.schema import Level

    Sort = OneOf["keyword", "number", "word", "quoted", "symbol", "end"]

_T = TypeVar("_T")
_TOKEN = re.compile(r'\s*(?:(<=|>=|==|!=|[<>={}(),"])|([^\s<>={}(),"!]+|!))')
_READER = json.JSONDecoder(strict=False)


@dataclass(frozen=True)
class Token:
    """A piece of the text: what sort it is, what it says, where it starts."""

    sort: Sort
    text: str
    start: int

    def __str__(self) -> str:
        """Return the token as it is shown in an error."""
        return "the end" if self.sort == "end" else quote(self.text)


def parse_literals(text: str) -> tuple[Literal, ...]:
    """Read the literals of one rule, in the order in which they are written.

    Parameters
    ----------
    text : str
        As printed by ``str(rule)``.

    Returns
    -------
    tuple of Interval, Levels or Missing

    Raises
    ------
    RuleSyntaxError
        When the text is not a rule; the message says where.

    Examples
    --------
    >>> parse_literals("age > 30 and ward in {A, B}")
    (Interval(variable='age', low=30.0, high=None, missing=False), Levels('ward', {'A', 'B'}))
    """
    if not isinstance(text, str):
        raise InputTypeError(f"a rule is read from a text, not from {text!r}")
    return _Parser(text).rule()


class _Parser:
    """Descend through the grammar, one token at a time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split()
        self._next = 0

    def rule(self) -> tuple[Literal, ...]:
        if self._take("keyword", "always"):
            self._expect_end("nothing may follow 'always'")
            return ()
        literals = [self._part()]
        while self._take("keyword", "and"):
            literals.append(self._part())
        self._expect_end("'and' and another literal may follow here")
        self._refuse_repeats(literals)
        return tuple(literals)

    def _part(self) -> Literal:
        in_brackets = self._take("symbol", "(")
        literal = self._literal()
        if in_brackets and not self._take("symbol", ")"):
            self._fail("')' should follow a literal that starts with '('")
        return literal

    def _literal(self) -> Literal:
        start = self._peek()
        if start.sort == "number":
            return self._bounded(start)
        name = self._name()
        if self._take("keyword", "is"):
            negated = self._take("keyword", "not")
            if not self._take("keyword", "missing"):
                self._fail("'missing' or 'not missing' should follow 'is'")
            return Missing(name, negated=negated)
        return self._test(start, name)

    def _bounded(self, start: Token) -> Literal:
        low = self._number()
        if not self._take("symbol", "<"):
            self._fail("a literal that starts with a number goes on with '<', as in 30 < age <= 65")
        name = self._name()
        if self._sees("symbol", "<"):
            self._fail("there is no '<' after the name; write '<=', as in 30 < age <= 65")
        high = self._number() if self._take("symbol", "<=") else None
        missing = self._or_missing()
        return self._build(start, lambda: Interval(name, low, high, missing))

    def _test(self, start: Token, name: str) -> Literal:
        if self._take("symbol", ">"):
            low = self._number()
            missing = self._or_missing()
            return self._build(start, lambda: Interval(name, low=low, missing=missing))
        if self._take("symbol", "<="):
            high = self._number()
            missing = self._or_missing()
            return self._build(start, lambda: Interval(name, high=high, missing=missing))
        levels = self._levels()
        missing = self._or_missing()
        return self._build(start, lambda: Levels(name, levels, missing))

    def _levels(self) -> list[Level]:
        if self._take("symbol", "=") or self._take("symbol", "=="):
            return [self._level()]
        if self._sees("symbol", "!=") or self._sees("keyword", "not"):
            self._fail(
                "there is no '!=' and no 'not in'; list the other levels, as in ward in {A, B}"
            )
        if not self._take("keyword", "in"):
            self._fail(
                "one of > <= = in is should follow the name of a variable (intervals are "
                "low < x <= high: there is no >= and no <)"
            )
        if not self._take("symbol", "{"):
            self._fail("'{' should follow 'in'")
        levels = [self._level()]
        while self._take("symbol", ","):
            levels.append(self._level())
        if not self._take("symbol", "}"):
            self._fail("',' or '}' should follow a level")
        return levels

    def _level(self) -> Level:
        token = self._peek()
        if token.sort in ("word", "quoted"):
            return self._advance().text
        if token.sort == "number":
            # int() keeps every digit; a whole number in any other spelling becomes int in Levels.
            text = self._advance().text
            return int(text) if re.fullmatch(r"[+-]?[0-9]{1,4000}", text) else float(text)
        for word in ("true", "false"):
            if self._take("keyword", word):
                return word == "true"
        self._fail("a level should stand here, quoted if it is not a plain word")

    def _name(self) -> str:
        if self._peek().sort not in ("word", "quoted"):
            self._fail("the name of a variable should stand here, quoted if it is not a plain word")
        return self._advance().text

    def _number(self) -> float:
        if self._peek().sort != "number":
            self._fail("a number should stand here")
        return float(self._advance().text)

    def _or_missing(self) -> bool:
        if not self._take("keyword", "or"):
            return False
        if not self._take("keyword", "missing"):
            self._fail("only 'missing' may follow 'or'")
        return True

    def _build(self, start: Token, make: Callable[[], _T]) -> _T:
        try:
            return make()
        except InputError as error:
            self._fail(str(error), start)

    def _refuse_repeats(self, literals: list[Literal]) -> None:
        seen: set[str] = set()
        for literal in literals:
            if literal.variable in seen:
                self._fail(
                    f"{literal.variable!r} has two literals; write one, as in 30 < age <= 65",
                    self._tokens[0],
                )
            seen.add(literal.variable)

    def _expect_end(self, hint: str) -> None:
        if self._peek().sort != "end":
            self._fail(hint)

    def _peek(self) -> Token:
        return self._tokens[self._next]

    def _advance(self) -> Token:
        token = self._tokens[self._next]
        self._next += 1
        return token

    def _sees(self, sort: Sort, text: str) -> bool:
        token = self._peek()
        return token.sort == sort and token.text == text

    def _take(self, sort: Sort, text: str) -> bool:
        found = self._sees(sort, text)
        self._next += found
        return found

    def _split(self) -> list[Token]:
        tokens = []
        position = 0
        while match := _TOKEN.match(self._text, position):
            token, position = self._token(match)
            tokens.append(token)
        return [*tokens, Token("end", "", len(self._text))]

    def _token(self, match: re.Match[str]) -> tuple[Token, int]:
        symbol, word = match.groups()
        if symbol == '"':
            return self._quoted(match.start(1))
        if symbol:
            return Token("symbol", symbol, match.start(1)), match.end()
        if NUMBER.match(word):
            return Token("number", word, match.start(2)), match.end()
        if word.casefold() in KEYWORDS:
            return Token("keyword", word.casefold(), match.start(2)), match.end()
        token = Token("word", word, match.start(2))
        if word.startswith("'"):
            self._fail('there are no single quotes; use double quotes, as in ward = "A"', token)
        return token, match.end()

    def _quoted(self, start: int) -> tuple[Token, int]:
        try:
            text, end = _READER.raw_decode(self._text, start)
        except json.JSONDecodeError as error:
            problem = Token("quoted", self._text[start:], start)
            self._fail(f"the quotes do not close, or hold a wrong escape ({error.msg})", problem)
        return Token("quoted", text, start), end

    def _fail(self, hint: str, token: Token | None = None) -> NoReturn:
        token = token or self._peek()
        raise RuleSyntaxError(
            f"cannot read the rule {self._text!r} at character {token.start + 1}, {token}: {hint}"
        )
