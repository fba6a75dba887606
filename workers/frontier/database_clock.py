"""The time that all workers of one database go by: the database's, not that of the machine on which a worker happens to run.

A host's next request is timed by the worker that made the last one, and made by another: were their clocks a minute apart, the host would
be asked a minute too soon. The database is asked seldom; in between its time goes on by this machine's clock since it was switched on,
which nobody sets.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from datetime import datetime

from sqlalchemy import text

from indexer.errors import StoreError
from indexer.store.database import Database
from workers.clock import Clock, make_clock

_ASK_EVERY = 60.0
"""Seconds between two questions: quartz is off by some milliseconds in them."""
_SLOW = 0.1
"""Seconds after which an answer says too little of the time, and the one before stands."""
_SINCE_START = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""The clock of Linux that goes on while the machine sleeps."""
_NOW = text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS float8)")


class DatabaseClock:
    """PostgreSQL's time.

    Parameters
    ----------
    database : Database

    Raises
    ------
    StoreError
        Where it cannot be asked the first time; later its time goes on without it.

    Notes
    -----
    May be used by several threads.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._base, self._off = self._ask()
        self._again = _steady() + _ASK_EVERY

    def __call__(self) -> float:
        """UTC seconds since 1970."""
        if _steady() >= self._again and self._lock.acquire(blocking=False):
            try:
                self._again = _steady() + _ASK_EVERY
                with suppress(StoreError):
                    base, off = self._ask()
                    if off <= max(_SLOW, self._off):
                        self._base, self._off = base, off
            finally:
                self._lock.release()
        return self._base + _steady()

    def _ask(self) -> tuple[float, float]:
        """What to add to the monotonic clock, and by how many seconds that may be wrong."""
        with self._database.at_once() as connection:
            before = _steady()
            told = float(connection.scalar(_NOW) or 0.0)
            after = _steady()
        return told - (before + after) / 2, (after - before) / 2


def database_clock(database: Database, begin: datetime | None = None) -> Clock:
    """The clock of a database's workers: PostgreSQL's, for a SQLite file its machine's; from `begin` on where time is simulated."""
    if begin is None and database.dialect == "postgresql":
        return DatabaseClock(database)
    return make_clock(begin)


def _steady() -> float:
    return time.clock_gettime(_SINCE_START)
