"""Names that try to be markup: in columns, levels and classes."""

import json

from turs.ruleset import RuleSet

NAMES = (
    "<script>alert(1)</script>",
    "a|b",
    "line\nbreak",
    "$x$ & 50 % #1",
    "`tick` *star* _under_ [link](x) ~~gone~~",
    r"\back {brace} ^ ~",
    "'single' \"double\"",
    "--",
    "&lt;",
    "</div></style><!--",
)


def hostile_rule_set() -> RuleSet:
    """Return a rule set with every hostile name as a column, a level and a class."""
    numbers = {name: list(range(len(NAMES))) for name in NAMES}
    levels = {f"level of {name}": list(NAMES) for name in NAMES}
    quoted = [json.dumps(name) for name in NAMES]
    rules = [f"{name} > {i}" for i, name in enumerate(quoted[:-1])]
    rules += [f"{json.dumps('level of ' + NAMES[0])} in {{{', '.join(quoted[:4])}}}"]
    return RuleSet.from_rules(rules, {**numbers, **levels}, list(NAMES))
