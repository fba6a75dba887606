"""One entry of a feed or sitemap, from fields as they were written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from indexer import urls

LONGEST = 2_000
"""Characters of an address or a title that are read."""
_LONGEST_TITLE = 300
_ISO = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry.

    Parameters
    ----------
    url : str
        Normalised.
    title : str
    published, updated : float
        UTC seconds, 0.0 where the entry does not say.
    """

    url: str
    title: str = ""
    published: float = 0.0
    updated: float = 0.0


def entry_of(base: str, link: str, title: str = "", published: float = 0.0, updated: float = 0.0) -> FeedEntry | None:
    """The entry, where its link is one to a page."""
    target = urls.resolve(base, link) if link and len(link) <= LONGEST else None
    return FeedEntry(target, title[:_LONGEST_TITLE], published, updated) if target and target.startswith("http") else None


def time_of(value: object) -> float:
    """A date of RFC 3339, W3C or RFC 822 as UTC seconds, 0.0 where it is none.

    >>> time_of("2026-03-02T06:00:00Z"), time_of("2026-03-02"), time_of("soon")
    (1772431200.0, 1772409600.0, 0.0)
    """
    text = value.strip()[:60] if isinstance(value, str) else ""
    try:
        when = datetime.fromisoformat(text) if _ISO.match(text) else parsedate_to_datetime(text)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, OverflowError):
        return 0.0
