"""The JSON model file: a rule set as UTF-8 text, for people and programs, without code in it.

The format is described by ``schema-v1.json`` beside this file and by the page "The model file" of
the documentation. A change that an older reader would misread raises the version; this reader
refuses versions that it does not know, and will go on reading those that it does.
"""

from turs.formats.json.layout import FORMAT, VERSION
from turs.formats.json.reader import read
from turs.formats.json.writer import write

__all__ = ["FORMAT", "VERSION", "read", "write"]
