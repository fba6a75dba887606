"""The common clock of all workers of one database: the database's clock instead of each machine's own.

One worker schedules a host's next request, another one makes it: if their clocks differed by a minute, the request could be a minute early.
The database is queried once a minute; in between, the time advances by the machine's boot-time clock, which is never adjusted.
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

_SYNC_INTERVAL = 60.0
"""Seconds between two synchronisations; a quartz clock drifts by some milliseconds in this time."""
_SLOW = 0.1
"""Maximum round-trip time in seconds; a slower answer is too inaccurate to use."""
_SINCE_START = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Linux's clock that continues while the machine is suspended."""
_NOW = text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS float8)")


class DatabaseClock:
    """PostgreSQL's time.

    Raises
    ------
    StoreError
        If the first query fails; later failures are ignored and the time advances without the database.

    Notes
    -----
    Thread-safe.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._epoch, self._uncertainty = self._offset()
        self._next_sync = _steady() + _SYNC_INTERVAL

    def __call__(self) -> float:
        """UTC seconds since 1970."""
        if _steady() >= self._next_sync and self._lock.acquire(blocking=False):
            try:
                self._next_sync = _steady() + _SYNC_INTERVAL
                with suppress(StoreError):
                    epoch, uncertainty = self._offset()
                    if uncertainty <= max(_SLOW, self._uncertainty):
                        self._epoch, self._uncertainty = epoch, uncertainty
            finally:
                self._lock.release()
        return self._epoch + _steady()

    def _offset(self) -> tuple[float, float]:
        """The offset to the boot-time clock, and its uncertainty in seconds."""
        with self._database.at_once() as connection:
            before = _steady()
            database_time = float(connection.scalar(_NOW) or 0.0)
            after = _steady()
        return database_time - (before + after) / 2, (after - before) / 2


def database_clock(database: Database, begin: datetime | None = None) -> Clock:
    """PostgreSQL's clock, or the machine's for a SQLite file; a simulated clock from `begin` if given."""
    if begin is None and database.dialect == "postgresql":
        return DatabaseClock(database)
    return make_clock(begin)


def _steady() -> float:
    return time.clock_gettime(_SINCE_START)
