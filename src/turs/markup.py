"""HTML, built so that no text can be taken for markup.

Whatever is not markup already is escaped; only this module turns names into tags.
"""

from __future__ import annotations

from markupsafe import Markup, escape

__all__ = ["Markup", "element", "fragment"]


def element(name: str, *children: object, **attributes: object) -> Markup:
    """Return an HTML element.

    Parameters
    ----------
    name : str
        The name of the tag.
    *children : object
        What it holds, in order; all but markup is escaped, and None is left out.
    **attributes : object
        Its attributes, escaped; None is left out. An underscore at the end of a name is dropped,
        as in ``class_``, and one within becomes a hyphen.

    Returns
    -------
    Markup

    Examples
    --------
    >>> print(element("td", "a < b", class_="rule"))
    <td class="rule">a &lt; b</td>
    """
    written = [
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), value)
        for key, value in attributes.items()
        if value is not None
    ]
    opened = Markup("<{}{}>").format(Markup(name), Markup("").join(written))
    return opened + fragment(*children) + Markup("</{}>").format(Markup(name))


def fragment(*children: object) -> Markup:
    """Return several pieces of HTML as one.

    Parameters
    ----------
    *children : object
        The pieces, in order; all but markup is escaped, and None is left out.

    Returns
    -------
    Markup

    Examples
    --------
    >>> print(fragment(element("b", 1), None, " & 2"))
    <b>1</b> &amp; 2
    """
    return Markup("").join(escape(child) for child in children if child is not None)
