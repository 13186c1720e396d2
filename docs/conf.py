"""How Sphinx makes the site: Markdown pages, and a reference from the docstrings.

Nothing is downloaded: no fonts, no inventories of other projects, no formulas drawn by scripts.
"""

import re

from sphinx.application import Sphinx

from turs import __version__

project = "turs"
copyright = "the turs developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["_static"]
nitpicky = False
suppress_warnings = ["myst.header"]  # a page of the forge may begin where it likes

myst_heading_anchors = 3

# `name` in a docstring leads to the object, where there is one.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say what is meant
autodoc_class_signature = "mixed"
autodoc_default_options = {"members": True}
python_maximum_signature_line_length = 88
python_display_short_literal_types = True
numpydoc_show_class_members = False
autosummary_generate = False
add_module_names = False

html_theme = "furo"
html_title = f"turs {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "sidebar_hide_name": False,
    "light_css_variables": {"color-brand-primary": "#00527a", "color-brand-content": "#00527a"},
    "dark_css_variables": {"color-brand-primary": "#7cc4ec", "color-brand-content": "#7cc4ec"},
}
pygments_style = "friendly"
pygments_dark_style = "monokai"


def literal_names(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Keep Sphinx from reading ``classes_`` in a shape, as in ``(n_features_in_,)``, as a link."""
    lines[:] = [re.sub(r"\((\w+_),\)", r"(``\1``,)", line) for line in lines]


def setup(app: Sphinx) -> None:
    """Connect what has to be done to docstrings, before numpydoc reads them."""
    app.connect("autodoc-process-docstring", literal_names, priority=1)
