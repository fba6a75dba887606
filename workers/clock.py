"""The clock that is passed to all parts: the machine's clock, or a simulated one that starts at WINNOW_NOW."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

HOUR, DAY = 3_600.0, 86_400.0
"""In seconds."""
Clock = Callable[[], float]
"""Returns UTC seconds since 1970."""


def make_clock(begin: datetime | None = None) -> Clock:
    """Return the machine's clock, or a simulated clock that starts at `begin` and advances in real time, so that delays end.

    >>> clock = make_clock(datetime(2026, 3, 4, 12, tzinfo=UTC))
    >>> moment(clock()).isoformat(timespec="minutes")
    '2026-03-04T12:00+00:00'
    """
    if begin is None:
        return time.time
    first, zero = begin.timestamp(), time.monotonic()
    return lambda: first + time.monotonic() - zero


def moment(seconds: float) -> datetime:
    """Convert UTC seconds to a datetime."""
    return datetime.fromtimestamp(seconds, UTC)
