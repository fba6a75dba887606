"""Cache of comparisons for one state of the index, computed in worker processes if there are any.

A page takes about 50 ms of processor time, nearly all of it in Python, so threads of one process would run one at a time.
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
from search_ui.comparison import Comparison, compare
from search_ui.search_params import SearchParams

Compare = Callable[[SearchParams, date | None], Comparison]
"""Computes a comparison from its parameters and the reference day of relative dates (None: the current day)."""
_MOST_KEPT = 512
"""Result pages of about 60 kB each."""


class Comparisons:
    """Computes each comparison once until the index changes.

    Parameters
    ----------
    elsewhere : callable or None
        Computes a comparison in another process; None uses the engine of this process.
    """

    def __init__(self, elsewhere: Compare | None = None) -> None:
        self._elsewhere = elsewhere
        self._lock = Lock()
        self._state: Hashable = None
        self._kept: OrderedDict[tuple[SearchParams, date], Comparison] = OrderedDict()

    def of(self, engine: Engine, params: SearchParams, today: date | None) -> Comparison:
        """Return the comparison with these parameters.

        Raises
        ------
        EngineError
            If the engine fails.
        """
        state, key = engine.state(), (params, today or datetime.now(UTC).date())
        with self._lock:
            if state != self._state:
                self._state = state
                self._kept.clear()
            if found := self._kept.get(key):
                self._kept.move_to_end(key)
                return found
        made = self._elsewhere(params, today) if self._elsewhere else compare(engine, params, today)
        with self._lock:
            if state is not None and state == self._state:
                self._kept[key] = made
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
        return made


def compare_by(processes: Processes, home: Home) -> Compare:
    """Return a function that compares a home's arms in these processes."""
    return lambda params, today: processes.start(_compare_at, home, params, today).result()


def prepare(home: Home) -> None:
    """Load what a comparison needs in this process, by making one of all pages.

    Raises
    ------
    EngineError
        If the engine fails.
    """
    _compare_at(home, SearchParams("*"), None)


def _compare_at(home: Home, params: SearchParams, today: date | None) -> Comparison:
    return compare(_opened(home), params, today)


@lru_cache(1)
def _opened(home: Home) -> Engine:
    """Open the engine once per process."""
    return home.engine()
