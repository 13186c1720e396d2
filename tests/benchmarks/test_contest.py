import pytest

from benchmarks.contest import METHODS_OF_THE_PAPER, TURS, Contest, as_peer, entrant
from benchmarks.methods import METHODS
from tests.benchmarks.results import ended, other, ours

CN2, TREE, BRS, DRS = map(entrant, ("cn2", "tree", "brs", "drs"))


def test_every_method_of_the_paper_can_be_run() -> None:
    assert set(METHODS_OF_THE_PAPER) <= set(METHODS)


def test_turs_is_one_among_others() -> None:
    peer = as_peer(ours("iris", "paper", 3, rule_gap=0.5))
    assert peer.task == ("paper", "iris", 3)
    assert (peer.status, peer.rule_gap, peer.overlap, peer.cpu_seconds) == ("ok", 0.5, 0.2, None)


def test_folds_that_the_most_learners_have_count() -> None:
    mine = [ours("iris", fold=fold, auc=fold / 10) for fold in (1, 2, 3)]
    others = [other("cn2", "iris", 1), other("cn2", "iris", 2), other("tree", "iris", 2)]
    contest = Contest(mine, others)
    assert contest.folds("iris") == (2,)
    assert contest.mean(TURS, "iris", "auc") == 0.2
    both = Contest(mine, [*others, other("tree", "iris", 1)])
    assert both.folds("iris") == (1, 2)
    assert both.mean(TURS, "iris", "auc") == pytest.approx(0.15)
    assert both.folds("wine") == ()


def test_of_a_fold_that_is_there_twice_the_later_counts() -> None:
    contest = Contest([], [other("cn2", "iris", auc=0.1), other("cn2", "iris", auc=0.7)])
    assert contest.mean(CN2, "iris", "auc") == 0.7


def test_only_data_sets_with_others_are_contested() -> None:
    contest = Contest(
        [ours("iris"), ours("wine")], [other("cn2", "iris"), other("cn2", "anuran-noindex")]
    )
    assert contest.data_sets == ("anuran-noindex", "iris")
    assert contest.papers == ("iris",)
    assert [e.key for e in contest.entrants] == ["default", "cn2", "drs"]
    assert Contest([ours("iris")], []).data_sets == ()


def test_why_there_is_no_figure() -> None:
    results = [
        ended("cn2", "iris", ">120"),
        ended("tree", "iris", "failed: no memory"),
        ended("brs", "iris", "n/a: takes two classes only"),
        other("forest", "iris", rule_gap=None),
    ]
    contest = Contest([], results)
    reasons = [contest.why_not(e, "iris") for e in (CN2, TREE, BRS, DRS, entrant("forest"))]
    assert reasons == [">120 s", "failed", "n/a", "·", "—"]
    assert contest.mean(CN2, "iris", "auc") is None
    assert contest.mean(entrant("forest"), "iris", "rule_gap") is None


def test_who_takes_too_long_is_ranked_and_who_does_not_take_all_is_not() -> None:
    mine = [ours("iris"), ours("wine")]
    others = [other("cn2", "iris"), ended("cn2", "wine", ">120"), other("brs", "wine")]
    others += [ended("brs", "iris", "n/a: takes two classes only"), other("tree", "iris")]
    contest = Contest(mine, others)
    assert contest.ends(TURS, "auc")
    assert contest.ends(CN2, "auc")
    assert not contest.ends(CN2, "overlap")
    assert not contest.ends(BRS, "auc")
    assert not contest.ends(TREE, "auc")


def test_data_sets_on_which_turs_is_lower() -> None:
    names = ("iris", "wine", "car")
    mine = [ours(name, log_loss=0.3) for name in names]
    others = [other("cn2", "iris", log_loss=0.4), other("cn2", "wine", log_loss=0.3)]
    assert Contest(mine, [*others, ended("cn2", "car", ">120")]).wins(CN2, "log_loss") == (1, 2)
