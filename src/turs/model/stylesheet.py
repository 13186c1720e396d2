"""The style of what notebooks show: quiet, and at home on light and dark pages.

Text takes the colour of the page around it, and lines are half transparent, so that nothing needs
to know whether the page is light or dark; Jupyter's own colour wins where there is one. Two class
names in a row make the rules stronger than those that Jupyter has for all tables.
"""

from __future__ import annotations

from turs.markup import Markup, element

N_HUES = 10
"""How many classes have a colour of their own; the others share a grey."""

_HUES = (
    "#5b8db8",
    "#e0954a",
    "#5fa68a",
    "#c9697a",
    "#8f7bbd",
    "#c4ac43",
    "#4fa9b5",
    "#a9795f",
    "#d48bb4",
    "#8da04c",
)

_STYLE = """
.turs { color: var(--jp-content-font-color1, inherit); font-size: 13px; line-height: 1.5;
  max-width: 64rem; }
.turs .turs-quiet { opacity: .62; }
.turs .turs-small { font-size: 12px; }
.turs .turs-head { margin: 0 0 .5em; }
.turs .turs-head b { font-weight: 600; }
.turs table.turs-table { border: 0; border-collapse: collapse; color: inherit; font-size: inherit;
  margin: 0; table-layout: fixed; width: 100%; }
.turs .turs-table .turs-row { background: transparent; border: 0; }
.turs .turs-table .turs-row:hover { background: rgba(128, 128, 128, .08); }
.turs .turs-table .turs-row > * { border: 0; border-top: 1px solid rgba(128, 128, 128, .25);
  line-height: 1.5; max-width: none; overflow-wrap: anywhere; padding: .45em .8em .45em 0;
  text-align: left; vertical-align: top; white-space: normal; }
.turs .turs-table .turs-row > th { border-top: 0; font-weight: 400; opacity: .62; }
.turs .turs-table .turs-row > .turs-number { font-variant-numeric: tabular-nums;
  text-align: right; }
.turs .turs-table .turs-else > * { border-top-color: rgba(128, 128, 128, .7); }
.turs .turs-literal { font-family: var(--jp-code-font-family, ui-monospace, Menlo, Consolas,
  monospace); font-size: 12px; overflow-wrap: anywhere; }
.turs .turs-and { font-size: 12px; opacity: .62; }
.turs .turs-bar { background: rgba(128, 128, 128, .18); border-radius: 2px; display: flex;
  height: .7em; margin-top: .4em; overflow: hidden; }
.turs .turs-bar > span { display: block; height: 100%; }
.turs .turs-dot { border-radius: 50%; display: inline-block; height: .6em; margin-right: .4em;
  width: .6em; }
.turs .turs-share { margin-right: .9em; white-space: nowrap; }
.turs .turs-wide { white-space: normal; }
.turs .turs-list { list-style: none; margin: .8em 0 0; padding: 0; }
.turs .turs-list li { margin: 0; padding: 0; }
.turs summary { cursor: pointer; padding: .45em 0; }
.turs details > summary { border-top: 1px solid rgba(128, 128, 128, .25); }
.turs .turs-word { width: 6.5em; }
.turs .turs-block { margin: 0 0 1.2em; }
"""


def styled(*children: object) -> str:
    """Return HTML that brings its own style, to be shown on any page.

    Parameters
    ----------
    *children : object
        What to show.

    Returns
    -------
    str
        Plain, so that whoever adds to it does not have the addition escaped.
    """
    return str(element("div", element("style", _SHEET), *children, class_="turs"))


def _hue_rules() -> str:
    rules = [f".turs .turs-c{i} {{ background: {hue}; }}\n" for i, hue in enumerate(_HUES)]
    return "".join([*rules, ".turs .turs-other { background: rgba(128, 128, 128, .65); }\n"])


_SHEET = Markup(_STYLE + _hue_rules())
