"""HTML that no text can break out of."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from turs.markup import Markup, element, fragment


def test_children_and_attributes_are_escaped() -> None:
    assert element("a", "<b>", href='"x" onload=1', data_n=3) == (
        '<a href="&#34;x&#34; onload=1" data-n="3">&lt;b&gt;</a>'
    )


def test_markup_stays_and_none_is_left_out() -> None:
    assert element("p", element("b", 1), None, class_=None) == "<p><b>1</b></p>"
    assert fragment() == ""
    assert isinstance(fragment("a"), Markup)


@given(st.text(), st.text())
def test_what_goes_in_comes_out(text: str, title: str) -> None:
    parser = Reader()
    parser.feed(element("i", text.replace("\r", ""), title=title.replace("\r", "")))
    parser.close()
    assert parser.found == [("i", [("title", title.replace("\r", ""))])]
    assert "".join(parser.text) == text.replace("\r", "")


class Reader(HTMLParser):
    """Collect the tags and the text of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text.append(data)
