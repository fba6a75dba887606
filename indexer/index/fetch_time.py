"""When a page was fetched, as far as that can be true: a document's version is this time, and a later one would block every update."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from indexer.article.cleaned import Cleaned
from indexer.index.document import published_time


def now() -> datetime:
    """The machine's time."""
    return datetime.now(UTC)


def not_ahead(page: Cleaned, moment: datetime) -> Cleaned:
    """The page, fetched now where it says that it was fetched later: a clock was wrong, or a WARC-Date is made up.

    Parameters
    ----------
    page : Cleaned
    moment : datetime
        Now, with time zone.

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
    """The version of what was fetched at a time, in milliseconds; what has no time is older than all that has.

    >>> version_of("2026-03-04T07:30:00Z"), version_of("")
    (1772609400000, 1)
    """
    moment = published_time(fetched)
    return max(1, int(moment.timestamp() * 1000)) if moment else 1
