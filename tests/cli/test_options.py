"""Options that go together are handed over as one argument."""

import click
import pytest
from click.testing import CliRunner

from turs.cli.options import Asked, Smoothing, packed
from turs.tablefile import ReadOptions


def test_what_is_asked_comes_before_what_is_remembered() -> None:
    remembered = ReadOptions(delimiter=";", decimal=",", missing=("NA",))
    assert Asked().over() == ReadOptions()
    assert Asked().over(remembered) == remembered
    asked = Asked(decimal=".", missing=("9",), encoding="latin-1")
    assert asked.over(remembered) == ReadOptions(";", "latin-1", ".", ("9",))


def test_packed_options_keep_their_order() -> None:
    @click.command()
    @packed({"a": click.option("--a"), "b": click.option("--b")}, "both", lambda a, b: (a, b))
    @click.option("--c")
    def verb(both: tuple[str, str], c: str) -> None:
        """Do something."""
        click.echo(f"{both} {c}")

    assert [parameter.name for parameter in verb.params] == ["a", "b", "c"]
    result = CliRunner().invoke(verb, ["--b", "2", "--c", "3"])
    assert result.output == "(None, '2') 3\n"


@pytest.mark.parametrize(("text", "value"), [("auto", "auto"), ("0", 0.0), ("2.5", 2.5)])
def test_smoothing(text: str, value: object) -> None:
    assert Smoothing().convert(text, None, None) == value


@pytest.mark.parametrize("text", ["-1", "inf", "nan", "much"])
def test_no_smoothing(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Smoothing().convert(text, None, None)
