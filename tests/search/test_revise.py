"""Rules that are looked at again: what it is for, and what must hold however it ends."""

from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from tests.counting.tables import shape_of
from tests.naive.problems import Column, Settings, Table, planted_table
from tests.search.test_learn import Countdown, fast, without_time
from turs import TURSClassifier
from turs.counting import as_integers
from turs.search import revise
from turs.search.clock import OutOfTime
from turs.search.growth import Growth, Observer
from turs.search.revise import wider_rules
from turs.search.trace import Reason

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def has_line(board: str, player: str) -> bool:
    return any(all(board[place] == player for place in line) for line in LINES)


def ends_of_games(board: str = "." * 9, player: str = "x") -> set[str]:
    """Return every board at which a game of tic-tac-toe can end."""
    other = "o" if player == "x" else "x"
    if has_line(board, other) or "." not in board:
        return {board}
    free = [place for place in range(9) if board[place] == "."]
    moves = (board[:place] + player + board[place + 1 :] for place in free)
    return set().union(*(ends_of_games(move, other) for move in moves))


def test_the_eight_lines_of_tic_tac_toe() -> None:
    boards = sorted(ends_of_games())
    assert len(boards) == 958
    X = {f"s{place}": [board[place] for board in boards] for place in range(9)}
    y = [has_line(board, "x") for board in boards]
    clf = TURSClassifier(simplicity=3, revise=True).fit(X, y)
    assert clf.rule_set_.n_literals == 24
    assert (clf.predict(X) == np.array(y)).all()
    # of a diagonal it is enough that the other player has no stone there
    lines = {frozenset(literal.variable for literal in rule.literals) for rule in clf.rule_set_}
    assert lines == {frozenset(f"s{place}" for place in line) for line in LINES}
    assert len(TURSClassifier(simplicity=3).fit(X, y).rule_set_) > 8


@pytest.mark.parametrize("seed", range(3))
def test_a_set_becomes_shorter_or_stays(seed: int) -> None:
    table, steered = planted_table(seed, n_rows=250), Settings(simplicity=0.1)
    found = fast(table, replace(steered, revise=True))
    before = without_time(fast(table, steered))
    assert without_time(replace(found, trace=replace(found.trace, revised=None)))[3] == before[3]
    trace = found.trace
    assert trace.revised is not None
    assert trace.revised.n_rules == len(found.rules)
    assert trace.kept_bits <= trace.total_bits[trace.n_kept]
    assert (found.rules == before[0]) == (trace.kept_bits == trace.total_bits[trace.n_kept])


def test_who_waits_is_told() -> None:
    told: list[str] = []
    found = fast(
        planted_table(1, n_rows=250), Settings(simplicity=0.1, revise=True), tell=told.append
    )
    assert told[0].startswith(f"looking again at {found.trace.n_kept} rules, ")
    assert (
        told[-1] == f"looking again at {len(found.rules)} rules, {found.trace.kept_bits:,.1f} bits"
    )


def test_any_number_of_threads_makes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    table, steered = planted_table(1, n_rows=250), Settings(simplicity=0.1, revise=True)
    expected = without_time(fast(table, steered))
    monkeypatch.setattr("turs.counting.view._WORTH_A_THREAD", 0)
    monkeypatch.setattr("turs.counting.workers.n_cores", lambda: 3)
    for n_threads in (2, 3):
        assert without_time(fast(table, steered, n_threads=n_threads)) == expected


@pytest.mark.parametrize(
    ("error", "reason"), [(OutOfTime, "time_limit"), (KeyboardInterrupt, "interrupted")]
)
def test_ended_at_any_time_no_row_is_lost(error: type[BaseException], reason: str) -> None:
    table = planted_table(1, n_rows=50)
    steered = Settings(surrogate=None, revise=True)
    whole, lengths = fast(table, steered), []
    for n_looks in count(1, step=23):
        clock = Countdown(n_looks, error)
        found = fast(table, steered, clock=clock)
        assert found.members.shape == (len(found.counts), len(found.rules))
        assert found.counts.sum() == len(table.y)
        lengths.append(found.trace.kept_bits)
        if not clock.over:
            break
        assert found.trace.stopped == reason
    assert without_time(found) == without_time(whole)
    assert lengths == sorted(lengths, reverse=True)


@pytest.mark.parametrize(
    ("error", "reason"), [(OutOfTime, "time_limit"), (KeyboardInterrupt, "interrupted")]
)
def test_who_ends_a_look_wants_no_further_search(
    error: type[BaseException], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_searches = []
    real = Growth.run

    def run(self: Growth, observer: Observer | None) -> Reason:
        n_searches.append(observer)
        return real(self, observer)

    def end(*_: object) -> None:
        raise error

    monkeypatch.setattr(Growth, "run", run)
    monkeypatch.setattr(revise, "_changed", end)
    steered = Settings(simplicity=0.1, revise=True, max_rules=2)
    found = fast(planted_table(1, n_rows=250), steered)
    assert (found.trace.stopped, len(n_searches)) == (reason, 1)
    assert len(found.rules) == 2


def test_wider_rules() -> None:
    columns = [Column(6, has_missing=True), Column(4), Column(3, ordered=False)]
    shape = shape_of(Table(columns, [[0], [0], [0]], [0], 2), Settings())
    rule = shape.full.copy()
    rule[0] = 0b0011100  # two bounds, without the missing rows
    rule[1] = 0b0011  # one bound
    wider = [as_integers(masks, shape) for masks in wider_rules(rule, shape)]
    assert wider == [
        {0: 0b0011111, 1: 0b0011},
        {0: 0b0111100, 1: 0b0011},
        {1: 0b0011},
        {0: 0b0011100},
    ]
    only = shape.full.copy()
    only[2] = 0b001
    assert len(wider_rules(only, shape)) == 0
