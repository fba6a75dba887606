"""Waiting for a cluster that is away, without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from indexer.errors import EngineAwayError, EngineError
from indexer.index.elasticsearch.patience import Asker, Patience, Waits

LONG = Patience(first=0.001, longest=0.002, total=60.0)
SHORT = Patience(first=0.001, longest=0.002, total=0.5)


class Away:
    """A connection that fails so many times."""

    def __init__(self, times: int, error: type[EngineError] = EngineAwayError) -> None:
        self.times = times
        self.asked = 0
        self.error = error

    @contextmanager
    def ask(self) -> Iterator[Any]:
        self.asked += 1
        if self.asked <= self.times:
            raise self.error("http://e.org: no answer")
        yield "client"


def asker(connection: Away, patience: Patience = LONG) -> Asker:
    return Asker(connection, Waits(patience))  # type: ignore[arg-type]


def test_a_question_is_put_until_it_is_answered_and_counted() -> None:
    connection, retried = Away(3), Counter[str]()
    assert asker(connection).ask(str, retried) == "client"
    assert retried == {"no answer": 3}


def test_what_waiting_does_not_mend_is_told_at_once() -> None:
    connection = Away(9, EngineError)
    with pytest.raises(EngineError, match="no answer"):
        asker(connection).ask(str)
    assert connection.asked == 1


@pytest.mark.slow
def test_patience_is_spent_once_and_comes_back_with_an_answer() -> None:
    connection = Away(10_000)
    asking = asker(connection, SHORT)
    with pytest.raises(EngineAwayError, match=r"no answer \(tried for 0 s\).*run the same command again"):
        asking.ask(str)
    tried = connection.asked
    assert tried > 2
    with pytest.raises(EngineAwayError):
        asking.ask(str)
    assert connection.asked == tried + 1, "the next question is put once"
    connection.times = 0
    assert asking.ask(str) == "client"
    connection.times, connection.asked = 1, 0
    assert asking.ask(str) == "client", "after an answer there is patience again"


def test_waits_never_last_longer_than_patience() -> None:
    slept: list[float] = []
    again = Waits(Patience(first=0.01, longest=100.0, total=100.0), slept.append).begin()
    for _ in range(50):
        again()
    assert max(slept) <= 100.0
    assert slept[:4] == sorted(slept[:4])
