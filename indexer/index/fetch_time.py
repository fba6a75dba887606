"""Plausible fetch times: the fetch time is a document's version, and a time in the future would block all later updates."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from indexer.article.cleaned import Cleaned
from indexer.index.document import published_time


def now() -> datetime:
    """Return the current time of this machine."""
    return datetime.now(UTC)


def not_ahead(page: Cleaned, moment: datetime) -> Cleaned:
    """Replace a fetch time in the future, from a wrong clock or a forged WARC-Date, by the current time.

    Parameters
    ----------
    page : Cleaned
    moment : datetime
        The current time, with time zone.

    Examples
    --------
    >>> from indexer.outcome import Ending, Kind, Outcome
    >>> page = Cleaned(Outcome("https://e.org/", "", Ending(Kind.CLEANED)), "e.org", fetched="2099-01-01T00:00:00Z")
    >>> not_ahead(page, datetime(2026, 3, 4, 7, 30, tzinfo=UTC)).fetched
    '2026-03-04T07:30:00+00:00'
    """
    fetched = published_time(page.fetched)
    return page if fetched is None or fetched <= moment else replace(page, fetched=moment.isoformat(timespec="seconds"))


def version_of(fetched: str) -> int:
    """Return the version of a fetch time, in milliseconds; a missing time gives the lowest version.

    >>> version_of("2026-03-04T07:30:00Z"), version_of("")
    (1772609400000, 1)
    """
    moment = published_time(fetched)
    return max(1, int(moment.timestamp() * 1000)) if moment else 1
