"""Tables in LaTeX."""

import re

import pytest

from tests.formats.hostile import hostile_rule_set
from turs.formats import latex
from turs.ruleset import RuleSet

X = {"x": [1, 2, 3, 4], "ward": ["A", "B", "C, D", None], "flag": [True, False, True, True]}
Y = list("aaab")


def conditions(*rules: str) -> list[str]:
    written = latex.write(RuleSet.from_rules(rules, X, Y).data)
    return [cell.removesuffix(" ") for cell in re.findall(r"\d & \\raggedright (.*?)&", written)]


def test_a_whole_table() -> None:
    rule_set = RuleSet.from_rules(["x > 1", "x > 9", "2 < x <= 3"], X, Y, smoothing=0.5)
    assert latex.write(rule_set.data, caption=r"What \emph{we} learned.", label="tab:rules") == (
        r"""\begin{table}
  \centering
  \caption{What \emph{we} learned.}
  \label{tab:rules}
  \begin{tabular}{rp{0.42\textwidth}p{0.24\textwidth}lr}
    \toprule
     & Rule & Class frequencies & 0.95 interval & Rows \\
    \midrule
    1 & \raggedright x $> 1$ & \raggedright a 0.67, b 0.33 & $[0.21, 0.94]$ & 3 \\
    2 & \raggedright $2 <$ x $\leq 3$ & \raggedright a 1.00 & $[0.21, 1.00]$ & 1 \\
    3 & \raggedright x $> 9$ & \raggedright no training row &  & 0 \\
    \midrule
     & \raggedright else & \raggedright a 1.00 & $[0.21, 1.00]$ & 1 \\
    \bottomrule
  \end{tabular}
  \par\medskip
  \parbox{\textwidth}{\footnotesize
    Rule 2 is an exception to rule 1: where it covers, rule 1 is silent.
    Predictions pull these frequencies toward those of all rows, which count like 0.5 rows more.
  }
\end{table}"""
    )


def test_no_rules() -> None:
    written = latex.write(RuleSet.from_rules([], X, Y).data)
    assert written.count(r"\midrule") == 1
    assert r"\caption" not in written


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("x <= 3", r"x $\leq 3$"),
        ("x > -1e-09", r"x $> -1 \times 10^{-9}$"),
        ("x <= 1.5e+30", r"x $\leq 1.5 \times 10^{30}$"),
        ("ward = A", "ward $=$ A"),
        ('ward in {A, "C, D"}', r"ward $\in$ \{A, \char34{}C, D\char34{}\}"),
        ("flag = true", "flag $=$ true"),
        ("ward is missing", "ward is missing"),
        ("ward is not missing", "ward is not missing"),
        ("x > 1 or missing", "x $> 1$ or missing"),
        ("(x > 1 or missing) and ward = A", "ward $=$ A and (x $> 1$ or missing)"),
        ("always", "always"),
    ],
)
def test_literals(rule: str, expected: str) -> None:
    assert conditions(rule) == [expected]


def test_numbers_as_levels() -> None:
    rule_set = RuleSet.from_rules(
        ["grade in {-1, 2}"], {"grade": [-1, 2]}, Y[2:], categorical_features=["grade"]
    )
    assert r"grade $\in$ \{$-1$, $2$\}" in latex.write(rule_set.data)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a_b % & # $ { }", r"a\_b \% \& \# \$ \{ \}"),
        ("~ ^ \\", r"\textasciitilde{} \textasciicircum{} \textbackslash{}"),
        ("< >", "$<$ $>$"),
        ("`|", r"\textasciigrave{}\textbar{}"),
        ("a-b --- c", "a-b -{}-{}- c"),
    ],
)
def test_escapes(text: str, escaped: str) -> None:
    assert latex.escape(text) == escaped


def test_hostile_names_stay_text() -> None:
    """What is left without commands and escapes has no character that means anything."""
    body = latex.write(hostile_rule_set().data).split(r"\midrule", 1)[1].split(r"\bottomrule")[0]
    for row in body.strip().splitlines():
        if row.strip() == r"\midrule":
            continue
        cells = re.split(r"(?<!\\)&", row.strip().removesuffix(r" \\"))
        assert len(cells) == 5, row
        rest = re.sub(r"\\(?:[{}_%&#$]|[a-z]+(?:34)?(?:\{\})?)|-\{\}", "", " ".join(cells))
        assert rest.count("$") % 2 == 0
        assert not re.search(r"[\\{}_%&#~^<>|`\"]", re.sub(r"\$[^$]*\$", "", rest)), rest


def test_words_that_could_be_those_of_a_rule_are_quoted() -> None:
    X = {"w": ["x or missing", "a and b > 1", "v"] * 2}
    rules = ['w = "x or missing"', 'w = "a and b > 1"', "w = v or missing"]
    text = latex.write(RuleSet.from_rules(rules, X, ["p", "q"] * 3).data)
    assert r"$=$ \char34{}x or missing\char34{}" in text
    assert r"$=$ \char34{}a and b $>$ 1\char34{}" in text
    assert r"$=$ v or missing" in text
