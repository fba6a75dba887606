"""The clock that all workers of one database share: the database's clock instead of each machine's own.

One worker schedules a host's next request, and another makes it. If their clocks differed by a minute, the request could be a minute early.
The clock queries the database once a minute; in between, it advances by the machine's boot-time clock, which is never adjusted.
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
"""Maximum uncertainty in seconds (half of a round trip); a slower response is ignored unless the clock is as uncertain already."""
_SINCE_START = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Linux's boot-time clock, which continues while the machine is suspended."""
_NOW = text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS float8)")


class DatabaseClock:
    """The clock of a PostgreSQL database.

    Raises
    ------
    StoreError
        If the first query fails. Later failures are ignored, and the clock advances without the database.

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
        """Return the time, UTC seconds since 1970."""
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
        """Measure the offset to the boot-time clock; return it with its uncertainty in seconds."""
        with self._database.at_once() as connection:
            before = _steady()
            database_time = float(connection.scalar(_NOW) or 0.0)
            after = _steady()
        return database_time - (before + after) / 2, (after - before) / 2


def database_clock(database: Database, begin: datetime | None = None) -> Clock:
    """Return the clock of a PostgreSQL database, or the machine's clock for SQLite; if `begin` is given, a simulated clock."""
    if begin is None and database.dialect == "postgresql":
        return DatabaseClock(database)
    return make_clock(begin)


def _steady() -> float:
    return time.clock_gettime(_SINCE_START)
