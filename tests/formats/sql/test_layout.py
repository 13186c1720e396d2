"""Long expressions, never deeper than a hundred terms a level."""

from turs.formats.sql.layout import listed, nested, nested_call, nested_lines, select


def depth(text: str) -> int:
    """Count how many terms of a bracket stand beside each other at most."""
    return max(len(part.split(" + ")) for part in text.replace(")", "(").split("("))


def test_few_terms_stay_flat() -> None:
    assert nested(["a"], " AND ") == "a"
    assert nested(["a", "b"], " AND ") == "a AND b"
    assert nested([], " AND ") == ""


def test_many_terms_are_bracketed() -> None:
    text = nested(["1"] * 250, " + ")
    assert text.count("(") == 3
    assert eval(text) == 250
    assert depth(text) == 100


def test_very_many_terms() -> None:
    assert eval(nested(["1"] * 20_000, " + ")) == 20_000


def test_lines() -> None:
    lines = nested_lines(["1"] * 250, "+", ["note"] * 250)
    assert sum(line.endswith("  -- note") for line in lines) == 250
    bare = " ".join(line.split("--")[0].strip() for line in lines)
    assert eval(bare) == 250
    assert lines[:3] == ["(", "  1  -- note", "  + 1  -- note"]


def test_calls() -> None:
    assert nested_call("max", ["3", "5"]) == "max(3, 5)"
    called = nested_call("max", [str(i) for i in range(201)])
    assert called.count("max(") == 3
    assert eval(called) == 200


def test_listed() -> None:
    assert listed([["a"]]) == ["a"]
    assert listed(["a", ["b", "c"], "d"]) == ["a,", "b", "c,", "d"]


def test_select() -> None:
    assert select(["a", "b"], ["FROM t"], distinct=True) == [
        "SELECT DISTINCT",
        "  a,",
        "  b",
        "FROM t",
    ]
