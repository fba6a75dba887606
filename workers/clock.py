"""The clock that all parts are given: the machine's, or a simulated one that starts at WINNOW_NOW."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

HOUR, DAY = 3_600.0, 86_400.0
"""Seconds."""
Clock = Callable[[], float]
"""Returns UTC seconds since 1970."""


def make_clock(begin: datetime | None = None) -> Clock:
    """The machine's clock, or one that shows `begin` now and advances from there, so that delays pass in a simulation too.

    >>> tell = make_clock(datetime(2026, 3, 4, 12, tzinfo=UTC))
    >>> moment(tell()).isoformat(timespec="minutes")
    '2026-03-04T12:00+00:00'
    """
    if begin is None:
        return time.time
    first, zero = begin.timestamp(), time.monotonic()
    return lambda: first + time.monotonic() - zero


def moment(seconds: float) -> datetime:
    """The time as a datetime."""
    return datetime.fromtimestamp(seconds, UTC)
