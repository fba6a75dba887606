"""The time, in UTC seconds since 1970, as every part is given it: the world's, or one that begins where WINNOW_NOW says."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], float]
"""Returns UTC seconds since 1970."""


def make_clock(begin: datetime | None = None) -> Clock:
    """The machine's clock, or one that shows `begin` now and goes on from there, so that delays pass in a simulation too.

    >>> tell = make_clock(datetime(2026, 3, 4, 12, tzinfo=UTC))
    >>> moment(tell()).isoformat(timespec="minutes")
    '2026-03-04T12:00+00:00'
    """
    if begin is None:
        return time.time
    first, zero = begin.timestamp(), time.monotonic()
    return lambda: first + time.monotonic() - zero


def moment(seconds: float) -> datetime:
    """The same moment for people and archives."""
    return datetime.fromtimestamp(seconds, UTC)
