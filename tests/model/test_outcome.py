"""Class probabilities on one line."""

import pytest

from turs.model.outcome import Share, fold_shares, format_label, format_outcome, format_share


@pytest.mark.parametrize(
    ("probabilities", "text"),
    [
        ([1.0, 0.0], "a 1.00"),
        ([0.25, 0.75], "b 0.75, a 0.25"),
        ([0.5, 0.5], "a 0.50, b 0.50"),
        ([0.1, 0.2, 0.3, 0.4], "d 0.40, c 0.30, b 0.20, a 0.10"),
        ([0.1, 0.1, 0.2, 0.2, 0.4], "e 0.40, c 0.20, d 0.20, 2 others 0.20"),
        ([0.999, 0.0005, 0.0005], "a >0.99"),
        ([0.9, 0.096, 0.004], "a 0.90, b 0.10"),
        ([0.992, 0.004, 0.004], "a 0.99, 2 others 0.01"),
        ([0.3, 0.3, 0.2, 0.196, 0.004], "a 0.30, b 0.30, c 0.20, 2 others 0.20"),
    ],
)
def test_outcomes(probabilities: list[float], text: str) -> None:
    assert format_outcome(probabilities, "abcdefgh"[: len(probabilities)]) == text


def test_hundreds_of_classes_none_of_which_matters() -> None:
    assert format_outcome([1 / 400] * 400, list(range(400))) == "0 <0.01, 399 others >0.99"


def test_shares_never_round_to_certainty() -> None:
    assert [format_share(p) for p in (0.0, 0.0049, 0.005, 0.9949, 0.995, 1.0)] == [
        "0.00",
        "<0.01",
        "0.01",
        "0.99",
        ">0.99",
        "1.00",
    ]


@pytest.mark.parametrize(
    ("label", "text"),
    [("Adelie", "Adelie"), (3, "3"), ((0, 1), "(0, 1)"), ("", '""'), ("a\nb", r'"a\nb"')],
)
def test_labels_stay_on_one_line(label: object, text: str) -> None:
    assert format_label(label) == text


def test_the_rest_is_folded_with_its_rows() -> None:
    assert fold_shares([0.1, 0.3, 0.2, 0.2, 0.2], [1, 3, 2, 2, 2], "abcde") == [
        Share(1, "b", 0.3, 3),
        Share(2, "c", 0.2, 2),
        Share(3, "d", 0.2, 2),
        Share(None, "2 others", 0.2 + 0.1, 3),
    ]


def test_a_single_other_is_shown() -> None:
    assert [share.label for share in fold_shares([0.4, 0.3, 0.2, 0.1], [4, 3, 2, 1], "abcd")] == [
        *"abcd"
    ]


def test_absent_classes_are_not_shown() -> None:
    assert fold_shares([1.0, 0.0], [4, 0], "ab") == [Share(0, "a", 1.0, 4)]
