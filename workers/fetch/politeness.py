"""Politeness: the delay between two requests to one host, and the back-off after a failure or Retry-After."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MAX_DELAY = 86_400.0
"""Maximum politeness delay in seconds: a day."""
_FIRST_BACKOFF = 1.0
"""Minimum seconds before the second try if the host sends no Retry-After."""
_BUSY = frozenset({429, 500, 502, 503, 504})
_TRIES = {429: 5, 503: 5}
"""Maximum number of requests for one page, by status; for other failures it is 2."""


@dataclass(frozen=True, slots=True)
class Politeness:
    """The politeness parameters of a crawl.

    Parameters
    ----------
    delay : float
        Seconds between the end of one request to a host and the next; a longer Crawl-delay takes precedence.
    patience : float
        Maximum wait in seconds for a host; a host that requires a longer wait is left to another run.
    """

    delay: float = 1.0
    patience: float = 300.0

    def __post_init__(self) -> None:
        if not (0 <= self.delay <= MAX_DELAY and self.patience >= 0):
            raise ValueError(f"the delay must lie between 0 and {MAX_DELAY:,.0f} s, and patience must not be negative")

    def retry_in(self, status: int, tries: int, retry_after: str, now: datetime) -> float | None:
        """Return the delay in seconds before a failed page is requested again; None if it is not.

        Parameters
        ----------
        status : int
            The HTTP status; 0 without a response.
        tries : int
            The number of requests for the page so far.
        retry_after : str
            The value of the header; "" without one.
        now : datetime
            The time from which a Retry-After date is counted.

        >>> Politeness().retry_in(429, 1, "3", datetime(2026, 1, 1, tzinfo=UTC))
        3.0
        >>> Politeness().retry_in(404, 1, "", datetime(2026, 1, 1, tzinfo=UTC)) is None
        True
        """
        if (status and status not in _BUSY) or tries >= _TRIES.get(status, 2):
            return None
        requested = retry_after_seconds(retry_after, now)
        backoff = max(self.delay, _FIRST_BACKOFF) * 2 ** (tries - 1)
        wait = backoff if requested is None else max(requested, self.delay)
        return wait if wait <= self.patience else None


def retry_after_seconds(retry_after: str, now: datetime) -> float | None:
    """Parse Retry-After (RFC 9110, 10.2.3) into seconds from `now`; return None if it is invalid.

    >>> retry_after_seconds("120", datetime(2026, 1, 1, tzinfo=UTC))
    120.0
    >>> retry_after_seconds("Thu, 01 Jan 2026 00:01:00 GMT", datetime(2026, 1, 1, tzinfo=UTC))
    60.0
    """
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max((when - now).total_seconds(), 0.0)
