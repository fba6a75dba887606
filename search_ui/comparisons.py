"""Comparisons: the result pages of one state of the index, made in processes of their own where there are some.

A page takes some 50 ms of processor time, nearly all of it in Python: threads of one process would take turns.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import UTC, date, datetime
from functools import lru_cache
from threading import Lock

from indexer.home import Home
from indexer.index.engine import Engine
from indexer.processes import Processes
from search_ui.asked import Asked
from search_ui.compared import Compared, compare

Compare = Callable[[Asked, date | None], Compared]
"""What a request asks for, and the day that `after:7d` is counted from (None: the present one)."""
_MOST_KEPT = 512
"""Result pages, of some 60 kB each."""


class Comparisons:
    """Each comparison is made once, until the index changes.

    Parameters
    ----------
    elsewhere : callable or None
        Makes one in another process; None makes it by the engine of this one.
    """

    def __init__(self, elsewhere: Compare | None = None) -> None:
        self._elsewhere = elsewhere
        self._lock = Lock()
        self._state: Hashable = None
        self._kept: OrderedDict[tuple[Asked, date], Compared] = OrderedDict()

    def of(self, engine: Engine, asked: Asked, today: date | None) -> Compared:
        """The comparison that a request asks for.

        Raises
        ------
        EngineError
            Where the engine cannot answer.
        """
        state, key = engine.state(), (asked, today or datetime.now(UTC).date())
        with self._lock:
            if state != self._state:
                self._state = state
                self._kept.clear()
            if found := self._kept.get(key):
                self._kept.move_to_end(key)
                return found
        made = self._elsewhere(asked, today) if self._elsewhere else compare(engine, asked, today)
        with self._lock:
            if state is not None and state == self._state:
                self._kept[key] = made
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
        return made


def compare_by(processes: Processes, home: Home) -> Compare:
    """Comparisons of a home's arms, made in these processes."""
    return lambda asked, today: processes.start(_compare_at, home, asked, today).result()


def _compare_at(home: Home, asked: Asked, today: date | None) -> Compared:
    return compare(_opened(home), asked, today)


@lru_cache(1)
def _opened(home: Home) -> Engine:
    """The engine of a process, opened once."""
    return home.engine()
