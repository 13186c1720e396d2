"""One HTML file out of the contents: styles, scripts and the model file are all inside it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from turs.exceptions import InputTypeError
from turs.formats import json as json_format
from turs.formats.files import write_text
from turs.model.contents import RuleSetData
from turs.report.checked import Checked
from turs.report.contents import Contents

if TYPE_CHECKING:
    from typing import Any

    import jinja2

    from turs.model.check import Check

_SCRIPTS = (
    "reader.js",
    "elements.js",
    "details.js",
    "rules.js",
    "case.js",
    "overlaps.js",
    "page.js",
)
_NOTEBOOK_HEIGHT = 720


@dataclass(frozen=True)
class Report:
    """A rule set as one page of HTML, which opens in any browser and asks nothing of a network.

    Parameters
    ----------
    html : str
        The whole file.
    """

    html: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, all of it or nothing.

        Parameters
        ----------
        path : str or path
            The file; one that exists is replaced.
        """
        write_text(path, self.html)

    def _repr_html_(self) -> str:
        """Show the page in a notebook, in a frame of its own."""
        # The frame keeps the styles of the page and of the notebook apart.
        allowed = "allow-scripts allow-modals allow-downloads"
        style = f"width: 100%; height: {_NOTEBOOK_HEIGHT}px; border: 0"
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" sandbox="{allowed}" '
            f'title="Rule set" style="{style}"></iframe>'
        )

    def __repr__(self) -> str:
        """Return a short description: the page itself is long."""
        return f"<Report of {len(self.html.encode()) // 1000} kB; save it with .save('page.html')>"


def make(data: RuleSetData, check: Check | None = None, title: str | None = None) -> Report:
    """Make the page of a rule set.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    check : Check, optional
        What it is worth on other rows than those of training; the page then shows both.
    title : str, optional
        The title of the page.

    Returns
    -------
    Report

    Raises
    ------
    InputError
        When the rule set cannot be written as a model file, which the page holds.

    Examples
    --------
    >>> from turs import RuleSet
    >>> rule_set = RuleSet.from_rules(["x > 2"], {"x": [1, 2, 3, 4]}, list("aabb"))
    >>> report = make(rule_set.data, title="Two letters")
    >>> "<title>Two letters</title>" in report.html
    True
    """
    if not isinstance(data, RuleSetData):
        raise InputTypeError(f"a page is made of RuleSetData, not of {type(data).__name__}")
    if title is not None and not isinstance(title, str):
        raise InputTypeError(f"the title of a page must be a text, not {title!r}")
    contents = Contents(data, title)
    checked = None if check is None else Checked(check, contents.labels)
    for_scripts = contents.for_scripts()
    for_scripts["checked"] = None if checked is None else checked.for_scripts()
    script = "\n".join(map(_template, _SCRIPTS))
    return Report(
        _environment()
        .get_template("page.html")
        .render(
            contents=contents,
            checked=checked,
            model=embed(json_format.write(data)),
            for_scripts=embed(_compact(for_scripts)),
            style=_template("page.css"),
            script=script,
            script_hash=source_hash(script),
        )
    )


def embed(text: str) -> str:
    r"""Return JSON such that nothing in it can end the element that it stands in.

    Parameters
    ----------
    text : str
        JSON, where ``<`` stands inside of texts only.

    Returns
    -------
    str
        JSON of the same value.

    Examples
    --------
    >>> print(embed('"</script>"'))
    "\u003c/script>"
    """
    return text.replace("<", "\\u003c")


def source_hash(script: str) -> str:
    """Return the source by which a content security policy lets one script run.

    Parameters
    ----------
    script : str
        What stands between the tags, to the letter.

    Returns
    -------
    str
    """
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _compact(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@cache
def _template(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


@cache
def _environment() -> jinja2.Environment:
    # Imported here: most who load a rule set make no page.
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
