"""Lines for someone who waits."""

import io
import time

import pytest

from turs.model import Rule
from turs.search import ProgressLine, Step
from turs.search.progress import say_if_slow

FIRST = Step(Rule.parse("a > 1"), 1, 40, 40, 1234.56, 1111.1, 1000.04, 0.0, 200, 12, 0.04)
SECOND = Step(Rule.parse("b > 1"), 2, 30, 10, 1100.0, 1010.1, 999.96, 0.0, 100, 10, 61.26)

FIRST_TEXT = "turs: 1 rule, 1,234.6 bits (surrogate 1,000.0), 0.0 s"
SECOND_TEXT = "turs: 2 rules, 1,100.0 bits (surrogate 1,000.0), 61.3 s"


class Terminal(io.StringIO):
    """A stream that someone looks at."""

    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, steps: list[Step], *, wanted: bool = True) -> str:
    with ProgressLine(wanted, stream) as line:
        for step in steps:
            line.show(step)
    return stream.getvalue()


def test_a_line_a_rule_in_a_file() -> None:
    assert shown(io.StringIO(), [FIRST, SECOND]) == f"{FIRST_TEXT}\n{SECOND_TEXT}\n"


def test_one_line_in_a_terminal() -> None:
    clear = "\r\x1b[2K"
    expected = f"{clear}{FIRST_TEXT}{clear}{SECOND_TEXT}\n"
    assert shown(Terminal(), [FIRST, SECOND]) == expected


def test_what_is_between_two_rules_is_for_who_looks() -> None:
    for stream, expected in ((Terminal(), "\r\x1b[2Kturs: looking again\n"), (io.StringIO(), "")):
        with ProgressLine(True, stream) as line:
            line.tell("looking again")
        assert stream.getvalue() == expected


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_silence(stream: type[io.StringIO]) -> None:
    assert shown(stream(), [FIRST], wanted=False) == ""
    assert shown(stream(), []) == ""


def test_standard_error_is_where_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressLine(True) as line:
        line.show(FIRST)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"{FIRST_TEXT}\n")


def test_the_line_ends_also_after_an_error() -> None:
    stream = Terminal()
    with pytest.raises(ValueError), ProgressLine(True, stream) as line:
        line.show(FIRST)
        raise ValueError
    assert stream.getvalue().endswith("s\n")


def test_slow_work_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with say_if_slow("compiling ...", seconds=0.01):
        deadline = time.monotonic() + 30
        said = ""
        while not said and time.monotonic() < deadline:
            time.sleep(0.01)
            said = capsys.readouterr().err
    assert said == "turs: compiling ...\n"


def test_quick_work_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with say_if_slow("compiling ...", seconds=0.2):
        pass
    time.sleep(0.3)
    assert capsys.readouterr().err == ""
