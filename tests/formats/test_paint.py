"""Colours for terminals."""

from turs.formats.paint import Paint
from turs.model.outcome import Share


def test_off_leaves_text_as_it_is() -> None:
    paint = Paint(on=False, n_classes=2)
    share = Share(0, "a", 0.5, 1)
    assert [paint.strong("a"), paint.faint("b"), paint.share(share, True)] == ["a", "b", "a 0.50"]


def test_classes_have_colours_while_they_are_few() -> None:
    share, others = Share(5, "a", 0.5, 1), Share(None, "2 others", 0.5, 1)
    assert Paint(True, 6).share(share, first=True) == "\x1b[1;31ma 0.50\x1b[0m"
    assert Paint(True, 6).share(share, first=False) == "\x1b[31ma 0.50\x1b[0m"
    assert Paint(True, 6).share(others, first=False) == "2 others 0.50"
    assert Paint(True, 7).share(share, first=True) == "\x1b[1ma 0.50\x1b[0m"
    assert Paint(True, 7).faint("") == ""
