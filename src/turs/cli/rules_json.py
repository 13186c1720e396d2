"""The rules of a model as JSON, for a program that wants to read them and not to predict."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from turs.formats.rule_table import rule_frame_columns

if TYPE_CHECKING:
    from turs.cli.opening import Model

__all__ = ["rules_json"]


def rules_json(model: Model) -> str:
    """Write the rules and what is known of them.

    Parameters
    ----------
    model : Model
        The model.

    Returns
    -------
    str
        An object with ``rules`` and ``else``, which have the names of `RuleSet.to_frame`, but for
        ``counts``: by class, in the order of ``classes``.
    """
    data = model.data
    columns = rule_frame_columns(data)
    counts = [columns.pop(name) for name in list(columns) if name.startswith("count ")]
    records: list[dict[str, Any]] = [
        {**dict(zip(columns, values, strict=True)), "counts": list(of_classes)}
        for values, of_classes in zip(
            zip(*columns.values(), strict=True), zip(*counts, strict=True), strict=True
        )
    ]
    contents = {
        "target": model.target,
        "classes": data.classes.tolist(),
        "n_rows": data.n_rows,
        "n_rules": len(data.rules),
        "n_literals": sum(rule.n_literals for rule in data.rules),
        "smoothing": data.smoothing,
        "rules": records[:-1],
        "else": records[-1],
    }
    return json.dumps(contents, ensure_ascii=False, indent=2, default=str)
