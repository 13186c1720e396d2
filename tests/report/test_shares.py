"""Class counts as a page shows them."""

from turs.model.summary import Outcome
from turs.report.shares import Stripe, list_shares


def outcome(*counts: int) -> Outcome:
    n_rows = sum(counts)
    return Outcome(counts, tuple(c / n_rows for c in counts), tuple((0.1, 0.6) for _ in counts))


def test_the_most_frequent_class_comes_first_and_absent_ones_do_not_come() -> None:
    shares = list_shares(outcome(1, 0, 3), ["a", "b", "c"])
    assert [(one.label, one.count, one.share) for one in shares.shown] == [
        ("c", 3, "0.75"),
        ("a", 1, "0.25"),
    ]
    assert shares.folded == ()
    assert shares.n_rows == 4


def test_one_more_class_is_shown_two_more_are_folded() -> None:
    assert len(list_shares(outcome(4, 3, 2, 1), "abcd").shown) == 4
    shares = list_shares(outcome(4, 3, 2, 1, 0, 6), "abcdef")
    assert [one.label for one in shares.shown] == ["f", "a", "b"]
    assert [one.label for one in shares.folded] == ["c", "d"]
    assert shares.folded_share == "0.19"


def test_the_bar_has_a_stripe_a_class_and_lumps_thin_ones() -> None:
    shares = list_shares(outcome(992, 2, 3, 3), "abcd")
    assert shares.stripes == (Stripe(0, "99.2"), Stripe(None, "0.8"))
    assert shares.whisker == ("10", "50")


def test_intervals_are_written_with_a_dash() -> None:
    assert list_shares(outcome(1, 1), "ab").shown[0].interval == "0.10\N{EN DASH}0.60"
